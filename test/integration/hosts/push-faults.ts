import { rmSync } from 'node:fs';
import { type FaultBed, findLeftovers, type Row, signalScript } from './fault-bed.ts';

/** It would take half a minute. */
const goSlowly = async ({ lab3, place, stale }: FaultBed): Promise<void> => {
  place(lab3, stale);
  await lab3.slow('1mbit');
};
const goOn = async ({ lab3, place }: FaultBed): Promise<void> => {
  await lab3.mend();
  place(lab3);
};
const isOnItsWay = ({ lab3 }: FaultBed): boolean => findLeftovers(lab3).length > 0;
const COPYING = {
  options: ['--push'],
  before: goSlowly,
  when: isOnItsWay,
  after: goOn,
  isRefused: true,
} as const;

/** Of the copies that --push makes: one is there whole, or not at all. */
export const PUSH_FAULTS: readonly Row[] = [
  {
    name: '--push: another plan is there',
    behaviour: 'end',
    options: ['--push'],
    before: ({ lab3, place, stale }) => place(lab3, stale),
    status: 0,
    says: /^$/,
    leaves: ['job'],
  },
  {
    name: '--push: disk full during the copy',
    options: ['--push'],
    before: async ({ lab3, place, stale }) => {
      place(lab3, stale);
      await lab3.run(['bash', '-c', 'cat /dev/zero >/srv/full; truncate -s -300K /srv/full']);
    },
    after: ({ lab3, place }) => {
      rmSync(lab3.path('/srv/full'));
      place(lab3);
    },
    status: 78,
    says: /^launch\.sh: lab3: the copy to .* failed: is the disk full\?.*\n.*4 of 5 hosts are ready/,
    isRefused: true,
    leaves: ['stale'],
  },
  {
    ...COPYING,
    name: '--push: another launcher copies the same',
    behaviour: 'end',
    before: async (bed) => {
      await goSlowly(bed);
      bed.launcher.spawn(['bash', 'job/launch.sh', '--all', '--push', '--dry-run']);
    },
    when: ({ lab3 }) => findLeftovers(lab3).length === 2,
    act: ({ lab3 }) => lab3.mend(),
    isRefused: false,
    status: 0,
    says: /^$/,
    leaves: ['job'],
  },
  {
    ...COPYING,
    name: '--push: link cut during the copy',
    options: ['--push', '--timeout', '1'],
    act: ({ lab3 }) => lab3.cut(),
    status: 78,
    says: /^launch\.sh: lab3: this directory cannot be copied there: .*no answer within/,
    leaves: ['stale'],
  },
  {
    ...COPYING,
    name: '--push: launcher: TERM during the copy',
    act: (bed) => signalScript(bed, 'SIGTERM'),
    status: 143,
    says: /^/,
    leaves: ['stale'],
  },
  {
    ...COPYING,
    name: '--push: launcher: KILL during the copy',
    act: (bed) => {
      signalScript(bed, 'SIGKILL');
      return bed.lab3.mend(); // what was on its way may come
    },
    status: null,
    says: /^/,
    leaves: ['stale', 'job'],
  },
];
