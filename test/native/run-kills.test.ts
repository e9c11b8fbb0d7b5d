import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { runs, some } from '../stage.ts';
import { childrenOf, findProcesses, hasExec, readIfThere } from './exec-fixture.ts';
import { areReady, type Job, READY, type Run, startRun, writeJob } from './run-fixture.ts';

const STAY = `trap "" TERM HUP INT; while :; do sleep 1; done`;

/** What a rank has started; `$1` is the marker that every process carries. Each ignores TERM. */
const STARTED = {
  'a child': `bash -c '${STAY}' child "$1" &`,
  'a session of its own': `setsid bash -c '${STAY}' child "$1" &`,
  'a daemon': `(setsid bash -c '${STAY}' daemon "$1" &)`,
  'a daemon that has no environment': `(env -i setsid bash -c '${STAY}' daemon "$1" &)`,
} as const;

const RANKS = 3;

/** What the guard says of such ranks; where its watcher is killed, too, there is nobody left to say it. */
const LATE =
  'rankplan: ranks 0, 1, 2 had not ended after 1 s and were killed: raise `launch.grace` or `--grace`\n';

async function startJob(started: readonly string[]): Promise<{ job: Job; run: Run }> {
  const script = `${started.join('\n')}\n${READY}; ${STAY}`;
  const job = writeJob({ ranks: RANKS, script });
  const run = startRun(job);
  await until('the ranks', areReady(job.folder, RANKS));
  const expected = RANKS * (1 + started.length);
  await until('what they start', () => findProcesses(job.marker).length >= expected);
  return { job, run };
}

/** What `pkill -f rankplan` finds of one run, but the launcher. */
const listNamed = ({ child }: Run): readonly number[] =>
  childrenOf(child.pid)
    .flatMap((pid) => [pid, ...childrenOf(pid)])
    .filter((pid) => readIfThere(`/proc/${pid}/cmdline`).includes('rankplan'));

/** The launcher's only child. */
function findFirst({ child }: Run): number {
  const [first = 0, ...others] = childrenOf(child.pid);
  expect(others).toEqual([]);
  return first;
}

const kill = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, signal);
};

const VICTIMS = {
  'launcher and all that goes by its name': (run: Run) => [run.child.pid ?? 0, ...listNamed(run)],
  'all that goes by its name, and the launcher': (run: Run) => [...listNamed(run), run.child.pid ?? 0],
  'the launcher and its child': (run: Run) => [run.child.pid ?? 0, findFirst(run)],
  'what goes by the name of the guard': listNamed,
  'the child of the launcher': (run: Run) => [findFirst(run)],
};

describe.skipIf(!hasExec)('KILL, with no time between', () => {
  it.concurrent.each(
    Object.entries(VICTIMS).flatMap(([who, choose]) =>
      Array.from({ length: runs(3) }, (_, i) => ({ who, choose, go: i + 1 })),
    ),
  )('to $who leaves nothing (try $go)', async ({ choose }) => {
    const { job, run } = await startJob(Object.values(STARTED));
    const victims = choose(run);
    kill(victims, 'SIGKILL');
    const { status, stderr } = await run.ended;
    const hasLauncher = victims.includes(run.child.pid ?? 0);
    expect(status).toBe(hasLauncher ? null : 137);
    const killed = 'rankplan: rankplan-exec was killed by SIGKILL, and the ranks with it\n';
    if (!hasLauncher) expect([killed, killed + LATE]).toContain(stderr);
    if (hasLauncher) await until('the end', () => findProcesses(job.marker).length === 0);
    expect(findProcesses(job.marker)).toEqual([]);
    await until('the end of the guard', () => findProcesses(job.folder).length === 0);
  });
});

describe.skipIf(!hasExec)('a signal to the guard alone', () => {
  const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
  const cases = Object.entries(SIGNALS).flatMap(([signal, status]) =>
    [listNamed, (run: Run) => [findFirst(run)]].map((choose) => ({ signal, status, choose })),
  );
  it.concurrent.each(some(cases))(
    '$signal: the status is $status, and no rank is blamed',
    async ({ signal, status, choose }) => {
      const { job, run } = await startJob([STARTED['a daemon']]);
      kill(choose(run), signal as NodeJS.Signals);
      expect(await run.ended).toMatchObject({
        status,
        stderr: `rankplan: rankplan-exec got ${signal}, and ends the ranks\n${LATE}`,
      });
      expect(findProcesses(job.marker)).toEqual([]);
    },
  );
});
