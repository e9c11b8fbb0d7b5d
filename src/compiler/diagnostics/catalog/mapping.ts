import { type CatalogEntry, topology } from './entry.ts';

/** RP30xx about which slots carry ranks, and in which order. */
export const MAPPING: readonly CatalogEntry[] = [
  {
    code: 'RP3001',
    severity: 'error',
    title: 'a slot is mapped twice',
    explanation:
      'The list `ranks` picks the same GPU or CPU slot more than once. Two ranks on one GPU end in ' +
      '"Duplicate GPU detected" at the first collective, which is after the queue. List each slot once; if ' +
      'several ranks shall share each GPU, say so with `ranksPerGpu`.',
    bad: topology`
      version: 1
      name: overlap
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { strategy: explicit, ranks: ["lab1:0-2", "lab1:2-3"] }
    `,
    good: topology`
      version: 1
      name: once-each
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { strategy: explicit, ranks: ["lab1:0-1", "lab1:2-3"] }
    `,
  },
  {
    code: 'RP3002',
    severity: 'error',
    title: 'more ranks than there are slots',
    explanation:
      '`worldSize` asks for more ranks than the slots can carry, after exclusions. A job that starts fewer ' +
      'processes than its WORLD_SIZE says never begins: those that are there wait for the missing ones ' +
      'until the time-out. Lower `worldSize`, add nodes, or exclude less.',
    bad: topology`
      version: 1
      name: short-by-two
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 8 } }]
      mapping: { worldSize: 16, exclude: ["dgx01:3", "dgx02:5"] }
    `,
    good: topology`
      version: 1
      name: what-there-is
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 8 } }]
      mapping: { worldSize: 14, exclude: ["dgx01:3", "dgx02:5"] }
    `,
  },
  {
    code: 'RP3003',
    severity: 'error',
    title: 'no slot is left to carry a rank',
    explanation:
      'Every slot is excluded, or only CPU slots are left under `performance-ranked`, which ranks GPUs ' +
      'alone. There is nothing to launch. Exclude less, add GPUs, or map the CPU slots with `sequential`.',
    bad: topology`
      version: 1
      name: all-excluded
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { exclude: [lab1] }
    `,
    good: topology`
      version: 1
      name: one-left-out
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { exclude: ["lab1:0"] }
    `,
  },
  {
    code: 'RP3011',
    severity: 'error',
    title: 'blocks of ranks span nodes',
    explanation:
      '`groupSize: N` says that each block of N consecutive ranks must share a node, as tensor-parallel ' +
      'groups do. In this mapping some blocks lie on several nodes: their traffic would leave NVLink for ' +
      'the network, and training is several times slower without any error. Map node by node (`order: ' +
      'block`, or an explicit list), or choose a group size that divides the GPUs of each node.',
    bad: topology`
      version: 1
      name: dealt-out
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 4 } }]
      mapping: { order: cyclic }
      launch: { groupSize: 4 }
    `,
    good: topology`
      version: 1
      name: node-by-node
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 4 } }]
      mapping: { order: block }
      launch: { groupSize: 4 }
    `,
  },
  {
    code: 'RP3012',
    severity: 'warning',
    title: 'the score order interleaves nodes',
    explanation:
      'Under `order: score` consecutive ranks are on different machines and come back to a machine ' +
      'later. Plain data parallelism does not mind, but everything that groups consecutive ranks ' +
      '(Megatron, HSDP, `init_device_mesh`) would put its groups across the network. Leave `order` out: ' +
      'its default, `block`, takes the same GPUs node by node; or state the groups with `launch.groupSize`, ' +
      'which makes this an error where it matters.',
    bad: topology`
      version: 1
      name: interleaved
      nodes:
        - { hosts: lab1, gpus: [{ index: 0, score: 100 }, { index: 1, score: 80 }] }
        - { hosts: lab2, gpus: [{ index: 0, score: 90 }, { index: 1, score: 70 }] }
      mapping: { strategy: performance-ranked, order: score }
    `,
    good: topology`
      version: 1
      name: node-by-node
      nodes:
        - { hosts: lab1, gpus: [{ index: 0, score: 100 }, { index: 1, score: 80 }] }
        - { hosts: lab2, gpus: [{ index: 0, score: 90 }, { index: 1, score: 70 }] }
      mapping: { strategy: performance-ranked }
    `,
  },
  {
    code: 'RP3017',
    severity: 'error',
    title: 'a key that the strategy does not read',
    explanation:
      'The key or order belongs to another strategy. It would be accepted and ignored, and the file would ' +
      'say something that is not so: `by: memory` under `sequential` ranks nothing. Remove it, or choose ' +
      'the strategy that reads it.',
    bad: topology`
      version: 1
      name: not-ranked
      models: { A100: { memory: 80GiB } }
      nodes: [{ hosts: lab1, gpus: { count: 4, model: A100 } }]
      mapping: { strategy: sequential, by: memory }
    `,
    good: topology`
      version: 1
      name: ranked
      models: { A100: { memory: 80GiB }, L40: { memory: 48GiB } }
      nodes:
        - hosts: lab1
          gpus: [{ index: 0, model: L40 }, { index: 1-3, model: A100 }]
      mapping: { strategy: performance-ranked, by: memory }
    `,
  },
  {
    code: 'RP3021',
    severity: 'warning',
    title: 'an exclusion that changes nothing',
    explanation:
      'Everything that this selector names was excluded already by those before it. It may be a leftover, ' +
      'or a slip for another slot that should not be used. Remove it, or correct it.',
    bad: topology`
      version: 1
      name: twice
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      mapping: { exclude: [lab1, "lab1:3"] }
    `,
    good: topology`
      version: 1
      name: once
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      mapping: { exclude: [lab1, "lab2:3"] }
    `,
  },
  {
    code: 'RP3022',
    severity: 'error',
    title: 'a slot is listed and excluded',
    explanation:
      'The list `ranks` names a slot that `exclude` rules out. One of the two is wrong: a GPU that was ' +
      'taken out of service is still in the list, or the exclusion is stale. Remove it from one of them.',
    bad: topology`
      version: 1
      name: contradiction
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { strategy: explicit, ranks: ["lab1:0-3"], exclude: ["lab1:2"] }
    `,
    good: topology`
      version: 1
      name: agreement
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { strategy: explicit, ranks: ["lab1:0-1", "lab1:3"], exclude: ["lab1:2"] }
    `,
  },
  {
    code: 'RP3023',
    severity: 'error',
    title: '`worldSize` is not the length of `ranks`',
    explanation:
      'Under `explicit` the list decides how many ranks there are, and `worldSize` says another number. ' +
      'One of them was changed without the other. Remove `worldSize`, or complete the list; with ' +
      '`ranksPerGpu` each listed GPU counts that many times.',
    bad: topology`
      version: 1
      name: one-missing
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { strategy: explicit, ranks: ["lab1:3", "lab1:0-1"], worldSize: 4 }
    `,
    good: topology`
      version: 1
      name: complete
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { strategy: explicit, ranks: ["lab1:3", "lab1:0-2"] }
    `,
  },
  {
    code: 'RP3024',
    severity: 'error',
    title: 'the strategy `explicit` without its list',
    explanation:
      '`explicit` places ranks as you list them, and there is no list. Write the slots under `ranks`, rank ' +
      '0 first, or choose `sequential`, which takes every slot in inventory order.',
    bad: topology`
      version: 1
      name: no-list
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      mapping: { strategy: explicit }
    `,
    good: topology`
      version: 1
      name: a-list
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      mapping: { strategy: explicit, ranks: ["lab1:1", "lab1:0"] }
    `,
  },
  {
    code: 'RP3025',
    severity: 'error',
    title: 'the ranks do not divide into blocks',
    explanation:
      '`groupSize: N` divides the ranks into blocks of N, and the world size is no multiple of N. The last ' +
      'block would be incomplete, which frameworks refuse when they build their process groups, after the ' +
      'queue. Choose a divisor of the world size, or set `worldSize` to a multiple.',
    bad: topology`
      version: 1
      name: three-left-over
      nodes: [{ hosts: lab1, gpus: { count: 7 } }]
      launch: { groupSize: 4 }
    `,
    good: topology`
      version: 1
      name: one-block
      nodes: [{ hosts: lab1, gpus: { count: 7 } }]
      mapping: { worldSize: 4 }
      launch: { groupSize: 4 }
    `,
  },
  {
    code: 'RP3028',
    severity: 'warning',
    title: 'GPUs that make no whole rank',
    explanation:
      'With `gpusPerRank` each rank takes so many GPUs of one node. What is left of a node is fewer than a ' +
      'rank needs, and stays idle: it costs what the others cost. Choose a number that divides the GPUs of ' +
      'each node, or `node`; where they shall be idle, `exclude` says so.',
    bad: topology`
      version: 1
      name: one-left
      nodes: [{ hosts: lab1, gpus: { count: 5 } }]
      mapping: { gpusPerRank: 2 }
    `,
    good: topology`
      version: 1
      name: meant
      nodes: [{ hosts: lab1, gpus: { count: 5 } }]
      mapping: { gpusPerRank: 2, exclude: ["lab1:4"] }
    `,
  },
  {
    code: 'RP3029',
    severity: 'error',
    title: "GPUs that cannot be one rank's",
    explanation:
      'The GPUs of a rank are of one node, and its process must see all of them: CUDA shows a process one MIG ' +
      'instance only, each vendor has a list of its own, and Intel shows GPUs by their indices, whatever the ' +
      'order. Under `explicit` each item lists the GPUs of one rank, or of several whole ones, so that a ' +
      'reader sees where a rank ends; under `gpusPerRank: node` a node stands in one item. List other GPUs ' +
      'together, or exclude those that do not fit.',
    bad: topology`
      version: 1
      name: of-two-vendors
      nodes:
        - hosts: lab1
          gpus: [{ index: 0-2 }, { index: 3, vendor: amd }]
      mapping: { gpusPerRank: 2 }
    `,
    good: topology`
      version: 1
      name: of-one-vendor
      nodes:
        - hosts: lab1
          gpus: [{ index: 0-2 }, { index: 3, vendor: amd }]
      mapping: { strategy: explicit, gpusPerRank: 2, ranks: ["lab1:1,2"] }
    `,
  },
];
