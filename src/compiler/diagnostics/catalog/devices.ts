import { type CatalogEntry, topology } from './entry.ts';

/** RP30xx about what ranks see of the hardware, and how they reach each other. */
export const DEVICES: readonly CatalogEntry[] = [
  {
    code: 'RP3006',
    severity: 'error',
    title: 'ordered visibility where it cannot work',
    explanation:
      'Under `visibility: ordered` all ranks of a node see the same list of GPUs. A process can use one ' +
      'MIG instance only, and a GPU that two ranks share would stand twice in the list, which CUDA answers ' +
      'with no device at all. The list of Intel GPUs has no order: the driver shows those that are listed ' +
      'by their indices, so ranks can only be ordered on them as the indices are. Remove `visibility`, or ' +
      'set it to `isolated`: each rank then sees its own device alone.',
    bad: topology`
      version: 1
      name: shared
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      mapping: { ranksPerGpu: 2 }
      launch: { visibility: ordered }
    `,
    good: topology`
      version: 1
      name: shared
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      mapping: { ranksPerGpu: 2 }
      launch: { visibility: isolated }
    `,
  },
  {
    code: 'RP3008',
    severity: 'error',
    title: 'nccl cannot run on this mapping',
    explanation:
      'NCCL needs one whole GPU of one vendor for each rank. Here a rank has no GPU, several share one, ' +
      'two are MIG instances of one GPU, or the GPUs are not NVIDIA or AMD alone. NCCL finds that out at ' +
      'its first collective, with "Duplicate GPU detected", since 2.30 "Multiple Ranks are using the same GPU", or a hang, hours after the job was queued. Use ' +
      '`gloo`, leave `backend` out, or change the mapping. ' +
      'Ranks may share a GPU with NCCL 2.30.3 and newer, and be on MIG instances of one with 2.31 and newer, where `env` has ' +
      '`NCCL_MULTI_RANK_GPU_ENABLE: "1"`; NCCL calls both experimental. ' +
      '2.31.2 wanted the variable for MIG, too, though its guide says otherwise (NVIDIA/nccl#1716), and `NCCL_MNNVL_ENABLE: "0"`.',
    checked: { NCCL: '2.31.2' },
    bad: topology`
      version: 1
      name: two-on-one
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      mapping: { ranksPerGpu: 2 }
      launch: { backend: nccl }
    `,
    good: topology`
      version: 1
      name: one-each
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      launch: { backend: nccl }
    `,
  },
  {
    code: 'RP3009',
    severity: 'error',
    title: 'a CPU rank before a GPU rank on one node',
    explanation:
      'Programs use `cuda:LOCAL_RANK`. With a CPU rank first, the local ranks of the GPU ranks no longer ' +
      'are positions in the list of visible GPUs: they would use the wrong one, or fail with `invalid ' +
      'device ordinal`. List the GPUs of a node before its CPU slots, or set `visibility: isolated`.',
    bad: topology`
      version: 1
      name: cpu-first
      nodes: [{ hosts: lab1, gpus: { count: 2 }, cpuRanks: 1 }]
      mapping: { strategy: explicit, ranks: ["lab1:cpu0", "lab1:0-1"] }
    `,
    good: topology`
      version: 1
      name: cpu-last
      nodes: [{ hosts: lab1, gpus: { count: 2 }, cpuRanks: 1 }]
      mapping: { strategy: explicit, ranks: ["lab1:0-1", "lab1:cpu0"] }
    `,
  },
  {
    code: 'RP3010',
    severity: 'error',
    title: 'a MIG instance and its GPU are both mapped',
    explanation:
      'A GPU in MIG mode is divided into instances and cannot be used as a whole at the same time: CUDA ' +
      'does not even show it. A rank on the whole GPU would fail at its start. Exclude the GPU, or its ' +
      'instances.',
    bad: topology`
      version: 1
      name: part-and-whole
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0 }
            - { index: 8, uuid: MIG-1b3cd8a2-4a36-5a4e-9f0e-1d2c3b4a5f60, parent: 0 }
    `,
    good: topology`
      version: 1
      name: part-alone
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0 }
            - { index: 8, uuid: MIG-1b3cd8a2-4a36-5a4e-9f0e-1d2c3b4a5f60, parent: 0 }
      mapping: { exclude: ["lab1:0"] }
    `,
  },
  {
    code: 'RP3015',
    severity: 'both',
    title: 'a master address that other nodes cannot reach',
    explanation:
      'The plan has several nodes, and the address of rank 0 is `localhost` (an error) or a loopback ' +
      'address (a warning). Every node would look for rank 0 on itself: each waits for the others until ' +
      'the time-out, or makes a small world of its own. Give the name or the address under which the other ' +
      'nodes reach rank 0.',
    bad: topology`
      version: 1
      name: on-itself
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { master: { address: localhost } }
    `,
    good: topology`
      version: 1
      name: over-the-network
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { master: { address: lab1.cluster } }
    `,
  },
  {
    code: 'RP3016',
    severity: 'error',
    title: 'a master port that cannot be used',
    explanation:
      'Rank 0 listens on this port. Below 1024 that takes privileges which a job does not have, and above ' +
      '65535 there is no port: rank 0 fails at once, and the others wait past their time-out. Choose one ' +
      'from 1024 to 65535, or `auto`, which finds a free one at the start.',
    bad: topology`
      version: 1
      name: privileged
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { master: { port: 443 } }
    `,
    good: topology`
      version: 1
      name: unprivileged
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { master: { port: 29501 } }
    `,
  },
  {
    code: 'RP3019',
    severity: 'error',
    title: 'a GPU that cannot be addressed by uuid',
    explanation:
      '`addressing: uuid` names the visible GPUs by their uuids, but this GPU has none in the topology, or ' +
      'its vendor has no such addressing. An invalid entry ends the list of visible devices, silently. ' +
      'Give the `uuid:` of each mapped GPU (`nvidia-smi -L`, or an inventory file), or remove `addressing`.',
    bad: topology`
      version: 1
      name: nameless
      nodes:
        - { hosts: lab1, gpus: [{ index: 0 }] }
      launch: { addressing: uuid }
    `,
    good: topology`
      version: 1
      name: named
      nodes:
        - { hosts: lab1, gpus: [{ index: 0, uuid: GPU-5f2a01c4-7b1d-4f0e-9a55-2f8d3c1b7e90 }] }
      launch: { addressing: uuid }
    `,
  },
  {
    code: 'RP3020',
    severity: 'error',
    title: 'GPUs of two vendors on one node',
    explanation:
      'Each vendor has a visibility variable of its own, and a rank is given one of them. With two vendors ' +
      'on a node the position in that list no longer is the local rank, so `cuda:LOCAL_RANK` is another ' +
      'GPU or none. Set `visibility: isolated`, or exclude the GPUs of one vendor.',
    bad: topology`
      version: 1
      name: both-vendors
      nodes:
        - hosts: lab1
          gpus: [{ index: 0 }, { index: 1, vendor: amd }]
    `,
    good: topology`
      version: 1
      name: each-alone
      nodes:
        - hosts: lab1
          gpus: [{ index: 0 }, { index: 1, vendor: amd }]
      launch: { visibility: isolated }
    `,
  },
  {
    code: 'RP3026',
    severity: 'error',
    title: 'more CPUs than the node has',
    explanation:
      'The ranks of one node times `cpusPerTask` are more CPUs than `cpus` says the node has. Slurm ' +
      'rejects such a job, or leaves it pending for ever. Lower `cpusPerTask`, or leave it out: the ' +
      'default is what every node can give.',
    bad: topology`
      version: 1
      name: too-many
      nodes: [{ hosts: lab1, cpus: 64, gpus: { count: 8 } }]
      slurm: { cpusPerTask: 16 }
    `,
    good: topology`
      version: 1
      name: all-of-them
      nodes: [{ hosts: lab1, cpus: 64, gpus: { count: 8 } }]
      slurm: { cpusPerTask: 8 }
    `,
  },
  {
    code: 'RP3030',
    severity: 'error',
    title: 'a job without `--exclusive` that does not know its CPUs',
    explanation:
      'With `exclusive: false` a whole node is asked for by all that it has, as sites want it that forbid ' +
      '`--exclusive`. A job that does not ask for CPUs gets one of them for each task, and its ranks would ' +
      'share it. Write how many CPUs the nodes have, or how many each rank needs: only that will do, on shared ' +
      'nodes, too, with `hint`, `threads-per-core` or `core-spec`, which keep CPUs of a node from the job.',
    bad: topology`
      version: 1
      name: one-cpu
      nodes: [{ hosts: lab1, gpus: { count: 8 } }]
      slurm: { exclusive: false }
    `,
    good: topology`
      version: 1
      name: all-cpus
      nodes: [{ hosts: lab1, cpus: 64, gpus: { count: 8 } }]
      slurm: { exclusive: false }
    `,
  },
];
