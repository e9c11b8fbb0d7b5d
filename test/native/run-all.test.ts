// `run --all` and `verify --all`: on hosts that are all this machine, through a transport that starts a shell.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { planOf } from '../compile-text.ts';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';
import { writeDirectory } from '../write-directory.ts';
import { findProcesses, hasExec } from './exec-fixture.ts';
import { type JobOptions, runThere, startRankplan, writeJob } from './run-fixture.ts';

const VIA = '#!/bin/bash\nexec bash -c "${@: -1}"\n';
const PATIENT = ['--patience', '60', '--timeout', '120'];

function placeHosts(script: string, { launch, ...options }: JobOptions = {}) {
  const master = { address: '127.0.0.1', port: 'auto' };
  const nodes = [{ hosts: 'lab[1-2]', cpuRanks: 2 }];
  const job = writeJob({ nodes, script, launch: { master, grace: '5s', ...launch }, ...options });
  const compile = () => writeDirectory(join(job.folder, 'out'), planOf(readFileSync(job.topology)));
  compile();
  const via = join(makeFolder('via-'), 'via');
  writeFileSync(via, VIA, { mode: 0o755 });
  const run = ['run', 'out', '--all', '--via', via, ...PATIENT];
  const begin = () => startRankplan(job.folder, run);
  const finish = (...words: readonly string[]) => runThere(job.folder, [...run, ...words]);
  return { ...job, via, begin, finish, compile };
}

describe.skipIf(!hasExec)('run --all', { timeout: 3 * HANG_MS }, () => {
  it('starts the ranks of all hosts, which share the port that rank 0 got', () => {
    const { finish } = placeHosts('echo "$RANK of $WORLD_SIZE, $MASTER_PORT: $2"');
    const { status, stdout, stderr } = finish('--tee', '--audit', 'off', '--', '$(word) "a"');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n').sort();
    const port = / (\d+):/.exec(lines[0] ?? '')?.[1];
    expect(lines).toEqual(
      [0, 1, 2, 3].map(
        (rank) => `[rank ${rank} lab${Math.floor(rank / 2) + 1}] ${rank} of 4, ${port}: $(word) "a"`,
      ),
    );
  });

  it('names the rank of another host that had not ended when the grace was over', async () => {
    const stays = 'trap "" TERM; : >"$RANKPLAN_RUN_DIR/stays"; sleep 1000 & wait';
    const fails = 'until [[ -e $RANKPLAN_RUN_DIR/stays ]]; do sleep 0.02; done; exit 7';
    const script = `case $RANK in 3) ${stays} ;; 0) ${fails} ;; *) sleep 1000 & wait ;; esac`;
    const { finish, marker } = placeHosts(script, { launch: { grace: '1s' } });
    const { status, stderr } = finish('--audit', 'off');
    expect(status).toBe(7);
    expect(stderr).toMatch(/^rankplan: lab1: rank 0 .* failed with status 7/m);
    expect(stderr).toMatch(
      /^rankplan: lab2: rank 3 had not ended after 1 s and was killed: raise `launch.grace` or `--grace`$/m,
    );
    await until('nothing is left', () => findProcesses(marker).length === 0);
  });

  it('has the status of the first rank that failed, and names it in its own name', async () => {
    const { finish, marker } = placeHosts(
      '[[ $RANK != 3 ]] || { echo boom >&2; exit 7; }; sleep 1000 & wait; exit 9',
    );
    const { status, stderr } = finish();
    expect(status).toBe(7);
    expect(stderr).toMatch(/^rankplan: lab2: rank 3 \(lab2, CPU\) failed with status 7.*\n {2}boom\n$/);
    await until('nothing is left', () => findProcesses(marker).length === 0);
  });

  const signals = [
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGKILL', null],
  ] as const;
  it.each(some(signals))('leaves nothing on any host after %s', async (signal, expected) => {
    const { begin, marker } = placeHosts('sleep 1000 & wait');
    const { child, ended } = begin();
    await until('all ranks run', () => child.exitCode !== null || findProcesses(marker).length >= 4);
    await sleep(100);
    child.kill(signal);
    expect((await ended).status).toBe(expected);
    await until('nothing is left', () => findProcesses(marker).length === 0);
  });

  it('takes no Ctrl-Z: the hosts would hear nothing of it', async () => {
    const { begin, marker } = placeHosts('sleep 1000 & wait');
    const { child, ended } = begin();
    await until('all ranks run', () => child.exitCode !== null || findProcesses(marker).length >= 4);
    child.kill('SIGTSTP');
    await sleep(100);
    child.kill('SIGINT'); // one that has stopped would not get it
    expect((await ended).status).toBe(130);
  });

  it('starts all ranks again after a failure', () => {
    const { finish } = placeHosts(
      'echo "rank $RANK, attempt $RANKPLAN_RESTART"; ((RANK != 3 || RANKPLAN_RESTART > 0))',
    );
    const { status, stdout, stderr } = finish('--restarts', '2', '--tee');
    expect(status, stderr).toBe(0);
    expect(stdout.match(/attempt 1$/gm)).toHaveLength(4);
  });

  it('verify --all makes the checks of all hosts, and starts nothing', () => {
    const { folder, topology, via, compile } = placeHosts('echo started');
    const check = () => runThere(folder, ['verify', 'out', '--all', '--via', via]);
    const fine = check();
    expect(fine.status, fine.stderr).toBe(0);
    expect(fine.stderr.match(/rankplan: lab\d is ready \(2 ranks; \d+ GB free\)/g)).toHaveLength(2);
    expect(existsSync(join(folder, 'out/runs'))).toBe(false);
    writeFileSync(topology, readFileSync(topology, 'utf8').replace('"bash"', '"no-such-program"'));
    compile();
    const { status, stdout, stderr } = check();
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(stderr).toMatch(/^rankplan: lab2: 'no-such-program' is not a command on this host/m);
  });

  it.each([
    [['--node', 'lab1'], '--node is for the ranks of this machine, not with --all: leave it out', 2],
    [['--patience', '1.5'], "--patience '1.5' is too short: hosts give a sign once a second", 2],
    [['--patience', 'long'], "--patience 'long' is not a number of seconds", 2],
  ])('refuses %j', (words, message, expected) => {
    const { status, stderr } = placeHosts('exit 0').finish(...words);
    expect({ status, stderr }).toEqual({ status: expected, stderr: expect.stringContaining(message) });
  });

  it('refuses lines of setup that bash cannot read, before any host is reached', () => {
    const { finish } = placeHosts('exit 0', { launch: { setup: ['true', 'if true; then'] } });
    const { status, stderr } = finish();
    expect(status).toBe(78);
    expect(stderr).toMatch(/^rankplan: bash cannot read launch\.setup at 'if true; then' \(.*\n$/);
  });

  it.each(['run', 'verify'])('%s refuses options that only --all has', (verb) => {
    const { folder, topology } = placeHosts('exit 0');
    const { status, stderr } = runThere(folder, [verb, topology, '--via', '']);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('--via is for --all') });
  });
});
