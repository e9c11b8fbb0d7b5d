import { MAX_SLOTS } from '../../compiler/values/budget.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { expandHostList } from '../../compiler/values/host-list.ts';
import { MAX_LEVELS, type Network, type NetworkLevel, type NetworkProblem, tierName } from './network.ts';

/** A switch or a block, as Slurm's files and answers have them. */
export interface Branch {
  readonly name: string;
  /** Host lists; the nodes are passed over where there are switches below. */
  readonly nodes: string;
  readonly children: string;
  /** Where it is written. */
  readonly at?: number;
}

class Refusal extends Error {
  readonly at: number | undefined;
  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

/** Switches by their height: a leaf has machines. */
export function networkOfTree(branches: readonly Branch[]): Network | NetworkProblem {
  return orProblem(() => {
    const expand = createExpander();
    const byName = new Map(branches.map((branch) => [branch.name, branch]));
    const listChildren = (branch: Branch) => [...new Set(expand(branch.children, branch))];
    const childrenOf = new Map(branches.map((branch) => [branch.name, listChildren(branch)]));
    // Each child has one parent, so the machines below all switches are at most levels times those of the network.
    const parents = new Map<string, string>();
    for (const branch of branches)
      for (const child of childrenOf.get(branch.name) ?? []) place(parents, child, branch);
    const heightOf = measureHeights(byName, childrenOf);
    const inside = new Map<string, readonly string[]>();
    const levels: Map<string, string>[] = [];
    for (const branch of branches.toSorted((a, b) => heightOf(a) - heightOf(b))) {
      const height = heightOf(branch);
      const children = childrenOf.get(branch.name) ?? [];
      const machines =
        height === 0 ? expand(branch.nodes, branch) : children.flatMap((child) => inside.get(child) ?? []);
      inside.set(branch.name, machines);
      levels[height] ??= new Map();
      for (const machine of machines) place(levels[height], machine, branch);
    }
    return toNetwork(levels.map((domainOf, height) => ({ name: tierName(height), domainOf })));
  });
}

/** Blocks, and as many neighbours together as each further size has. */
export function networkOfBlocks(
  blocks: readonly Branch[],
  sizes: readonly number[],
): Network | NetworkProblem {
  return orProblem(() => {
    const expand = createExpander();
    const members = blocks.map((block) => expand(block.nodes, block));
    const [least = 1, ...more] = nestedSizes(sizes);
    const levels = [least, ...more].map((size, height): NetworkLevel => {
      const count = size / least;
      const domainOf = new Map<string, string>();
      for (let first = 0; first < blocks.length; first += count) {
        const group = blocks.slice(first, first + count);
        const name = compressHostList(group.map((block) => block.name));
        for (const machine of members.slice(first, first + count).flat())
          place(domainOf, machine, { name, nodes: '', children: '' });
      }
      return { name: height === 0 ? 'block' : `blocks${size}`, domainOf };
    });
    return toNetwork(levels);
  });
}

/** Ascending, each a multiple of the one before: others make no tree. */
function nestedSizes(sizes: readonly number[]): readonly number[] {
  const ascending = sizes.filter((size) => Number.isSafeInteger(size) && size > 0).sort((a, b) => a - b);
  const nested: number[] = [];
  for (const size of ascending)
    if (size !== nested.at(-1) && size % (nested.at(-1) ?? 1) === 0 && nested.length < MAX_LEVELS)
      nested.push(size);
  return nested;
}

/** From the innermost level on. */
const toNetwork = (levels: readonly NetworkLevel[]): Network => ({ levels: levels.toReversed() });

function orProblem(build: () => Network): Network | NetworkProblem {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: error.message, ...(error.at === undefined ? {} : { at: error.at }) };
  }
}

/** Counts all expanded hosts together, because a short text may stand for too many. */
function createExpander(): (list: string, branch: Branch) => readonly string[] {
  let left = MAX_SLOTS;
  return (list, { name, at }) => {
    const hosts = expandHostList(list, left);
    if ('message' in hosts)
      throw new Refusal(`has no host list at \`${name.slice(0, 100)}\`: ${hosts.message}`, at);
    left -= hosts.length;
    return hosts;
  };
}

/** A circle has no height, nor has a tree that is too high. */
function measureHeights(
  byName: ReadonlyMap<string, Branch>,
  childrenOf: ReadonlyMap<string, readonly string[]>,
): (branch: Branch) => number {
  const heights = new Map<string, number>();
  const measure = (branch: Branch, depth: number): number => {
    if (depth > MAX_LEVELS)
      throw new Refusal(`has more than ${MAX_LEVELS} levels, or a circle, at \`${branch.name}\``, branch.at);
    const known = heights.get(branch.name);
    if (known !== undefined) return known;
    const below = (childrenOf.get(branch.name) ?? []).map((name) => {
      const child = byName.get(name);
      if (child === undefined)
        throw new Refusal(`has no switch \`${name}\`, which is below \`${branch.name}\``, branch.at);
      return measure(child, depth + 1);
    });
    const height = below.reduce((highest, each) => Math.max(highest, each + 1), 0);
    heights.set(branch.name, height);
    return height;
  };
  return (branch) => measure(branch, 1);
}

function place(level: Map<string, string>, machine: string, { name, at }: Branch): void {
  const other = level.get(machine);
  const problem = `has \`${machine}\` below both \`${other}\` and \`${name}\`: domains lie in one another`;
  if (other !== undefined && other !== name) throw new Refusal(problem, at);
  level.set(machine, name);
}
