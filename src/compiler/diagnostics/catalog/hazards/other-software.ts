import { type CatalogEntry, type SessionExample, unindent } from '../entry.ts';

const session = (written: string): SessionExample => ({
  kind: 'session',
  files: {
    'topology.yaml': unindent(`
      version: 1
      name: here
      nodes: [{ hosts: localhost, cpuRanks: 1 }]
      launch:
        command: [py/bin/python3.12, train.py]
        master: { port: auto }
        software: { torch: ${written} }
    `),
  },
  commands: [
    'mkdir -p py/bin py/lib/python3.12/site-packages/torch-2.9.1.dist-info',
    'touch py/bin/python3.12',
    'rankplan verify topology.yaml',
  ],
});

export const OTHER_SOFTWARE: CatalogEntry = {
  code: 'RP6014',
  severity: 'warning',
  title: 'a library that has another version here than the plan says',
  explanation:
    '`launch.software` says which versions the ranks use, and what is known of them was checked with these. The files of the ' +
    "command's Python on this machine have another one: an upgrade came in between, or another environment is active. " +
    'What is known of the version that is here is told besides. Write that one down, or start the Python that was meant.',
  bad: session('2.13.0'),
  good: session('2.9.1'),
};
