import type { HazardContext } from './hazard.ts';

type Mapped = Pick<HazardContext, 'ranks' | 'inventory'>;

/** A note that names two mapped nodes with different numbers of ranks; null where all have as many. */
export function findUnequalNodes({ ranks, inventory }: Mapped): string | null {
  const { ranksOnNode, nodeRank } = ranks;
  let first = -1;
  for (let node = 0; node < nodeRank.length; node++) {
    if (nodeRank[node] === -1) continue;
    if (first === -1) first = node;
    if (ranksOnNode[node] === ranksOnNode[first]) continue;
    const [a, b] = [first, node].map((at) => `${ranksOnNode[at]} on ${inventory.nodes[at]?.name}`);
    return `ranks: ${a}, ${b}`;
  }
  return null;
}

/** Whether some node has several ranks. */
export const hasSharedNode = ({ ranks }: Mapped): boolean => ranks.ranksOnNode.some((count) => count > 1);

/** Where a variable is set: for all (null), which counts before what a node says, or for a node. */
export interface Setting {
  readonly node: number | null;
  readonly name: string;
  readonly value: string;
}

/** The values that ranks get of a variable, each once, with the first node that has it. */
export function listSettings(
  context: Mapped & Pick<HazardContext, 'launch'>,
  name: string,
): readonly Setting[] {
  const { launch, inventory, ranks } = context;
  const common = launch.env[name];
  if (common !== undefined) return [{ node: null, name, value: common }];
  const settings = new Map<string, Setting>();
  for (const [node, { env }] of inventory.nodes.entries()) {
    const value = env[name];
    if (value === undefined || ranks.nodeRank[node] === -1 || settings.has(value)) continue;
    settings.set(value, { node, name, value });
  }
  return [...settings.values()];
}
