import { gpuAt, nodeAt, positionOfIndex, siteOf, slotName } from '../inventory/inventory.ts';
import type { Rule } from './rule.ts';

/** A GPU in MIG mode cannot be used as a whole while its instances are. */
export const migParent: Rule = {
  name: 'mig-parent',
  codes: ['RP3010'],
  sees: 'mapping',
  check({ inventory, ranks, places, report }) {
    for (const slot of ranks.slots) {
      const gpu = gpuAt(inventory, slot);
      if (gpu === null || gpu.parent === null) continue;
      const node = inventory.nodeOfSlot[slot] ?? 0;
      const position = positionOfIndex(nodeAt(inventory, slot).gpus, gpu.parent) ?? -1;
      const parentSlot = (inventory.firstSlot[node] ?? 0) + position;
      if (position < 0 || (ranks.ranksOnSlot[parentSlot] ?? 0) === 0) continue;
      const message = `${slotName(inventory, slot)} is a MIG instance of ${slotName(inventory, parentSlot)}, and both are mapped`;
      report.error('RP3010', places.gpu(...siteOf(inventory, slot)), message, {
        labels: [{ span: places.gpu(node, position), message: 'the whole GPU' }],
        help: `exclude ${slotName(inventory, parentSlot)}, or its instances`,
      });
    }
  },
};
