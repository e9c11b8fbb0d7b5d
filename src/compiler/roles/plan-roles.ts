import type { LaunchPlan, PlanProcess, PlanReplica, PlanRole } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { checkHazards } from '../hazards/hazards.ts';
import { type PlacedInventory, type Places, placesInTopology } from '../inventory/places.ts';
import { createRankMap, type RankMap } from '../mapping/map-ranks.ts';
import { normalizeScores } from '../mapping/normalize-scores.ts';
import { gatherFacts } from '../mapping/placement-facts.ts';
import { lowerPlan } from '../plan/lower-plan.ts';
import { listReplicas, numberNodes, planOfReplica, withRanks } from '../plan/replica-plan.ts';
import { checkMapping, checkTopology } from '../rules/rules.ts';
import { readsFigures } from '../rules/scores.ts';
import { shareWork } from '../sharing/share-work.ts';
import { stageLayers } from '../sharing/stage-layers.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role, Topology } from '../syntax/topology.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import { assignPorts, type HostPorts } from './assign-ports.ts';
import { checkCards } from './check-cards.ts';
import { checkRoles } from './check-roles.ts';
import { checkServers } from './check-servers.ts';
import { checkWords } from './check-words.ts';
import { type MappedRole, mapRole, type RoleProblem } from './map-role.ts';

/** A role on its slots. */
interface PlacedRole extends RoleProblem {
  readonly mapped: MappedRole;
}

/** A plan of roles, and where its facts are written; each role has a mapping of its own. */
interface PlannedRoles {
  readonly plan: LaunchPlan;
  readonly decisions: {
    readonly inventory: PlacedInventory;
    readonly candidates: Uint32Array;
    readonly ranks: RankMap;
    readonly places: Places;
  };
}

/** The phases of the compiler for several programs: each role goes through those of a topology, and all of them meet. */
export function planRoles(
  topology: Topology,
  expanded: PlacedInventory,
  report: Reporter,
): PlannedRoles | null {
  const roles = topology.roles ?? [];
  checkRoles({ topology, roles, report });
  for (const role of roles) checkTopology({ topology: role.topology, report });
  if (report.errorCount() > 0 || !fits(topology, expanded, report)) return null;
  const placed = placeRoles(roles, expanded, report);
  if (placed === null) return null;
  const all = placed.map(({ role, mapped: { slots } }) => ({ role, slots }));
  checkCards(all, expanded, report);
  const ports = assignPorts(placed, expanded, report);
  if (report.errorCount() > 0) return null;
  const planned = placed.map((one, at) => planRole(one, ports.assigned[at] ?? []));
  if (report.allErrorCount() > 0) return null;
  const plan = joinRoles(topology, expanded, takeMasters(placed, planned.filter(isPlanned), ports, report));
  checkWords(topology, plan, report);
  checkServers(
    (plan.roles ?? []).map((role, at) => ({ role, places: (placed[at] as PlacedRole).places })),
    report,
  );
  for (const one of listReplicas(plan)) {
    const at = placed[plan.roles?.indexOf(one.role) ?? 0];
    if (at !== undefined) checkReplicaHazards(at, planOfReplica(plan, one), one.number);
  }
  if (report.allErrorCount() > 0) return null;
  const places = placesInTopology(topology, expanded);
  return {
    plan,
    decisions: { inventory: expanded, candidates: new Uint32Array(0), ranks: noRanks(expanded), places },
  };
}

const isPlanned = (role: PlanRole | null): role is PlanRole => role !== null;

/** Each replica looks at all slots, so their product is bounded. */
const MOST_LOOKS = 64 * MAX_SLOTS;

function fits({ roles, source }: Topology, { nodeOfSlot }: PlacedInventory, report: Reporter): boolean {
  const replicas = (roles ?? []).reduce((sum, role) => sum + role.replicas, 0);
  if (replicas * nodeOfSlot.length <= MOST_LOOKS) return true;
  const message = `${replicas} replicas on ${nodeOfSlot.length} slots are more than a plan may have`;
  report.error('RP2003', keySpan(source, 'roles'), message, { help: 'lower `replicas`, or leave nodes out' });
  return false;
}

