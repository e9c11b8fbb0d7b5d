import { writeFileSync } from 'node:fs';
import { until } from '../../patience.ts';
import { type FaultBed, LEADER, letGo, type Row, ranksLeft, signal } from './fault-bed.ts';
import { restoreShell, setShell } from './login-faults.ts';

/** What comes from lab3 goes through a filter: lines of bytes, which Python changes. */
const FILTER = `import re, sys
def change(line):
%s
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(change(line))
    sys.stdout.buffer.flush()
`;

const filtered = (...change: readonly string[]) => ({
  before: ({ lab3 }: FaultBed) => {
    const body = change.map((line) => `    ${line}\n`).join('');
    writeFileSync(
      lab3.path('/srv/filter.py'),
      FILTER.replace('%s', () => body),
    );
    return setShell(lab3, '/bin/bash "$@" | python3 /srv/filter.py');
  },
  after: ({ lab3 }: FaultBed) => restoreShell(lab3),
});

const FORGED = '{"event":"ended","rank":0,"status":0,"at":1}';
const LIES = { status: 75, says: /lab3: / } as const;

/** Of hosts that say what is not so, and of launchers that do not listen. */
export const LIE_FAULTS: readonly Row[] = [
  {
    ...LIES,
    name: 'a status that is none',
    behaviour: 'one-fails',
    ...filtered(`return line.replace(b'"status":7', b'"status":256')`),
    act: letGo,
  },
  {
    ...LIES,
    name: 'a number beyond all numbers',
    behaviour: 'one-fails',
    ...filtered(`return line.replace(b'"status":7', b'"status":9007199254740993')`),
    act: letGo,
  },
  {
    ...LIES,
    name: 'the end of a rank of another host',
    ...filtered(`return line + b'${FORGED}\\n' if b'"begun"' in line else line`),
  },
  {
    ...LIES,
    name: 'all is over before it is',
    ...filtered(`return line + b'{"event":"done"}\\n' if b'"begun"' in line else line`),
  },
  {
    ...LIES,
    name: 'an event without end',
    ...filtered(`return line + b'{"event":"' + b'x' * 3000000 if b'"begun"' in line else line`),
  },
  {
    ...LIES,
    name: 'an event that is in no table',
    ...filtered(`return line + b'{"event":"success"}\\n' if b'"begun"' in line else line`),
  },
  {
    name: 'a clock an hour ahead, and a rank fails there',
    behaviour: 'one-fails',
    ...filtered(
      `return re.sub(rb'"(at|number)":(\\d{13})', lambda m: b'"%s":%d' % (m[1], int(m[2]) + 3600000), line)`,
    ),
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5[\s\S]*lost a wheel/,
  },
  {
    name: 'a clock an hour behind, and a rank fails elsewhere',
    behaviour: 'second-fails',
    ...filtered(
      `return re.sub(rb'"(at|number)":(\\d{13})', lambda m: b'"%s":%d' % (m[1], int(m[2]) - 3600000), line)`,
    ),
    act: letGo,
    status: 7,
    says: /lab2: .*rank 2[\s\S]*lost a wheel/,
  },
  {
    name: 'a megabyte of output on a slow link',
    behaviour: 'flood',
    options: ['--tee'],
    before: ({ lab3 }) => lab3.slow('512kbit'),
    after: ({ lab3 }) => lab3.mend(),
    status: 0,
    says: /^(?![\s\S]*lost)/,
  },
  {
    name: 'a laptop that sleeps',
    act: async (bed) => {
      signal(bed, LEADER, 'SIGSTOP');
      await until('the hosts have noticed', () => bed.labs.flatMap(ranksLeft).length === 0);
      signal(bed, LEADER, 'SIGCONT');
    },
    status: 75,
    says: /lab[1-5]: /,
  },
];
