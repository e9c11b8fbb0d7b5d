import type { InventoryNode } from '../inventory/inventory.ts';
import { describeUnlikeMachine } from '../inventory/unlike-nodes.ts';
import { groupBy } from '../values/lists.ts';
import type { MappedContext } from './rule.ts';

/** A spare that is like no node with ranks: whichever fails, it helps none. */
export function uselessSpare({ inventory, ranks, places, report }: MappedContext): void {
  const { nodes } = inventory;
  const { nodeRank } = ranks;
  const spares = nodes.flatMap((node, i) => (node.spare && nodeRank[i] === -1 ? [{ node, i }] : []));
  if (spares.length === 0) return;
  const mapped = kindsOf(nodes.filter((_, i) => nodeRank[i] !== -1).map((node) => ({ node })));
  for (const { node, i } of kindsOf(spares)) {
    const reasons = mapped.map((lost) => describeUnlikeMachine(lost.node, node));
    if (reasons.includes(null)) continue;
    const message = `the spare ${node.name} can take the place of no node: ${reasons[0]} as ${mapped[0]?.node.name} has`;
    report.warning('RP3058', places.node(i, 'spare', 'hosts'), message, {
      help: 'a spare has the GPUs of the node whose place it takes, by number, model and memory: correct the two, or remove it',
    });
  }
}

function kindsOf<T extends { readonly node: InventoryNode }>(items: readonly T[]): readonly T[] {
  const kindOf = ({ node: { cpuRanks, gpus } }: T) =>
    `${cpuRanks} ${gpus.map(({ index, vendor, model, parent, maxSamples, memoryBytes }) => [index, vendor, model, parent, maxSamples, memoryBytes].join()).join(' ')}`;
  // Clusters do not have more kinds of machines; a finding describes only the first.
  return Array.from(groupBy(items, kindOf).values(), ([first]) => first).slice(0, 64);
}
