import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import type { HazardContext } from './hazard.ts';

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
