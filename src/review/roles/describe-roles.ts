import { slotName } from '../../compiler/inventory/inventory.ts';
import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { orderStarts } from '../../compiler/plan/order-roles.ts';
import { inventoryOfPlan } from '../../compiler/plan/plan-inventory.ts';
import { listReplicas, planOfReplica } from '../../compiler/plan/replica-plan.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan, PlanProcess, PlanReplica, PlanRole } from '../../generated/plan.ts';
import { nameSlots } from '../device-name.ts';
import { describeCost } from '../estimate-cost.ts';
import { asWritten, count, listSome } from '../list-some.ts';

export const countProcesses = (number: number): string => `${number} process${number === 1 ? '' : 'es'}`;

/** `4 ranks`; a process of a role need not be one. */
export const nameSize = ({ worldSize, roles }: LaunchPlan): string =>
  roles === null ? count(worldSize, 'rank') : countProcesses(worldSize);

/** What a reader wants to know first of a plan with roles: how large it is, then how it starts and ends. */
export function summarizeRoles(
  plan: LaunchPlan,
): readonly [string, ...(readonly [topic: string, text: string])[]] {
  const roles = plan.roles ?? [];
  const nodes = plan.nodes.filter(({ nodeRank }) => nodeRank !== null).map(({ name }) => name);
  const size = `${nameSize(plan)} of ${count(roles.length, 'role')}`;
  return [
    `${size} on ${listSome(nodes, asWritten)}`,
    // Roles that start at the same time stand together.
    [
      'starts',
      orderStarts(roles)
        .steps.map((step) => step.join(', '))
        .join('; then '),
    ],
    ['ends', describeEnd(plan)],
  ];
}

function describeEnd({ roles, end }: LaunchPlan): string {
  if (end === 'signal') return 'by a signal; no role ends the run';
  const ends = (roles ?? []).flatMap((role) => (role.end ? [role.name] : []));
  return `when ${ends.join(' and ')} ${ends.length === 1 ? 'has' : 'have'} ended`;
}

/** What a role is, beside the places of its processes; each fact with the key of the topology that says so. */
export function listRoleFacts(plan: LaunchPlan, role: PlanRole) {
  const facts: readonly (readonly [topic: string, text: string | null, key: string])[] = [
    ['size', describeSize(role), 'slots'],
    ['shares', role.colocate && `its slots, in turns with ${role.colocate}`, 'colocate'],
    ['command', role.launch.command?.join(' ') ?? null, 'launch'],
    ['world', describeWorld(role, plan.roles ?? []), 'world'],
    ['starts', describeStart(role), 'dependsOn'],
    ['ready', describeReadiness(role), 'readiness'],
    ['ends', describeEndOf(role), 'end'],
    ['if it fails', describeFailure(role), role.restarts > 0 ? 'restart' : 'critical'],
    ['cpus', role.cpus === null ? null : `${role.cpus} for each process`, 'cpus'],
    ['cost', costOf(plan, role), 'slots'],
  ];
  return facts.flatMap(([topic, text, key]) => (text === null ? [] : [{ topic, text, key }]));
}

function describeSize({ replicas, processes, mapping }: PlanRole): string {
  const own = replicas[0]?.processes ?? [];
  const gpus = [...new Set(own.map((process) => gpusOfRank(process).length))];
  const devices =
    gpus.length > 1 ? 'unlike numbers of GPUs' : gpus[0] === 0 ? 'no GPU' : count(gpus[0] ?? 0, 'GPU');
  const each = own.length === 1 || gpus.length > 1 ? '' : ' each';
  const unit = `${countProcesses(own.length)}${processes === 'node' ? ', one for each node,' : ''} with ${devices}${each}`;
  const strategy = mapping.strategy === 'explicit' ? '' : `, ${mapping.strategy} by ${mapping.by}`;
  return `${replicas.length === 1 ? '' : `${replicas.length} replicas of `}${unit}${strategy}`;
}

function describeWorld({ world, replicas, backend }: PlanRole, roles: readonly PlanRole[]): string {
  if (world === 'none') return 'none: no RANK, no WORLD_SIZE, no MASTER_ADDR';
  if (world === 'own')
    return `${replicas.length === 1 ? 'its own' : 'of each replica'}, ${count(replicas[0]?.processes.length ?? 0, 'rank')}, backend ${backend}`;
  const joined = roles.filter((role) => role.world === world);
  const ranks = joined.flatMap((role) => role.replicas.flatMap(({ processes }) => processes)).length;
  return `${world}, ${count(ranks, 'rank')} of ${joined.map(({ name }) => name).join(', ')}, backend ${backend}`;
}

function describeStart({ dependsOn }: PlanRole): string {
  const waits = Object.entries(dependsOn).map(
    ([name, state]) => `${name} ${state === 'ready' ? 'is ready' : 'has ended'}`,
  );
  return waits.length === 0 ? 'at once' : `when ${waits.join(' and ')}`;
}

function describeReadiness({ readiness }: PlanRole): string | null {
  if (readiness === null) return null;
  const { kind, port, value, count: number, timeoutSeconds } = readiness;
  const what = {
    tcp: `port ${port} takes a connection`,
    http: `GET ${value} on port ${port} answers ${number}`,
    log: `its log has \`${value}\`${number === 1 ? '' : ` ${number} times`}`,
    file: `${value} is there`,
  }[kind];
  return `when ${what}, within ${timeoutSeconds} s`;
}

function describeEndOf({ end, drainSeconds }: PlanRole): string {
  if (end) return 'the run ends with it';
  return drainSeconds === 0 ? 'with the run' : `at most ${drainSeconds} s after the run`;
}

function describeFailure({ critical, restarts }: PlanRole): string {
  const again = restarts === 0 ? '' : `the replica starts again, ${count(restarts, 'time')}; then `;
  return `${again}${critical ? 'the run fails' : 'it is reported, and the run goes on'}`;
}

/** Of a role whose processes have steps in common. All replicas are alike but for their GPUs: the first is named. */
function costOf(plan: LaunchPlan, role: PlanRole): string | null {
  const [one] = listReplicas(plan).filter((replica) => replica.role === role && role.world !== 'none');
  return one === undefined ? null : describeCost(planOfReplica(plan, one));
}

/** `http 8000, side 5600`; empty if it has none. */
export const namePorts = ({ ports }: Pick<PlanProcess, 'ports'>): string =>
  Object.entries(ports)
    .map(([name, port]) => `${name} ${port}`)
    .join(', ');

/** Where a world listens, empty without one. Under `bind: job` the address is that of the machine which the node turns out to be. */
export const nameMaster = ({ master }: Pick<PlanReplica, 'master'>): string =>
  master === null ? '' : `${master.address ?? master.node}:${master.port}`;

/** By slot that has a process the role of each replica there; colocated roles share theirs. */
export function listOwners(plan: LaunchPlan) {
  const owned = listReplicas(plan).flatMap(({ role, replica }) =>
    [...new Set(replica.processes.flatMap(nameSlots))].map((slot) => ({ slot, role })),
  );
  return groupBy(owned, ({ slot }) => slot);
}

/** Every slot of a plan, in inventory order, on each node the GPUs first. */
export function listSlotNames(plan: LaunchPlan): readonly string[] {
  const inventory = inventoryOfPlan(plan);
  return Array.from(inventory.nodeOfSlot, (_, slot) => slotName(inventory, slot));
}

/** The slots that no role has. */
export function listIdleSlots(plan: LaunchPlan): readonly string[] {
  const owners = listOwners(plan);
  return listSlotNames(plan).filter((slot) => !owners.has(slot));
}
