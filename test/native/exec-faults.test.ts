import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { findProcesses, hasExec } from './exec-fixture.ts';
import {
  bash,
  type Directory,
  findRanks,
  type Launch,
  type LaunchOptions,
  readLog,
  startLaunch,
  stateOf,
  writeDirectory,
} from './exec-launch-fixture.ts';

const RANKS = 3;
const STAY = `trap "" TERM HUP INT QUIT; while :; do sleep 0.05; done`;

/** What each rank starts besides: a child, a session of its own, and a daemon that cleared its environment. All ignore TERM. */
const STARTED = [
  `bash -c '${STAY}' child "$1" &`,
  `setsid bash -c '${STAY}' child "$1" &`,
  `(env -i setsid bash -c '${STAY}' daemon "$1" &)`,
];
const READY = `until (( $(grep -sczl "$1" /proc/[0-9]*/cmdline | wc -l) >= ${RANKS * 4} )); do sleep 0.05; done; : >"$1.$RANK"`;

/** Ends like this when all that the ranks start is there. */
const after = (end: string): string => `cd "$TMP"; ${STARTED.join('\n')}\n${READY}\n${end}`;

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

const kill =
  (signal: NodeJS.Signals) =>
  ({ pid }: Launch): void =>
    void process.kill(pid, signal);

/** All that the ranks started ignores TERM. */
const LATE = 'launch.sh: ranks 0, 1, 2 had not ended after 1 s and were killed: raise `launch.grace`\n';
const ONLY_LATE = new RegExp(`^${LATE}$`);

interface Fault {
  /** What rank 1 does when all are ready; the others stay. */
  readonly rank?: string;
  readonly act?: (launch: Launch) => void;
  readonly status: number | null;
  /** What is said, if not nothing. */
  readonly says?: RegExp;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'a rank fails': {
    rank: 'exit 3',
    status: 3,
    says: /^launch\.sh: rank 1 \(lab1, CPU\) failed with status 3; its log: /,
  },
  'a rank is killed': {
    rank: 'kill -KILL $$',
    status: 137,
    says: /^launch\.sh: rank 1 \(lab1, CPU\) was killed by SIGKILL; /,
  },
  'a rank kills its whole session': {
    rank: 'kill -TERM 0; sleep 9',
    status: 143,
    says: /was killed by SIGTERM; /,
  },
  'the launcher is killed': {
    act: kill('SIGKILL'),
    status: null,
    says: new RegExp(`^launch\\.sh: rankplan-exec was killed by SIGKILL, and the ranks with it\n${LATE}$`),
  },
  'the guard is killed': {
    act: ({ pid }) => process.kill(childOf(pid), 'SIGKILL'),
    status: 137,
    says: /^launch\.sh: rankplan-exec was killed by SIGKILL, and the ranks with it\n$/,
  },
  'the guard gets TERM': {
    act: ({ pid }) => process.kill(childOf(pid), 'SIGTERM'),
    status: 143,
    says: ONLY_LATE,
  },
  'the launcher gets TERM': { act: kill('SIGTERM'), status: 143, says: ONLY_LATE },
  'the launcher gets INT': { act: kill('SIGINT'), status: 130, says: ONLY_LATE },
  'the launcher gets QUIT': { act: kill('SIGQUIT'), status: 131, says: ONLY_LATE },
  'the launcher gets HUP': { act: kill('SIGHUP'), status: 129, says: ONLY_LATE },
  'the launcher gets INT twice': {
    act(launch) {
      kill('SIGINT')(launch);
      kill('SIGINT')(launch);
    },
    status: 130,
    says: new RegExp(`^(${LATE})?$`), // two signals that are pending at once are one
  },
  'the launcher is stopped, and then ended as a shell does it': {
    act(launch) {
      kill('SIGTSTP')(launch);
      kill('SIGTERM')(launch);
      kill('SIGCONT')(launch);
    },
    status: 143,
    says: ONLY_LATE,
  },
};

function startRanks(script: string, options: LaunchOptions = {}): { directory: Directory; launch: Launch } {
  const directory = writeDirectory(RANKS);
  const marked = { ...directory, marker: join(directory.path, 'marker') };
  const launch = startLaunch(directory, bash(script, marked), { ranks: '0-2', ...options });
  return { directory: marked, launch };
}

const areReady = (directory: Directory) => (): boolean =>
  [0, 1, 2].every(
    (rank) => findProcesses(`${directory.marker}`).length > 0 && hasFile(`${directory.marker}.${rank}`),
  );

