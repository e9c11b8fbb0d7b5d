import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadAddon } from '../../src/runtime/native.ts';
import { HANG_MS } from '../patience.ts';
import { runs, some } from '../stage.ts';
import { ADDON, fakeMachine, hasNative } from './fake-machine.ts';

const LIBRARY = resolve('build/native/fake/libnvidia-ml.so.1');
const { env } = fakeMachine('mig');
const MIG = readFileSync('test/native/scenarios/mig.txt', 'utf8').trim().split('\n');

/** Runs a script of Node under the guard; `input` is for its stdin. */
function runNode(args: readonly string[], input = '') {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env,
    input,
    timeout: HANG_MS,
    maxBuffer: 64 * 2 ** 20,
  });
  return { status, signal, stdout, stderr };
}

describe.skipIf(!hasNative)('the addon', () => {
  /** Every function that the library exports, with each status that NVML knows and one that it does not. */
  const fake = 'native/test/fake/nvml';
  const sources = readdirSync(fake).map((name) => readFileSync(join(fake, name), 'utf8'));
  const functions = [...new Set(sources.flatMap((text) => text.match(/\bnvml[A-Z]\w+(?=\()/g) ?? []))].filter(
    (name) => name !== 'nvmlErrorString',
  );
  const statuses = [...Array.from({ length: 30 }, (_, i) => i + 1), 999, -1];
  const cases = some(
    functions.flatMap((name) =>
      statuses.map((status) => ({ name, status, lines: [...MIG, `fail.${name} ${status}`] })),
    ),
    25, // of 32 for each function
  );

  test(`has an answer to every failure of every function (${cases.length} cases)`, () => {
    const input = JSON.stringify(cases.map(({ lines }) => lines));
    const { status, stdout, stderr } = runNode(['test/native/ask-addon.cjs', ADDON, LIBRARY], input);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(functions.length).toBeGreaterThan(25);
    expect(answers.length).toBe(2 * cases.length);
    const whole = ['nvmlInit_v2', 'nvmlDeviceGetCount_v2'];
    answers.forEach(({ kind, failure, gpus }, i) => {
      const { name = '', status: code } = cases[Math.floor(i / 2)] ?? {};
      expect({ name, kind }).toEqual({ name, kind: whole.includes(name) ? 'failed' : 'found' });
      if (whole.includes(name)) expect(failure).toMatchObject({ call: name, status: code });
      else expect(gpus).toHaveLength(2);
      const isSick = name === 'nvmlDeviceGetHandleByIndex_v2';
      if (isSick) expect(gpus[0].failure).toMatchObject({ call: name, status: code });
    });
  });

  test('bounds what a driver may claim', () => {
    const input = JSON.stringify([['gpus 4294967295', 'fail.nvmlDeviceGetHandleByIndex_v2 999']]);
    const { status, stdout } = runNode(['test/native/ask-addon.cjs', ADDON, LIBRARY], input);
    expect(status).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0] ?? '').gpus).toHaveLength(1024);
  });

  test('leaves no descriptor open, and its thread neither', () => {
    const script = `
      const { readdirSync } = require('node:fs');
      const m = { exports: {} }; process.dlopen(m, process.argv[1]);
      const ask = () => m.exports.discover({ library: process.argv[2], keepsDriver: false, progress: null });
      const count = () => ['fd', 'task'].map((kind) => readdirSync('/proc/self/' + kind).length);
      ask().then(async () => {
        const before = count();
        for (let i = 0; i < 50; i++) await ask();
        // A thread has answered before it has ended.
        for (let i = 0; i < 60_000 && count()[1] > before[1]; i++) await new Promise((r) => setTimeout(r, 10));
        console.log(JSON.stringify([before, count()]));
      });`;
    const { stdout } = runNode(['-e', script, ADDON, LIBRARY]);
    const [before, after] = JSON.parse(stdout);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBeLessThanOrEqual(before[1]);
  });

  test('refuses wrong arguments with a code', () => {
    const script = `
      const m = { exports: {} }; process.dlopen(m, process.argv[1]);
      const right = { library: null, keepsDriver: false, progress: null };
      const changes = [{ library: 1 }, { keepsDriver: 1 }, { progress: '3' }];
      const wrong = [[], [1], [{}], [{ library: null }], ...changes.map((change) => [{ ...right, ...change }])];
      console.log(JSON.stringify([m.exports.discover, m.exports.observe].flatMap((ask) => wrong.map((args) => {
        try { ask(...args); return 'taken'; } catch (error) { return error.code; }
      }))));`;
    const { status, stdout } = runNode(['-e', script, ADDON]);
    expect(status).toBe(0);
    expect(new Set(JSON.parse(stdout))).toEqual(new Set(['RANKPLAN_BAD_ARGUMENT']));
  });

  test('works in many threads of Node at once, some of which end in the middle', () => {
    const threads = runs(8, 3);
    const { status, signal, stdout, stderr } = runNode([
      'test/native/load-threads.cjs',
      ADDON,
      LIBRARY,
      String(threads),
    ]);
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
    expect(stdout).toBe(`${threads} threads answered ${20 * threads} times, ${threads} were ended\n`);
  });
});

test.skipIf(!hasNative)('the parts in C++ hold what they say', () => {
  const { status, stdout, stderr } = spawnSync(resolve('build/native/core-test'), [LIBRARY], {
    encoding: 'utf8',
    env,
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'core-test: ok\n', stderr: '' });
});

describe('loading the addon', () => {
  const explain = (explicit: string | null, folder = '/nonexistent') => {
    const loaded = loadAddon({ explicit, folder });
    return loaded.addon === null ? loaded.failures : 'loaded';
  };

  test('a file that is not there', () => {
    const path = join('/nonexistent/native', `${process.platform}-${process.arch}`, 'rankplan.node');
    expect(explain(null)).toEqual([{ path, reason: expect.stringContaining('No such file') }]);
  });

  test('a file that is no library', () => {
    const path = resolve('package.json');
    expect(explain(path)).toEqual([{ path, reason: expect.stringContaining('invalid ELF header') }]);
  });

  test.skipIf(!hasNative)('a library that is no addon; none but the one that is named', () => {
    const path = resolve('build/native/fake-old/libnvidia-ml.so.1');
    const reason = expect.stringContaining('self-register');
    expect(explain(path, resolve('dist'))).toEqual([{ path, reason }]);
  });

  test.skipIf(!hasNative)('the one that ships', () => {
    expect(explain(null, resolve('dist'))).toBe('loaded');
  });
});
