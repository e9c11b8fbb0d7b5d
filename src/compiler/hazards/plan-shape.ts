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
