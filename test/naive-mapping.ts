/** What the references need to know of a node; a plan's nodes will do. */
export interface NaiveNode {
  readonly name: string;
  readonly gpus: readonly { readonly index: number; readonly score: number | null }[];
  readonly cpuRanks: number;
}

/** A slot as the references here see it. */
interface Slot {
  readonly name: string;
  readonly node: string;
  /** Null for a CPU slot. */
  readonly score: number | null;
}

export interface NaiveMapping {
  readonly strategy: string;
  readonly order: string | null;
  readonly ranksPerGpu: number;
  readonly worldSize: number | null;
  /** Names of slots. */
  readonly exclude: readonly string[];
  /** For `explicit`: names of slots. */
  readonly ranks: readonly string[];
}

/** The slot of each rank, from the definitions and by the simplest means; null when there are too few slots. */
export function mapNaively(nodes: readonly NaiveNode[], mapping: NaiveMapping): readonly string[] | null {
  const slots = nodes.flatMap(slotsOf).filter(({ name }) => !mapping.exclude.includes(name));
  const capacity = ({ score }: Slot) => (score === null ? 1 : mapping.ranksPerGpu);
  const ordered = orderSlots(slots, mapping, capacity);
  const ranks = ordered.flatMap((slot) => Array<string>(capacity(slot)).fill(slot.name));
  const { worldSize } = mapping;
  if (ranks.length === 0 || ranks.length < (worldSize ?? 1)) return null;
  return ranks.slice(0, worldSize ?? ranks.length);
}

/** The names of all slots in inventory order. */
export const slotNames = (nodes: readonly NaiveNode[]): readonly string[] =>
  nodes.flatMap(slotsOf).map(({ name }) => name);

/** GPUs without a figure count as scored 0 here: only a ranked mapping looks. */
function slotsOf({ name: node, gpus, cpuRanks }: NaiveNode): Slot[] {
  return [
    ...gpus.map(({ index, score }) => ({ name: `${node}:${index}`, node, score: score ?? 0 })),
    ...Array.from({ length: cpuRanks }, (_, i) => ({ name: `${node}:cpu${i}`, node, score: null })),
  ];
}

function orderSlots(
  slots: readonly Slot[],
  mapping: NaiveMapping,
  capacity: (slot: Slot) => number,
): readonly Slot[] {
  const { strategy, order, worldSize, ranks } = mapping;
  if (strategy === 'explicit') {
    const named = new Map(slots.map((slot) => [slot.name, slot]));
    return ranks.flatMap((name) => named.get(name) ?? []);
  }
  if (strategy === 'sequential') return order === 'cyclic' ? dealInTurn(slots) : slots;
  const ranking = slots.filter(({ score }) => score !== null).sort((a, b) => (b.score ?? 0) - (a.score ?? 0)); // Array's sort is stable.
  let carried = 0;
  const selected = ranking.filter((slot) => {
    const wanted = carried < (worldSize ?? Number.POSITIVE_INFINITY);
    carried += capacity(slot);
    return wanted;
  });
  return order === 'block' ? [...groupByNode(selected).values()].flat() : selected;
}

function dealInTurn(slots: readonly Slot[]): readonly Slot[] {
  const groups = [...groupByNode(slots).values()];
  const turns = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat();
}

function groupByNode(slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> {
  const groups = new Map<string, Slot[]>();
  for (const slot of slots) groups.set(slot.node, [...(groups.get(slot.node) ?? []), slot]);
  return groups;
}
