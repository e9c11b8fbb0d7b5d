import type { HazardEntry } from './entry.ts';

export const NET_MISMATCH: HazardEntry = {
  code: 'RP6011',
  severity: 'warning',
  title: 'nodes with different numbers of adapters',
  explanation:
    'NCCL places channels on every adapter of a node, and each needs a peer. Where nodes have different ' +
    'numbers of adapters it starts all the same, and hung on the channels that have none. Since 2.30.3 ' +
    '`NCCL_IGNORE_NET_MISMATCH` decides: 1, its default, goes on, and 0 refuses. Name as many adapters on each node. ' +
    'It is told where the variable is set, or where NCCL is known to be 2.30.3 or newer.',
  versions: 'seen with NCCL 2.30.7; the variable came with 2.30.3, and older releases do not look',
  checked: { NCCL: '2.30.7' },
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
      launch: { env: { NCCL_IGNORE_NET_MISMATCH: "0" } }
    `,
};