/** A role without slots has those of the role that it shares them with. */
function placeRoles(
  roles: readonly Role[],
  expanded: PlacedInventory,
  report: Reporter,
): readonly PlacedRole[] | null {
  const withSlots = roles.map((role): Role => {
    let owner = role;
    for (let depth = 0; owner.slots === null && depth < roles.length; depth++)
      owner = roles.find(({ name }) => name === owner.colocate) ?? owner;
    const { mapping } = role.topology;
    const ranks = mapping.ranks ?? owner.slots;
    return { ...role, topology: { ...role.topology, mapping: { ...mapping, ranks } } };
  });
  const areRead = roles.some(({ topology }) => readsFigures(topology));
  const placed: PlacedRole[] = [];
  let left = MAX_SLOTS;
  for (const role of withSlots) {
    const { models, mapping } = role.topology;
    const inventory = normalizeScores(expanded, models, mapping);
    const own = placesInTopology(role.topology, inventory);
    // Scores that one role reads are not written in vain for the others.
    const places = areRead ? { ...own, firstScore: () => null } : own;
    const problem = { role, inventory, places, report };
    const mapped = mapRole(problem);
    left -= mapped?.slots.length ?? 0;
    if (left < 0) {
      const span =
        role.source.slots === undefined ? keySpan(role.source, 'colocate') : keySpan(role.source, 'slots');
      const message = `with ${role.name} the roles have more than ${MAX_SLOTS} slots`;
      report.error('RP2003', span, message, { help: 'list fewer slots' });
      return null;
    }
    if (mapped !== null) placed.push({ ...problem, mapped });
  }
  return placed.length === roles.length ? placed : null;
}

/** A role as the plan has it; masters are filled in later. Null when a mistake was reported. */
function planRole(placed: PlacedRole, ports: HostPorts['assigned'][number]): PlanRole | null {
  const { role, mapped, report } = placed;
  const plans = mapped.replicas.map((ranks) => planReplica(placed, ranks));
  const [first] = plans;
  if (first == null || !plans.every((plan) => plan !== null)) return null;
  if (role.topology.launch.masterPort === 'auto' && role.world !== 'none')
    report.error('RP3060', keySpan(role.source, 'launch'), 'the port of a role is decided in the plan', {
      help: 'leave `master.port` out, or write a number',
    });
  const { mapping, workload, stages, launch } = first;
  const backend = agreed(plans, 'backend', 'gloo');
  const visibility = agreed(plans, 'visibility', 'isolated');
  const { name, processes, world, colocate, dependsOn, readiness, end, critical } = role;
  return {
    ...{ name, processes, world, colocate, ports: role.ports, dependsOn, readiness, end, critical },
    ...{ drainSeconds: role.drainSeconds, restarts: role.restarts, cpus: role.cpus },
    ...{
      backend,
      visibility,
      mapping: { ...mapping, exclude: [...mapping.exclude] },
      workload,
      stages,
      launch,
    },
    replicas: plans.map((plan, number) => lowerReplica(plan, role, ports[number] ?? [])),
  };
}

/** What all replicas have; where their devices are unlike, `other`, which suits all devices. */
function agreed<K extends 'backend' | 'visibility'>(
  plans: readonly LaunchPlan[],
  key: K,
  other: LaunchPlan[K],
): LaunchPlan[K] {
  const [first] = plans;
  return first !== undefined && plans.every((plan) => plan[key] === first[key]) ? first[key] : other;
}

function lowerReplica(
  { ranks }: LaunchPlan,
  { world }: Role,
  ports: readonly Readonly<Record<string, number>>[],
): PlanReplica {
  const processes = ranks.map(({ node, localRank, gpu, gpus, cpuSlot, share, why }, at): PlanProcess => {
    const rank = world === 'none' ? null : at;
    return { node, localRank, gpu, gpus, cpuSlot, share, rank, ports: { ...ports[at] }, why };
  });
  return { master: null, processes };
}

