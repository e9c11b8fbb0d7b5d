import { type CatalogEntry, topology } from './entry.ts';

/** RP20xx about selectors: how `ranks` and `exclude` name slots. */
export const SELECTORS: readonly CatalogEntry[] = [
  {
    code: 'RP2019',
    severity: 'error',
    title: 'a GPU or CPU slot that the node does not have',
    explanation:
      'The node exists, but not the GPU index, CPU slot or uuid that was picked on it. At run time such an ' +
      'index ends the list of visible devices early, and every rank after it fails with `invalid device ' +
      'ordinal`. Name a slot that the node has; the help lists them.',
    bad: topology`
      version: 1
      name: counted-from-one
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { exclude: ["lab1:4"] }
    `,
    good: topology`
      version: 1
      name: counted-from-zero
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { exclude: ["lab1:3"] }
    `,
  },
  {
    code: 'RP2021',
    severity: 'error',
    title: 'a text that is no selector',
    explanation:
      'Slots are named by `host`, `host:index`, `host:a-b`, `host:uuidPrefix` or `host:cpuN`, and the host ' +
      'may be a host list. A selector that cannot be read might have excluded a broken GPU or placed a ' +
      'rank, so nothing is guessed. Write one of these forms.',
    bad: topology`
      version: 1
      name: word
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { exclude: ["lab1:gpu3"] }
    `,
    good: topology`
      version: 1
      name: number
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { exclude: ["lab1:3"] }
    `,
  },
  {
    code: 'RP2022',
    severity: 'error',
    title: 'a uuid prefix that fits several GPUs',
    explanation:
      'A selector may give the beginning of a uuid, but this one is the beginning of several on that node. ' +
      'Picking the first would depend on the order of the list. Write more of the uuid.',
    bad: topology`
      version: 1
      name: too-short
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, uuid: GPU-5f2a01c4 }
            - { index: 1, uuid: GPU-5f77be90 }
      mapping: { exclude: ["lab1:GPU-5f"] }
    `,
    good: topology`
      version: 1
      name: long-enough
      nodes:
        - hosts: lab1
          gpus:
            - { index: 0, uuid: GPU-5f2a01c4 }
            - { index: 1, uuid: GPU-5f77be90 }
      mapping: { exclude: ["lab1:GPU-5f7"] }
    `,
  },
  {
    code: 'RP2033',
    severity: 'error',
    title: 'a selector names a node that is not there',
    explanation:
      'No entry of `nodes` has this host name: a slip, or a node that was removed while the selector ' +
      'stayed. If it were ignored, a GPU that should be left out would carry a rank. Name a node of the ' +
      'topology, by its name and not by its address.',
    bad: topology`
      version: 1
      name: slip
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      mapping: { exclude: ["lab3:0"] }
    `,
    good: topology`
      version: 1
      name: right
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      mapping: { exclude: ["lab2:0"] }
    `,
  },
];
