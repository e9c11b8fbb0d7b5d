import type { LaunchPlan, PlanProcess, PlanRole } from '../../generated/plan.ts';
import type { Mapped } from '../mapping/placement-facts.ts';
import { mapPlan } from './check-plan.ts';
import { gpusOfRank } from './group-ranks.ts';
import {
  countFillings,
  countPorts,
  fillPlaceholders,
  listProcesses,
  MOST_FILLINGS,
  MOST_PORTS,
} from './placeholders.ts';
import { areColocated, listReplicas, nameReplica, planOfReplica } from './replica-plan.ts';

/** A replica's plan, and how its ranks are mapped. */
export interface MappedReplica extends Mapped {
  readonly plan: LaunchPlan;
}

/** Whether a saved plan with roles agrees with itself; the first contradiction where it does not. */
export function mapRoles(plan: LaunchPlan): readonly MappedReplica[] | string {
  if (plan.ranks.length !== listProcesses(plan).length) return 'it has ranks beside its roles';
  if (plan.worldSize !== plan.ranks.length)
    return `worldSize is ${plan.worldSize}, and its roles have ${plan.ranks.length} processes`;
  if (countFillings(plan) > MOST_FILLINGS || countPorts(plan) > MOST_PORTS)
    return 'its processes have more addresses or ports than a plan may have (RP2003)';
  const unsound =
    findUnsoundRole(plan) ?? findWrongMaster(plan) ?? findSharedSlot(plan) ?? findSharedPort(plan);
  if (unsound !== null) return unsound;
  const mapped: MappedReplica[] = [];
  for (const one of listReplicas(plan)) {
    const own = planOfReplica(plan, one);
    // Of a world that roles share, the master may be another's.
    const map = mapPlan({ ...own, master: { ...own.master, node: own.ranks[0]?.node ?? '' } });
    if (typeof map === 'string') return `${nameReplica(one)}: ${map}`;
    mapped.push({ ...map, plan: own });
  }
  return findBadWord(plan) ?? mapped;
}

function findUnsoundRole({ roles: list, end }: LaunchPlan): string | null {
  const roles = list ?? [];
  const names = new Set(roles.map(({ name }) => name));
  if (names.size < roles.length) return 'a role is there twice';
  if ((end === 'signal') === roles.some((role) => role.end)) return 'it does not say what ends the run';
  const lost = roles.flatMap(({ dependsOn, colocate }) => [...Object.keys(dependsOn), colocate ?? []].flat());
  const unknown = lost.find((name) => !names.has(name));
  if (unknown !== undefined) return `it has no role ${unknown}`;
  if (findCircle(roles)) return 'roles wait for each other (RP3062)';
  return roles.map(findWrongRank).find((wrong) => wrong !== null) ?? null;
}

/** Whether some roles can never start: those that nothing holds back are taken away until none is left. */
function findCircle(roles: readonly Pick<PlanRole, 'name' | 'dependsOn'>[]): boolean {
  let left = roles;
  for (;;) {
    const names = new Set(left.map(({ name }) => name));
    const held = left.filter(({ dependsOn }) => Object.keys(dependsOn).some((name) => names.has(name)));
    if (held.length === left.length) return held.length > 0;
    left = held;
  }
}

function findWrongRank({ name, world, replicas }: PlanRole): string | null {
  for (const [number, { master, processes }] of replicas.entries()) {
    if ((world === 'none') !== (master === null))
      return `${name}-${number} has a master and no world, or no master`;
    const isWrong = processes.some(({ rank }, at) =>
      world === 'none' ? rank !== null : rank === null || (world === 'own' && rank !== at),
    );
    if (isWrong) return `the ranks of ${name}-${number} are not those of its world`;
  }
  return null;
}

/** All ranks of a world must meet in one place: on the node of its rank 0. */
function findWrongMaster(plan: LaunchPlan): string | null {
  const places = new Map<string, string>();
  for (const one of listReplicas(plan)) {
    const { world } = one.role;
    const { master, processes } = one.replica;
    if (master === null) continue;
    const name = world === 'own' ? nameReplica(one) : world;
    if (!places.has(name) && master.node !== processes[0]?.node)
      return `the master of ${name} is not the node of rank 0`;
    const place = JSON.stringify(master);
    if ((places.get(name) ?? place) !== place) return `${name} has two masters`;
    places.set(name, place);
  }
  return null;
}

function findSharedSlot({ roles }: LaunchPlan): string | null {
  const owners = new Map<string, PlanRole>();
  for (const role of roles ?? [])
    for (const { node, ...process } of role.replicas.flatMap(({ processes }) => processes)) {
      const { cpuSlot } = process;
      const slots = cpuSlot === null ? gpusOfRank(process).map(String) : [`cpu${cpuSlot}`];
      for (const slot of slots) {
        const owner = owners.get(`${node}:${slot}`) ?? role;
        owners.set(`${node}:${slot}`, owner);
        if (owner !== role && !areColocated(owner, role, roles ?? []))
          return `${owner.name} and ${role.name} have ${node}:${slot} both (RP3064)`;
      }
    }
  return null;
}

function findSharedPort(plan: LaunchPlan): string | null {
  const taken = new Map<string, string>();
  for (const { role, replica, process } of listProcesses(plan)) {
    const { node, ports } = replica.processes[process] as PlanProcess;
    for (const [name, { count }] of Object.entries(role.ports)) {
      const first = ports[name];
      if (first === undefined) return `a process of ${role.name} has no port ${name}`;
      for (let port = first; port < first + count; port++) {
        const other = taken.get(`${node}:${port}`);
        if (other !== undefined)
          return `${other} and ${role.name} have port ${port} of ${node} both (RP3067)`;
        taken.set(`${node}:${port}`, role.name);
      }
    }
  }
  return null;
}

/** A placeholder that nothing stands for would stop the start of a process. */
function findBadWord(plan: LaunchPlan): string | null {
  const hostOf = (node: string) => node;
  for (const one of listReplicas(plan)) {
    if (one.number > 0) continue;
    const { command, env } = one.role.launch;
    for (const text of [...(command ?? []), ...Object.values(env)])
      for (const { at, filling } of fillPlaceholders(text, { plan, one, process: 0, hostOf }))
        if ('problem' in filling) return `${at}: ${filling.problem} (RP3068)`;
  }
  return null;
}
