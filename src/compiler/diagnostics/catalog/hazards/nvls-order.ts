import type { HazardEntry } from './entry.ts';

export const NVLS_ORDER: HazardEntry = {
  code: 'RP6003',
  severity: 'warning',
  title: 'NVLS is forced, and ranks are not in the order of the GPUs',
  explanation:
    "NVLink SHARP gathers the parts of a node's GPUs in the order of its own heads, which is that of the " +
    'bus, and NCCL does not put them into the order of ranks: all-gather and reduce-scatter in a group whose ' +
    'ranks are all on one node give permuted data, without an error. A group over several nodes is right. By itself NCCL takes a ring there; NVLS runs only where ' +
    '`NCCL_ALGO` leaves no other choice, as people write it to save SMs with FSDP. So leave ring ' +
    'possible, or map the GPUs of each node in ascending order. Nothing is said of NCCL before 2.24.',
  versions: 'NCCL 2.19.1 to 2.30.7 have the code; wrong with 2.26.2, right with 2.21.5',
  checked: { NCCL: '2.30.7' },
  threads: ['NVIDIA/nccl#1906', 'NVIDIA/nccl#2377', 'NVIDIA-NeMo/RL#1963', 'NVIDIA/nccl#1670'],
  bad: `
      version: 1
      name: permuted
      nodes:
        - hosts: h1
          gpus: [{ index: 0, score: 90 }, { index: 1, score: 100 }]
      mapping: { strategy: performance-ranked }
      launch: { env: { NCCL_ALGO: NVLS } }
    `,
  good: `
      version: 1
      name: in-order
      nodes:
        - hosts: h1
          gpus: [{ index: 0, score: 100 }, { index: 1, score: 90 }]
      mapping: { strategy: performance-ranked }
      launch: { env: { NCCL_ALGO: NVLS } }
    `,
};
