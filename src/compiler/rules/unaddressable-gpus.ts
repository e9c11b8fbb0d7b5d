import { gpuAt, type InventoryGpu, siteOf, slotName } from '../inventory/inventory.ts';
import type { Rule } from './rule.ts';

/** `addressing: uuid` needs a uuid of every mapped GPU, and a vendor whose runtime takes one. */
export const unaddressableGpus: Rule = {
  name: 'unaddressable-gpus',
  codes: ['RP3019'],
  sees: 'mapping',
  check({ settings, inventory, ranks, places, report }) {
    if (settings.launch.addressing !== 'uuid') return;
    const seen = new Set<InventoryGpu>();
    for (const slot of ranks.slots) {
      const gpu = gpuAt(inventory, slot);
      if (gpu === null || seen.has(gpu)) continue;
      seen.add(gpu);
      const refuse = (why: string, help: string) =>
        report.error(
          'RP3019',
          places.gpu(...siteOf(inventory, slot)),
          `${slotName(inventory, slot)} ${why}`,
          {
            help,
          },
        );
      if (gpu.uuid === null)
        refuse('has no uuid to address it by', 'give its `uuid:`, or remove `addressing: uuid`');
      else if (gpu.vendor === 'intel')
        refuse('is made by intel, which has no addressing by uuid', 'remove `addressing: uuid`');
    }
  },
};
