import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';
import type { Mapped } from '../mapping/placement-facts.ts';
import { mapPlan } from './check-plan.ts';
import { gpusOfRank } from './group-ranks.ts';
import { listEndMistakes, orderStarts } from './order-roles.ts';
import {
  countFillings,
  countPorts,
  countProcesses,
  fillPlaceholders,
  listProcesses,
  MOST_FILLINGS,
  MOST_PORTS,
} from './placeholders.ts';
import {
  areColocated,
  listListeners,
  listReplicas,
  nameReplica,
  numberNodes,
  planOfReplica,
  type ReplicaOf,
} from './replica-plan.ts';

export interface MappedReplica extends Mapped {
  readonly plan: LaunchPlan;
}

/** Whether a saved plan with roles agrees with itself; the first contradiction where it does not. */
export function mapRoles(plan: LaunchPlan): readonly MappedReplica[] | string {
  if (plan.ranks.length !== listProcesses(plan).length) return 'it has ranks beside its roles';
  if (plan.worldSize !== plan.ranks.length)
    return `worldSize is ${plan.worldSize}, and its roles have ${plan.ranks.length} processes`;
  const portsOf = ({ ports, replicas }: PlanRole) => countPorts(ports, countProcesses(replicas));
  const ports = (plan.roles ?? []).reduce((sum, role) => sum + portsOf(role), 0);
  if (countFillings(plan) > MOST_FILLINGS || ports > MOST_PORTS)
    return 'its processes have more addresses or ports than a plan may have (RP2003)';
  const unsound =
    findUnsoundRole(plan) ?? findWrongWorld(plan) ?? findSharedSlot(plan) ?? findSharedPort(plan);
  if (unsound !== null) return unsound;
  const mapped: MappedReplica[] = [];
  for (const one of listReplicas(plan)) {
    const own = planOfReplica(plan, one);
    // Of a world that roles share, the master may be another's.
    const map = mapPlan({ ...own, master: { ...own.master, node: own.ranks[0]?.node ?? '' } });
    if (typeof map === 'string') return `${nameReplica(one)}: ${map}`;
    mapped.push({ ...map, plan: own });
  }
  const [bad] = listBadTexts(plan);
  return bad === undefined ? mapped : `${bad.message} (RP3068)`;
}

function findUnsoundRole({ roles: list, end, nodes, ranks }: LaunchPlan): string | null {
  const roles = list ?? [];
  const names = new Set(roles.map(({ name }) => name));
  if (names.size < roles.length) return 'a role is there twice';
  const lost = roles.flatMap(({ dependsOn, colocate }) => [...Object.keys(dependsOn), colocate ?? []].flat());
  const unknown = lost.find((name) => !names.has(name));
  if (unknown !== undefined) return `it has no role ${unknown}`;
  if (orderStarts(roles).left.length > 0) return 'roles wait for each other (RP3062)';
  if (end === null) return 'it does not say what ends the run';
  const [mistake] = listEndMistakes(roles, end === 'signal');
  if (mistake !== undefined) return `${mistake.message} (RP3063)`;
  const unready = roles.find((role) => !canBecomeReady(role));
  if (unready !== undefined) return `nothing can show that ${unready.name} is ready (RP3069)`;
  const numbered = numberNodes(nodes, ranks);
  return numbered.every((node, at) => node === nodes[at]) ? null : 'its nodes are numbered in another order';
}

/** As a topology must have it: a port of its own, a path of URLs, a text or a file to look for. */
function canBecomeReady({ ports, readiness }: PlanRole): boolean {
  if (readiness === null) return true;
  const { kind, port, value } = readiness;
  if (kind === 'log' || kind === 'file') return port === null && (value ?? '') !== '';
  const isPath = kind === 'tcp' ? value === null : /^\/[!-~]*$/.test(value ?? '');
  return isPath && port !== null && Object.hasOwn(ports, port);
}

/** All ranks of a world count together, and must meet in one place: on the node of its rank 0. */
function findWrongWorld(plan: LaunchPlan): string | null {
  const worlds = new Map<string, { readonly place: string; size: number }>();
  for (const one of listReplicas(plan)) {
    const { master, processes } = one.replica;
    const [own, { world }] = [nameReplica(one), one.role];
    if ((world === 'none') !== (master === null)) return `${own} has a master and no world, or no master`;
    const name = world === 'own' ? own : world;
    const place = JSON.stringify(master);
    const known = worlds.get(name) ?? { place, size: 0 };
    if (processes.some(({ rank }) => rank !== (master === null ? null : known.size++)))
      return `the ranks of ${own} are not those of its world`;
    if (master === null) continue;
    if (master.port === 'auto') return `the port of the master of ${name} is not decided`;
    if (!worlds.has(name) && master.node !== processes[0]?.node)
      return `the master of ${name} is not the node of rank 0`;
    if (known.place !== place) return `${name} has two masters`;
    worlds.set(name, known);
  }
  return null;
}

/** Roles that take turns have a slot both, and no two replicas of one. */
function findSharedSlot(plan: LaunchPlan): string | null {
  const owners = new Map<string, ReplicaOf>();
  const { roles } = plan;
  for (const one of listReplicas(plan))
    for (const { node, cpuSlot, ...process } of one.replica.processes)
      for (const slot of cpuSlot === null ? gpusOfRank(process) : [`cpu${cpuSlot}`])
        for (const key of [`${node}:${slot}`, `${node}:${slot} ${one.role.name}`]) {
          const owner = owners.get(key) ?? one;
          owners.set(key, owner);
          const isOther =
            owner.role === one.role
              ? owner.number !== one.number
              : !areColocated(owner.role, one.role, roles ?? []);
          if (isOther)
            return `${nameReplica(owner)} and ${nameReplica(one)} have ${node}:${slot} both (RP3064)`;
        }
  return null;
}

function findSharedPort(plan: LaunchPlan): string | null {
  const taken = new Map<string, string>();
  for (const one of listReplicas(plan)) {
    const { role, replica } = one;
    const names = Object.keys(role.ports);
    const lacking = names.find((name) => replica.processes.some(({ ports }) => ports[name] === undefined));
    if (lacking !== undefined) return `a process of ${role.name} has no port ${lacking}`;
    for (const { node, port } of listListeners(one)) {
      const other = taken.get(`${node}:${port}`);
      if (other !== undefined) return `${other} and ${role.name} have port ${port} of ${node} both (RP3067)`;
      taken.set(`${node}:${port}`, role.name);
    }
  }
  return null;
}

/**
 * The placeholders in words and variables of roles that nothing stands for: one would stop the start of a process. `at` is
 * the position of the word, or the name of the variable.
 */
export function listBadTexts(plan: LaunchPlan) {
  const hostOf = (node: string) => node;
  return listReplicas(plan).flatMap((one) => {
    if (one.number > 0) return [];
    const { command, env } = one.role.launch;
    const role = (plan.roles ?? []).indexOf(one.role);
    return [...(command ?? []).entries(), ...Object.entries(env)].flatMap(([at, text]) =>
      fillPlaceholders(text, { plan, one, process: 0, hostOf }).flatMap(({ at: braces, filling }) =>
        'problem' in filling ? [{ role, at, message: `\`${braces}\`: ${filling.problem}` }] : [],
      ),
    );
  });
}
