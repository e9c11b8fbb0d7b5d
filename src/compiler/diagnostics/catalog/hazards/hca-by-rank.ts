import type { HazardEntry } from './entry.ts';

export const HCA_BY_RANK: HazardEntry = {
  code: 'RP6006',
  severity: 'warning',
  title: 'adapters that differ from rank to rank',
  explanation:
    'The command or its setup makes `NCCL_IB_HCA` from the number of a rank, to give each its own ' +
    'adapter. NCCL builds one graph of the machine, and ranks of one node that see different adapters ' +
    'build different ones: it fails in `ncclBuildRings`, or hangs. Its maintainers advise against it, and ' +
    'it is of no use: NCCL takes the adapter near each GPU by itself. Name the adapters in `env`, for all ' +
    'ranks or for those of a node; nodes may differ.',
  versions: 'all; said by a maintainer in October 2024, when 2.23.4 was the newest',
  checked: { NCCL: '2.23.4' },
  threads: ['NVIDIA/nccl#1478', 'nv-legate/legate#528'],
  bad: `
      version: 1
      name: own-adapter
      nodes: [{ hosts: "h[1-2]", gpus: { count: 4 } }]
      launch:
        command: [bash, -c, "NCCL_IB_HCA=mlx5_$LOCAL_RANK exec python train.py"]
    `,
  good: `
      version: 1
      name: adapters-of-nodes
      nodes:
        - { hosts: h1, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=mlx5_0,mlx5_1" } }
        - { hosts: h2, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=mlx5_2,mlx5_3" } }
      launch: { command: [python, train.py] }
    `,
};
