import { gpuAt, slotName } from '../inventory/inventory.ts';
import { defaultVisibility } from '../mapping/placement-facts.ts';
import type { Rule } from './rule.ts';
import { mappingSpan } from './spans.ts';

/** `cuda:LOCAL_RANK` is the planned GPU only while a node's GPU ranks come first. */
export const cpuBeforeGpu: Rule = {
  name: 'cpu-before-gpu',
  codes: ['RP3009'],
  sees: 'mapping',
  check(context) {
    const { settings, inventory, ranks, facts, report } = context;
    const visibility = settings.launch.visibility ?? defaultVisibility(facts, settings.mapping.gpusPerRank);
    if (facts.cpuSlot === null || visibility !== 'ordered') return;
    const cpuSlotOn = new Map<number, number>();
    for (let rank = 0; rank < ranks.worldSize; rank++) {
      const slot = ranks.slotOfRank[rank] ?? 0;
      const node = ranks.nodeOfRank[rank] ?? 0;
      if (gpuAt(inventory, slot) === null) {
        if (!cpuSlotOn.has(node)) cpuSlotOn.set(node, slot);
        continue;
      }
      const cpuSlot = cpuSlotOn.get(node);
      if (cpuSlot === undefined) continue;
      const message = `${slotName(inventory, cpuSlot)} comes before ${slotName(inventory, slot)}: cuda:LOCAL_RANK would be another GPU`;
      report.error('RP3009', mappingSpan(context), message, {
        help: 'list the GPUs of a node before its CPU slots, or set `visibility: isolated`',
      });
      return;
    }
  },
};
