import { writeFileSync } from 'node:fs';
import { until } from '../../patience.ts';
import { type FaultBed, LEADER, letGo, type Row, ranksLeft, signal } from './fault-bed.ts';
import { restoreShell, setShell } from './login-faults.ts';

/** What comes from lab3 goes through a filter: lines of bytes, which Python changes. */
const FILTER = `import re, sys
def change(line):
    CHANGE
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(change(line))
    sys.stdout.buffer.flush()
`;

const filtered = (change: string) => ({
  before: ({ lab3 }: FaultBed) => {
    const filter = FILTER.replace('CHANGE', () => change);
    writeFileSync(lab3.path('/srv/filter.py'), filter);
    return setShell(lab3, '/bin/bash "$@" | python3 /srv/filter.py');
  },
  after: ({ lab3 }: FaultBed) => restoreShell(lab3),
});

/** Its clock goes otherwise by so many milliseconds. */
const shifted = (by: string) =>
  filtered(
    `return re.sub(rb'"(at|number)":(\\d{13})', lambda m: b'"%s":%d' % (m[1], int(m[2]) ${by}), line)`,
  );
/** Behind the start of the ranks comes what is not so. */
const adding = (bytes: string) => filtered(`return line + ${bytes} if b'"begun"' in line else line`);

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
  { ...LIES, name: 'the end of a rank of another host', ...adding(`b'${FORGED}\\n'`) },
  { ...LIES, name: 'all is over before it is', ...adding(`b'{"event":"done"}\\n'`) },
  { ...LIES, name: 'an event without end', ...adding(`b'{"event":"' + b'x' * 3000000`) },
  { ...LIES, name: 'an event that is in no table', ...adding(`b'{"event":"success"}\\n'`) },
  {
    name: 'a clock an hour ahead, and a rank fails there',
    behaviour: 'one-fails',
    ...shifted('+ 3600000'),
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5[\s\S]*lost a wheel/,
  },
  {
    name: 'a clock an hour behind, and a rank fails elsewhere',
    behaviour: 'second-fails',
    ...shifted('- 3600000'),
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
