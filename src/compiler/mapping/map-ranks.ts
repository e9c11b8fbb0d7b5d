import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { gpuAt, type Inventory, nodeAt, slotCount, slotName } from '../inventory/inventory.ts';
import type { Span } from '../source/source-file.ts';
import type { Selector } from '../syntax/topology.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import { teamOf } from './form-teams.ts';
import { createResolver, MAX_EXCLUDED } from './resolve-selector.ts';
import { findStrategy, isListed } from './strategies.ts';
import type { MappingProblem, SlotOrder, Strategy } from './strategy.ts';

/** Which slot each rank is on, and where that puts it. All arrays are indexed by rank. */
export interface RankMap {
  readonly worldSize: number;
  /** The slot of each rank; if a rank has several GPUs, that of the first. */
  readonly slotOfRank: Uint32Array;
  /** All slots of all ranks, in rank order: `slotOfRank` itself where each rank has one. */
  readonly slots: Uint32Array;
  /** Where in `slots` those of each rank start, and the end; null if each rank has one. */
  readonly starts: Uint32Array | null;
  readonly nodeOfRank: Int32Array;
  readonly localRank: Int32Array;
  /** By node of the inventory; -1 where no rank is. */
  readonly nodeRank: Int32Array;
  readonly ranksOnNode: Int32Array;
  readonly ranksOnSlot: Uint16Array;
  readonly why: (rank: number) => string;
}

/** The slots of a rank: several GPUs of one node, or one slot. Where all slots are wanted `slots` has them. */
export function slotsOfRank({ slots, starts }: RankMap, rank: number): Uint32Array {
  return starts === null ? slots.subarray(rank, rank + 1) : slots.subarray(starts[rank], starts[rank + 1]);
}

/** Maps ranks onto slots; null when a mistake was reported. */
export function mapRanks(problem: MappingProblem): RankMap | null {
  const { mapping, inventory } = problem;
  const errorsBefore = problem.report.errorCount();
  const strategy = findStrategy(mapping.strategy);
  const capacity = (slot: number) => (gpuAt(inventory, slot) === null ? 1 : mapping.ranksPerGpu);
  const wanted = (slots: Uint32Array) =>
    slotsFor(slots, mapping.worldSize ?? Number.POSITIVE_INFINITY, capacity);
  const order = strategy.order(problem, mapping.order ?? strategy.orders[0] ?? null, wanted);
  if (order === null) return null;
  const possible = totalCapacity(order.slots, capacity);
  const worldSize = mapping.worldSize ?? possible;
  if (possible === 0 || worldSize > possible || (isListed(strategy) && worldSize !== possible)) {
    reportWorldSize(problem, strategy, order, possible);
    return null;
  }
  if (worldSize > MAX_SLOTS) {
    const message = `the plan has ${worldSize} ranks, more than ${MAX_SLOTS}`;
    const help = 'set `worldSize`, or lower `ranksPerGpu`';
    problem.report.error('RP2003', worldSizeSpan(problem), message, { help });
    return null;
  }
  if (mapping.worldSize === null) warnOfIdleGpus(order.teams.left, problem);
  return problem.report.errorCount() > errorsBefore
    ? null
    : assignRanks(inventory, order, worldSize, capacity);
}

/** The slots of nodes that are no spares and that no selector of `exclude` picks, in inventory order. */
export function selectCandidates(
  exclude: readonly Selector[],
  { inventory, report }: Pick<MappingProblem, 'inventory' | 'report'>,
): Uint32Array {
  const excluded = new Uint8Array(slotCount(inventory));
  inventory.nodes.forEach(({ spare }, node) => {
    if (spare) excluded.fill(1, inventory.firstSlot[node], inventory.firstSlot[node + 1]);
  });
  const resolve = createResolver(inventory, report, MAX_EXCLUDED);
  for (const selector of exclude) {
    let picked = 0;
    let news = 0;
    resolve(selector, (slot) => {
      picked++;
      if (excluded[slot] === 0) news++;
      excluded[slot] = 1;
    });
    if (picked > 0 && news === 0) {
      const help = 'remove it';
      report.warning('RP3021', selector.span(), `\`${selector.text}\` was excluded already`, { help });
    }
  }
  return new Uint32Array(excluded.length).map((_, slot) => slot).filter((slot) => excluded[slot] === 0);
}

