import type { HazardEntry } from './entry.ts';

export const LOOPBACK_INTERFACE: HazardEntry = {
  code: 'RP6010',
  severity: 'warning',
  title: 'ranks of several nodes are told to meet over the loopback',
  explanation:
    "`NCCL_SOCKET_IFNAME=lo`, or Gloo's, is what one writes for one machine. The ranks of other nodes " +
    'then connect to themselves, and all wait until the time-out. Name the interface of the network ' +
    'between the nodes, or leave it out. For NCCL a name is a beginning: `eth` means every interface that ' +
    'begins so, `=eth0` that one.',
  versions: 'all; read in NCCL 2.30.7, tried with gloo of PyTorch 2.13.0',
  checked: { NCCL: '2.30.7', PyTorch: '2.13.0' },
  threads: ['NVIDIA/nccl#286', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  bad: `
      version: 1
      name: alone
      nodes: [{ hosts: "h[1-2]", gpus: { count: 4 } }]
      launch: { env: { NCCL_SOCKET_IFNAME: lo } }
    `,
  good: `
      version: 1
      name: together
      nodes: [{ hosts: "h[1-2]", gpus: { count: 4 } }]
      launch: { env: { NCCL_SOCKET_IFNAME: =eth0 } }
    `,
};
