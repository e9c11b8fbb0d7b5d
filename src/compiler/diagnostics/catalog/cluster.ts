import { type CatalogEntry, type SessionExample, unindent } from './entry.ts';

/** What `scontrol show node -o` and `scontrol show partition -o` print, less what rankplan does not read. */
const CLUSTER = `NodeName=dgx01 CPUEfctv=128 Gres=gpu:a100:8 State=IDLE Partitions=gpu,debug
NodeName=dgx02 CPUEfctv=128 Gres=gpu:a100:8 State=IDLE+DRAIN Partitions=gpu Reason=ECC errors on GPU 3
NodeName=build1 CPUEfctv=64 Gres=(null) State=IDLE Partitions=cpu
PartitionName=gpu Default=YES MaxTime=1-00:00:00 Nodes=dgx[01-02] State=UP
PartitionName=debug Default=NO MaxTime=01:00:00 Nodes=dgx01 State=DOWN
`;

/** `check --slurm-nodes` of a topology, given less its first two lines, against that cluster. */
function recorded({ raw }: TemplateStringsArray): SessionExample {
  return {
    kind: 'session',
    files: { 'cluster.txt': CLUSTER, 'topology.yaml': `version: 1\nname: train\n${unindent(raw.join(''))}` },
    commands: ['rankplan check --slurm-nodes cluster.txt topology.yaml'],
  };
}

const GOOD = recorded`
  models: { A100: { gres: a100 } }
  nodes: [{ hosts: dgx01, cpus: 128, gpus: { count: 8, model: A100 } }]
  slurm: { partition: gpu, time: "12:00:00" }
`;

/** Such a check, in a partition that caps memory. */
const capped = (slurm: string): SessionExample => ({
  kind: 'session',
  files: {
    'cluster.txt':
      'NodeName=dgx01 CPUEfctv=128 RealMemory=1024000 Gres=gpu:a100:8 State=IDLE Partitions=capped\nPartitionName=capped Default=YES MaxMemPerCPU=4000 State=UP\n',
    'topology.yaml': `version: 1\nname: train\nnodes: [{ hosts: dgx01, gpus: { count: 8 } }]\n${slurm}\n`,
  },
  commands: ['rankplan check --slurm-nodes cluster.txt topology.yaml'],
});

