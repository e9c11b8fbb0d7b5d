import { type CatalogEntry, topology, unindent } from './entry.ts';

/** NVLink bridges join GPU 0 with 2 and 1 with 3. */
const BRIDGED = unindent(`
  {
    "formatVersion": "1.0",
    "gpus": [
      { "index": 0, "links": ["X", "SYS", "NV4", "SYS"] },
      { "index": 1, "links": ["SYS", "X", "SYS", "NV4"] },
      { "index": 2, "links": ["NV4", "SYS", "X", "SYS"] },
      { "index": 3, "links": ["SYS", "NV4", "SYS", "X"] }
    ]
  }
`);

/** RP3039 to RP3043: how the training program divides the ranks, and on which GPUs its groups are. */
export const PARALLEL: readonly CatalogEntry[] = [
  {
    code: 'RP3039',
    severity: 'error',
    title: 'parallel sizes that do not divide the ranks',
    explanation:
      'The sizes tp, cp, dp and pp multiplied are the number of ranks; `dp` follows from the others where it is not given. Experts are divided ' +
      'anew: tp, ep and pp multiplied divide the ranks too. Megatron refuses anything else when all ranks have started. Choose ' +
      'sizes that divide the ranks, or map other ranks.',
    bad: topology`
      version: 1
      name: thirds
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 8 } }]
      launch: { parallel: { tp: 4, pp: 3 } }
    `,
    good: topology`
      version: 1
      name: halves
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 8 } }]
      launch: { parallel: { tp: 4, pp: 2 } }
    `,
  },
  {
    code: 'RP3040',
    severity: 'error',
    title: 'an order of parallel dimensions that divides nothing',
    explanation:
      '`order` says which dimension counts first, from the nearest ranks to the farthest. It names each dimension once, and ' +
      'may leave out those of size 1. The pipelines of experts have to be those of all other layers; Megatron makes sure of it by ' +
      '`pp` at the end, or else by `cp` and `ep` of one size. Its own orders are `tp-cp-ep-dp-pp` and, with ' +
      '`--use-tp-pp-dp-mapping`, `tp-cp-ep-pp-dp`.',
    bad: topology`
      version: 1
      name: forgotten
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 8 } }]
      launch: { parallel: { tp: 4, pp: 2, order: tp-pp } }
    `,
    good: topology`
      version: 1
      name: whole
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 8 } }]
      launch: { parallel: { tp: 4, pp: 2, order: tp-pp-dp } }
    `,
  },
  {
    code: 'RP3041',
    severity: 'both',
    title: 'tensor parallel groups that span nodes',
    explanation:
      'A tensor parallel group exchanges its parts several times in each layer. Between nodes that takes many times as long as ' +
      'over the links of one node. It is an error where another order of the same GPUs, or `tp` first in `order`, would keep ' +
      'every group on a node, and a warning where some have to span nodes. Where nodes share links as fast as their own, ' +
      'give them a level under `domain` and name it under `groupWithin`.',
    bad: topology`
      version: 1
      name: dealt
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      mapping: { order: cyclic }
      launch: { parallel: { tp: 4 } }
    `,
    good: topology`
      version: 1
      name: filled
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { parallel: { tp: 4 } }
    `,
  },
  {
    code: 'RP3042',
    severity: 'warning',
    title: 'groups that span islands of a node, and need not',
    explanation:
      'An inventory file says how the GPUs of a machine are linked. Where NVLink bridges join some of them, or they hang on ' +
      'several NUMA nodes, a group that lies on one such island is faster than one that does not. Here the order of ranks ' +
      'splits more groups than it has to. With `groupSize` ranks are put together by islands; a list of ranks is ' +
      'kept as it is written.',
    bad: {
      ...topology`
        version: 1
        name: apart
        nodes: [{ hosts: lab1, inventory: lab1.json }]
        mapping: { strategy: explicit, ranks: ["lab1:0-3"] }
        launch: { groupSize: 2, parallel: { tp: 2 } }
      `,
      files: { 'lab1.json': BRIDGED },
    },
    good: {
      ...topology`
        version: 1
        name: together
        nodes: [{ hosts: lab1, inventory: lab1.json }]
        launch: { groupSize: 2, parallel: { tp: 2 } }
      `,
      files: { 'lab1.json': BRIDGED },
    },
  },
  {
    code: 'RP3043',
    severity: 'warning',
    title: 'blocks of unequal GPUs',
    explanation:
      'The ranks of a block work together in every layer, and each waits for the others: the slowest GPU sets the pace of its block. ' +
      'Here a block has GPUs of different figures, or of different models where no figures are known. Measured figures of one model ' +
      'that are about equal count as equal. Put equal GPUs together, exclude the slower ones, or rank by performance.',
    bad: topology`
      version: 1
      name: mixed
      nodes:
        - hosts: lab1
          gpus: [{ index: "0,2", model: H100 }, { index: "1,3", model: A100 }]
      mapping: { strategy: explicit, ranks: ["lab1:0-3"] }
      launch: { groupSize: 2 }
    `,
    good: topology`
      version: 1
      name: sorted
      nodes:
        - hosts: lab1
          gpus: [{ index: "0,2", model: H100 }, { index: "1,3", model: A100 }]
      launch: { groupSize: 2 }
    `,
  },
];
