import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { runs } from '../stage.ts';
import { childrenOf, findProcesses, hasExec, readIfThere } from './exec-fixture.ts';
import { type Job, type Run, type RunOutcome, startRun, writeJob } from './run-fixture.ts';

const STAY = `trap "" TERM INT HUP; while :; do sleep 1; done`;

/** What a rank leaves beside itself; `$1` is the marker that every process carries. */
const MARKED = [
  '',
  `sleep 1000 &`,
  `bash -c '${STAY}' child "$1" &`,
  `setsid bash -c '${STAY}' child "$1" &`,
  `(setsid bash -c '${STAY}' daemon "$1" &)`,
];
/** Where nobody is left who knew their parents, processes are found by their environment. */
const STARTED = [...MARKED, `(env -i setsid bash -c '${STAY}' daemon "$1" &)`];

/** What a rank does for as long as it may. */
const WORK = [
  'sleep 1000 & wait',
  `trap 'exit 0' TERM INT; while :; do sleep 0.05; done`,
  `trap '' TERM INT; while :; do sleep 1; done`,
  'while :; do echo "line of $RANK"; echo e >&2; sleep 0.02; done',
  'yes "much of $RANK" | head -c 3000000; sleep 0.2; sleep 1000',
];

/** How a rank ends by itself, and what its status is then. */
const ENDS = [
  ['exit 0', 0],
  ['exit 3', 3],
  ['kill -SEGV $$', 139],
  ['kill -KILL $$', 137],
  ['exec no-such-program', 127],
] as const;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP'] as const;

type Pick = <T>(all: readonly [T, ...T[]] | readonly T[]) => T;

type Dice = (below: number) => number;

/** Of a case: the same numbers each time. */
function startDice(seed: number): Dice {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const send = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended
    }
  }
};

interface Chosen {
  readonly launcher: number;
  readonly job: Job;
  readonly pick: Pick;
}

/** The launcher's child is the guard's watcher, and its child the guard: their place may change. */
const guards = (launcher: number): readonly number[] =>
  childrenOf(launcher).flatMap((pid) => [pid, ...childrenOf(pid).filter(isGuard)]);

const isGuard = (pid: number): boolean => readIfThere(`/proc/${pid}/cmdline`).includes('rankplan-exec');

/** What somebody does to a run. `launcher`: the launcher itself is killed. */
const FAULTS: Readonly<Record<string, (chosen: Chosen) => Promise<void> | void>> = {
  nothing: () => {},
  'a signal to the launcher': ({ launcher, pick }) => send([launcher], pick(SIGNALS)),
  'two INT': async ({ launcher }) => {
    send([launcher], 'SIGINT');
    await sleep(100);
    send([launcher], 'SIGINT');
  },
  'KILL to the launcher': ({ launcher }) => send([launcher], 'SIGKILL'),
  'a signal to the guard': ({ launcher, pick }) => send(guards(launcher).slice(0, 1), pick(SIGNALS)),
  'KILL to one of the guards': ({ launcher, pick }) => {
    const found = guards(launcher);
    if (found.length > 0) send([pick(found)], 'SIGKILL');
  },
  'KILL to all guards': ({ launcher }) => send(guards(launcher), 'SIGKILL'),
  'KILL to a process of a rank': ({ job, pick }) => {
    const found = findProcesses(job.marker);
    if (found.length > 0) send([pick(found)], 'SIGKILL');
  },
  'STOP and CONT to the launcher, then TERM': async ({ launcher }) => {
    send([launcher], 'SIGSTOP');
    await sleep(200);
    send([launcher], 'SIGCONT');
    send([launcher], 'SIGTERM');
  },
  'STOP and CONT to the guards, then TERM to the launcher': async ({ launcher }) => {
    const found = guards(launcher);
    send(found, 'SIGSTOP');
    await sleep(200);
    send(found, 'SIGCONT');
    send([launcher], 'SIGTERM');
  },
};

interface Case {
  readonly seed: number;
  readonly fault: string;
}

