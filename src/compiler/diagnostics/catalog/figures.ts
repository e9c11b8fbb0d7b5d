import { type CatalogEntry, topology } from './entry.ts';

const inventoryOf = (node: string, value: number, method: string, model = ''): string =>
  `{
  "formatVersion": "1.0",
  "node": "${node}",
  "gpus": [{ "index": 0, ${model === '' ? '' : `"model": "${model}", `}"scores": { "bf16": { "value": ${value}, "unit": "TFLOP/s", "method": "${method}" } } }]
}
`;

/** RP30xx about scores and other metrics, and the shares of work that follow from them. */
export const FIGURES: readonly CatalogEntry[] = [
  {
    code: 'RP3004',
    severity: 'error',
    title: 'a GPU has no value for the metric',
    explanation:
      'Ranking GPUs, and sharing work in proportion, needs the metric `by` (default `score`) of every ' +
      'candidate, and this one has none. Taking it as zero or as the average would quietly put the wrong ' +
      'GPU last or overload it. Give the value on the GPU or its model, or in its inventory file, or ' +
      'exclude the GPU.',
    bad: topology`
      version: 1
      name: one-unknown
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 100 }
            - { index: 1 }
      mapping: { strategy: performance-ranked }
    `,
    good: topology`
      version: 1
      name: all-known
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 100 }
            - { index: 1, score: 93 }
      mapping: { strategy: performance-ranked }
    `,
  },
  {
    code: 'RP3005',
    severity: 'both',
    title: 'figures that were obtained in different ways',
    explanation:
      'Some values of the metric were measured by one method and some by another (an error), or some were ' +
      'measured and some written by hand (a warning). Such figures do not compare: the ranking would ' +
      'follow the method, not the hardware. Measure all nodes in the same way, or rank by another metric.',
    bad: {
      ...topology`
        version: 1
        name: two-methods
        nodes: [{ hosts: "lab[1-2]", inventory: "{host}.json" }]
        mapping: { strategy: performance-ranked, by: bf16 }
      `,
      files: {
        'lab1.json': inventoryOf('lab1', 790, 'cublas-gemm'),
        'lab2.json': inventoryOf('lab2', 312, 'data-sheet'),
      },
    },
    good: {
      ...topology`
        version: 1
        name: one-method
        nodes: [{ hosts: "lab[1-2]", inventory: "{host}.json" }]
        mapping: { strategy: performance-ranked, by: bf16 }
      `,
      files: {
        'lab1.json': inventoryOf('lab1', 790, 'cublas-gemm'),
        'lab2.json': inventoryOf('lab2', 268, 'cublas-gemm'),
      },
    },
  },
  {
    code: 'RP3007',
    severity: 'warning',
    title: 'scores that decide nothing',
    explanation:
      'Either scores are written but neither the strategy nor the workload reads them, or every GPU has ' +
      'the same and the ranking is just the inventory order. The reader of the file would believe that the ' +
      'fast GPUs come first. Set `strategy: performance-ranked` or `workload: {shares: proportional}`, ' +
      'give the scores that the GPUs have, or remove them.',
    bad: topology`
      version: 1
      name: unread
      nodes:
        - hosts: lab1
          gpus: [{ index: 0, score: 80 }, { index: 1, score: 100 }]
      mapping: { strategy: sequential }
    `,
    good: topology`
      version: 1
      name: read
      nodes:
        - hosts: lab1
          gpus: [{ index: 0, score: 80 }, { index: 1, score: 100 }]
      mapping: { strategy: performance-ranked }
    `,
  },
  {
    code: 'RP3027',
    severity: 'warning',
    title: 'measured GPUs of one model that are of two kinds',
    explanation:
      'GPUs of one model count as equal, unless they are slower than its median by more than `mapping.tolerance`. ' +
      'Here less than three quarters of a model are within the tolerance of the median: faster GPUs count as slower ' +
      'than they are, or slower ones differ among themselves and stand alone. Cards with another power limit, cooling or memory ' +
      'are another kind: give it a model of its own (`gpus: [{ index: 0-7, model: A100-250W }]` beside the inventory). ' +
      'If they just scatter, set a larger tolerance.',
    bad: {
      ...topology`
        version: 1
        name: two-kinds
        nodes: [{ hosts: "lab[1-4]", inventory: "{host}.json" }]
        mapping: { strategy: performance-ranked, by: bf16 }
      `,
      files: {
        'lab1.json': inventoryOf('lab1', 313, 'cublas-gemm', 'A100'),
        'lab2.json': inventoryOf('lab2', 268, 'cublas-gemm', 'A100'),
        'lab3.json': inventoryOf('lab3', 316, 'cublas-gemm', 'A100'),
        'lab4.json': inventoryOf('lab4', 267, 'cublas-gemm', 'A100'),
      },
    },
    good: {
      ...topology`
        version: 1
        name: two-models
        nodes:
          - { hosts: "lab[1,3]", inventory: "{host}.json" }
          - { hosts: "lab[2,4]", inventory: "{host}.json", gpus: [{ index: 0, model: A100-250W }] }
        mapping: { strategy: performance-ranked, by: bf16 }
      `,
      files: {
        'lab1.json': inventoryOf('lab1', 313, 'cublas-gemm', 'A100'),
        'lab2.json': inventoryOf('lab2', 268, 'cublas-gemm', 'A100'),
        'lab3.json': inventoryOf('lab3', 316, 'cublas-gemm', 'A100'),
        'lab4.json': inventoryOf('lab4', 267, 'cublas-gemm', 'A100'),
      },
    },
  },
  {
    code: 'RP3036',
    severity: 'warning',
    title: 'equal shares that are not equal',
    explanation:
      'The batch does not divide by the ranks, so some ranks get one unit of `multipleOf` samples more than ' +
      'others: 16 on three ranks is 6, 5, 5. A program that takes `equal` at its word and averages gradients ' +
      'as they come weights them wrongly. Choose a batch that divides, or have the program read ' +
      '`RANKPLAN_LOCAL_BATCH` and `RANKPLAN_LOSS_SCALE`, and leave the warning out with a comment.',
    bad: topology`
      version: 1
      name: six-five-five
      nodes: [{ hosts: lab1, gpus: { count: 3 } }]
      workload: { globalBatch: 16, shares: equal }
    `,
    good: topology`
      version: 1
      name: six-each
      nodes: [{ hosts: lab1, gpus: { count: 3 } }]
      workload: { globalBatch: 18, shares: equal }
    `,
  },
  {
    code: 'RP3013',
    severity: 'error',
    title: 'the batch is too small for the ranks',
    explanation:
      'Every rank needs at least one unit of `multipleOf` samples in each step, and the global batch does ' +
      'not have so many. A rank with nothing to do would still be waited for in every step, or divide by ' +
      'zero in its loss. Raise `globalBatch`, lower `multipleOf`, or run fewer ranks.',
    bad: topology`
      version: 1
      name: eight-for-sixteen
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 8 } }]
      workload: { globalBatch: 32, multipleOf: 4, shares: equal }
    `,
    good: topology`
      version: 1
      name: sixteen-for-sixteen
      nodes: [{ hosts: "dgx[01-02]", gpus: { count: 8 } }]
      workload: { globalBatch: 64, multipleOf: 4, shares: equal }
    `,
  },
  {
    code: 'RP3014',
    severity: 'error',
    title: '`multipleOf` does not divide the batch',
    explanation:
      'Each share is a multiple of `multipleOf`, so their sum is one too, and `globalBatch` is not. ' +
      'Rounding it would change the batch size, and with it the training. Choose a batch that is a ' +
      'multiple, or a divisor of the batch.',
    bad: topology`
      version: 1
      name: remainder
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      workload: { globalBatch: 250, multipleOf: 4, shares: equal }
    `,
    good: topology`
      version: 1
      name: no-remainder
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      workload: { globalBatch: 256, multipleOf: 4, shares: equal }
    `,
  },
];
