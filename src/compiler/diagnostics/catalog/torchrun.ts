import type { CatalogEntry } from './entry.ts';

const compiled = (text: string, emit = 'torchrun') => ({
  kind: 'session' as const,
  files: { 'topology.yaml': `version: 1\nname: job\nslurm: {}\n${text}` },
  commands: [`rankplan compile topology.yaml -o out --emit ${emit}`],
});

const TWO_NODES = 'nodes: [{ hosts: "a[1-2]", gpus: { count: 2 } }]\n';

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
    bad: compiled(`${TWO_NODES}mapping: { order: cyclic }\n`),
    good: compiled(`${TWO_NODES}mapping: { order: block }\n`),
  },
  {
    code: 'RP4202',
    severity: 'error',
    title: 'visible GPUs that torchrun cannot give',
    explanation:
      'All ranks of a torchrun inherit one environment, and with it one list of visible GPUs. Ranks that each ' +
      'see only their own GPU, and ranks without a GPU beside ranks with one, would see other GPUs than ' +
      'planned. Use `visibility: ordered`, or start each rank by itself with `--emit slurm`.',
    bad: compiled(`${TWO_NODES}launch: { visibility: isolated }\n`),
    good: compiled(`${TWO_NODES}launch: { visibility: isolated }\n`, 'slurm'),
  },
];
