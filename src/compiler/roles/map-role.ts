import type { Reporter } from '../diagnostics/reporter.ts';
import { gpuAt, nodeAt, slotName } from '../inventory/inventory.ts';
import type { PlacedInventory, Places } from '../inventory/places.ts';
import { mapRanks, mapTeams, type RankMap, selectCandidates } from '../mapping/map-ranks.ts';
import { createResolver } from '../mapping/resolve-selector.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role } from '../syntax/topology.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import { groupBy } from '../values/lists.ts';

/** What the phases of one role share. */
interface RoleProblem {
  readonly role: Role;
  readonly inventory: PlacedInventory;
  readonly places: Places;
  readonly report: Reporter;
}

/** A role on its slots, which stand in the order of its processes. */
export interface PlacedRole extends RoleProblem {
  readonly slots: Uint32Array;
  /** Where the processes of each replica are. */
  readonly replicas: readonly RankMap[];
}

/** Puts the processes of each replica on their slots; null when a mistake was reported. */
export function mapRole(problem: RoleProblem): PlacedRole | null {
  const { role, inventory } = problem;
  const order = orderSlots(problem);
  if (order === null) return null;
  const { slotOfRank: slots, why } = order;
  const size = sizeOfReplica(slots, problem);
  if (size === null) return null;
  const replicas: RankMap[] = [];
  for (let number = 0; number < role.replicas; number++) {
    const from = number * size;
    const teams = formProcesses(slots.subarray(from, from + size), number, problem);
    if (teams === null) return null;
    const position = new Map(Array.from(slots.subarray(from, from + size), (slot, at) => [slot, from + at]));
    const { ranksPerGpu } = role.topology.mapping;
    replicas.push(mapTeams(inventory, teams, ranksPerGpu, (slot) => why(position.get(slot) ?? 0)));
  }
  return { ...problem, slots, replicas };
}

/** One rank for each slot, in the order of the list or of the strategy. */
function orderSlots({ role, inventory, places, report }: RoleProblem): RankMap | null {
  const { mapping, launch } = role.topology;
  const candidates = selectCandidates(mapping.exclude, { inventory, report });
  const errors = report.errorCount();
  const isListed = mapping.strategy === 'explicit';
  const resolve = createResolver(inventory, report, MAX_SLOTS);
  const listed = new Set<number>();
  for (const selector of isListed ? [] : (mapping.ranks ?? [])) resolve(selector, (slot) => listed.add(slot));
  if (report.errorCount() > errors) return null;
  return mapRanks({
    mapping: { ...mapping, gpusPerRank: 1, ranksPerGpu: 1 },
    ...{ inventory, places, report, groupSize: launch.groupSize },
    candidates: isListed ? candidates : candidates.filter((slot) => listed.has(slot)),
  });
}

/** How many slots each replica has. */
function sizeOfReplica(slots: Uint32Array, { role, report }: RoleProblem): number | null {
  const { source, replicas, gpusPerReplica, name } = role;
  const place = source.gpusPerReplica === undefined ? 'replicas' : 'gpusPerReplica';
  const span = source[place] === undefined ? keySpan(source, 'slots') : valueSpan(source, place);
  const size = gpusPerReplica ?? slots.length / replicas;
  const lack = size * replicas - slots.length;
  if (lack === 0 && Number.isInteger(size)) return size;
  const wanted = gpusPerReplica === null ? `${replicas} equal replicas` : `${replicas} replicas of ${size}`;
  const message = `${name} has ${slots.length} slots, which make no ${wanted}`;
  const help = 'list other slots, or change `replicas` or `gpusPerReplica`';
  report.error('RP3065', span, message, { help });
  return null;
}

/** The slots of each process of a replica. */
function formProcesses(
  slots: Uint32Array,
  number: number,
  { role, inventory, report }: RoleProblem,
): readonly (readonly number[])[] | null {
  if (role.processes === 'gpu') return Array.from(slots, (slot) => [slot]);
  const place = valueSpan(role.source, 'processes');
  const byNode = [...groupBy(slots, (slot) => inventory.nodeOfSlot[slot]).values()];
  const mixed = byNode.find(
    (here) => here.length > 1 && here.some((slot) => gpuAt(inventory, slot) === null),
  );
  if (mixed !== undefined) {
    const names = mixed.map((slot) => slotName(inventory, slot)).join(', ');
    const message = `a process of ${role.name} would have ${names}: CPU slots are taken one by one`;
    const help = 'list one CPU slot for each process, or GPUs only';
    report.error('RP3065', place, message, { help });
    return null;
  }
  if (role.processes === 'node' || byNode.length === 1) return byNode;
  const nodes = byNode.map((here) => nodeAt(inventory, here[0]).name).join(', ');
  const message = `replica ${number} of ${role.name} is one process, and its slots are on ${nodes}`;
  const help = 'one process has GPUs of one node: set `processes: node`, or choose other slots';
  report.error('RP3065', place, message, { help });
  return null;
}
