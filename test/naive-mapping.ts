/** What the references need to know of a node; a plan's nodes will do. */
export interface NaiveNode {
  readonly name: string;
  readonly gpus: readonly {
    readonly index: number;
    readonly score: number | null;
    readonly pace?: number | null;
  }[];
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
  /** 1 where it is left out. */
  readonly gpusPerRank?: number | 'node';
  readonly worldSize: number | null;
  /** Names of slots. */
  readonly exclude: readonly string[];
  /** For `explicit`: names of slots, or of teams. */
  readonly ranks: readonly string[];
}

/** The slot of each rank, from the definitions and by the simplest means; null when there are too few slots. */
export function mapNaively(nodes: readonly NaiveNode[], mapping: NaiveMapping): readonly string[] | null {
  const slots = formNaively(
    nodes.flatMap(slotsOf).filter(({ name }) => !mapping.exclude.includes(name)),
    mapping,
  );
  const capacity = ({ score }: Slot) => (score === null ? 1 : mapping.ranksPerGpu);
  const ordered = orderSlots(slots, mapping, capacity);
  const ranks = ordered.flatMap((slot) => Array<string>(capacity(slot)).fill(slot.name));
  const { worldSize } = mapping;
  if (ranks.length === 0 || ranks.length < (worldSize ?? 1)) return null;
  return ranks.slice(0, worldSize ?? ranks.length);
}

/** The GPUs of a rank as one slot, `lab1:0+lab1:1`, with their figures together. */
function formNaively(slots: readonly Slot[], { strategy, gpusPerRank = 1 }: NaiveMapping): readonly Slot[] {
  return [...groupByNode(slots).values()].flatMap((here) => {
    const gpus = here.filter(({ score }) => score !== null);
    const taken =
      strategy === 'performance-ranked' ? [...gpus].sort((a, b) => (b.score ?? 0) - (a.score ?? 0)) : gpus;
    const size = gpusPerRank === 'node' ? gpus.length : gpusPerRank;
    const teams: Slot[][] = [];
    for (let first = 0; size > 0 && first + size <= taken.length; first += size) {
      const team = taken.slice(first, first + size);
      teams.push(team.sort((a, b) => gpus.indexOf(a) - gpus.indexOf(b)));
    }
    const first = (team: readonly Slot[]) => gpus.indexOf(team[0] as Slot);
    return [
      ...teams.sort((a, b) => first(a) - first(b)).map(joinTeam),
      ...here.filter(({ score }) => score === null),
    ];
  });
}

const joinTeam = (team: readonly Slot[]): Slot => ({
  name: team.map(({ name }) => name).join('+'),
  node: team[0]?.node ?? '',
  score: team.length === 1 ? (team[0]?.score ?? 0) : addExactly(team.map(({ score }) => score ?? 0)),
});

/** `lab1:0+lab1:1` as a selector: `lab1:0,1`. */
export const selectorOf = (team: string): string =>
  team.split('+').reduce((all, name) => `${all},${name.split(':')[1]}`);

/** The sum of decimals with at most three digits behind the point. */
const addExactly = (figures: readonly number[]): number =>
  Number(figures.reduce((sum, figure) => sum + BigInt(Math.round(figure * 1000)), 0n)) / 1000;

/** The names of all slots in inventory order. */
export const slotNames = (nodes: readonly NaiveNode[]): readonly string[] =>
  nodes.flatMap(slotsOf).map(({ name }) => name);

/** GPUs without a figure count as scored 0 here: only a ranked mapping looks. */
function slotsOf({ name: node, gpus, cpuRanks }: NaiveNode): Slot[] {
  return [
    ...gpus.map(({ index, score, pace }) => ({ name: `${node}:${index}`, node, score: pace ?? score ?? 0 })),
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
