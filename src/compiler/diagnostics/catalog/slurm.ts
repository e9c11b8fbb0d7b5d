import type { CatalogEntry } from './entry.ts';

const compiled = (text: string, ...commands: readonly string[]) => ({
  kind: 'session' as const,
  files: { 'topology.yaml': `version: 1\nname: job\n${text}` },
  commands: commands.length > 0 ? commands : ['rankplan compile topology.yaml -o out'],
});

const THREE_NODES = `models: { A100: { gres: a100 }, H100: { gres: h100 } }
nodes:
  - { hosts: "a[1-2]", gpus: { count: 4, model: A100 } }
  - { hosts: b1, gpus: { count: 2, model: H100 } }
`;

const TWO_CLASSES = `models: { A100: { gres: a100 }, H100: { gres: h100 } }
nodes:
  - { hosts: "big[1-2]", bind: job, gpus: { count: 4, model: A100 } }
  - { hosts: fast1, bind: job, gpus: { count: 2, model: H100 } }
`;

const ONE_NODE = 'nodes: [{ hosts: lab1, gpus: { count: 4 } }]\n';

const MIXED_NODE = `nodes:
  - hosts: lab1
    gpus: [{ index: 0-1, model: A100 }, { index: 2-3, model: H100 }]
`;

/** RP41xx: what Slurm cannot be asked for exactly. */
export const SLURM: readonly CatalogEntry[] = [
  {
    code: 'RP4101',
    severity: 'error',
    title: 'a Slurm script of a topology without `slurm`',
    explanation:
      'The topology does not say how its jobs are submitted, so rankplan does not guess. A script without a ' +
      'partition or a time limit may wait for ever or be refused, depending on the cluster. Add the section, ' +
      'empty where the cluster has defaults for everything.',
    bad: compiled(ONE_NODE, 'rankplan compile topology.yaml -o out --emit slurm'),
    good: compiled(`${ONE_NODE}slurm: { partition: gpu, time: "1:00:00" }\n`),
  },
  {
    code: 'RP4102',
    severity: 'error',
    title: 'a node that lacks GPUs which Slurm counts',
    explanation:
      'A job that gets whole nodes must ask for exactly all of their GPUs: with fewer, Slurm silently gives ' +
      'its steps too few. Slurm counts the GPUs of a node from 0, and here one of the first is missing from ' +
      'the topology. List them all, and spare some with `mapping.exclude`.',
    bad: compiled('nodes: [{ hosts: lab1, gpus: [{ index: 1-3 }] }]\nslurm: {}\n'),
    good: compiled(
      'nodes: [{ hosts: lab1, gpus: [{ index: 0-3 }] }]\nmapping: { exclude: ["lab1:0"] }\nslurm: {}\n',
    ),
  },
  {
    code: 'RP4103',
    severity: 'error',
    title: 'a form of GPU request that cannot express the plan',
    explanation:
      '`slurm.gpuRequest` chooses how GPUs are asked for. `per-node` and `gres` ask every node for the same, ' +
      'so they suit nodes that are alike; Slurm rejects them otherwise, or gives too few. `total` and `none` ' +
      'rely on names, which nodes under `bind: job` do not have: these are found by number and type of their ' +
      'GPUs, and where a node has several models, each needs its `gres`. Without the field rankplan ' +
      'takes the form that fits.',
    bad: compiled(`${THREE_NODES}slurm: { gpuRequest: per-node }\n`),
    good: compiled(`${THREE_NODES}slurm: { gpuRequest: total }\n`),
  },
  {
    code: 'RP4104',
    severity: 'error',
    title: 'a job of several components that Slurm does not take',
    explanation:
      'Nodes of several kinds need a heterogeneous job, with a component for each kind. Slurm takes no such ' +
      'job as an array, and none of more than 128 components. Chain the runs with `slurm.dependency` or ' +
      '`slurm.restarts` instead, or describe the nodes of a kind by one entry of `nodes`.',
    bad: compiled(`${TWO_CLASSES}slurm: { array: "1-5%1" }\n`),
    good: compiled(`${TWO_CLASSES}slurm: { restarts: 4 }\n`),
  },
  {
    code: 'RP4105',
    severity: 'error',
    title: 'a plan that shared nodes cannot keep',
    explanation:
      'Under `allocation: shared` Slurm gives each node a number of GPUs of a type and chooses which ones. A ' +
      'plan that means certain GPUs (by UUID, because they differ, or because some are spared) would get ' +
      'others. Ask for whole nodes, or describe GPUs that are all alike.',
    bad: compiled(`${MIXED_NODE}slurm: { allocation: shared }\n`),
    good: compiled(`${MIXED_NODE}slurm: { allocation: whole }\n`),
  },
  {
    code: 'RP4106',
    severity: 'error',
    title: 'a list of nodes that does not fit into the environment of a task',
    explanation:
      'Slurm gives every task the names of the nodes in an environment variable, and Linux takes none of more ' +
      'than 128 KiB: no task could start. The names are longer than that even as a host list. Name nodes ' +
      'alike, with a number at the end, so that they fit into ranges, or let the job bind them with `bind: job`.',
    bad: compiled(
      'nodes: []\n',
      "{ echo 'version: 1'; echo 'name: job'; echo 'slurm: {}'; echo 'nodes:';\n" +
        'for i in $(seq 15000); do echo "  - { hosts: n$i-gpu, gpus: { count: 1 } }"; done; } > topology.yaml',
      'rankplan compile topology.yaml -o out',
    ),
    good: compiled('nodes: [{ hosts: "gpu-n[1-15000]", gpus: { count: 1 } }]\nslurm: {}\n'),
  },
];
