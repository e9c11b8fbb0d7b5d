import type { HazardEntry } from './entry.ts';

export const RCCL_UNEVEN_NODES: HazardEntry = {
  code: 'RP6005',
  severity: 'warning',
  title: 'RCCL that hangs with uneven nodes',
  explanation:
    'RCCL has ready-made graphs for well-known machines and searches for one elsewhere. Where nodes have ' +
    'different numbers of ranks some take the one and some the other, and they wait for each other in ' +
    '`ncclCommInitRank`. A change of May 2026 leaves the ready-made ones alone then. Take an RCCL that ' +
    'has it, or map as many ranks on each node.',
  versions: 'RCCL 2.27.7 (ROCm 7.2.4) and older',
  checked: { RCCL: '2.27.7' },
  threads: ['ROCm/rocm-systems#5695', 'meta-pytorch/torchcomms#760'],
  bad: `
      version: 1
      name: uneven-amd
      nodes:
        - { hosts: a1, gpus: { count: 8, vendor: amd } }
        - { hosts: a2, gpus: { count: 4, vendor: amd } }
      launch: { software: { rccl: 2.27.7 } }
    `,
  good: `
      version: 1
      name: even-amd
      nodes:
        - { hosts: a1, gpus: { count: 8, vendor: amd } }
        - { hosts: a2, gpus: { count: 8, vendor: amd } }
      launch: { software: { rccl: 2.27.7 } }
    `,
};
