// launch.sh --detach, and the verbs that find its jobs again: on hosts that are all this machine.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readJob } from '../../src/runtime/jobs/read-job.ts';
import { tailFile } from '../../src/runtime/jobs/tail-file.ts';
import { endCommands, runRankplan } from '../command/run-rankplan.ts';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import {
  findProcesses,
  launcherUnder,
  makeMarker,
  makePlan,
  start,
  until,
  writeOutput,
} from './launch-sh-fixture.ts';

const VIA = '#!/bin/bash\nexec bash -c "${@: -1}"\n';
const TIMEOUT_MS = 3 * HANG_MS;

afterAll(endCommands);

/** Waits until the test lets it end. */
const WAITS = 'echo "rank $RANK begins"; until [[ -e $0.end ]]; do sleep 0.05; done; ';

describe.skipIf(!hasExec)('--detach', () => {
  const { launch } = launcherUnder({ RANKPLAN_EXEC: EXEC });

  function writeHosts(script: string, hosts = 3) {
    const marker = makeMarker();
    const nodes = ['lab1', 'lab2', 'lab3'].slice(0, hosts).map((name) => ({ name, address: '127.0.0.1' }));
    const folder = makeFolder('detach-');
    const command = ['bash', '-c', script, join(folder, 'rank'), marker];
    const directory = writeOutput(makePlan({ ranks: 2, nodes, launch: { command, graceSeconds: 2 } }));
    const transport = join(folder, 'via');
    writeFileSync(transport, VIA, { mode: 0o755 });
    const words = ['--all', '--detach', '--patience', '60', '--timeout', '120', '--via', transport];
    return { directory, marker, words, end: () => writeFileSync(join(folder, 'rank.end'), '') };
  }

  async function detach(directory: string, words: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await launch(directory, words);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\/.*\/runs\/[^/]+\n$/);
    return stdout.trimEnd();
  }

  const expectNothingLeft = (marker: string): Promise<void> =>
    until(() => findProcesses(marker).length === 0);

  it(
    'leaves a job that is found again, and shown until it ends',
    async () => {
      const { directory, marker, words, end } = writeHosts(`${WAITS}[[ $RANK != 3 ]] || exit 7`);
      const run = await detach(directory, words);
      const listed = runRankplan(['status'], { cwd: directory });
      expect(listed).toMatchObject({ status: 0, stderr: '' });
      expect(listed.stdout).toMatch(
        new RegExp(`\n${basename(run)} +running +[\\d.]+ s +6 +lab1, lab2, lab3\n$`),
      );
      end();
      const { status, stdout } = runRankplan(['attach', run, '--lines', '100']);
      expect(status).toBe(7);
      for (let rank = 0; rank < 6; rank++)
        expect(stdout).toContain(`[rank ${rank} lab${Math.floor(rank / 2) + 1}] rank ${rank} begins\n`);
      expect(stdout).toMatch(/^launch\.sh: lab2: rank 3 .*status 7/m);
      expect(runRankplan(['status', run]).stdout).toMatch(/failed \(7\)/);
      expect(runRankplan(['attach', run]).status).toBe(7);
      await expectNothingLeft(marker);
    },
    TIMEOUT_MS,
  );

  it(
    'tells what is refused as ever, and leaves nothing to stop',
    async () => {
      const { directory, words } = writeHosts('exit 0');
      writeFileSync(join(directory, 'env', 'rank-2.env'), 'export RANK=2\n');
      const { status, stdout, stderr } = await launch(directory, words);
      expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
      expect(stderr).toMatch(/^launch\.sh: lab2: .*rank-2\.env is not of this plan/);
      expect(runRankplan(['stop'], { cwd: directory }).stdout).toMatch(/: refused before\n$/);
      const dry = await launch(directory, [...words, '--dry-run']);
      expect(dry).toMatchObject({ status: 78 });
      expect(dry.stderr).toContain('--detach');
    },
    TIMEOUT_MS,
  );

  it.each([
    [['stop'], 143],
    [['stop', '--now'], 130],
  ] as const)(
    'ends on all hosts by %j',
    async (words, status) => {
      const { directory, marker, words: more } = writeHosts(`trap '' TERM; ${WAITS}`);
      const run = await detach(directory, more);
      const { status: stopped, stdout } = runRankplan([...words], { cwd: directory });
      expect({ stopped, stdout }).toEqual({
        stopped: 0,
        stdout: expect.stringContaining(`${basename(run)}: stopped (${status}), after `),
      });
      await expectNothingLeft(marker);
      expect(runRankplan(['stop', run])).toMatchObject({ status: 0 });
      expect(runRankplan(['attach', run])).toMatchObject({ status });
    },
    TIMEOUT_MS,
  );

  it(
    'says that its launcher is gone, and which hosts may still end',
    async () => {
      const { directory, marker, words } = writeHosts(WAITS);
      const run = await detach(directory, words);
      process.kill(readJob(run)?.launcher.pid ?? 0, 'SIGKILL');
      await until(() => readJob(run)?.state === 'gone');
      const { stdout } = runRankplan(['status'], { cwd: directory });
      expect(stdout).toMatch(/launcher gone +6 +lab1, lab2, lab3\n/);
      expect(stdout).toMatch(/end by themselves on lab1, lab2, lab3/);
      expect(runRankplan(['attach', run])).toMatchObject({ status: 75 });
      expect(runRankplan(['stop', run])).toMatchObject({ status: 3 });
      await expectNothingLeft(marker);
    },
    TIMEOUT_MS,
  );

  it(
    'has several jobs at once, of one machine, too, and a name for each',
    async () => {
      const one = writeHosts(WAITS, 1);
      const two = writeHosts(WAITS);
      const [first, second] = [
        await detach(one.directory, ['--detach']),
        await detach(two.directory, two.words),
      ];
      mkdirSync(join(one.directory, 'runs', 'no-job'));
      one.end();
      expect(runRankplan(['attach', basename(first)], { cwd: one.directory })).toMatchObject({ status: 0 });
      expect(readJob(second)).toMatchObject({
        state: 'running',
        hosts: [{ ranks: 2 }, { ranks: 2 }, { ranks: 2 }],
      });
      const third = await detach(two.directory, [...two.words, '--port', '19999']);
      const unnamed = runRankplan(['stop'], { cwd: two.directory });
      expect(unnamed).toMatchObject({ status: 3 });
      expect(unnamed.stderr).toContain(basename(third));
      two.end();
      for (const run of [second, third]) expect(runRankplan(['attach', run])).toMatchObject({ status: 0 });
      for (const { marker } of [one, two]) await expectNothingLeft(marker);
    },
    TIMEOUT_MS,
  );

  it(
    'goes on when whoever watches leaves',
    async () => {
      const { directory, marker, words, end } = writeHosts(WAITS);
      const run = await detach(directory, words);
      const { child, ended } = start(process.execPath, ['dist/rankplan.cjs', 'attach', run], {
        cwd: process.cwd(),
      });
      let shown = '';
      child.stdout?.on('data', (text: string) => {
        shown += text;
      });
      await until(() => shown.includes('begins'));
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ signal: 'SIGINT', stderr: expect.stringContaining('goes on') });
      expect(readJob(run)?.state).toBe('running');
      end();
      expect(runRankplan(['attach', run]).status).toBe(0);
      await expectNothingLeft(marker);
    },
    TIMEOUT_MS,
  );

  it(
    'is not fooled by another process of the same number, another boot or another machine',
    async () => {
      const { directory, words, end } = writeHosts(WAITS, 1);
      const run = await detach(directory, words);
      const file = join(run, 'launcher.json');
      const launcher = JSON.parse(readFileSync(file, 'utf8'));
      const stateWith = (changes: object) => {
        writeFileSync(file, JSON.stringify({ ...launcher, ...changes }));
        return readJob(run)?.state;
      };
      expect(stateWith({})).toBe('running');
      expect(stateWith({ start: launcher.start + 1 })).toBe('gone');
      expect(stateWith({ boot: 'before' })).toBe('gone');
      expect(stateWith({ boot: 'other', host: 'lab9' })).toBe('elsewhere');
      expect(stateWith({ namespace: 'pid:[1]' })).toBe('elsewhere');
      expect(runRankplan(['stop', run])).toMatchObject({ status: 3 });
      expect(stateWith({})).toBe('running');
      end();
      expect(runRankplan(['attach', run]).status).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe('the folder of a job', () => {
  it.each(['', '{', 'null', '[]', '{"pid":"4711"}', '{"pid":-1}', '{"pid":1}', '{"pid":1.5}'])(
    'is none with %j for its launcher',
    (text) => {
      const folder = makeFolder('job-');
      writeFileSync(join(folder, 'launcher.json'), text);
      expect(readJob(folder)).toBeNull();
    },
  );

  it('is read where other files of it are missing or broken', () => {
    const folder = makeFolder('job-');
    writeFileSync(join(folder, 'launcher.json'), '{"pid":4711,"boot":"before","host":"lab9"}');
    writeFileSync(join(folder, 'job.json'), '{"hosts":[{"host":"lab1"},3,null]}');
    writeFileSync(join(folder, 'verdict.json'), '{"status":');
    expect(readJob(folder)).toMatchObject({
      state: 'elsewhere',
      status: null,
      hosts: [{ host: 'lab1', ranks: 0, isSilent: false }],
    });
    writeFileSync(join(folder, 'hosts.json'), '{"hosts":[{"host":"lab2","ranks":1,"isSilent":true}]}');
    expect(readJob(folder)?.hosts).toEqual([{ host: 'lab2', ranks: 1, isSilent: true }]);
  });

  it.each([
    [0, ''],
    [1, 'three\n'],
    [2, 'two\nthree\n'],
    [3, 'one\ntwo\nthree\n'],
    [9, 'one\ntwo\nthree\n'],
  ])('shows the last %i lines, then what comes', (lines, expected) => {
    const path = join(makeFolder('log-'), 'launch.log');
    writeFileSync(path, 'one\ntwo\nthree\n');
    const tail = tailFile(path, lines);
    expect(tail.next()?.toString() ?? '').toBe(expected);
    expect(tail.next()).toBeNull();
    appendFileSync(path, 'four\n');
    expect(tail.next()?.toString()).toBe('four\n');
    tail.close();
  });
});
