import type { HazardEntry } from './entry.ts';

export const ISOLATED_COST: HazardEntry = {
  code: 'RP6007',
  severity: 'note',
  title: 'the first operation of isolated ranks takes seconds',
  explanation:
    'Ranks that see only their own GPU import the memory of others the long way: on H200 the first operation ' +
    'took 3,660 ms with actors of Ray, which are isolated, and 1.5 ms under torchrun. It is so where NCCL ' +
    'allocates by cuMem: by default since 2.19 where the driver can, or with `NCCL_CUMEM_ENABLE=1`. `ordered`, the default, ' +
    'shows each rank the GPUs of its node, and `cuda:LOCAL_RANK` is its own. Where only `isolated` can ' +
    'work (MIG, shared GPUs) nothing is said.',
  versions:
    'NCCL 2.19 and newer, or any with NCCL_CUMEM_ENABLE=1 (read in 2.18.1 to 2.30.7); reported with 2.27.3',
  checked: { NCCL: '2.30.7' },
  threads: ['NVIDIA/nccl#1749', 'NVIDIA-NeMo/RL#1963', 'ray-project/ray#61073'],
  bad: `
      version: 1
      name: slow-start
      nodes: [{ hosts: h1, gpus: { count: 8 } }]
      launch: { visibility: isolated, software: { nccl: 2.27.3 } }
    `,
  good: `
      version: 1
      name: quick-start
      nodes: [{ hosts: h1, gpus: { count: 8 } }]
      launch: { software: { nccl: 2.27.3 } }
    `,
};
