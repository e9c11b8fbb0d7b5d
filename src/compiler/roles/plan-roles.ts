import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { checkHazards } from '../hazards/hazards.ts';
import { type PlacedInventory, type Places, placesInTopology } from '../inventory/places.ts';
import { createRankMap, type RankMap } from '../mapping/map-ranks.ts';
import { normalizeScores } from '../mapping/normalize-scores.ts';
import { gatherFacts } from '../mapping/placement-facts.ts';
import { lowerPlan } from '../plan/lower-plan.ts';
import { listReplicas, numberNodes, planOfReplica, type ReplicaOf, withRanks } from '../plan/replica-plan.ts';
import { checkTopology } from '../rules/rules.ts';
import { readsFigures } from '../rules/scores.ts';
import { keySpan } from '../syntax/document.ts';
import type { Role, Topology } from '../syntax/topology.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import { assignPorts } from './assign-ports.ts';
import { checkCards } from './check-cards.ts';
import { checkRoles, listOwners } from './check-roles.ts';
import { checkServers } from './check-servers.ts';
import { checkOrder, checkUnfilled, checkWords } from './check-words.ts';
import { planRole, takeMasters } from './lower-role.ts';
import { mapRole, type PlacedRole } from './map-role.ts';

/** The phases of the compiler for several programs: each role goes through those of a topology, and all of them meet. */
export function planRoles(topology: Topology, expanded: PlacedInventory, report: Reporter) {
  const roles = topology.roles ?? [];
  checkRoles({ topology, roles, report });
  for (const role of roles) checkTopology({ topology: role.topology, report });
  if (report.errorCount() > 0 || !fits(topology, expanded, report)) return null;
  const placed = placeRoles(roles, expanded, report);
  if (placed === null) return null;
  checkCards(placed);
  const ports = assignPorts(placed);
  if (ports === null || report.errorCount() > 0) return null;
  const planned = placed.flatMap((one, at) => planRole(one, ports.assigned[at] ?? []) ?? []);
  if (report.allErrorCount() > 0) return null;
  const plan = joinRoles(topology, expanded, takeMasters(placed, planned, ports));
  const placesOf = (role: number): Places => (placed[role] as PlacedRole).places;
  checkUnfilled(topology, report);
  checkWords(topology, plan, placesOf, report);
  checkServers(plan, placesOf, report);
  checkOrder(plan, placesOf, report);
  for (const one of listReplicas(plan)) checkReplicaHazards(placed, plan, one);
  if (report.allErrorCount() > 0) return null;
  return { plan, decisions: { inventory: expanded, places: placesInTopology(topology, expanded) } };
}

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
    const { mapping } = role.topology;
    const ranks = mapping.ranks ?? listOwners(role, roles).at(-1)?.slots ?? null;
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
    const mapped = mapRole({ role, inventory, places, report });
    left -= mapped?.slots.length ?? 0;
    if (left < 0) {
      const span = keySpan(role.source, role.source.slots === undefined ? 'colocate' : 'slots');
      const message = `with ${role.name} the roles have more than ${MAX_SLOTS} slots`;
      report.error('RP2003', span, message, { help: 'list fewer slots' });
      return null;
    }
    if (mapped !== null) placed.push(mapped);
  }
  return placed.length === roles.length ? placed : null;
}

/** The plan of all roles; what is said of one program is as a topology without ranks would say it. */
function joinRoles(topology: Topology, inventory: PlacedInventory, roles: readonly PlanRole[]): LaunchPlan {
  const none = createRankMap(inventory, 0, 0, () => '');
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

function checkReplicaHazards(placed: readonly PlacedRole[], plan: LaunchPlan, one: ReplicaOf): void {
  const { inventory, replicas, places, report } = placed[plan.roles?.indexOf(one.role) ?? 0] as PlacedRole;
  const ranks = replicas[one.number] as RankMap;
  const facts = gatherFacts(inventory, ranks);
  checkHazards(planOfReplica(plan, one), { inventory, ranks, facts, places, report });
}
