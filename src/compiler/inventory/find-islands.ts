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
  const paths = readPaths(whole);
  const islands = paths && divide(paths);
  if (islands == null) return null;
  const known = new Map(whole.map(({ index }, i) => [index, islands[i] ?? 0]));
  const all = gpus.flatMap(({ index, parent }) => known.get(parent ?? index) ?? []);
  return all.length === gpus.length ? all : null;
}

/** The paths between two different GPUs, each once. */
interface Paths {
  readonly count: number;
  readonly visit: (see: (from: number, to: number, word: string | null) => void) => void;
  readonly numaNodes: readonly (number | null)[];
}

/** Null if a GPU does not say its paths. */
function readPaths(whole: Machine): Paths | null {
  const count = whole.length;
  const lists = whole.map(({ links }) => links ?? []);
  if (lists.some(({ length }) => length !== count)) return null;
  const visit: Paths['visit'] = (see) => {
    for (let from = 0; from < count; from++)
      for (let to = from + 1; to < count; to++) see(from, to, lists[from]?.[to] ?? lists[to]?.[from] ?? null);
  };
  return { count, visit, numaNodes: whole.map(({ numaNode }) => numaNode ?? null) };
}

/** Whether two GPUs are near enough; null if that is not known. */
type IsNear = (from: number, to: number, word: string | null) => boolean | null;

const isNvLink = (word: string): boolean => /^NV[0-9]+$/.test(word);
const ON_ONE_NUMA_NODE: readonly string[] = ['PIX', 'PXB', 'PHB', 'NODE'];
const BEHIND_ONE_BRIDGE: readonly string[] = ['PIX', 'PXB'];

function divide(paths: Paths): readonly number[] | null {
  const linked = new Uint8Array(paths.count);
  let words = 0;
  paths.visit((from, to, word) => {
    if (word !== null) words++;
    if (word !== null && isNvLink(word)) linked[from] = linked[to] = 1;
  });
  if (words === 0) return null; // NUMA nodes alone do not say whether there are NVLinks
  if (linked.includes(1)) return numberIslands(connect(paths, byLinks(linked)));
  const numa = connect(paths, byNumaNode(paths));
  if (new Set(numa).size !== 1) return numberIslands(numa);
  return numberIslands(
    connect(paths, (_, __, word) => (word === null ? null : BEHIND_ONE_BRIDGE.includes(word))),
  );
}

const byLinks =
  (linked: Uint8Array): IsNear =>
  (from, to, word) => {
    if (word === null) return null;
    const isLoose = linked[from] === 0 && linked[to] === 0;
    return isNvLink(word) || (isLoose && ON_ONE_NUMA_NODE.includes(word));
  };

const byNumaNode =
  ({ numaNodes }: Paths): IsNear =>
  (from, to, word) => {
    if (word !== null) return ON_ONE_NUMA_NODE.includes(word);
    const [one, other] = [numaNodes[from] ?? null, numaNodes[to] ?? null];
    return one === null || other === null ? null : one === other;
  };

/** The first GPU of each GPU's island, which is what is near; null if a path that is not known could join more. */
function connect(paths: Paths, isNear: IsNear): Uint32Array | null {
  const firstOf = Uint32Array.from({ length: paths.count }, (_, gpu) => gpu);
  paths.visit((from, to, word) => {
    const [one = 0, other = 0] = [firstOf[from], firstOf[to]];
    if (one === other || isNear(from, to, word) !== true) return;
    // This happens once for each GPU at most.
    for (let gpu = 0; gpu < paths.count; gpu++)
      if (firstOf[gpu] === Math.max(one, other)) firstOf[gpu] = Math.min(one, other);
  });
  let isSure = true;
  paths.visit((from, to, word) => {
    if (firstOf[from] !== firstOf[to] && isNear(from, to, word) === null) isSure = false;
  });
  return isSure ? firstOf : null;
}

/** Islands count in the order of their first GPUs. */
function numberIslands(firstOf: Uint32Array | null): readonly number[] | null {
  const firsts = [...new Set(firstOf)];
  if (firstOf === null || firsts.length < 2 || firsts.length === firstOf.length) return null;
  return Array.from(firstOf, (first) => firsts.indexOf(first));
}
