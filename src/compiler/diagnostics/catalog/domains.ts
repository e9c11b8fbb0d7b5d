import { type CatalogEntry, topology } from './entry.ts';

/** RP303x about domains: where nodes are, and what blocks of ranks must not leave. */
export const DOMAINS: readonly CatalogEntry[] = [
  {
    code: 'RP3034',
    severity: 'error',
    title: 'nodes that disagree on the levels of their domains',
    explanation:
      '`domain` says where a node is, from outside to inside: spine, then leaf, then rack. So every node gives its ' +
      'levels in one order, and a level that a topology gives one node it gives all of them: of a node ' +
      'without a rack nobody knows which others it is near to. Levels that only inventory files know may be missing; there a node ' +
      'stands for itself. All nodes together have at most 32 levels.',
    bad: topology`
      version: 1
      name: halfway
      nodes:
        - { hosts: "lab[1-2]", gpus: { count: 4 }, domain: { row: a, rack: r1 } }
        - { hosts: "lab[3-4]", gpus: { count: 4 }, domain: { rack: r2 } }
    `,
    good: topology`
      version: 1
      name: whole
      nodes:
        - { hosts: "lab[1-2]", gpus: { count: 4 }, domain: { row: a, rack: r1 } }
        - { hosts: "lab[3-4]", gpus: { count: 4 }, domain: { row: a, rack: r2 } }
    `,
  },
  {
    code: 'RP3037',
    severity: 'error',
    title: 'a domain that lies in two others',
    explanation:
      'Domains lie in one another, as racks lie in rows. Here one rack is said to be in two rows: a slip in one of the two, or two ' +
      'racks of one name. Ranks would be put together that are far from each other. Correct the row, or give the racks names of their own, such as `a-1` and `b-1`.',
    bad: topology`
      version: 1
      name: everywhere
      nodes:
        - { hosts: "lab[1-2]", gpus: { count: 4 }, domain: { row: a, rack: "1" } }
        - { hosts: "lab[3-4]", gpus: { count: 4 }, domain: { row: b, rack: "1" } }
    `,
    good: topology`
      version: 1
      name: apart
      nodes:
        - { hosts: "lab[1-2]", gpus: { count: 4 }, domain: { row: a, rack: a-1 } }
        - { hosts: "lab[3-4]", gpus: { count: 4 }, domain: { row: b, rack: b-1 } }
    `,
  },
  {
    code: 'RP3038',
    severity: 'error',
    title: 'blocks of ranks within a level that there is not',
    explanation:
      '`groupWithin` names the domains that a block of `groupSize` ranks must not leave: a level that the nodes give under `domain`, or ' +
      '`node`. Without such domains, or without `groupSize`, it would say nothing. Nodes that a job binds may leave the level open: Slurm knows it when the job starts.',
    bad: topology`
      version: 1
      name: unplaced
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { groupSize: 8, groupWithin: rack }
    `,
    good: topology`
      version: 1
      name: placed
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 }, domain: { rack: r1 } }]
      launch: { groupSize: 8, groupWithin: rack }
    `,
  },
];
