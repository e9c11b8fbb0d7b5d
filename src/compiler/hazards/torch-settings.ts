import { gpuAt } from '../inventory/inventory.ts';
import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import type { HazardContext } from './hazard.ts';

/** FSDP gives each rank the same part of the parameters, whatever memory its GPU has. */
export function fsdpShards(context: HazardContext): void {
  const { inventory, ranks, places, report } = context;
  const fsdp = listSettings(context, 'ACCELERATE_USE_FSDP').find(({ value }) =>
    /^(1|true|yes)$/i.test(value),
  );
  if (fsdp === undefined) return;
  // If the memory of one GPU is not known, the least and the most are NaN.
  const bytes = Array.from(ranks.slots, (slot) => gpuAt(inventory, slot)?.memoryBytes ?? Number.NaN);
  const least = bytes.reduce((a, b) => Math.min(a, b));
  const most = bytes.reduce((a, b) => Math.max(a, b));
  if (!(most >= 1.1 * least)) return;
  const inGib = (size: number): string => `${Math.round(size / 2 ** 30)} GiB`;
  const message = `FSDP shards evenly: what a GPU of ${inGib(most)} holds is what fits into ${inGib(least)}`;
  report.warning('RP6009', places.variable(fsdp.node, fsdp.name), message, {
    notes: [
      'facebookresearch/fairscale#1073: "we do not support different shard sizes on different GPUs"; so it is in torch 2.13',
    ],
    help: 'leave the small GPUs out (`exclude`), or expect each to hold a shard of the same size; shares of the batch may still differ',
  });
}

/** The new name of the allocator's settings, for a PyTorch that takes them by the old one. */
export function unreadAllocConf(context: HazardContext): void {
  const { software, facts, places, report } = context;
  const version = software['torch'];
  if (version === undefined || !facts.vendors.has('nvidia') || compareVersions(version, '2.10') >= 0) return;
  for (const { node, name, value } of listSettings(context, 'PYTORCH_ALLOC_CONF')) {
    if (!value.includes('expandable_segments')) continue;
    const message = `PyTorch ${version} ignores \`expandable_segments\` in \`PYTORCH_ALLOC_CONF\``;
    report.warning('RP6013', places.variable(node, name), message, {
      notes: ['pytorch/pytorch#183387, seen with 2.9.1; 2.11.0 reads it (karpathy/autoresearch#588)'],
      help: 'write `PYTORCH_CUDA_ALLOC_CONF`, which it reads, or take PyTorch 2.11 or newer',
    });
  }
}
