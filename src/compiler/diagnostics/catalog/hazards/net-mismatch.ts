import type { HazardEntry } from './entry.ts';

export const NET_MISMATCH: HazardEntry = {
  code: 'RP6011',
  severity: 'warning',
  title: 'nodes with different numbers of adapters, and the check switched off',
  explanation:
    'NCCL places channels on every adapter of a node, and each needs a peer. It refuses nodes with ' +
    'different numbers of adapters, unless `NCCL_IGNORE_NET_MISMATCH=1` says otherwise: then it starts, ' +
    'and hangs on the channels that have none. Name as many adapters on each node, and leave the check ' +
    'on.',
  versions: 'seen with NCCL 2.30.7',
  threads: ['NVIDIA/nccl#2428', 'NVIDIA/nccl#1277'],
  bad: `
      version: 1
      name: one-and-two
      nodes:
        - { hosts: h1, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=mlx5_0,mlx5_1" } }
        - { hosts: h2, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=mlx5_0" } }
      launch: { env: { NCCL_IGNORE_NET_MISMATCH: "1" } }
    `,
  good: `
      version: 1
      name: one-and-one
      nodes:
        - { hosts: h1, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=mlx5_1" } }
        - { hosts: h2, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=mlx5_0" } }
      launch: { env: { NCCL_IGNORE_NET_MISMATCH: "1" } }
    `,
};
