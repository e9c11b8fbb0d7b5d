import type { HazardEntry } from './entry.ts';

export const LIGHTNING_UNEVEN_NODES: HazardEntry = {
  code: 'RP6008',
  severity: 'warning',
  title: 'nodes of uneven size under Lightning',
  explanation:
    "Lightning's Trainer, and Fabric, are told `devices` and `num_nodes`, and refuse to start where their product is " +
    'not the world size. So nodes with different numbers of ranks cannot be used, under torchrun, srun or ' +
    'rankplan. Map as many ranks on each node, or train without them. That the ranks use Lightning ' +
    'is known where `launch.software` says so, or where `verify` and `run` see that the script imports ' +
    'it.',
  versions: 'tried with Lightning 2.6.6; asked for since 1.5',
  checked: { Lightning: '2.6.6' },
  threads: [
    'Lightning-AI/pytorch-lightning#15874',
    'Lightning-AI/pytorch-lightning#13506',
    'Lightning-AI/pytorch-lightning#13804',
    'Lightning-AI/pytorch-lightning#14078',
  ],
  bad: `
      version: 1
      name: refused
      nodes:
        - { hosts: h1, gpus: { count: 4 } }
        - { hosts: h2, gpus: { count: 2 } }
      launch: { software: { lightning: 2.6.6 } }
    `,
  good: `
      version: 1
      name: even
      nodes:
        - { hosts: h1, gpus: { count: 4 } }
        - { hosts: h2, gpus: { count: 2 } }
      mapping: { exclude: ["h1:2-3"] }
      launch: { software: { lightning: 2.6.6 } }
    `,
};