/** Ranks of which each may go on for ever or end by itself, with whatever they start. */
function writeRandomJob(dice: Dice, started: readonly string[]) {
  const pick: Pick = (all) => all[dice(all.length)] as never;
  const ranks = 1 + dice(5);
  const lines = Array.from({ length: ranks }, (_, rank) => {
    const ends =
      dice(3) === 0 ? `sleep 0.${dice(9)}; : >"$RANKPLAN_RUN_DIR/end-$RANK"; ${pick(ENDS)[0]}` : '';
    return `${rank}) ${pick(started)}\n${ends}\n${pick(WORK)} ;;`;
  });
  const args = [...(dice(2) === 0 ? ['--tee'] : []), ...(dice(3) === 0 ? ['--restarts', '1'] : [])];
  const script = `case $RANK in\n${lines.join('\n')}\nesac`;
  return { job: writeJob({ ranks, script, launch: { master: { port: 'auto' } } }), args, ranks };
}

/** A run that nobody disturbs is ended after a while: its ranks may go on for ever. */
async function disturb({ seed, fault }: Case, run: Run, job: Job, dice: Dice): Promise<void> {
  const launcher = run.child.pid ?? 0;
  const pick: Pick = (all) => all[dice(all.length)] as never;
  const isOver = (): boolean => run.child.exitCode !== null || run.child.signalCode !== null;
  await until('a process', () => isOver() || findProcesses(job.marker).length > 0);
  await sleep(dice(700));
  await FAULTS[fault]?.({ launcher, job, pick });
  await sleep(300 + (seed % 5) * 100);
  if (!isOver()) send([launcher], 'SIGTERM');
}

function verdictOf(job: Job): { readonly status: number; readonly ranks: Record<string, number> } | null {
  const runsFolder = join(job.folder, 'runs');
  const [run] = existsSync(runsFolder) ? readdirSync(runsFolder) : [];
  const path = join(runsFolder, run ?? '', 'verdict.json');
  return run === undefined || !existsSync(path) ? null : JSON.parse(readFileSync(path, 'utf8'));
}

const KNOWN = new Set<number>([
  ...ENDS.map(([, status]) => status),
  ...SIGNALS.map((signal) => 128 + constants.signals[signal]),
  128 + constants.signals.SIGPIPE, // of `yes | head`
]);

function expectSound({ status, signal, stderr }: RunOutcome, job: Job, ranks: number): void {
  expect(stderr).not.toContain('this is a bug');
  if (signal !== null) {
    expect(['SIGKILL', ...SIGNALS]).toContain(signal); // one of the latter where all was over
    return;
  }
  expect(KNOWN, stderr).toContain(status);
  expect(stderr.match(/^rankplan: rank \d+ \(/gm)?.length ?? 0).toBeLessThanOrEqual(2); // one of each attempt
  const verdict = verdictOf(job);
  expect(verdict).toMatchObject({ status });
  if (status === 0) expect(verdict?.ranks).toEqual({ planned: ranks, well: ranks, failed: 0 });
}

const names = Object.keys(FAULTS);
const cases = Array.from({ length: runs(230, names.length) }, (_, i) => ({
  seed: i + 1,
  fault: names[i % names.length] ?? '',
}));

describe.skipIf(!hasExec)(`random faults of one host (${cases.length})`, () => {
  it.concurrent.each(cases)('$seed: $fault', async (one) => {
    const dice = startDice(one.seed);
    const { job, args, ranks } = writeRandomJob(dice, one.fault === 'KILL to all guards' ? MARKED : STARTED);
    const run = startRun(job, args);
    await disturb(one, run, job, dice);
    const outcome = await run.ended;
    // After KILL to the launcher it is the guard that ends the ranks, while nobody waits for it.
    if (outcome.signal !== null) await until('the end', () => findProcesses(job.marker).length === 0);
    expect(findProcesses(job.marker)).toEqual([]);
    await until('the end of the guard', () => findProcesses(job.folder).length === 0);
    expectSound(outcome, job, ranks);
  });
});
