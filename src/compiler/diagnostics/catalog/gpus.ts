import { type CatalogEntry, topology } from './entry.ts';

/** RP20xx about GPUs and their facts. */
export const GPUS: readonly CatalogEntry[] = [
  {
    code: 'RP2004',
    severity: 'error',
    title: 'a GPU index is listed twice',
    explanation:
      'Two items of `gpus` (or of an inventory file) have the same index on one node. Only one of them can ' +
      'be true, and two ranks would be put on one device. List each GPU once, with the index that ' +
      '`nvidia-smi` shows.',
    bad: topology`
      version: 1
      name: overlap
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0-2, model: A100 }
            - { index: 2-3, model: H100 }
    `,
    good: topology`
      version: 1
      name: apart
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0-1, model: A100 }
            - { index: 2-3, model: H100 }
    `,
  },
  {
    code: 'RP2005',
    severity: 'error',
    title: 'several GPUs have one uuid',
    explanation:
      'A uuid names one device in the world, so two GPUs with the same one are a mistake of copying: a ' +
      'range of indices with one uuid, or an entry of several hosts. On one node `GPU-5f2a01c4` means the ' +
      'card whose uuid begins so, and would put its rank on that card beside another. `nvidia-smi -L` lists ' +
      'the uuids of a machine.',
    bad: topology`
      version: 1
      name: copied
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, uuid: GPU-5f2a01c4-7b1d-4f0e-9a55-2f8d3c1b7e90 }
            - { index: 1, uuid: GPU-5f2a01c4-7b1d-4f0e-9a55-2f8d3c1b7e90 }
    `,
    good: topology`
      version: 1
      name: looked-up
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, uuid: GPU-5f2a01c4-7b1d-4f0e-9a55-2f8d3c1b7e90 }
            - { index: 1, uuid: GPU-0c9be1d3-1e0f-4a4b-8a3f-6d5c1f0e7b21 }
    `,
  },
  {
    code: 'RP2006',
    severity: 'error',
    title: 'an index that is no list of GPU indices',
    explanation:
      'The index of a GPU is a number, or numbers and ranges separated by commas: `0`, `0-3`, `0,2,4-7`. ' +
      'An entry that cannot be read in this way gives no GPU at all. Write the indices in bus order, as ' +
      '`nvidia-smi` shows them.',
    bad: topology`
      version: 1
      name: dots
      nodes:
        - hosts: lab1
          gpus: [{ index: 0..3, model: A100 }]
    `,
    good: topology`
      version: 1
      name: dash
      nodes:
        - hosts: lab1
          gpus: [{ index: 0-3, model: A100 }]
    `,
  },
  {
    code: 'RP2007',
    severity: 'error',
    title: 'a model that is not described',
    explanation:
      'The topology describes some models, and this GPU names one that is not among them: most likely a ' +
      'slip, which would leave the GPU without its score or memory. Correct the name, or describe the ' +
      'model under `models:`. A topology without `models:` may use any name.',
    bad: topology`
      version: 1
      name: slip
      models:
        A100: { memory: 80GiB }
      nodes:
        - { hosts: lab1, gpus: { count: 4, model: A100 } }
        - { hosts: lab2, gpus: { count: 4, model: A10O } }
    `,
    good: topology`
      version: 1
      name: correct
      models:
        A100: { memory: 80GiB }
      nodes:
        - { hosts: lab1, gpus: { count: 4, model: A100 } }
        - { hosts: lab2, gpus: { count: 4, model: A100 } }
    `,
  },
  {
    code: 'RP2008',
    severity: 'error',
    title: 'a value that is no amount of memory',
    explanation:
      'Memory is a number with its unit (`80GiB`, `40536MiB`, `24GB`), or a plain number of bytes, and at ' +
      'least 1 MiB. A bare `G` is refused, because it means 10^9 to some tools and 2^30 to others, and ' +
      '`by: memory` would rank GPUs wrongly. Write the unit out.',
    bad: topology`
      version: 1
      name: ambiguous
      nodes: [{ hosts: lab1, gpus: { count: 4, memory: 80G } }]
    `,
    good: topology`
      version: 1
      name: exact
      nodes: [{ hosts: lab1, gpus: { count: 4, memory: 80GiB } }]
    `,
  },
  {
    code: 'RP2016',
    severity: 'error',
    title: 'a MIG instance without its uuid or its parent',
    explanation:
      'A MIG instance is a GPU entry with an index of its own, its `uuid: MIG-...` and the index of the ' +
      'GPU that it is a part of as `parent`. Without the uuid no process can be given the instance; ' +
      'without the parent nobody can see that the instance and its GPU are the same silicon. `nvidia-smi ' +
      '-L` lists both.',
    bad: topology`
      version: 1
      name: orphan
      nodes:
        - hosts: lab1
          gpus:
            - { index: 8, uuid: MIG-1b3cd8a2-4a36-5a4e-9f0e-1d2c3b4a5f60 }
    `,
    good: topology`
      version: 1
      name: with-parent
      nodes:
        - hosts: lab1
          gpus:
            - { index: 8, uuid: MIG-1b3cd8a2-4a36-5a4e-9f0e-1d2c3b4a5f60, parent: 0 }
    `,
  },
  {
    code: 'RP2028',
    severity: 'warning',
    title: 'a model that no GPU is of',
    explanation:
      'A model is described but no GPU names it, so its score and memory have no effect. Perhaps the GPUs ' +
      'lack `model:`, or the hardware is gone. Remove the model, or name it where it belongs. Where every GPU names its ' +
      'own, or has a score or memory of its own, others may be described: a list of models may be the same in several ' +
      'topologies.',
    bad: topology`
      version: 1
      name: forgotten-model
      models:
        A100: { memory: 80GiB, gres: a100 }
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
    `,
    good: topology`
      version: 1
      name: named-model
      models:
        A100: { memory: 80GiB, gres: a100 }
      nodes: [{ hosts: lab1, gpus: { count: 4, model: A100 } }]
    `,
  },
  {
    code: 'RP2030',
    severity: 'error',
    title: 'a value that is no list of CPUs',
    explanation:
      'The CPUs near a GPU are numbers and ranges separated by commas: `0-31,64-95`. Binding to the wrong ' +
      'list would run the rank on the other socket, which costs bandwidth and is hard to notice. ' +
      '`nvidia-smi topo -m` and `lscpu` show the lists.',
    bad: topology`
      version: 1
      name: semicolon
      nodes:
        - hosts: lab1
          gpus: [{ index: 0, cpus: "0-31;64-95" }]
    `,
    good: topology`
      version: 1
      name: comma
      nodes:
        - hosts: lab1
          gpus: [{ index: 0, cpus: "0-31,64-95" }]
    `,
  },
];
