import { type CatalogEntry, topology } from './entry.ts';

/** RP20xx about nodes: hosts, addresses and how they are bound. */
export const NODES: readonly CatalogEntry[] = [
  {
    code: 'RP2001',
    severity: 'error',
    title: 'a host list that cannot be expanded',
    explanation:
      'Hosts are written as Slurm writes them: `dgx[01-08],lab1`. Here a bracket is open, a range runs ' +
      'backwards, the list is empty, or a name has a character that host names do not have. A list that ' +
      'was expanded to other hosts than you meant would queue for machines that do not exist. `scontrol ' +
      'show hostnames LIST` shows what Slurm makes of a list.',
    bad: topology`
      version: 1
      name: backwards
      nodes: [{ hosts: "dgx[08-01]", gpus: { count: 8 } }]
    `,
    good: topology`
      version: 1
      name: forwards
      nodes: [{ hosts: "dgx[01-08]", gpus: { count: 8 } }]
    `,
  },
  {
    code: 'RP2002',
    severity: 'error',
    title: 'a node is named twice',
    explanation:
      'Two entries, or two ranges of one entry, name the same host. Its GPUs would be planned twice, so ' +
      'that two ranks meet on one device: NCCL refuses at its start, after the job has ' +
      'waited in the queue. Keep one entry for each host.',
    checked: { NCCL: '2.30.7' },
    bad: topology`
      version: 1
      name: overlap
      nodes:
        - { hosts: "dgx[01-04]", gpus: { count: 8 } }
        - { hosts: dgx04, gpus: { count: 4 } }
    `,
    good: topology`
      version: 1
      name: apart
      nodes:
        - { hosts: "dgx[01-03]", gpus: { count: 8 } }
        - { hosts: dgx04, gpus: { count: 4 } }
    `,
  },
  {
    code: 'RP2003',
    severity: 'error',
    title: 'more slots than a topology may have',
    explanation:
      'A topology may have 2,097,152 slots (GPUs and CPU ranks together). More than that is nearly always ' +
      'a range with a digit too many. Correct the range, or split the topology.',
    bad: topology`
      version: 1
      name: a-digit-too-many
      nodes: [{ hosts: "n[1-40000]", cpuRanks: 64 }]
    `,
    good: topology`
      version: 1
      name: right
      nodes: [{ hosts: "n[1-4000]", cpuRanks: 64 }]
    `,
  },
  {
    code: 'RP2015',
    severity: 'error',
    title: 'a node without any slot',
    explanation:
      'The entry gives neither GPUs nor an inventory file nor CPU ranks, so no rank can ever be on it. It ' +
      'is usually an entry that was left unfinished; if it were accepted, the plan would be smaller than ' +
      'its author believes. Give `gpus:`, `inventory:` or `cpuRanks:`, or remove the node.',
    bad: topology`
      version: 1
      name: unfinished
      nodes:
        - { hosts: lab1, gpus: { count: 4 } }
        - { hosts: lab2, cpus: 64 }
    `,
    good: topology`
      version: 1
      name: finished
      nodes:
        - { hosts: lab1, gpus: { count: 4 } }
        - { hosts: lab2, cpus: 64, gpus: { count: 4 } }
    `,
  },
  {
    code: 'RP2017',
    severity: 'error',
    title: 'a fact of one machine under `bind: job`',
    explanation:
      'Under `bind: job` the hosts are names for any machines of a kind, which Slurm chooses when the job ' +
      'starts. An address, an inventory file, a uuid, the score of one GPU or a master address belongs to ' +
      'one particular machine and cannot be known yet. Say what all machines of the kind have (`count`, ' +
      '`model`, `memory`, `gres`), put scores under `models:`, or bind by name.',
    bad: topology`
      version: 1
      name: any-nodes
      nodes:
        - { hosts: "any[1-2]", bind: job, address: "{host}.cluster", gpus: { count: 8 } }
    `,
    good: topology`
      version: 1
      name: any-nodes
      nodes:
        - { hosts: "any[1-2]", bind: job, gpus: { count: 8 } }
    `,
  },
  {
    code: 'RP2020',
    severity: 'error',
    title: 'nodes bound by name and by the job are mixed',
    explanation:
      'Some entries name machines, others leave the choice to the job. Slurm cannot be asked for both in ' +
      'one allocation with the order that the plan needs. Give every entry `bind: job`, or none.',
    bad: topology`
      version: 1
      name: mixed
      nodes:
        - { hosts: dgx01, gpus: { count: 8 } }
        - { hosts: "any[1-2]", bind: job, gpus: { count: 8 } }
    `,
    good: topology`
      version: 1
      name: all-by-the-job
      nodes:
        - { hosts: "any[1-3]", bind: job, gpus: { count: 8 } }
    `,
  },
  {
    code: 'RP2026',
    severity: 'both',
    title: 'an address that cannot be one',
    explanation:
      'An address is a host name or an IP address, without a scheme, a port or a path; `{host}` in it is ' +
      'replaced by the host name, so it must be there when an entry has several hosts. With a wrong ' +
      'address every rank but 0 waits for a connection until the time-out of half an hour. Write what ' +
      '`ssh` or `ping` would take. Two entries with one address are a warning: both would be one machine.',
    bad: topology`
      version: 1
      name: url
      nodes:
        - { hosts: "dgx[01-02]", address: "tcp://{host}", gpus: { count: 8 } }
    `,
    good: topology`
      version: 1
      name: host
      nodes:
        - { hosts: "dgx[01-02]", address: "{host}.cluster", gpus: { count: 8 } }
    `,
  },
  {
    code: 'RP3058',
    severity: 'warning',
    title: 'a spare that can take no place',
    explanation:
      'A spare waits for a node like it to fail: as many CPU slots at least, and the same GPUs at the same indices by vendor ' +
      'and model, with about as much memory. One that is like no node with ranks is refused when it is needed. Most ' +
      'often the count or the model is a slip.',
    bad: topology`
      version: 1
      name: small-spare
      nodes:
        - { hosts: "lab[1-3]", gpus: { count: 4 } }
        - { hosts: lab9, gpus: { count: 2 }, spare: true }
    `,
    good: topology`
      version: 1
      name: spare
      nodes:
        - { hosts: "lab[1-3]", gpus: { count: 4 } }
        - { hosts: lab9, gpus: { count: 4 }, spare: true }
    `,
  },
  {
    code: 'RP2035',
    severity: 'warning',
    title: 'a host list with a number alone',
    explanation:
      'Blanks divide a host list as commas do, so `lab 1` is two hosts: `lab`, and one that is called `1`. Most likely ' +
      'the blank is one too many, and the job would wait for machines that do not exist. Write the name and its number ' +
      'together, or a comma if two are meant.',
    bad: topology`
      version: 1
      name: two-hosts
      nodes: [{ hosts: lab 1, gpus: { count: 2 } }]
    `,
    good: topology`
      version: 1
      name: one-host
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
    `,
  },
];
