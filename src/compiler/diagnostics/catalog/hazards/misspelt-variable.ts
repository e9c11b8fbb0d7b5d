import type { HazardEntry } from './entry.ts';

export const MISSPELT_VARIABLE: HazardEntry = {
  code: 'RP6002',
  severity: 'warning',
  title: 'a variable that is misspelt',
  explanation:
    'NCCL and PyTorch read variables by name and never tell of one that they do not know, so a slip has ' +
    'no effect, and that is found weeks later. The name is like one that they do read: a letter is ' +
    'missing, too many, swapped or wrong, words are joined, or it has another prefix ' +
    '(`TORCH_CUDA_ALLOC_CONF`). The known names were read in the sources of NCCL up to 2.30.7, in the user guide of 2.32, ' +
    'and in PyTorch 2.13.0. A name that is like none of them is not suspected: plugins have their own, and newer ' +
    'releases too. If it is meant, a comment says so.',
  versions: 'names in the sources of NCCL 2.3 to 2.30.7, the user guide of NCCL 2.32, and PyTorch 2.13.0',
  checked: { NCCL: '2.30.7', PyTorch: '2.13.0' },
  threads: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  bad: `
      version: 1
      name: no-effect
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { env: { NCCL_SOCKET_NAME: ib0 } }
    `,
  good: `
      version: 1
      name: effect
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { env: { NCCL_SOCKET_IFNAME: ib0, NCCL_FASTRAK_IFNAME: eth1 } }
    `,
};