function hasFile(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasExec)('nothing of a launch is left when', () => {
  it.each(Object.entries(FAULTS))('%s', async (_, { rank, act, status, says }) => {
    const end = rank === undefined ? STAY : `[[ $RANK != 1 ]] || { ${rank}; }; ${STAY}`;
    const { directory, launch } = startRanks(after(end), { env: { TMP: '/' } });
    if (act !== undefined) {
      await until('the ranks', areReady(directory));
      act(launch);
    }
    const outcome = await launch.ended;
    expect(outcome).toEqual({
      status,
      signal: status === null ? 'SIGKILL' : null,
      stdout: '',
      stderr: says === undefined ? '' : expect.stringMatching(says),
    });
    // Who is killed has nobody who waits for the end.
    if (status === null) await until('the end', () => findProcesses(directory.path).length === 0);
    expect(findProcesses(directory.path)).toEqual([]);
  });
});

describe.skipIf(!hasExec)('a launch', () => {
  it.each(['SIGUSR1', 'SIGUSR2'] as const)('passes %s on, and goes on', async (signal) => {
    const script = `trap 'exit 0' ${signal.slice(3)}; : >"$1.$RANK"; while :; do sleep 0.05; done`;
    const { directory, launch } = startRanks(script);
    await until('the ranks', areReady(directory));
    launch.kill(signal);
    expect(await launch.ended).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
  });

  it('stops with its ranks, and continues with them', async () => {
    const script = `: >"$1.$RANK"; until [[ -e $1.end ]]; do sleep 0.05; done; exit 0`;
    const { directory, launch } = startRanks(script);
    await until('the ranks', areReady(directory));
    launch.kill('SIGTSTP');
    const ranks = findRanks(directory.marker);
    expect(ranks).toHaveLength(RANKS);
    await until('the stop', () => [launch.pid, ...ranks].every((pid) => stateOf(pid) === 'T'));
    launch.kill('SIGCONT');
    await until('the rest', () => [launch.pid, ...ranks].every((pid) => stateOf(pid) !== 'T'));
    symlinkSync('/dev/null', `${directory.marker}.end`);
    expect(await launch.ended).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['HUP', 'INT', 'QUIT'])(
    'goes on under a %s that was ignored when it was started',
    async (signal) => {
      const script = `: >"$1.$RANK"; until [[ -e $1.end ]]; do sleep 0.05; done`;
      const before = ['bash', '-c', `trap '' ${signal}; exec "$0" "$@"`];
      const { directory, launch } = startRanks(script, { before });
      await until('the ranks', areReady(directory));
      launch.kill(`SIG${signal}` as NodeJS.Signals);
      launch.kill('SIGUSR2'); // what would end them by default, and comes behind it
      expect((await launch.ended).stderr).toContain('was killed by SIGUSR2');
    },
  );

  it('whose logs are on a full disk ends with its ranks’ own status', async () => {
    const directory = writeDirectory(1);
    for (const name of ['out', 'err']) symlinkSync('/dev/full', join(directory.logs, `rank-0.${name}`));
    const { ended } = startLaunch(directory, bash('echo hi || exit 5', directory), { options: ['--tee'] });
    expect(await ended).toEqual({
      status: 5,
      signal: null,
      stdout: '',
      stderr: `launch.sh: rank 0 (lab1, GPU 0) failed with status 5; its log: ${directory.logs}/rank-0.err\n`,
    });
  });

  it.each([
    [
      'logs cannot be made',
      (directory: Directory) => rmSync(directory.logs, { recursive: true }),
      126,
      'stderr: ',
    ],
    ['log is a folder', ({ logs }: Directory) => mkdirSync(join(logs, 'rank-0.out')), 126, 'stdout: '],
  ] as const)('whose %s says so', async (_, spoil, status, step) => {
    const directory = writeDirectory(1);
    spoil(directory);
    const outcome = await startLaunch(directory, ['true'], {}).ended;
    expect(outcome.status).toBe(status);
    expect(outcome.stderr).toContain(
      `launch.sh: rank 0 (lab1, GPU 0) could not be started: ${step}${directory.logs}`,
    );
  });

  it('may have 512 ranks, of which the first failure is shown with the end of its log', async () => {
    const directory = writeDirectory(512);
    const script = `for i in 1 2 3 4 5 6 7; do echo "line $i" >&2; done; [[ $RANK != 300 ]] || exit 9; sleep 1000`;
    const { ended } = startLaunch(directory, bash(script, directory), { ranks: '0-511' });
    const { status, stderr } = await ended;
    const log = join(directory.logs, 'rank-300.err');
    const lines = [3, 4, 5, 6, 7].map((i) => `  line ${i}\n`).join('');
    expect({ status, stderr }).toEqual({
      status: 9,
      stderr: `launch.sh: rank 300 (lab1, GPU 300) failed with status 9; its log: ${log}\n${lines}`,
    });
    expect(findProcesses(directory.marker)).toEqual([]);
    expect(readLog(directory, 'rank-300.err')).toContain('line 1\n');
  });
});