/** One replica, through the phases of a plan of its own. */
function planReplica(placed: PlacedRole, ranks: RankMap): LaunchPlan | null {
  const { role, inventory, places, report } = placed;
  const facts = gatherFacts(inventory, ranks);
  const { topology } = role;
  const hasTeams = role.processes === 'replica' && ranks.starts !== null;
  const gpusPerRank = hasTeams ? ranks.slots.length / ranks.worldSize : topology.mapping.gpusPerRank;
  const settings = { ...topology, slurm: null, mapping: { ...topology.mapping, gpusPerRank } };
  const problem = {
    inventory,
    places,
    report,
    mapping: settings.mapping,
    groupSize: topology.launch.groupSize,
  };
  const shares = shareWork(topology.workload, ranks, problem);
  checkMapping({ settings, inventory, ranks, facts, places, report });
  if (report.allErrorCount() > 0) return null;
  const layers = stageLayers(topology.stages, topology.launch.parallel, ranks, problem);
  return report.errorCount() > 0 ? null : lowerPlan(settings, inventory, ranks, facts, shares, layers);
}

/** Each world listens on a port of its first host that no other world, and no port of a role, has there. */
function takeMasters(
  placed: readonly PlacedRole[],
  roles: readonly PlanRole[],
  ports: HostPorts,
  report: Reporter,
): readonly PlanRole[] {
  const joined = new Map<string, { readonly master: PlanReplica['master']; size: number }>();
  return roles.map((role, at) => {
    const one = placed[at] as PlacedRole;
    const { launch } = one.role.topology;
    const listen = (node: string): NonNullable<PlanReplica['master']> => {
      const index = one.inventory.nodeByName.get(node) ?? 0;
      const wanted = launch.masterPort === 'auto' ? 0 : launch.masterPort;
      const port = ports.takeMaster(index, wanted);
      const isWritten = launch.source?.master?.port !== undefined;
      if (isWritten && port !== wanted && role.replicas.length === 1)
        report.error(
          'RP3067',
          valueSpan(launch.source?.master ?? {}, 'port'),
          `port ${wanted} on ${node} has another role`,
          {
            help: `choose another, or leave it out: ${port} is free`,
          },
        );
      return { node, address: launch.masterAddress ?? one.inventory.nodes[index]?.address ?? null, port };
    };
    const replicas = role.replicas.map((replica) => {
      const first = replica.processes[0]?.node ?? '';
      if (role.world === 'none') return replica;
      if (role.world === 'own') return { ...replica, master: listen(first) };
      const world = joined.get(role.world) ?? { master: listen(first), size: 0 };
      joined.set(role.world, world);
      const processes = replica.processes.map((process) => ({ ...process, rank: world.size++ }));
      return { master: world.master, processes };
    });
    return { ...role, replicas };
  });
}

const noRanks = (inventory: PlacedInventory): RankMap => createRankMap(inventory, 0, 0, () => '');

/** The plan of all roles; what is said of one program is as a topology without ranks would say it. */
function joinRoles(topology: Topology, inventory: PlacedInventory, roles: readonly PlanRole[]): LaunchPlan {
  const none = noRanks(inventory);
  const plain = lowerPlan(topology, inventory, none, gatherFacts(inventory, none), null, null);
  const joined = withRanks({ ...plain, end: topology.endsBySignal ? 'signal' : 'roles', roles: [...roles] });
  const [first] = joined.ranks;
  const master = listReplicas(joined)[0]?.replica.master;
  const address = joined.nodes.find(({ name }) => name === first?.node)?.address ?? null;
  return {
    ...joined,
    ...{ backend: 'none', visibility: 'own', worldSize: joined.ranks.length },
    nodes: numberNodes(joined.nodes, joined.ranks),
    master: master ?? { node: first?.node ?? '', address, port: 'auto' },
  };
}

function checkReplicaHazards(placed: PlacedRole, plan: LaunchPlan, number: number): void {
  const { inventory, mapped, places, report } = placed;
  const ranks = mapped.replicas[number];
  if (ranks !== undefined)
    checkHazards(plan, { inventory, ranks, facts: gatherFacts(inventory, ranks), places, report });
}