/** RP51xx: against a Slurm cluster. */
export const CLUSTERS: readonly CatalogEntry[] = [
  {
    code: 'RP5101',
    severity: 'both',
    title: 'a node that the cluster does not have',
    explanation:
      'Slurm knows no node of that name, so it would refuse the job. Names are those of `NodeName` in ' +
      '`scontrol show node`: often short ones, where the name service has long ones. Write the name of ' +
      'Slurm under `hosts` and the other under `address`. For a node without ranks it is a warning.',
    bad: recorded`
      nodes: [{ hosts: "dgx[01,03]", gpus: { count: 8 } }]
      slurm: { partition: gpu }
    `,
    good: GOOD,
  },
  {
    code: 'RP5102',
    severity: 'both',
    title: 'another number of GPUs than Slurm has',
    explanation:
      'With fewer GPUs than planned the job is refused. With more, the ranks of a whole-node job may get ' +
      'none: rankplan asks for as many GPUs as the topology has, and Slurm may give them elsewhere. List ' +
      'all GPUs of the node, and keep ranks off some with `mapping.exclude`. A job of shared nodes ' +
      '(`slurm.allocation: shared`) may leave GPUs out. For a node without ranks it is a warning.',
    bad: recorded`
      nodes: [{ hosts: dgx01, gpus: { count: 4 } }]
      slurm: { partition: gpu }
    `,
    good: recorded`
      nodes: [{ hosts: dgx01, gpus: { count: 8 } }]
      mapping: { exclude: ["dgx01:4-7"] }
      slurm: { partition: gpu }
    `,
  },
  {
    code: 'RP5103',
    severity: 'both',
    title: 'GPUs of another type than Slurm has',
    explanation:
      'The topology gives GPUs a type (`gres`) of which Slurm has fewer on that node, or none. A job that ' +
      'asks for that type is refused. Write the type as `scontrol show node` prints it under `Gres`; leave ' +
      'it out where Slurm has no types. Where Slurm has none, a job that names none (`gpuRequest: total` or ' +
      '`none`, and nodes with different numbers of GPUs) is taken, and nothing is said.',
    bad: recorded`
      models: { A100: { gres: a100-sxm } }
      nodes: [{ hosts: dgx01, gpus: { count: 8, model: A100 } }]
      slurm: { partition: gpu }
    `,
    good: GOOD,
  },
  {
    code: 'RP5104',
    severity: 'both',
    title: 'more CPUs than Slurm gives',
    explanation:
      'The topology says that the node has more CPUs than jobs may use there (`CPUEfctv`, less what Slurm ' +
      'keeps for itself), or its ranks need more. Slurm refuses a job that asks for them: one of shared nodes, ' +
      'or with `exclusive: false`. A job of whole nodes asks for none, so there it is a warning: its ranks share ' +
      'what there is, and `SLURM_CPUS_PER_TASK` is too large. Correct `cpus`, ask for fewer CPUs with ' +
      '`slurm.cpusPerTask`, or map fewer ranks.',
    bad: recorded`
      nodes: [{ hosts: dgx01, cpus: 256, gpus: { count: 8 } }]
      slurm: { partition: gpu, exclusive: false }
    `,
    good: GOOD,
  },
  {
    code: 'RP5105',
    severity: 'warning',
    title: 'a node is out of service, or reserved',
    explanation:
      'A node that carries ranks is down, drained or does not answer, or it is reserved before the time of the ' +
      'job is over, and the job does not name that reservation (`directives: { reservation: … }`). The job would ' +
      'wait until the node is back, which may be days. The message gives the reason that was left with Slurm, or ' +
      'the end of the reservation. Exclude the node, or wait. Of a magnetic reservation nothing is said: it may be for you. ' +
      '`sbatch --test-only` is not asked then, as it would refuse the job.',
    bad: recorded`
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 8 } }]
      slurm: { partition: gpu }
    `,
    good: recorded`
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 8 } }]
      mapping: { exclude: [dgx02] }
      slurm: { partition: gpu }
    `,
  },
  {
    code: 'RP5106',
    severity: 'error',
    title: 'a partition that the cluster does not have',
    explanation:
      'No partition has that name, so Slurm would refuse the job. `sinfo` lists those that you may use.',
    bad: recorded`
      nodes: [{ hosts: dgx01, gpus: { count: 8 } }]
      slurm: { partition: gpus }
    `,
    good: GOOD,
  },
  {
    code: 'RP5107',
    severity: 'error',
    title: 'a node that is not in the partition',
    explanation:
      'A node that carries ranks exists, but jobs of this partition cannot run there. Without ' +
      '`slurm.partition` the default partition of the cluster is meant; of several the one that has most of ' +
      'the nodes. Choose another partition, or leave the node out.',
    bad: recorded`
      nodes: [{ hosts: dgx01, gpus: { count: 8 } }, { hosts: build1, cpuRanks: 1 }]
      slurm: { partition: gpu }
    `,
    good: GOOD,
  },
  {
    code: 'RP5108',
    severity: 'error',
    title: 'more time than the partition gives',
    explanation:
      'The time limit is above that of the partition. Slurm takes such a job on most clusters, and it then ' +
      'waits for ever with the reason PartitionTimeLimit. Ask for less, or choose another partition.',
    bad: recorded`
      nodes: [{ hosts: dgx01, gpus: { count: 8 } }]
      slurm: { partition: gpu, time: 2-0 }
    `,
    good: GOOD,
  },
  {
    code: 'RP5109',
    severity: 'warning',
    title: 'a partition that starts no jobs',
    explanation:
      'The partition is down, draining or inactive. A job can be submitted, and waits until the partition ' +
      'is up again. Choose another partition, or ask those who run the cluster.',
    bad: recorded`
      nodes: [{ hosts: dgx01, gpus: { count: 8 } }]
      slurm: { partition: debug, time: 30 }
    `,
    good: GOOD,
  },
  {
    code: 'RP5110',
    severity: 'both',
    title: 'no nodes of the partition satisfy a class',
    explanation:
      'Under `bind: job` any nodes will do that have the GPUs and CPUs of their entry, but the partition ' +
      'does not have so many. Slurm would refuse the job. Entries compete: a node serves one of them only. ' +
      'It is a warning where there are enough, but too few of them are in service.',
    bad: recorded`
      models: { A100: { gres: a100 } }
      nodes: [{ hosts: "node-[1-4]", bind: job, gpus: { count: 8, model: A100 } }]
      slurm: { partition: gpu }
    `,
    good: recorded`
      models: { A100: { gres: a100 } }
      nodes: [{ hosts: node-1, bind: job, gpus: { count: 8, model: A100 } }]
      slurm: { partition: gpu }
    `,
  },
  {
    code: 'RP5111',
    severity: 'error',
    title: 'a job that Slurm would refuse',
    explanation:
      'The topology agrees with the nodes and partitions, but `sbatch --test-only` does not take the job ' +
      'script: an account, a reservation or a feature that does not exist, or a limit. The message holds the ' +
      'words of Slurm. Nothing was submitted.',
    bad: {
      kind: 'session',
      requires: 'slurm',
      files: {
        'topology.yaml': `version: 1
name: train
nodes: [{ hosts: a1, gpus: { count: 4 } }]
slurm: { partition: gpu, directives: { reservation: nowhere } }
`,
      },
      commands: ['rankplan check --slurm topology.yaml'],
    },
    good: {
      kind: 'session',
      requires: 'slurm',
      files: {
        'topology.yaml': `version: 1
name: train
nodes: [{ hosts: a1, gpus: { count: 4 } }]
slurm: { partition: gpu }
`,
      },
      commands: ['rankplan check --slurm topology.yaml'],
    },
  },
  {
    code: 'RP5113',
    severity: 'error',
    title: 'a file that holds no answer of Slurm',
    explanation:
      'The file should hold what `scontrol show node` prints: as text, with or without `-o`, or as JSON ' +
      '(`--json`; in Slurm 22.05 `sinfo --json`). As text it may be followed by `scontrol show partition`, ' +
      'which tells of limits and states.',
    bad: {
      kind: 'session',
      files: { ...GOOD.files, 'cluster.txt': 'PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\n' },
      commands: GOOD.commands,
    },
    good: GOOD,
  },
  {
    code: 'RP5115',
    severity: 'error',
    title: 'lines of setup that bash cannot read',
    explanation:
      'The lines of `slurm.setup` and `launch.setup` become part of the scripts of the job as they are. At a ' +
      'slip in them (a quote that is not closed, an `if` without `fi`) the job stops with status 78 as soon as it ' +
      'starts, after its time in the queue. `check --slurm` lets the bash of this machine read them, and runs ' +
      'nothing. The message holds the words of bash, which notices some slips only at a later line.',
    bad: recorded`
      models: { A100: { gres: a100 } }
      nodes: [{ hosts: dgx01, cpus: 128, gpus: { count: 8, model: A100 } }]
      slurm: { partition: gpu, setup: ["if [ -d venv ]; then", "  source venv/bin/activate", done] }
    `,
    good: recorded`
      models: { A100: { gres: a100 } }
      nodes: [{ hosts: dgx01, cpus: 128, gpus: { count: 8, model: A100 } }]
      slurm: { partition: gpu, setup: ["if [ -d venv ]; then", "  source venv/bin/activate", fi] }
    `,
  },
  {
    code: 'RP5118',
    severity: 'both',
    title: 'more memory or tasks of a node than a job may have',
    explanation:
      'The partition, or slurm.conf, limits the memory that a job may ask of a node (MaxMemPerNode). Slurm may take a job that ' +
      'asks for more into the queue, and it never starts (MaxMemPerLimit). Where the limit is one for each CPU ' +
      '(MaxMemPerCPU), Slurm refuses a job that asks for more than the CPUs of the node give. A job of whole nodes asks for all ' +
      'their memory if nothing else is said. Ask for less with `slurm.mem`, or with `mem: none` for the default ' +
      '(DefMemPerNode, DefMemPerCPU), if there is one: without one that is all memory again. Ranks of a node may ' +
      'also be more than the tasks of a step that Slurm starts there (MaxTasksPerNode of slurm.conf): the job would ' +
      'start, and end when its step is refused.',
    bad: capped('slurm: { partition: capped }'),
    good: capped('slurm: { partition: capped, mem: 100G }'),
  },
];
