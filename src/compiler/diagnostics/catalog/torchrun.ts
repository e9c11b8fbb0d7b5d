import type { CatalogEntry } from './entry.ts';

const compiled = (text: string) => ({
  kind: 'session' as const,
  files: { 'topology.yaml': `version: 1\nname: job\n${text}` },
  commands: ['rankplan compile topology.yaml -o out --emit torchrun'],
});

const TWO_NODES = 'slurm: {}\nnodes: [{ hosts: "a[1-2]", gpus: { count: 2 } }]\n';
const ONE_NODE = 'nodes: [{ hosts: a1, gpus: { count: 2 } }]\n';

/** RP42xx: what torchrun cannot be told. */
export const TORCHRUN: readonly CatalogEntry[] = [
  {
    code: 'RP4201',
    severity: 'error',
    title: 'an order of ranks that torchrun does not know',
    explanation:
      'A torchrun on each node numbers its own ranks one after the other, after those of the nodes before it. ' +
      'The plan comes back to a node after it has left it, so the ranks would be others than planned. Lay them ' +
      'node by node with `order: block`, or start each rank by itself with `--emit slurm`.',
    checked: { PyTorch: '2.13.0' },
    bad: compiled(`${TWO_NODES}mapping: { order: cyclic }\n`),
    good: compiled(`${TWO_NODES}mapping: { order: block }\n`),
  },
  {
    code: 'RP4202',
    severity: 'error',
    title: 'a warning signal that torchrun takes for itself',
    explanation:
      'Slurm sends `slurm.signal` to every process of the ranks, and torchrun is one. At TERM, INT and HUP it ends ' +
      'its ranks, kills them after half a minute and fails, so there is no time to save. USR1 and USR2 reach the ' +
      'ranks and leave torchrun alone.',
    checked: { PyTorch: '2.13.0' },
    bad: compiled(`${ONE_NODE}slurm: { signal: { name: TERM, before: 120s } }\n`),
    good: compiled(`${ONE_NODE}slurm: { signal: { name: USR1, before: 120s } }\n`),
  },
  {
    code: 'RP3031',
    severity: 'error',
    title: '`slurm.requeues` with torchrun',
    explanation:
      'Ranks that have saved their state end with status 85, and the job requeues itself when all have. ' +
      'For torchrun any status other than 0 is a failure: it ends the other ranks before they have saved, and ' +
      'starts all anew. Leave `requeues` out, or start the ranks without torchrun.',
    checked: { PyTorch: '2.13.0' },
    bad: compiled(`${ONE_NODE}slurm: { requeues: 20, signal: { name: USR1, before: 120s } }\n`),
    good: compiled(`${ONE_NODE}slurm: { restarts: 2, signal: { name: USR1, before: 120s } }\n`),
  },
  {
    code: 'RP3032',
    severity: 'error',
    title: '`slurm.container` with torchrun',
    explanation:
      'Under `slurm.container` each rank is started in the container by itself. A torchrun starts the ranks of its ' +
      'node, so it would have to be in the container with them, with the Python and torch of the image. Start the ' +
      'ranks without torchrun, or give srun the options of pyxis under `slurm.srun`, which put torchrun there.',
    bad: compiled(`${ONE_NODE}slurm: { container: { image: /images/train.sqsh, runtime: pyxis } }\n`),
    good: compiled(`${ONE_NODE}slurm: { srun: [--container-image=/images/train.sqsh] }\n`),
  },
];
