import type { HazardEntry } from './entry.ts';

export const UNREAD_ALLOC_CONF: HazardEntry = {
  code: 'RP6013',
  severity: 'warning',
  title: 'settings of the allocator that PyTorch does not read',
  explanation:
    '`PYTORCH_ALLOC_CONF` is the new name of `PYTORCH_CUDA_ALLOC_CONF`. PyTorch 2.9 warns of the old one, ' +
    'and ignores `expandable_segments` in the new one for CUDA: memory fragments as if nothing had been ' +
    'set. Older ones do not know the new name. Write the old one, or take PyTorch 2.11 or newer.',
  versions: 'seen with PyTorch 2.9.1; 2.11.0 is free of it, 2.10 was not looked at',
  checked: { PyTorch: '2.11.0' },
  threads: ['pytorch/pytorch#183387', 'karpathy/autoresearch#588'],
  bad: `
      version: 1
      name: ignored
      nodes: [{ hosts: h1, gpus: { count: 4 } }]
      launch:
        software: { torch: 2.9.1 }
        env: { PYTORCH_ALLOC_CONF: expandable_segments:True }
    `,
  good: `
      version: 1
      name: read
      nodes: [{ hosts: h1, gpus: { count: 4 } }]
      launch:
        software: { torch: 2.9.1 }
        env: { PYTORCH_CUDA_ALLOC_CONF: expandable_segments:True }
    `,
};
