import { gpuAt } from '../inventory/inventory.ts';
import { listSettings } from '../mapping/list-settings.ts';
import type { HazardContext } from './hazard.ts';

/** FSDP gives each rank the same part of the parameters, whatever memory its GPU has. */
export function fsdpShards(context: HazardContext): void {
  const { places, report } = context;
  const fsdp = listSettings(context, 'ACCELERATE_USE_FSDP').find(({ value }) =>
    /^(1|true|yes)$/i.test(value),
  );
  const memory = fsdp === undefined ? null : findMemory(context);
  if (fsdp === undefined || memory === null || memory.most < 1.1 * memory.least) return;
  const [least, most] = [memory.least, memory.most].map((bytes) => `${Math.round(bytes / 2 ** 30)} GiB`);
  const message = `FSDP shards evenly: what a GPU of ${most} holds is what fits into ${least}`;
  report.warning('RP6009', places.variable(fsdp.node, fsdp.name), message, {
    notes: [
      'facebookresearch/fairscale#1073: "we do not support different shard sizes on different GPUs"; so it is in torch 2.13',
    ],
    help: 'leave the small GPUs out (`exclude`), or expect each to hold a shard of the same size; shares of the batch may still differ',
  });
}

/** The least and the most memory of mapped GPUs; null where one is not known. */
function findMemory({
  ranks,
  inventory,
}: HazardContext): { readonly least: number; readonly most: number } | null {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const slot of ranks.slots) {
    const bytes = gpuAt(inventory, slot)?.memoryBytes ?? null;
    if (bytes === null) return null;
    least = Math.min(least, bytes);
    most = Math.max(most, bytes);
  }
  return { least, most };
}