/** How many of `slots`, from the first, carry `ranks` ranks. */
function slotsFor(slots: Uint32Array, ranks: number, capacity: (slot: number) => number): number {
  let carried = 0;
  for (let i = 0; i < slots.length; i++) {
    if (carried >= ranks) return i;
    carried += capacity(slots[i] ?? 0);
  }
  return slots.length;
}

const totalCapacity = (slots: Uint32Array, capacity: (slot: number) => number): number =>
  slots.reduce((total, slot) => total + capacity(slot), 0);

function reportWorldSize(problem: MappingProblem, strategy: Strategy, order: SlotOrder, possible: number) {
  const { mapping, report } = problem;
  const place = worldSizeSpan(problem);
  if (possible === 0) {
    const [why, help] = explainNoSlot(problem, order);
    report.error('RP3002', place, `no slot can carry a rank: ${why}`, { help });
  } else if (isListed(strategy)) {
    const message = `\`worldSize\` is ${mapping.worldSize}, but \`ranks\` gives ${possible}`;
    report.error('RP3023', place, message, { help: 'remove `worldSize`: the length of the list decides' });
  } else {
    const { gpusPerRank, worldSize } = mapping;
    const kind = strategy.ranked ? 'GPUs' : 'slots';
    const teams = gpusPerRank === 1 ? '' : ` with \`gpusPerRank: ${gpusPerRank}\``;
    const message = `${worldSize} ranks need ${(worldSize ?? 0) - possible} more: there are ${kind} for ${possible}${teams}`;
    report.error('RP3002', place, message, {
      help: `set \`worldSize: ${possible}\` or less, add ${kind}, or exclude less`,
      suggestion: suggestRewrite(place, String(worldSize), String(possible), false),
    });
  }
}

function explainNoSlot(
  { mapping, candidates, inventory }: MappingProblem,
  order: SlotOrder,
): readonly [why: string, help: string] {
  if (inventory.nodes.every(({ spare }) => spare))
    return ['every node is a spare', 'remove `spare: true` from the nodes that shall have ranks'];
  if (candidates.length === 0) return ['every slot is excluded', 'exclude less, or add slots'];
  if (order.teams.left.length > 0)
    return [
      `no node has ${mapping.gpusPerRank} GPUs for one`,
      'lower `gpusPerRank`, or set `gpusPerRank: node`',
    ];
  return [
    'no GPU is left to rank; CPU slots are never ranked',
    'set `strategy: sequential`, which maps CPU slots too, or add GPUs',
  ];
}

const MAX_NAMED = 8;

/** GPUs that make no whole rank cost what the others cost; `exclude` says that they are meant to be idle. */
function warnOfIdleGpus(left: Uint32Array, { mapping, inventory, places, report }: MappingProblem): void {
  if (left.length === 0) return;
  const nodes = new Set(Array.from(left, (slot) => nodeAt(inventory, slot).name));
  const where = nodes.size === 1 ? [...nodes].join() : `${nodes.size} nodes`;
  const [count, make, stay] =
    left.length === 1 ? ['1 GPU', 'makes', 'stays'] : [`${left.length} GPUs`, 'make', 'stay'];
  const named = Array.from(left.subarray(0, MAX_NAMED), (slot) => slotName(inventory, slot)).join(', ');
  const more = left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : '';
  const message = `${count} on ${where} ${make} no whole rank of ${mapping.gpusPerRank}, and ${stay} idle`;
  report.warning('RP3028', places.setting('mapping', 'gpusPerRank'), message, {
    notes: [`without a rank: ${named}${more}`],
    help: `exclude what shall be idle, or choose a \`gpusPerRank\` that divides the GPUs of each node`,
  });
}

