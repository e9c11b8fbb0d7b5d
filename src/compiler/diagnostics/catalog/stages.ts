import { type CatalogEntry, topology } from './entry.ts';

/** RP305x about the layers of a pipeline's stages. */
export const STAGES: readonly CatalogEntry[] = [
  {
    code: 'RP3050',
    severity: 'error',
    title: 'layers are to be divided, and there is no pipeline',
    explanation:
      '`stages` divides the layers of a model among the stages of a pipeline. How many stages there are is said ' +
      'by `launch.parallel.pp`, which is 1 or missing here, so one rank has all layers.',
    bad: topology`
      version: 1
      name: no-pipeline
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      stages: { layers: 40 }
    `,
    good: topology`
      version: 1
      name: pipeline
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      stages: { layers: 40 }
      launch: { parallel: { pp: 4 } }
    `,
  },
  {
    code: 'RP3051',
    severity: 'error',
    title: 'there are fewer layers than stages',
    explanation:
      'Each stage of a pipeline has one layer at least: one without would only pass on what it gets. Lower ' +
      '`launch.parallel.pp`, or count what `layers` counts in smaller pieces.',
    bad: topology`
      version: 1
      name: few-layers
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      stages: { layers: 3 }
      launch: { parallel: { pp: 4 } }
    `,
    good: topology`
      version: 1
      name: few-layers
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      stages: { layers: 3 }
      launch: { parallel: { pp: 2 } }
    `,
  },
  {
    code: 'RP3052',
    severity: 'error',
    title: 'the layers do not fit into the memory of the stages',
    explanation:
      'By `stages.memory` each rank holds so many layers: what its memory has, less `reserve`, less `embedding` on ' +
      'the first stage and `head` on the last, over `perLayer`. The smallest rank of a stage is its limit. Together the ' +
      'stages hold fewer layers than there are, or one of them holds none. Memory that is not known limits nothing.',
    bad: topology`
      version: 1
      name: too-big
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100, memory: 24GiB } }]
      stages: { layers: 40, memory: { perLayer: 2.5GiB, reserve: 4GiB } }
      launch: { parallel: { pp: 4 } }
    `,
    good: topology`
      version: 1
      name: fits
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100, memory: 24GiB } }]
      stages: { layers: 40, memory: { perLayer: 1.5GiB, reserve: 4GiB } }
      launch: { parallel: { pp: 4 } }
    `,
  },
  {
    code: 'RP3053',
    severity: 'error',
    title: 'there are too many layers',
    explanation:
      'The best division is searched among all, which takes time with the square of the layers, so a model has 1,000 ' +
      'at most. Larger ones repeat blocks of several layers: count blocks.',
    bad: topology`
      version: 1
      name: deep
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      stages: { layers: [{ count: 600 }, { count: 600, cost: 2 }] }
      launch: { parallel: { pp: 4 } }
    `,
    good: topology`
      version: 1
      name: deep
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      stages: { layers: [{ count: 100 }, { count: 100, cost: 2 }] }
      launch: { parallel: { pp: 4 } }
    `,
  },
  {
    code: 'RP3054',
    severity: 'error',
    title: 'ranks that work on the same samples cannot have shares',
    explanation:
      'The ranks of a tensor, context or pipeline parallel group work on the same samples together, so only whole copies ' +
      'of the model can have shares of the batch. `workload` divides it among ranks, and would give each of them samples of ' +
      'its own. Trainers with such sizes divide the batch among their copies themselves. Remove `workload`, or the sizes.',
    bad: topology`
      version: 1
      name: divided-twice
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      workload: { globalBatch: 64 }
      launch: { parallel: { tp: 2 } }
    `,
    good: topology`
      version: 1
      name: divided-once
      nodes: [{ hosts: lab1, gpus: { count: 4, score: 100 } }]
      workload: { globalBatch: 64 }
      launch: { parallel: { dp: 4 } }
    `,
  },
];
