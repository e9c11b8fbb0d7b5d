import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { findProcesses, hasExec, makeMarker } from './exec-fixture.ts';
import { bash, makeLogs, order, runOf, serve } from './serve-fixture.ts';

const STUBBORN = `trap "" TERM HUP INT QUIT; (setsid bash -c 'trap "" TERM; while :; do sleep 1; done' "$1" &)
  (bash -c 'bash -c "exec -a $0 sleep 1000" &' "$1" &)
  bash -c 'while :; do sleep 1; done' "$1" & : >"$2.$RANK"; while :; do sleep 1; done`;
const MANY = 3;

/** Ranks that do not want to end, with what they leave behind. */
async function startStubborn(patience?: number) {
  const logs = makeLogs();
  const marker = makeMarker();
  const serving = serve({ ranks: MANY, ...(patience === undefined ? {} : { patience }) });
  const ready = join(logs.path, 'ready');
  serving.send(runOf(logs, ['bash', '-c', STUBBORN, marker, marker, ready], { ranks: MANY }));
  await serving.has('started', MANY);
  await until('the ranks', () => [0, 1, 2].every((rank) => existsSync(`${ready}.${rank}`)));
  const guard = serving.all('hello')[0]?.pid ?? 0;
  return { serving, marker, guard, watcher: serving.link.pid ?? 0 };
}

type Started = Awaited<ReturnType<typeof startStubborn>>;

interface Fault {
  readonly act: (started: Started) => void;
  readonly says: readonly string[];
  readonly status: number;
}

const asked = (name: 'HUP' | 'INT' | 'QUIT' | 'TERM'): Fault => ({
  act: ({ serving }) => serving.send(order.signal(name)),
  says: ['overdue', 'done'],
  status: 0,
});
const signalled = (name: NodeJS.Signals, status: number, whom: 'guard' | 'watcher'): Fault => ({
  act: (started) => void process.kill(started[whom], name),
  says: ['interrupted', 'overdue', 'done'],
  status,
});

const FAULTS: Readonly<Record<string, Fault>> = {
  'the launcher orders TERM': asked('TERM'),
  'the launcher orders INT': asked('INT'),
  'the launcher orders HUP': asked('HUP'),
  'the launcher orders QUIT': asked('QUIT'),
  'the launcher orders to kill': {
    act: ({ serving }) => serving.send(order.signal('KILL')),
    says: ['done'],
    status: 0,
  },
  'the launcher is gone': {
    act: ({ serving }) => serving.link.close(),
    says: ['torn', 'overdue', 'done'],
    status: 0,
  },
  'the launcher says what nobody understands': {
    act: ({ serving }) => serving.send('dance\n'),
    says: ['refused', 'overdue', 'done'],
    status: 125,
  },
  'somebody sends TERM to the guard': signalled('SIGTERM', 143, 'guard'),
  'somebody sends TERM to its watcher': signalled('SIGTERM', 143, 'watcher'),
  'somebody sends INT to its watcher': signalled('SIGINT', 130, 'watcher'),
  'somebody sends QUIT to its watcher': signalled('SIGQUIT', 131, 'watcher'),
  'somebody sends HUP to its watcher': signalled('SIGHUP', 129, 'watcher'),
  'the guard is killed': {
    act: ({ guard }) => void process.kill(guard, 'SIGKILL'),
    says: ['killed', 'done'],
    status: 137,
  },
  'it is stopped by a terminal, and then ended': {
    act({ watcher }) {
      process.kill(watcher, 'SIGTSTP');
      process.kill(watcher, 'SIGTERM');
      process.kill(watcher, 'SIGCONT');
    },
    says: ['interrupted', 'overdue', 'done'],
    status: 143,
  },
  'ranks are paused, and then ended': {
    act({ serving }) {
      serving.send(order.signal('TSTP'));
      serving.send(order.signal('TERM'));
    },
    says: ['overdue', 'done'],
    status: 0,
  },
};

describe.skipIf(!hasExec)('nothing of ranks that do not want to end is left when', () => {
  it.each(Object.entries(FAULTS))('%s', async (_, { act, says, status }) => {
    const started = await startStubborn();
    const { serving, marker } = started;
    act(started);
    await serving.has('done');
    expect(findProcesses(marker)).toEqual([]);
    serving.link.close();
    expect((await serving.link.ended).status).toBe(status);
    const rest = new Set(['hello', 'begun', 'started', 'ended']);
    expect([...new Set(serving.events.map(({ event }) => event))].filter((name) => !rest.has(name))).toEqual(
      says,
    );
    expect(serving.failure()).toBeNull();
    expect(serving.isWell()).toBe(false);
  });

  it('the watcher of the guard is killed', async () => {
    const { serving, marker, watcher } = await startStubborn();
    process.kill(watcher, 'SIGKILL');
    await until('the end', () => findProcesses(marker).length === 0);
    expect((await serving.link.ended).signal).toBe('SIGKILL');
    expect(serving.all('killed')).toMatchObject([{ killer: 9 }]);
  });

  it('the guard and its watcher are killed, of what is in the ranks’ own processes', async () => {
    const logs = makeLogs();
    const marker = makeMarker();
    const serving = serve({ ranks: MANY });
    const ranks = runOf(logs, bash('trap "" TERM; while :; do read -t 1 <> <(:); done', marker), {
      ranks: MANY,
    });
    serving.send(ranks);
    await serving.has('started', MANY);
    for (const pid of [serving.all('hello')[0]?.pid, serving.link.pid]) process.kill(pid ?? 0, 'SIGKILL');
    await until('the end', () => findProcesses(marker).length === 0);
    await serving.link.ended;
    expect(serving.isWell()).toBe(false);
  });

  it('nothing is heard of the launcher', async () => {
    const { serving, marker } = await startStubborn(1);
    await serving.has('done');
    expect(findProcesses(marker)).toEqual([]);
    expect(serving.all('torn')).toHaveLength(1);
    expect((await serving.link.ended).status).toBe(0);
  });

  it('INT comes twice, without the grace', async () => {
    const logs = makeLogs();
    const marker = makeMarker();
    const serving = serve();
    const common = ['--grace', '1000'];
    serving.send(runOf(logs, bash('trap "" INT; echo; while :; do sleep 0.1; done', marker), { common }));
    await until('the rank', logs.hasOutput);
    const guard = serving.all('hello')[0]?.pid ?? 0;
    process.kill(guard, 'SIGINT');
    await serving.has('interrupted');
    process.kill(guard, 'SIGINT');
    expect((await serving.link.ended).status).toBe(130);
    expect(findProcesses(marker)).toEqual([]);
  });
});
