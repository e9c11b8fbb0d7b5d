import { gpuAt, nodeAt, siteOf } from '../inventory/inventory.ts';
import { defaultVisibility } from '../mapping/placement-facts.ts';
import type { Vendor } from '../syntax/topology.ts';
import type { Rule } from './rule.ts';

/** A list of visible devices holds one vendor's: with two on a node, positions in it no longer are local ranks. */
export const mixedVendors: Rule = {
  name: 'mixed-vendors',
  codes: ['RP3020'],
  sees: 'mapping',
  check({ settings, inventory, ranks, facts, places, report }) {
    const visibility = settings.launch.visibility ?? defaultVisibility(facts, settings.mapping.gpusPerRank);
    if (visibility !== 'ordered' || facts.vendors.size < 2) return;
    const firstOn = new Map<number, { readonly slot: number; readonly vendor: Vendor }>();
    const reported = new Set<number>();
    for (const slot of ranks.slots) {
      const node = inventory.nodeOfSlot[slot] ?? 0;
      const gpu = gpuAt(inventory, slot);
      const first = firstOn.get(node);
      if (gpu !== null && first === undefined) firstOn.set(node, { slot, vendor: gpu.vendor });
      if (gpu === null || first === undefined || first.vendor === gpu.vendor || reported.has(node)) continue;
      reported.add(node);
      const message = `${nodeAt(inventory, slot).name} maps GPUs of ${first.vendor} and ${gpu.vendor}`;
      report.error('RP3020', places.gpu(...siteOf(inventory, slot)), message, {
        labels: [{ span: places.gpu(...siteOf(inventory, first.slot)), message: `made by ${first.vendor}` }],
        help: 'set `visibility: isolated`, or exclude the GPUs of one vendor',
      });
    }
  },
};
