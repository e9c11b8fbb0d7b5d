import type { HazardEntry } from './entry.ts';

export const INTERFACE_SYNTAX: HazardEntry = {
  code: 'RP6015',
  severity: 'warning',
  title: 'an interface in a form that the library does not read',
  explanation:
    '`GLOO_SOCKET_IFNAME` is a list of whole names: gloo looks for an interface that is called `^lo`, finds none, and every rank ends ' +
    'with "Unable to find address for: ^lo". `^` and `=` are of `NCCL_SOCKET_IFNAME` and `NCCL_IB_HCA`, and there they stand once, before ' +
    'the whole list, `^` first: `=^docker0` matches nothing, and `^docker0,^lo` leaves `lo` in. Both take a blank after a comma ' +
    'for a part of the name. Write the name of the interface between the nodes; where they differ, in the `env` of each node.',
  versions: 'all; tried with gloo of PyTorch 2.13.0, read in NCCL 2.30.7',
  checked: { NCCL: '2.30.7', PyTorch: '2.13.0' },
  threads: ['aws-samples/aws-do-eks#51', 'AMD-AGI/Primus#1063'],
  bad: `
      version: 1
      name: of-nccl
      nodes: [{ hosts: "h[1-2]", gpus: { count: 4 } }]
      launch: { env: { GLOO_SOCKET_IFNAME: ^lo } }
    `,
  good: `
      version: 1
      name: of-gloo
      nodes: [{ hosts: "h[1-2]", gpus: { count: 4 } }]
      launch: { env: { GLOO_SOCKET_IFNAME: eth0, NCCL_SOCKET_IFNAME: "^lo" } }
    `,
};
