import { gpuAt, type InventoryGpu, nodeAt } from '../inventory/inventory.ts';
import { defaultVisibility, gatherFacts } from '../mapping/placement-facts.ts';
import { containerSpan } from '../syntax/document.ts';
import type { Rule } from './rule.ts';

/** A list of visible devices holds one vendor's: with two on a node, positions in it no longer are local ranks. */
export const mixedVendors: Rule = {
  name: 'mixed-vendors',
  codes: ['RP3020'],
  sees: 'mapping',
  check({ topology, inventory, ranks, report }) {
    const visibility = topology.launch.visibility ?? defaultVisibility(gatherFacts(inventory, ranks));
    if (visibility === 'isolated') return;
    const firstOn = new Map<number, InventoryGpu>();
    const reported = new Set<number>();
    for (let rank = 0; rank < ranks.worldSize; rank++) {
      const slot = ranks.slotOfRank[rank] ?? 0;
      const node = ranks.nodeOfRank[rank] ?? 0;
      const gpu = gpuAt(inventory, slot);
      const first = firstOn.get(node);
      if (gpu !== null && first === undefined) firstOn.set(node, gpu);
      if (gpu === null || first === undefined || first.vendor === gpu.vendor || reported.has(node)) continue;
      reported.add(node);
      const message = `${nodeAt(inventory, slot).name} maps GPUs of ${first.vendor} and ${gpu.vendor}`;
      report.error('RP3020', containerSpan(gpu.source), message, {
        labels: [{ span: containerSpan(first.source), message: `made by ${first.vendor}` }],
        help: 'set `visibility: isolated`, or exclude the GPUs of one vendor',
      });
    }
  },
};
