import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FaultBed, freeze, LEADER, letGo, type Row, signal, thaw, WORK } from './fault-bed.ts';

const RANKPLAN = [process.execPath, resolve('dist/rankplan.cjs')];

/** The status and the words are those of who watches. */
const watched = (script: string) => (launch: readonly string[]) => [
  'bash',
  '-c',
  `rankplan() { ${RANKPLAN.map((word) => `'${word}'`).join(' ')} "$@"; }; run=$("$@") || exit; ${script}`,
  'bash',
  ...launch,
];
const attach = watched('rankplan attach --lines 100 "$run"');
/** When the launcher is told to. */
const stop = watched(
  `until [[ -e ${WORK}/go ]]; do sleep 0.05; done; rankplan stop "$run"; rankplan attach "$run"`,
);
/** And the launcher has left the terminal. */
const isWatched = ({ launcher }: FaultBed): boolean =>
  launcher.left().some(({ command }) => command.startsWith(`${RANKPLAN.join(' ')} attach`));
const WATCHED = { options: ['--detach'], command: attach, when: isWatched } as const;
const STOPPED = { options: ['--detach'], command: stop } as const;
const tellToStop = ({ launcher }: FaultBed): void => writeFileSync(launcher.path(`${WORK}/go`), '');

/** Of jobs that outlive the terminal, as `rankplan attach` and `stop` see them. */
export const DETACH_FAULTS: readonly Row[] = [
  {
    name: '--detach: a rank dies while somebody watches',
    ...WATCHED,
    behaviour: 'one-fails',
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5[\s\S]*lost a wheel/,
  },
  {
    name: '--detach: launcher: KILL',
    ...WATCHED,
    act: (bed) => signal(bed, LEADER, 'SIGKILL'),
    status: 75,
    says: /launcher .* is gone .*end by themselves on lab1, lab2, lab3, lab4, lab5/,
  },
  {
    name: '--detach: host frozen',
    ...WATCHED,
    act: ({ lab3 }) => freeze(lab3),
    after: ({ lab3 }) => thaw(lab3),
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: '--detach: stopped while a link is cut',
    ...STOPPED,
    act: async (bed) => {
      await bed.lab3.cut();
      tellToStop(bed);
    },
    after: ({ lab3 }) => lab3.mend(),
    status: 143,
    says: /stopped \(143\), after .*; lab3 did not say that no rank is left there/,
  },
];
