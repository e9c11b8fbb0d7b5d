import type { Gpu } from '../../generated/inventory.ts';

type Machine = readonly Pick<Gpu, 'index' | 'parent' | 'links' | 'numaNode'>[];

/**
 * The island of each GPU of a machine, by its position in the list: the GPUs of one island are nearer to each other than to
 * those of the next. NVLinks decide where there are some: what they connect is an island. GPUs that have none are together
 * where the way between them stays on one NUMA node; if all are so, then where it stays behind one host bridge. A MIG
 * instance is on the island of its GPU. Null if the machine is one whole, where no two GPUs are nearer than the others,
 * and where a path that is not known may join what looks apart. Takes linear time in the words.
 */
export function findIslands(gpus: Machine): readonly number[] | null {
  const whole = gpus.filter(({ parent }) => parent == null);
  const lists = whole.map(({ links }) => links ?? []);
  if (lists.some(({ length }) => length !== whole.length)) return null; // a GPU does not say its paths
  const islands = divide(whole, (from, to) => lists[from]?.[to] ?? lists[to]?.[from] ?? null);
  if (islands === null) return null;
  const known = new Map(whole.map(({ index }, i) => [index, islands[i] ?? 0]));
  const all = gpus.flatMap(({ index, parent }) => known.get(parent ?? index) ?? []);
  return all.length === gpus.length ? all : null;
}

/** Whether two GPUs are near enough; null if that is not known. */
type IsNear = (from: number, to: number) => boolean | null;

const isNvLink = (word: string | null): boolean => word !== null && /^NV[0-9]+$/.test(word);
const ON_ONE_NUMA_NODE: readonly (string | null)[] = ['PIX', 'PXB', 'PHB', 'NODE'];
const BEHIND_ONE_BRIDGE: readonly (string | null)[] = ['PIX', 'PXB'];

function divide(whole: Machine, wordOf: (from: number, to: number) => string | null) {
  const linked = new Set<number>();
  let isKnown = false;
  for (const [from, to] of pairsOf(whole.length)) {
    if (wordOf(from, to) !== null) isKnown = true;
    if (isNvLink(wordOf(from, to))) linked.add(from).add(to);
  }
  if (!isKnown) return null; // NUMA nodes alone do not say whether there are NVLinks
  const byWord =
    (near: (word: string | null, from: number, to: number) => boolean): IsNear =>
    (from, to) =>
      wordOf(from, to) === null ? null : near(wordOf(from, to), from, to);
  const byLinks = byWord((word, from, to) => {
    const isLoose = !linked.has(from) && !linked.has(to);
    return isNvLink(word) || (isLoose && ON_ONE_NUMA_NODE.includes(word));
  });
  if (linked.size > 0) return numberIslands(connect(whole.length, byLinks));
  const byPath = byWord((word) => ON_ONE_NUMA_NODE.includes(word));
  const byNumaNode: IsNear = (from, to) => {
    const [one, other] = [whole[from]?.numaNode ?? null, whole[to]?.numaNode ?? null];
    return byPath(from, to) ?? (one === null || other === null ? null : one === other);
  };
  const numa = connect(whole.length, byNumaNode);
  if (new Set(numa).size !== 1) return numberIslands(numa);
  const byBridge = byWord((word) => BEHIND_ONE_BRIDGE.includes(word));
  return numberIslands(connect(whole.length, byBridge));
}

function* pairsOf(count: number): Iterable<readonly [from: number, to: number]> {
  for (let from = 0; from < count; from++) for (let to = from + 1; to < count; to++) yield [from, to];
}

/** The first GPU of each GPU's island, which is what is near; null if a path that is not known could join more. */
function connect(count: number, isNear: IsNear): Uint32Array | null {
  const firstOf = Uint32Array.from({ length: count }, (_, gpu) => gpu);
  for (const [from, to] of pairsOf(count)) {
    const [one = 0, other = 0] = [firstOf[from], firstOf[to]];
    if (one === other || isNear(from, to) !== true) continue;
    // This happens once for each GPU at most.
    for (let gpu = 0; gpu < count; gpu++)
      if (firstOf[gpu] === Math.max(one, other)) firstOf[gpu] = Math.min(one, other);
  }
  for (const [from, to] of pairsOf(count))
    if (firstOf[from] !== firstOf[to] && isNear(from, to) === null) return null;
  return firstOf;
}

/** Islands count in the order of their first GPUs. */
function numberIslands(firstOf: Uint32Array | null): readonly number[] | null {
  const firsts = [...new Set(firstOf)];
  if (firstOf === null || firsts.length < 2 || firsts.length === firstOf.length) return null;
  return Array.from(firstOf, (first) => firsts.indexOf(first));
}
