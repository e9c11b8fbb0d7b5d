import { type CatalogEntry, topology } from './entry.ts';

const IGNORED = topology`
  version: 1
  name: planned
  nodes:
    - hosts: lab1
      gpus:
        - { index: 0, score: 100 } # rankplan-ignore RP3007: the ranked strategy follows in March
        - { index: 1, score: 90 }
`;

/** RP12xx: comments that leave warnings out. */
export const IGNORES: readonly CatalogEntry[] = [
  {
    code: 'RP1201',
    severity: 'warning',
    title: 'a warning is to be left out without a reason',
    explanation:
      'The comment names a warning but does not say why it is of no concern here. Whoever reads the topology ' +
      'next cannot tell a decision from a silenced alarm, so the warning stays until there is a reason. Write ' +
      'it behind a colon on the same line.',
    bad: topology`
      version: 1
      name: planned
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      # rankplan-ignore RP3007
      mapping: { strategy: sequential }
    `,
    good: IGNORED,
  },
  {
    code: 'RP1202',
    severity: 'warning',
    title: 'a comment leaves out a warning that is not there',
    explanation:
      'No warning of this code is reported where the comment counts: on its own line, or, when it stands alone ' +
      'on a line, on the next one that is no comment. What it was about has been mended, or the line has moved ' +
      'away from it. Remove it, lest it hide a mistake that somebody makes here later. Codes that are about a ' +
      'cluster (RP51xx) are judged only when there is a cluster to compare with.',
    bad: topology`
      version: 1
      name: mended
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      mapping: { strategy: sequential } # rankplan-ignore RP3007: scores are for next month
    `,
    good: topology`
      version: 1
      name: mended
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      mapping: { strategy: sequential }
    `,
  },
  {
    code: 'RP1203',
    severity: 'error',
    title: 'an error cannot be left out',
    explanation:
      'The comment names a code that is no warning about a topology: an error, a finding about the output ' +
      'directory, or no code at all. With an error there is no plan, and a comment does not make one. Mend what ' +
      'is reported; `rankplan explain` says what a code means.',
    bad: topology`
      version: 1
      name: refused
      # rankplan-ignore RP3002: the rest of the nodes arrives on Monday
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
    `,
    good: topology`
      version: 1
      name: two-ranks
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
    `,
  },
  {
    code: 'RP1204',
    severity: 'warning',
    title: 'a comment that leaves nothing out',
    explanation:
      'The comment begins with `rankplan-ignore`, but does not go on with codes, a colon and a reason. Nothing is ' +
      'left out because of it: there is no way to leave out every warning at once. Name the codes, with commas ' +
      'between them, as the finding prints them.',
    bad: topology`
      version: 1
      name: everything
      # rankplan-ignore: we know
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
    `,
    good: IGNORED,
  },
];
