import type { HazardEntry } from './entry.ts';

export const NCCL_UNEVEN_NODES: HazardEntry = {
  code: 'RP6004',
  severity: 'warning',
  title: 'NCCL that hangs with uneven nodes',
  explanation:
    'Where hosts have different numbers of ranks NCCL 2.31.2 waits in `ncclCommInitRank` for ever: 7 and 8 ' +
    'ranks hung in 3 of 3 attempts, 8 and 8 or 7 and 7 never. With `NCCL_NVLS_ENABLE=0` the same ranks ' +
    'started. `launch.software` says which NCCL the ranks use; without it `verify` and `run` read it ' +
    "from the files of the command's Python. Switch NVLS off, take another release, or map as many ranks " +
    'on each node. The thread is closed; which release has the repair was not seen, so nothing is said of others.',
  versions: 'seen with NCCL 2.31.2; 2.30.7 and older do not have the code, later ones are not known',
  checked: { NCCL: '2.31.2' },
  threads: ['NVIDIA/nccl#2385'],
  bad: `
      version: 1
      name: seven-and-eight
      nodes:
        - { hosts: h1, gpus: { count: 8 } }
        - { hosts: h2, gpus: { count: 7 } }
      launch: { software: { nccl: 2.31.2 } }
    `,
  good: `
      version: 1
      name: older
      nodes:
        - { hosts: h1, gpus: { count: 8 } }
        - { hosts: h2, gpus: { count: 7 } }
      launch: { software: { nccl: 2.30.7 } }
    `,
};
