import { type CatalogEntry, topology } from './entry.ts';

/** RP304x about what GPUs can take of the global batch. */
export const SHARES: readonly CatalogEntry[] = [
  {
    code: 'RP3044',
    severity: 'error',
    title: 'the GPUs together cannot take the batch',
    explanation:
      'Each GPU takes so many samples at most: `maxSamples`, or what fits into its memory by ' +
      '`workload.memory`. Together that is less than `globalBatch`, so there is no division. The message ' +
      'says by how much it lacks, and the help the largest batch that there is room for and the smallest ' +
      'limit that would do. Shares are whole multiples of `multipleOf`, so limits are rounded down to one.',
    bad: topology`
      version: 1
      name: too-much
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100, maxSamples: 30 } }]
      workload: { globalBatch: 128, shares: optimal, multipleOf: 4 }
    `,
    good: topology`
      version: 1
      name: fits
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100, maxSamples: 32 } }]
      workload: { globalBatch: 128, shares: optimal, multipleOf: 4 }
    `,
  },
  {
    code: 'RP3045',
    severity: 'error',
    title: 'a GPU has no room for what a rank gets at least',
    explanation:
      'Every rank gets one multiple of `multipleOf` at least, and this GPU cannot take as much: its ' +
      '`maxSamples` is lower, or its memory less the reserve of its ranks holds fewer samples. Exclude the ' +
      'GPU, lower `multipleOf`, or raise the limit.',
    bad: topology`
      version: 1
      name: small-card
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 100, memory: 80GiB }
            - { index: 1, score: 40, memory: 16GiB }
      workload: { globalBatch: 32, shares: optimal, multipleOf: 4, memory: { perSample: 1GiB, reserve: 14GiB } }
    `,
    good: topology`
      version: 1
      name: small-card
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 100, memory: 80GiB }
            - { index: 1, score: 40, memory: 16GiB }
      workload: { globalBatch: 32, shares: optimal, multipleOf: 2, memory: { perSample: 1GiB, reserve: 14GiB } }
    `,
  },
  {
    code: 'RP3046',
    severity: 'error',
    title: 'a share is more than the GPU can take',
    explanation:
      'Equal and proportional shares do not know what GPUs can take, and here one is more than that: the ' +
      'rank would run out of memory in its first step. With `shares: optimal` a GPU gets no more than it ' +
      'can take, and the others get the rest.',
    bad: topology`
      version: 1
      name: overloaded
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 140, maxSamples: 40 }
            - { index: 1, score: 100 }
      workload: { globalBatch: 96, shares: proportional }
    `,
    good: topology`
      version: 1
      name: within-limits
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 140, maxSamples: 40 }
            - { index: 1, score: 100 }
      workload: { globalBatch: 96, shares: optimal }
    `,
  },
  {
    code: 'RP3047',
    severity: 'error',
    title: 'shares by hand that are no division of the batch',
    explanation:
      'With `samples` the shares are what you write: a list has one number for each rank, a map gives each ' +
      'rank on a model, node or slot what stands there. All must be multiples of `multipleOf`, every rank ' +
      'needs some, and their sum is `globalBatch`: otherwise the loss would be scaled wrongly.',
    bad: topology`
      version: 1
      name: by-hand
      nodes: [{ hosts: lab1, gpus: { count: 3 } }]
      workload: { globalBatch: 128, samples: [48, 48, 24] }
    `,
    good: topology`
      version: 1
      name: by-hand
      nodes: [{ hosts: lab1, gpus: { count: 3 } }]
      workload: { globalBatch: 128, samples: [48, 48, 32] }
    `,
  },
  {
    code: 'RP3048',
    severity: 'both',
    title: 'a figure that is no speed',
    explanation:
      'Optimal shares compare times, and by this figure a GPU would do more samples in its fixed cost than ' +
      'any batch has, or a sample would take longer than anything lasts. Beside `fixedSeconds` the figure ' +
      'under `by` counts samples per second; a fixed cost beside figures that probe has measured in other units ' +
      'is a warning.',
    bad: topology`
      version: 1
      name: operations
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 790e15, fixedSeconds: 0.08 }
            - { index: 1, score: 312e15, fixedSeconds: 0.08 }
      workload: { globalBatch: 96, shares: optimal }
    `,
    good: topology`
      version: 1
      name: samples-per-second
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 790, fixedSeconds: 0.08 }
            - { index: 1, score: 312, fixedSeconds: 0.08 }
      workload: { globalBatch: 96, shares: optimal }
    `,
  },
  {
    code: 'RP3049',
    severity: 'error',
    title: 'the memory that limits shares is not known',
    explanation:
      '`workload.memory` says what a sample takes of the memory of a GPU, and of this GPU nobody has said ' +
      'how much it has. Give `memory:` on the GPU or its model, or have `rankplan probe` find it out.',
    bad: topology`
      version: 1
      name: unknown-memory
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 140, memory: 80GiB }
            - { index: 1, score: 100 }
      workload: { globalBatch: 48, shares: optimal, memory: { perSample: 1GiB, reserve: 14GiB } }
    `,
    good: topology`
      version: 1
      name: known-memory
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, score: 140, memory: 80GiB }
            - { index: 1, score: 100, memory: 40GiB }
      workload: { globalBatch: 48, shares: optimal, memory: { perSample: 1GiB, reserve: 14GiB } }
    `,
  },
];
