import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlanGpu } from '../../src/generated/plan.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import {
  findProcesses,
  findRun,
  launch,
  makeGpu,
  makeMarker,
  makePlan,
  readLog,
  start,
  writeOutput,
} from '../unit/launch-sh-fixture.ts';
import { EXEC, hasExec } from './exec-fixture.ts';

const env = { RANKPLAN_EXEC: EXEC };
const WAIT = 'while :; do sleep 0.05; done';
const bash = (script: string, marker = makeMarker()) => ({
  marker,
  command: ['bash', '-c', script, 'rank', marker],
});

function makeGpus(...cpus: (string | null)[]): PlanGpu[] {
  return cpus.map((list, index) => ({ ...makeGpu(index, null), cpus: list }));
}

const hasFile = (directory: string, name: string): boolean =>
  existsSync(join(directory, 'runs')) &&
  readdirSync(join(directory, 'runs')).some((run) => existsSync(join(directory, 'runs', run, name)));

describe.skipIf(!hasExec)('launch.sh with rankplan-exec', () => {
  it('runs each rank on the CPUs of its GPU', async () => {
    const { command } = bash('tr "\\0" " " </proc/$PPID/cmdline');
    const gpus = makeGpus('0', '0', null, '0-1');
    const directory = writeOutput(makePlan({ ranks: 4, nodes: [{ gpus }], launch: { command } }));
    expect(readFileSync(join(directory, 'launch.sh'), 'utf8')).toContain(
      "\nplace localhost localhost 0-3 - '0-1:0;3:0-1'\n",
    );
    expect(await launch(directory, [], { env })).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const words = readLog(directory, 'rank-0.out');
    expect(words).toContain(' --cpus 0-1:0 --cpus 3:0-1 ');
    expect([1, 2, 3].map((rank) => readLog(directory, `rank-${rank}.out`))).toEqual([words, words, words]);
  });

  it('leaves memory alone where the plan says so', async () => {
    const { command } = bash('tr "\\0" " " </proc/$PPID/cmdline');
    const nodes = [{ gpus: makeGpus('0') }];
    const directory = writeOutput(makePlan({ nodes, launch: { command, memory: 'any' } }));
    expect(await launch(directory, [], { env })).toMatchObject({ status: 0, stderr: '' });
    expect(readLog(directory, 'rank-0.out')).toContain(' --cpus 0:0 --memory any ');
  });

  it.each([
    ['exit 3', 3],
    ['kill -SEGV $$', 139],
    ['exec no-such-program', 127],
  ])('gives the status of the first failure, %s, and leaves nothing', async (failure, expected) => {
    const daemon = `(env -i setsid bash -c 'trap "" TERM; ${WAIT}' daemon "$1" &)`;
    const { command, marker } = bash(
      `${daemon}; [[ $RANK != 1 ]] || { sleep 0.3; ${failure}; }; trap '' TERM; ${WAIT}`,
    );
    const directory = writeOutput(makePlan({ ranks: 3, launch: { command, graceSeconds: 1 } }));
    const { status, stderr } = await launch(directory, [], { env });
    expect({ status, left: findProcesses(marker) }).toEqual({ status: expected, left: [] });
    expect(stderr).toContain('launch.sh: rank 1 (localhost, CPU)');
  });

  it.each(['SIGUSR1', 'SIGUSR2'] as const)('hands %s to the rank and goes on', async (signal) => {
    const got = `trap ': >"$RANKPLAN_RUN_DIR/got"; exit 3' ${signal.slice(3)}; : >"$RANKPLAN_RUN_DIR/ready"; ${WAIT}`;
    const directory = writeOutput(makePlan({ launch: { command: bash(got).command } }));
    const { child, ended } = start(join(directory, 'launch.sh'), [], { env });
    await until('the rank', () => hasFile(directory, 'ready'));
    child.kill(signal);
    expect((await ended).status).toBe(3);
    expect(hasFile(directory, 'got')).toBe(true);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGKILL', null],
  ] as const)('that gets %s leaves nothing', async (signal, expected) => {
    const daemon = `(setsid bash -c 'trap "" TERM; ${WAIT}' daemon "$1" &)`;
    const { command, marker } = bash(
      `trap '' TERM INT QUIT; ${daemon}; : >"$RANKPLAN_RUN_DIR/ready"; ${WAIT}`,
    );
    const directory = writeOutput(makePlan({ launch: { command, graceSeconds: 1 } }));
    const { child, ended } = start(join(directory, 'launch.sh'), [], { env });
    await until('the rank', () => {
      try {
        return readFileSync(join(findRun(directory), 'ready')) !== null;
      } catch {
        return false;
      }
    });
    child.kill(signal);
    expect((await ended).status).toBe(expected);
    await until('the end', () => findProcesses(marker).length === 0);
  });

  it('finds it on the PATH, and does without one that is for another script', async () => {
    const { command } = bash('tr "\\0" " " </proc/$PPID/cmdline');
    const directory = writeOutput(makePlan({ launch: { command } }));
    const bin = makeFolder('rankplan-bin-');
    const PATH = `${bin}:${process.env['PATH']}`;
    copyFileSync(EXEC, join(bin, 'rankplan-exec'));
    const found = await launch(directory, [], { env: { PATH, RANKPLAN_RUN_ID: 'found' } });
    expect(found).toMatchObject({ status: 0, stderr: '' });
    const log = (run: string) => readFileSync(join(directory, 'runs', run, 'rank-0.out'), 'utf8');
    expect(log('found')).toContain(`${bin}/rankplan-exec --protocol 1 --launch ${directory} `);
    writeFileSync(join(bin, 'rankplan-exec'), '#!/bin/sh\nexit 125\n', { mode: 0o755 });
    const without = await launch(directory, [], { env: { PATH, RANKPLAN_RUN_ID: 'without' } });
    expect(without).toMatchObject({
      status: 0,
      stderr: `launch.sh: warning: ${bin}/rankplan-exec is not for this script, which does without it\n`,
    });
    expect(log('without')).not.toContain('--launch');
  });

  it('refuses one that is named and of no use', async () => {
    const directory = writeOutput(makePlan());
    const { status, stderr } = await launch(directory, [], { env: { RANKPLAN_EXEC: '/bin/false' } });
    expect(status).toBe(78);
    expect(stderr).toContain('RANKPLAN_EXEC, /bin/false, is not a rankplan-exec for this script');
  });
});
