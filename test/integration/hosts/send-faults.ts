import { type FaultBed, findUnfinished, LEADER, type Row, signal } from './fault-bed.ts';
import { dropCache } from './login-faults.ts';

const isOnItsWay = ({ lab3 }: FaultBed): boolean => findUnfinished(lab3).length > 0;

/** The guard is sent; it would take ten seconds. */
const SENDING = {
  before: async ({ lab3 }: FaultBed) => {
    dropCache(lab3);
    await lab3.slow('1mbit');
  },
  when: isOnItsWay,
  after: ({ lab3 }: FaultBed) => lab3.mend(),
  isRefused: true,
} as const;

/** While a program is sent to a host: it is there whole, or not at all. */
export const SEND_FAULTS: readonly Row[] = [
  {
    ...SENDING,
    name: 'launcher: TERM while the guard is sent',
    act: (bed) => signal(bed, LEADER, 'SIGTERM'),
    status: 143,
    says: /^/,
  },
  {
    ...SENDING,
    name: 'launcher: KILL while the guard is sent',
    act: (bed) => {
      signal(bed, LEADER, 'SIGKILL');
      return bed.lab3.mend(); // what was on its way may come
    },
    status: null,
    says: /^/,
  },
  {
    ...SENDING,
    name: 'link cut while the guard is sent',
    options: ['--timeout', '5'],
    act: ({ lab3 }) => lab3.cut(),
    status: 78,
    says: /lab3 was not ready within 5 s/,
  },
];