/** What decides how many ranks there are, as precisely as it is written. */
const worldSizeSpan = ({ places }: MappingProblem): Span =>
  places.setting('mapping', 'worldSize', 'exclude', 'strategy');

/** A map in which no rank is on a slot yet; there are `slots` in all, or as many as ranks. */
export function createRankMap(inventory: Inventory, worldSize: number, slots: number, why: RankMap['why']) {
  const nodes = inventory.nodes.length;
  const slotOfRank = new Uint32Array(worldSize);
  const isSingle = slots === worldSize;
  return {
    worldSize,
    slotOfRank,
    slots: isSingle ? slotOfRank : new Uint32Array(slots),
    starts: isSingle ? null : new Uint32Array(worldSize + 1),
    nodeOfRank: new Int32Array(worldSize),
    localRank: new Int32Array(worldSize),
    nodeRank: new Int32Array(nodes).fill(-1),
    ranksOnNode: new Int32Array(nodes),
    ranksOnSlot: new Uint16Array(slotCount(inventory)),
    why,
  };
}

function assignRanks(
  inventory: Inventory,
  order: SlotOrder,
  worldSize: number,
  capacity: (slot: number) => number,
): RankMap {
  const positionOfRank = new Uint32Array(worldSize);
  const slots = countSlots(order, worldSize);
  const map = createRankMap(inventory, worldSize, slots, (rank) => order.why(positionOfRank[rank] ?? 0));
  const { slotOfRank, nodeOfRank, localRank, nodeRank, ranksOnNode, ranksOnSlot } = map;
  let rank = 0;
  let mappedNodes = 0;
  for (let position = 0; position < order.slots.length && rank < worldSize; position++) {
    const slot = order.slots[position] ?? 0;
    const node = inventory.nodeOfSlot[slot] ?? 0;
    if (nodeRank[node] === -1) nodeRank[node] = mappedNodes++;
    const last = Math.min(worldSize, rank + capacity(slot));
    ranksOnSlot[slot] = last - rank;
    for (; rank < last; rank++) {
      slotOfRank[rank] = slot;
      positionOfRank[rank] = position;
      nodeOfRank[rank] = node;
      localRank[rank] = ranksOnNode[node] ?? 0;
      ranksOnNode[node] = (ranksOnNode[node] ?? 0) + 1;
    }
  }
  fillTeams(map, order);
  return map;
}

/** A rank for each list of slots, or as many as share a single GPU. `why` gets the first slot of a rank. */
export function mapTeams(
  inventory: Inventory,
  teams: readonly (readonly number[])[],
  ranksPerGpu: number,
  why: (slot: number) => string,
): RankMap {
  const isSingle = teams.every(({ length }) => length === 1);
  const heads = Uint32Array.from(teams, ([head = 0]) => head);
  const members = isSingle ? null : new Map(teams.map((team) => [team[0] ?? 0, team]));
  const capacity = (slot: number) => (gpuAt(inventory, slot) === null ? 1 : ranksPerGpu);
  const order: SlotOrder = {
    slots: heads,
    teams: { heads, members, left: new Uint32Array(0) },
    why: (position) => why(heads[position] ?? 0),
  };
  return assignRanks(inventory, order, totalCapacity(heads, capacity), capacity);
}

const countSlots = ({ slots, teams }: SlotOrder, worldSize: number): number =>
  teams.members === null
    ? worldSize
    : slots.subarray(0, worldSize).reduce((count, head) => count + teamOf(head, teams).length, 0);

/** The further GPUs of each rank. */
function fillTeams({ slotOfRank, slots, starts, ranksOnSlot }: RankMap, { teams }: SlotOrder): void {
  if (starts === null) return;
  let count = 0;
  slotOfRank.forEach((head, rank) => {
    for (const slot of Array.from(teamOf(head, teams))) {
      slots[count++] = slot; // more than there are where `diff` tries several ranks a GPU with several GPUs a rank
      ranksOnSlot[slot] = 1;
    }
    starts[rank + 1] = count;
  });
}
