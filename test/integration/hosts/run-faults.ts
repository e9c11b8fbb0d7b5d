import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../../patience.ts';
import { type FaultBed, freeze, LEADER, letGo, type Row, ranksLeft, signal, thaw } from './fault-bed.ts';

const bySignal = (name: NodeJS.Signals) => (bed: FaultBed) => signal(bed, LEADER, name);

/** It ends with the status of what it starts. */
const inTerminal = (launch: readonly string[]): readonly string[] => [
  'script',
  '-qec',
  launch.map((word) => `'${word}'`).join(' '),
  '/dev/null',
];

/** While ranks run. */
export const RUN_FAULTS: readonly Row[] = [
  {
    name: 'link cut while ranks run',
    act: ({ lab3 }) => lab3.cut(),
    after: ({ lab3 }) => lab3.mend(),
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'link cut after its ranks have ended',
    behaviour: 'third-ends-first',
    act: async (bed) => {
      await until('the third has ended', () => ranksLeft(bed.lab3).length === 0);
      await bed.lab3.cut();
      letGo(bed);
    },
    after: ({ lab3 }) => lab3.mend(),
    status: 0,
    says: /^(?![\s\S]*lost)/,
  },
  {
    name: 'host frozen',
    act: ({ lab3 }) => freeze(lab3),
    after: ({ lab3 }) => thaw(lab3),
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'plug pulled',
    act: ({ lab3 }) => lab3.kill(),
    after: async ({ lab3, place }) => {
      await lab3.start();
      place(lab3);
    },
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'ssh killed',
    act: (bed) => signal(bed, /^ssh .* lab3 /, 'SIGKILL'),
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'rank dies on lab3',
    behaviour: 'one-fails',
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5[\s\S]*lost a wheel/,
  },
  {
    name: 'two hosts fail at once',
    behaviour: 'two-fail',
    act: letGo,
    status: 7,
    says: /lab(2: .*rank 2|5: .*rank 9)/,
  },
  {
    name: 'rank dies, others ignore TERM',
    behaviour: 'one-fails-others-ignore',
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5/,
  },
  { name: 'launcher: TERM', act: bySignal('SIGTERM'), status: 143, says: /^/ },
  {
    name: 'launcher: TERM, while a link is cut',
    act: async (bed) => {
      await bed.lab3.cut();
      signal(bed, LEADER, 'SIGTERM');
    },
    after: ({ lab3 }) => lab3.mend(),
    status: 143,
    says: /lab3 does not answer any more; its ranks end by themselves/,
  },
  { name: 'launcher: INT', act: bySignal('SIGINT'), status: 130, says: /^/ },
  { name: 'terminal closed', command: inTerminal, act: bySignal('SIGHUP'), status: 129, says: /^/ },
  {
    name: 'launcher: HUP, where no terminal is, and TERM',
    act: async (bed) => {
      signal(bed, LEADER, 'SIGHUP');
      await sleep(300);
      expect(bed.labs.flatMap(ranksLeft)).not.toEqual([]);
      signal(bed, LEADER, 'SIGTERM');
    },
    status: 143,
    says: /SIGHUP: the login has ended; the ranks go on/,
  },
  { name: 'launcher: QUIT', act: bySignal('SIGQUIT'), status: 131, says: /^/ },
  { name: 'launcher: KILL', act: bySignal('SIGKILL'), status: null, says: /^/ },
  {
    name: 'launcher: KILL, ranks ignore TERM',
    behaviour: 'ignore',
    act: bySignal('SIGKILL'),
    status: null,
    says: /^/,
  },
  {
    name: 'Ctrl-C twice, ranks ignore TERM',
    behaviour: 'ignore',
    act: async (bed) => {
      signal(bed, LEADER, 'SIGINT');
      await sleep(300);
      signal(bed, LEADER, 'SIGINT');
    },
    status: 130,
    says: /^/,
  },
];
