import { gpuAt, type Inventory, type InventoryGpu, siteOf, slotName } from '../inventory/inventory.ts';
import { slotsOfRank } from '../mapping/map-ranks.ts';
import { findUnlistable } from '../mapping/placement-facts.ts';
import type { Rule } from './rule.ts';

/** GPUs that no one process can see together: CUDA shows it one MIG instance, and each vendor has a list of its own. */
export const wrongTeams: Rule = {
  name: 'wrong-teams',
  codes: ['RP3029'],
  sees: 'mapping',
  check({ inventory, ranks, places, report }) {
    if (ranks.starts === null) return;
    for (let rank = 0; rank < ranks.worldSize; rank++) {
      const wrong = findWrong(inventory, slotsOfRank(ranks, rank));
      if (wrong === null) continue;
      const { slot, why } = wrong;
      const message = `rank ${rank} cannot use ${slotName(inventory, slot)} with its other GPUs: ${why}`;
      report.error('RP3029', places.gpu(...siteOf(inventory, slot)), message, {
        help: 'exclude it, list the GPUs of each rank with `strategy: explicit`, or remove `gpusPerRank`',
      });
    }
  },
};

/** The first GPU that does not fit the others of its rank. */
function findWrong(inventory: Inventory, slots: Uint32Array): { slot: number; why: string } | null {
  if (slots.length === 1) return null;
  const gpus = Array.from(slots, (slot) => gpuAt(inventory, slot) as InventoryGpu);
  const at = (position: number) => slots[position] ?? 0;
  const instance = gpus.findIndex(({ parent }) => parent !== null);
  if (instance >= 0) return { slot: at(instance), why: 'a process sees one MIG instance only' };
  const { vendor } = gpus[0] as InventoryGpu;
  const other = gpus.findIndex((gpu) => gpu.vendor !== vendor);
  if (other >= 0)
    return { slot: at(other), why: `they are made by ${vendor}, and it by ${gpus[other]?.vendor}` };
  const unlistable = vendor === 'intel' ? findUnlistable(inventory, slots) : null;
  if (unlistable === null) return null;
  return { slot: unlistable, why: 'one before it has a higher index, and Intel shows GPUs by index' };
}
