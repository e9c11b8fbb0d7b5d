import { suggestRewrite } from '../diagnostics/suggestion.ts';
import {
  gpuAt,
  type Inventory,
  type InventoryGpu,
  nodeAt,
  positionOfIndex,
  siteOf,
  slotName,
} from '../inventory/inventory.ts';
import { slotsOfRank } from '../mapping/map-ranks.ts';
import { defaultVisibility, findUnlistable, type PlacementFacts } from '../mapping/placement-facts.ts';
import type { Vendor } from '../syntax/topology.ts';
import { type MappedContext, mappingSpan, type Settings } from './rule.ts';

/**
 * One process sees one MIG instance; a GPU that two ranks share would stand twice in the list, which empties it; Intel's
 * list has no order.
 */
export function wrongVisibility({ settings, inventory, facts, places, report }: MappedContext): void {
  if (settings.launch.visibility !== 'ordered') return;
  const reason = explain(facts, settings.mapping.gpusPerRank, (slot) => slotName(inventory, slot));
  if (reason === null) return;
  const span = places.setting('launch', 'visibility');
  report.error('RP3006', span, `\`ordered\` cannot work: ${reason}`, {
    help: 'remove `visibility`, or set it to `isolated`',
    suggestion: suggestRewrite(span, 'ordered', 'isolated', false),
  });
}

function explain(
  { migInstance, sharedGpu, unlistable }: PlacementFacts,
  gpusPerRank: Settings['mapping']['gpusPerRank'],
  name: (slot: number) => string,
): string | null {
  if (gpusPerRank !== 1) return 'ranks with several GPUs see their own only';
  if (migInstance !== null) return `${name(migInstance)} is a MIG instance`;
  if (sharedGpu !== null) return `several ranks share ${name(sharedGpu)}`;
  if (unlistable === null) return null;
  return `${name(unlistable)} comes after a GPU with a higher index, and Intel shows GPUs by index, in whatever order they are listed`;
}

/** GPUs that no one process can see together: CUDA shows it one MIG instance, and each vendor has a list of its own. */
export function wrongTeams({ inventory, ranks, places, report }: MappedContext): void {
  if (ranks.starts === null) return;
  for (let rank = 0; rank < ranks.worldSize; rank++) {
    const wrong = findWrong(inventory, slotsOfRank(ranks, rank));
    if (wrong === null) continue;
    const { slot, why } = wrong;
    const message = `rank ${rank} cannot use ${slotName(inventory, slot)} with its other GPUs: ${why}`;
    const help = 'exclude it, list the GPUs of each rank with `strategy: explicit`, or remove `gpusPerRank`';
    report.error('RP3029', places.gpu(...siteOf(inventory, slot)), message, { help });
  }
}

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

/** `cuda:LOCAL_RANK` is the planned GPU only while a node's GPU ranks come first. */
export function cpuBeforeGpu(context: MappedContext): void {
  const { settings, inventory, ranks, facts, report } = context;
  const visibility = settings.launch.visibility ?? defaultVisibility(facts, settings.mapping.gpusPerRank);
  if (facts.cpuSlot === null || visibility !== 'ordered') return;
  const cpuSlotOn = new Map<number, number>();
  for (const [rank, slot] of ranks.slotOfRank.entries()) {
    const node = ranks.nodeOfRank[rank] ?? 0;
    if (gpuAt(inventory, slot) === null) {
      if (!cpuSlotOn.has(node)) cpuSlotOn.set(node, slot);
      continue;
    }
    const cpuSlot = cpuSlotOn.get(node);
    if (cpuSlot === undefined) continue;
    const message = `${slotName(inventory, cpuSlot)} comes before ${slotName(inventory, slot)}: cuda:LOCAL_RANK would be another GPU`;
    const help = 'list the GPUs of a node before its CPU slots, or set `visibility: isolated`';
    report.error('RP3009', mappingSpan(context), message, { help });
    return;
  }
}

/** A list of visible devices holds one vendor's: with two on a node, positions in it no longer are local ranks. */
export function mixedVendors({ settings, inventory, ranks, facts, places, report }: MappedContext): void {
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
}

/** A GPU in MIG mode cannot be used as a whole while its instances are. */
export function migParent({ inventory, ranks, places, report }: MappedContext): void {
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
}

/** `addressing: uuid` needs a uuid of every mapped GPU, and a vendor whose runtime takes one. */
export function unaddressableGpus({ settings, inventory, ranks, places, report }: MappedContext): void {
  if (settings.launch.addressing !== 'uuid') return;
  const seen = new Set<InventoryGpu>();
  for (const slot of ranks.slots) {
    const gpu = gpuAt(inventory, slot);
    if (gpu === null || seen.has(gpu)) continue;
    seen.add(gpu);
    const refuse = (why: string, help: string) =>
      report.error('RP3019', places.gpu(...siteOf(inventory, slot)), `${slotName(inventory, slot)} ${why}`, {
        help,
      });
    if (gpu.uuid === null)
      refuse('has no uuid to address it by', 'give its `uuid:`, or remove `addressing: uuid`');
    else if (gpu.vendor === 'intel')
      refuse('is made by intel, which has no addressing by uuid', 'remove `addressing: uuid`');
  }
}
