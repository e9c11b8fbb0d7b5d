import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { readScenario } from '../../scripts/native/scenario.mjs';
import { ADDON, hasNative } from '../native/fake-machine.ts';
import { makeLogs, runOf, runToEnd, serve, wrapExec } from '../native/serve-fixture.ts';
import { requireTool } from './require-tool.ts';

/** Programs of arm64 run here in an emulator of the processor, under this machine's kernel. */
const QEMU = 'qemu-aarch64-static';
const EMULATED = [QEMU, '-L', '/usr/aarch64-linux-gnu'] as const;
const NODE = resolve('build/arm64/node');
const SHIPPED = resolve('dist/native/linux-arm64');
const TESTED = resolve('build/native-linux-arm64');
const SCENARIOS = resolve('test/native/scenarios');

const isPossible =
  requireTool(QEMU, spawnSync(QEMU, ['--version']).status === 0, 'apt-get install qemu-user-static') &&
  requireTool("arm64's native part", existsSync(join(TESTED, 'guard.so')), 'see .ci/run') &&
  requireTool('a Node for arm64', existsSync(NODE), 'scripts/arm64-node');

interface Call {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

function emulate(words: readonly string[], { input = '', env = {} }: Call = {}) {
  return call([...EMULATED, ...words], { input, env });
}

function call([program = '', ...words]: readonly string[], { input = '', env = {} }: Call) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

/** What a driver that does not exist answers; those in which it never does, or dies, take too long here. */
const scenarios = readdirSync(SCENARIOS)
  .filter((name) => !/^(hangs|crashes)/.test(name))
  .map((name) => readScenario(join(SCENARIOS, name)));

const askAddon = (addon: string, fakes: string) => [
  resolve('test/native/ask-addon.cjs'),
  addon,
  join(fakes, 'fake/libnvidia-ml.so.1'),
];

describe.skipIf(!isPossible)('on arm64', () => {
  it('what ships is in the package, and wants no newer system than that of x64', () => {
    const checked = call([process.execPath, 'scripts/check-native.mjs', '--target', 'linux-arm64'], {});
    expect(checked).toEqual({ status: 0, stdout: '', stderr: '' });
    const packed = call(['npm', 'pack', '--dry-run', '--json', '--ignore-scripts'], {});
    for (const name of ['rankplan.node', 'rankplan-probe', 'rankplan-exec'])
      expect(packed.stdout).toContain(`"dist/native/linux-arm64/${name}"`);
  });

  it.skipIf(!hasNative)('the addon answers in Node as that of this machine does', () => {
    const input = JSON.stringify(scenarios);
    const there = emulate([NODE, ...askAddon(join(SHIPPED, 'rankplan.node'), TESTED)], { input });
    const here = call([process.execPath, ...askAddon(ADDON, resolve('build/native'))], { input });
    expect({ ...here, lines: here.stdout.split('\n').length }).toMatchObject({
      status: 0,
      lines: 2 * scenarios.length + 1,
    });
    expect(there.stdout.replaceAll(TESTED, '')).toBe(here.stdout.replaceAll(resolve('build/native'), ''));
  });

  it('the core and the probe compute what they should', () => {
    const env = { RANKPLAN_FAKE_SCENARIO: join(SCENARIOS, 'mig.txt') };
    const library = join(TESTED, 'fake/libnvidia-ml.so.1');
    expect(emulate([join(TESTED, 'core-test'), library], { env })).toMatchObject({ status: 0, stderr: '' });
    expect(emulate([join(TESTED, 'probe-test')])).toMatchObject({ status: 0, stderr: '' });
  });

  it('rankplan-probe measures every GPU', () => {
    const env = {
      RANKPLAN_FAKE_SCENARIO: resolve('test/native/scores/two-l40s.txt'),
      RANKPLAN_FAKE_STATE: mkdtempSync(join(tmpdir(), 'rankplan-arm64-')),
    };
    const fake = (name: string) => join(TESTED, 'fake', name);
    const drivers = ['--cuda', fake('libcuda.so.1'), '--nvml', fake('libnvidia-ml.so.1')];
    const words = ['--metrics', 'bandwidth,fp32', '--date', '2026-11-21', '--cublas', 'none', ...drivers];
    const { status, stdout, stderr } = emulate([join(SHIPPED, 'rankplan-probe'), ...words], { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { gpus } = JSON.parse(stdout) as { gpus: { metrics: { metric: string }[] }[] };
    const measured = gpus.map(({ metrics }) => metrics.map(({ metric }) => metric).join());
    expect(measured).toEqual(['bandwidth,fp32', 'bandwidth,fp32']);
  });

  const program = wrapExec(`exec ${EMULATED.join(' ')} ${join(SHIPPED, 'rankplan-exec')} "$@"`);

  it.each([
    ['exit 3', 3],
    ['kill -KILL $$', 137],
  ])('rankplan-exec gives the status of %s', async (script, expected) => {
    const { serving, end } = await runToEnd(['/bin/sh', '-c', script], { program });
    expect(end).toMatchObject({ status: 0, complaint: '' });
    expect(serving.all('ended')).toMatchObject([{ status: expected }]);
    expect(serving.failure()).toBeNull();
  });

  it('rankplan-exec ends the rank when its launcher is gone', async () => {
    const serving = serve({ program });
    serving.send(runOf(makeLogs(), ['/bin/sh', '-c', 'while :; do sleep 0.05; done']));
    await serving.has('started');
    serving.link.close();
    await serving.link.ended;
    expect(serving.all('ended')).toMatchObject([{ status: 143 }]);
  });
});
