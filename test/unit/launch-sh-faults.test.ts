import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProcesses, readIfThere, stateOf } from '../native/exec-fixture.ts';
import { READY } from '../native/run-fixture.ts';
import { HANG_MS, until } from '../patience.ts';
import { makePlan, start, writeOutput, writeScript } from './launch-sh-fixture.ts';

/*
 * The table of docs/run.md, row by row: what is left of the ranks when launch.sh has ended.
 */
const STAY = 'while :; do sleep 1; done';
const BACKGROUND = 'bash -c "exec -a $1 sleep 1000" &';
const DAEMON = '(setsid bash -c "exec -a $1 sleep 1000" &); sleep 0.3';
const CLEARED = '(env -i PATH="$PATH" setsid bash -c "exec -a $1 sleep 1000" &); sleep 0.3';
const STUBBORN = `(setsid bash -c 'trap : TERM; ${STAY}' "$1" &); sleep 0.3`;
/** Rank 1 fails when rank 0 is at work. */
const failing = (other: string) =>
  `if [[ $RANK == 0 ]]; then ${other}; else until [[ -e $RANKPLAN_RUN_DIR/ready-0 ]]; do sleep 0.02; done; exit 3; fi`;

interface Fault {
  /** What both ranks do. */
  readonly script: string;
  /** What the launcher gets when the ranks are ready. */
  readonly signals?: readonly NodeJS.Signals[];
  /** Null: it is killed itself. */
  readonly status: number | null;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'a rank fails': { script: failing(`${READY}; ${STAY}`), status: 3 },
  'a rank fails, and others ignore TERM': { script: failing(`trap "" TERM; ${READY}; ${STAY}`), status: 3 },
  'a rank leaves a background process': { script: BACKGROUND, status: 0 },
  'a rank leaves a daemon': { script: DAEMON, status: 0 },
  'a rank leaves a daemon with an empty environment': { script: CLEARED, status: 0 },
  'a rank leaves a daemon that ignores TERM': { script: STUBBORN, status: 0 },
  'the launcher gets HUP': { script: `${READY}; ${STAY}`, signals: ['SIGHUP'], status: 129 },
  'the launcher gets INT': { script: `${READY}; ${STAY}`, signals: ['SIGINT'], status: 130 },
  'the launcher gets QUIT': { script: `${READY}; ${STAY}`, signals: ['SIGQUIT'], status: 131 },
  'the launcher gets TERM': { script: `${READY}; ${STAY}`, signals: ['SIGTERM'], status: 143 },
  'the launcher gets TERM, and ranks ignore it': {
    script: `trap "" TERM; ${READY}; ${STAY}`,
    signals: ['SIGTERM'],
    status: 143,
  },
  'the launcher is stopped, continued, and gets TERM': {
    script: `${READY}; ${STAY}`,
    signals: ['SIGTSTP', 'SIGCONT', 'SIGTERM'],
    status: 143,
  },
  'the launcher gets KILL': { script: `${READY}; ${STAY}`, signals: ['SIGKILL'], status: null },
};

const ROWS = [
  ...readFileSync('docs/run.md', 'utf8').matchAll(/^\| (.+) \| \w+ is left \| (\w+) is left \|$/gm),
].map(([, name = '', left]) => ({ name, left }));

const MOUNTS = ['--user', '--map-root-user', '--mount'];
const hasMounts = spawnSync('unshare', [...MOUNTS, 'true']).status === 0;

it.skipIf(!hasMounts)('a rank that fails for a full disk: the disk is named', async () => {
  const command = ['bash', '-c', 'yes | head -c 1000000 || exit 5'];
  const directory = writeOutput(makePlan({ launch: { command } }));
  const script = 'mkdir "$1/runs" && mount -t tmpfs -o size=128k none "$1/runs" && exec "$1/launch.sh"';
  const { ended } = start('unshare', [...MOUNTS, 'bash', '-c', script, 'bash', directory]);
  const { status, stderr } = await ended;
  expect({ status, stderr }).toEqual({
    status: 5,
    stderr: expect.stringMatching(
      /^launch\.sh: rank 0 .* status 5; the disk of .*\/runs\/\S+ is full, and its logs/,
    ),
  });
});

it('the table has every fault, and none besides', () => {
  expect(ROWS.map(({ name }) => name)).toEqual(Object.keys(FAULTS));
});

describe('launch.sh', () => {
  it.concurrent.each(ROWS)(
    '$name',
    async ({ name, left }) => {
      const { script, signals = [], status } = FAULTS[name] ?? { script: '', status: 0 };
      const { directory, marker } = writeScript(script, 2, { graceSeconds: 1 });
      const { child, ended } = start(join(directory, 'launch.sh'));
      if (signals.length > 0) await until('launch.sh', () => countReady(directory) === 2);
      for (const signal of signals) {
        child.kill(signal);
        // It stops its ranks before itself: what would continue it sooner is lost.
        if (signal === 'SIGTSTP') await until('launch.sh', () => areStopped(marker) && isStopped(child.pid));
        if (signal === 'SIGCONT') await until('launch.sh', () => !areStopped(marker));
      }
      expect((await ended).status).toBe(status);
      const isLeft = left === 'something';
      if (!isLeft) await until('launch.sh', () => status !== null || findProcesses(marker).length === 0);
      expect(findProcesses(marker).length > 0).toBe(isLeft);
      for (const pid of findProcesses(marker)) process.kill(pid, 'SIGKILL');
    },
    2 * HANG_MS,
  );
});

/** The first ranks run before the launcher knows the last ones. */
it('a launcher that is stopped while it starts ranks stops all of them', async () => {
  const count = 30;
  const { directory, marker } = writeScript(`${READY}; ${STAY}`, count, { graceSeconds: 1 });
  const { child, ended } = start(join(directory, 'launch.sh'));
  await until('the first runs', () => countReady(directory) > 0);
  child.kill('SIGTSTP');
  await until(
    'it is stopped, and no rank runs',
    () => isStopped(child.pid) && listRanks(marker).every(isStopped),
  );
  child.kill('SIGCONT');
  await until('all run', () => countReady(directory) === count);
  child.kill('SIGTERM');
  expect((await ended).status).toBe(143);
  expect(findProcesses(marker)).toEqual([]);
});

const countReady = (directory: string): number =>
  existsSync(join(directory, 'runs'))
    ? readdirSync(join(directory, 'runs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.includes('/ready-'),
      ).length
    : 0;

const isStopped = (pid: number | undefined) => stateOf(pid) === 'T';

/** The ranks, without what they are just starting. */
const listRanks = (marker: string): readonly number[] =>
  findProcesses(marker).filter((pid) => readIfThere(`/proc/${pid}/cmdline`).startsWith('bash\0'));

/** Whether the ranks are, both of them. */
function areStopped(marker: string): boolean {
  const ranks = listRanks(marker);
  return ranks.length >= 2 && ranks.every(isStopped);
}
