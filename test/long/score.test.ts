import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InventoryDocument, Metric } from '../../src/generated/inventory.ts';
import { findProcesses, readIfThere } from '../native/exec-fixture.ts';
import { type FakeMachine, fakeMachine, hasNative, rankplanOn } from '../native/fake-machine.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { validatorOf } from '../validator.ts';

const scratch = makeFolder('rankplan-score-');
const newFolder = () => mkdtempSync(join(scratch, 'folder-'));

const METRICS = ['bandwidth', 'copy', 'fp32', 'bf16', 'h2d', 'd2h', 'peer'];
const machineOf = (scenario: string): FakeMachine => fakeMachine(`../scores/${scenario}`);

/** The same machine with other lines in its scenario. */
function changed(scenario: string, ...lines: readonly string[]): FakeMachine {
  const { env } = machineOf(scenario);
  const path = join(newFolder(), 'scenario.txt');
  const text = readFileSync(String(env['RANKPLAN_FAKE_SCENARIO']), 'utf8');
  writeFileSync(path, `${lines.join('\n')}\n${text}`);
  return { env: { ...env, RANKPLAN_FAKE_SCENARIO: path } };
}

function score(machine: FakeMachine, ...args: readonly string[]) {
  const answer = rankplanOn(machine, ['probe', '--score', '--format', 'json', ...args]);
  const codes = [...answer.stderr.matchAll(/(?:error|warning)\[(RP\d+)\]/g)].map(([, code]) => code);
  const inventory = answer.status === 0 ? (JSON.parse(answer.stdout) as InventoryDocument) : null;
  return { ...answer, codes, gpus: inventory?.gpus ?? [] };
}

const figuresOf = (gpu: InventoryDocument['gpus'][number] | undefined) => gpu?.scores ?? {};
const qualitiesOf = (scores: Readonly<Record<string, Metric>>) =>
  Object.fromEntries(Object.entries(scores).map(([name, { quality }]) => [name, quality]));

/** What `probe` with `args` writes, as the inventory of a node `name` with GPUs of its own. */
function writeInventoryOf(name: string, machine: FakeMachine, cwd: string, args: readonly string[]): void {
  const { status, stdout } = rankplanOn(machine, ['probe', '--format', 'json', ...args], cwd);
  expect(status).toBe(0);
  const { gpus } = JSON.parse(stdout) as InventoryDocument;
  const own = gpus.map((gpu) => ({
    ...gpu,
    uuid: gpu.uuid?.replace(/^GPU-[0-9a-f]{4}/, `GPU-${name.repeat(4)}`),
  }));
  writeFileSync(join(cwd, `${name}.json`), JSON.stringify({ formatVersion: '1.0', node: name, gpus: own }));
}

/** Whether a topology of these nodes can be ranked by a metric, with the findings. */
function rankBy(machine: FakeMachine, cwd: string, metric: string, nodes: readonly string[]) {
  const list = nodes.map((name) => `  - { hosts: ${name}, inventory: ${name}.json }\n`).join('');
  const mapping = `mapping: { strategy: performance-ranked, by: "${metric}" }\n`;
  writeFileSync(join(cwd, 't.yaml'), `version: 1\nname: t\nnodes:\n${list}${mapping}`);
  const { status, stdout } = rankplanOn(machine, ['check', 't.yaml'], cwd);
  return { status, codes: [...new Set([...stdout.matchAll(/error\[(RP\d+)\]/g)].map(([, code]) => code))] };
}

/** What the scenario says that a GPU does. */
function truthOf(scenario: string, gpu: number, metric: string): number {
  const lines = readFileSync(String(machineOf(scenario).env['RANKPLAN_FAKE_SCENARIO']), 'utf8').split('\n');
  const find = (key: string) => lines.find((line) => line.startsWith(`${key} `))?.split(' ')[1];
  return Number(find(`gpu.${gpu}.${metric}`) ?? find(`gpu.*.${metric}`));
}

describe.skipIf(!hasNative)('probe --score', () => {
  test('keeps in the file what cards usually have, and says when the machine is slower', () => {
    const path = join(newFolder(), 'lab.json');
    const write = (...lines: readonly string[]) => {
      const machine = changed('two-l40s', ...lines);
      const { stderr, status } = rankplanOn(machine, ['probe', '--score', '-o', path]);
      const { gpus } = JSON.parse(readFileSync(path, 'utf8')) as InventoryDocument;
      return { status, stderr, metrics: gpus.map((gpu) => figuresOf(gpu)['bf16']) };
    };
    const first = write().metrics.map((metric) => metric?.value);
    const again = write('gpu.*.bf16 222');
    expect(again.status).toBe(0);
    expect(again.metrics.map((metric) => metric?.usual)).toEqual(first);
    expect(again.stderr).toMatch(
      /warning\[RP5227\]: bf16: most of its 2 GPUs are [34]\.\d % slower than usual/,
    );
    const broken = write('gpu.1.bf16 180');
    const [whole] = broken.metrics;
    expect(whole?.usual ?? whole?.value).toBe(first[0]);
    expect(broken.metrics[1]).not.toHaveProperty('usual');
    expect(broken.stderr).toMatch(/warning\[RP5227\]: GPU 1: bf16 is 1[78]\d/);
  });

  test('measures what eight GPUs do', () => {
    const { gpus, stderr, codes } = score(machineOf('eight-h100'));
    expect({ stderr, codes }).toEqual({ stderr: '', codes: [] });
    expect(gpus).toHaveLength(8);
    for (const gpu of gpus) {
      const scores = figuresOf(gpu);
      expect(Object.keys(scores)).toEqual(METRICS);
      for (const name of METRICS) {
        const truth = truthOf('eight-h100', gpu.index, name);
        expect(Math.abs((scores[name]?.value ?? 0) / truth - 1)).toBeLessThan(0.006);
        expect(scores[name]).toMatchObject({ quality: 'ok', driver: '580.95.05' });
        expect(scores[name]?.method).toMatch(/^[a-z0-9-]+\/1$/);
        expect(scores[name]?.date).toMatch(/^20\d\d-\d\d-\d\d$/);
        expect(scores[name]?.p7).toBeLessThanOrEqual(scores[name]?.value ?? 0);
        expect(scores[name]?.p93).toBeGreaterThanOrEqual(scores[name]?.value ?? 0);
        expect(scores[name]?.variation).toBeGreaterThan(0);
      }
      const clocks = { smMHz: 1755, memoryMHz: 2619, throttle: ['power-cap'] };
      expect(scores['bf16']?.conditions).toEqual({ ...clocks, celsius: 54, watts: 640 });
      expect(scores['peer']?.peers).toHaveLength(7);
      expect(scores['peer']?.direct).toBe(true);
    }
  });

  test('writes an inventory that keeps to the schema and can be ranked by', () => {
    const cwd = newFolder();
    expect(rankplanOn(machineOf('eight-h100'), ['probe', '--score', '-o', 'lab.json'], cwd).status).toBe(0);
    const validate = validatorOf('inventory');
    validate(JSON.parse(readFileSync(join(cwd, 'lab.json'), 'utf8')));
    expect(validate.errors).toBeNull();
    const topology = `version: 1\nname: t\nnodes: [{ hosts: ${hostname()}, inventory: lab.json }]\nmapping: { strategy: performance-ranked, by: bf16 }\n`;
    writeFileSync(join(cwd, 't.yaml'), topology);
    const { stdout } = rankplanOn(machineOf('eight-h100'), ['show', '--format', 'json', 't.yaml'], cwd);
    // GPU 3 is the slow one.
    expect(JSON.parse(stdout).ranks[7].gpu).toBe(3);
  });

  test.each([
    ['three-models', [], [METRICS, METRICS.filter((name) => name !== 'bf16'), METRICS]],
    ['mig', [], [[], METRICS.slice(0, 6), METRICS.slice(0, 6), METRICS.slice(0, 6)]],
    ['ptx-too-new', ['RP5225'], [['copy', 'bf16', 'h2d', 'd2h', 'peer']]],
    ['no-compiler', ['RP5225'], [['copy', 'bf16', 'h2d', 'd2h', 'peer']]],
    ['no-cublas', ['RP5225'], [METRICS.filter((name) => name !== 'bf16')]],
    ['memory-short', ['RP5225'], [METRICS, ['fp32', 'bf16', 'h2d', 'd2h', 'peer']]],
    ['peer-fails', ['RP5225'], [METRICS.slice(0, 6), METRICS]],
  ])('%s: has what can be measured', (scenario, codes, metrics) => {
    const answer = score(machineOf(scenario));
    expect({ status: answer.status, codes: answer.codes }).toEqual({ status: 0, codes });
    for (const [i, names] of metrics.entries()) {
      expect(Object.keys(figuresOf(answer.gpus[i]))).toEqual(names);
    }
  });

  test.each([
    ['busy', 'busy', METRICS],
    ['throttled', 'throttled', METRICS],
    ['noisy', 'noisy', ['bandwidth', 'copy', 'fp32', 'bf16']],
  ])('%s: marks the figures of that GPU, and no others', (scenario, quality, metrics) => {
    const { status, codes, gpus } = score(machineOf(scenario));
    expect(status).toBe(0);
    expect(new Set(codes)).toEqual(new Set(['RP5226']));
    const [well, ill] = gpus.map((gpu) => qualitiesOf(figuresOf(gpu)));
    expect(new Set(Object.values(well ?? {}))).toEqual(new Set(['ok']));
    for (const name of metrics) expect(ill?.[name]).toBe(quality);
  });

  test('what uses a GPU unseen is told, what ended just before is waited for', () => {
    const used = score(changed('two-l40s', 'gpu.1.utilization 40'));
    expect(used.stderr).toContain('the GPU was used before (40 %), by what is not in its list of processes');
    expect(new Set(Object.values(qualitiesOf(figuresOf(used.gpus[1]))))).toEqual(new Set(['busy']));
    const left = score(changed('two-l40s', 'gpu.1.utilization 40', 'gpu.1.used-for 500'));
    expect({ status: left.status, codes: left.codes }).toEqual({ status: 0, codes: [] });
  });

  test('a display that only idle clocks make busy, and the server of MPS, are no other users', () => {
    const desktop = score(changed('two-l40s', 'gpu.1.utilization 14', 'gpu.1.utilization-raised 2'));
    expect({ status: desktop.status, codes: desktop.codes }).toEqual({ status: 0, codes: [] });
    const server = join(newFolder(), 'nvidia-cuda-mps-server');
    copyFileSync('/bin/sleep', server);
    const child = spawn(server, ['60'], { stdio: 'ignore' });
    const { status, codes } = score(changed('two-l40s', `gpu.1.processes ${child.pid}`));
    const hidden = score(changed('two-l40s', 'gpu.1.processes 4194999', 'gpu.1.mps-clients 4194998'));
    child.kill('SIGKILL');
    expect({ status, codes }).toEqual({ status: 0, codes: [] });
    expect(hidden.stderr).toMatch(/other processes use the GPU: 4194998$/m);
  });

  test.each([
    ['no-cuda-device', 'RP5223', /cuInit answered 100 \(CUDA_ERROR_NO_DEVICE\)[\s\S]*help: CUDA sees no GPU/],
    ['unknown-failure', 'RP5223', /answered 999[\s\S]*help: [\s\S]*dmesg/],
    ['launch-failure', 'RP5224', /GPU 1 .*failed at `bandwidth`: cuLaunchKernel answered 719/],
    ['memory-full', 'RP5224', /GPU 1 .*failed at `open`: cuDevicePrimaryCtxRetain answered 2/],
  ])('%s: no scores at all, and the reason', (scenario, code, message) => {
    const cwd = newFolder();
    const machine = machineOf(scenario);
    const { status, codes, stderr, stdout } = score(machine);
    expect({ status, codes, stdout }).toEqual({ status: 3, codes: [code], stdout: '' });
    expect(stderr).toMatch(message);
    expect(rankplanOn(machine, ['probe', '--score', '-o', 'x.json'], cwd).status).toBe(3);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('what CUDA_VISIBLE_DEVICES leaves out gets no scores, and a warning', () => {
    const { env } = machineOf('three-models');
    for (const visible of ['0,2', 'GPU-d3000000-0000-4000-8000-000000000000,2']) {
      const { status, codes, gpus } = score({ env: { ...env, CUDA_VISIBLE_DEVICES: visible } });
      expect({ status, codes }).toEqual({ status: 0, codes: ['RP5221'] });
      expect(gpus.map(({ scores }) => scores?.['copy']?.value !== undefined)).toEqual([true, false, true]);
    }
    const none = score({ env: { ...env, CUDA_VISIBLE_DEVICES: '7' } });
    expect({ status: none.status, codes: none.codes }).toEqual({ status: 3, codes: ['RP5221'] });
  });

  test('a driver without CUDA, and a library that crashes, are messages', () => {
    const { env } = machineOf('two-l40s');
    const missing = score({ env: { ...env, RANKPLAN_CUDA: '/nonexistent/libcuda.so.1' } });
    expect({ status: missing.status, codes: missing.codes }).toEqual({ status: 3, codes: ['RP5223'] });
    expect(missing.stderr).toContain('/nonexistent/libcuda.so.1: cannot open shared object file');
    const crashed = score(changed('two-l40s', 'crash.cuLaunchKernel.1 1', 'after.cuLaunchKernel 100'));
    expect({ status: crashed.status, codes: crashed.codes }).toEqual({ status: 3, codes: ['RP5223'] });
    expect(crashed.stderr).toContain('rankplan-probe was ended by SIGSEGV at: bandwidth on GPU');
    const absent = score({ env: { ...env, RANKPLAN_PROBE: '/nonexistent/rankplan-probe' } });
    expect({ status: absent.status, codes: absent.codes }).toEqual({ status: 3, codes: ['RP5220'] });
    const other = score({ env: { ...env, RANKPLAN_PROBE: '/bin/true' } });
    expect({ status: other.status, codes: other.codes }).toEqual({ status: 3, codes: ['RP5220'] });
  });

  test('a driver of this machine that is opened by mistake ends the measuring', () => {
    const { env } = machineOf('two-l40s');
    const guarded = { ...env, RANKPLAN_FAKE_LIBRARIES: resolve('build/native/fake/libnvidia-ml.so.1') };
    const { status, stderr } = score({ env: guarded });
    expect(status).toBe(3);
    expect(stderr).toContain('ended with status 99');
    expect(stderr).toContain('a real driver library was opened');
  });

  test.each([
    ['asleep', 'hang', '10'], // it is there within half a second, but not on a machine that is busy
    ['frozen', 'stop', '2'],
  ])('a GPU that is %s is given up, by name, and nothing is left', (_, kind, timeout) => {
    const machine = changed('two-l40s', `${kind}.cuEventSynchronize.1 1`, 'after.cuEventSynchronize 70');
    const { status, codes, stderr } = score(machine, '--timeout', timeout);
    expect({ status, codes }).toEqual({ status: 3, codes: ['RP5222'] });
    // A frozen process stops all its threads.
    if (kind === 'hang') expect(stderr).toMatch(/was stopped at: \w+ on GPU 1\n/);
    expect(listProcesses(machine)).toEqual([]);
  });

  test('the end of a login that it has no terminal of does not end the measuring', async () => {
    const machine = machineOf('two-l40s');
    const args = ['dist/rankplan.cjs', 'probe', '--score', '--format', 'json'];
    const child = spawn(process.execPath, args, { env: machine.env, stdio: 'ignore', detached: true });
    const ended = new Promise((done) => child.on('close', (status, by) => done([status, by])));
    // By then rankplan-probe has long begun to ignore the end of a login.
    const isOnGpu = () =>
      readdirSync(String(machine.env['RANKPLAN_FAKE_STATE'])).some((name) => name.startsWith('cuda-'));
    await until('rankplan-probe is on a GPU', isOnGpu);
    process.kill(-(child.pid ?? 0), 'SIGHUP');
    expect(await ended).toEqual([0, null]);
  });

  test('rankplan killed without mercy leaves no rankplan-probe', async () => {
    const machine = machineOf('hangs');
    const args = ['dist/rankplan.cjs', 'probe', '--score', '--timeout', '60'];
    const child = spawn(process.execPath, args, { env: machine.env, stdio: 'ignore' });
    const isMeasuring = () => listProcesses(machine).some((name) => name.includes('rankplan-probe'));
    await until('rankplan-probe has started', isMeasuring);
    expect(isMeasuring()).toBe(true);
    child.kill('SIGKILL');
    await until('nothing is left', () => listProcesses(machine).length === 0);
    expect(listProcesses(machine)).toEqual([]);
  });
});

/** The programs that live with a variable that only this machine's have. */
const listProcesses = ({ env }: FakeMachine): readonly string[] =>
  findProcesses(`XDG_CACHE_HOME=${env['XDG_CACHE_HOME']}`).map((pid) => readIfThere(`/proc/${pid}/cmdline`));

describe.skipIf(!hasNative)('figures of two kinds never mix', () => {
  test('solo and together are two methods', () => {
    const cwd = newFolder();
    const machine = machineOf('two-l40s');
    writeInventoryOf('a', machine, cwd, ['--score']);
    writeInventoryOf('b', machine, cwd, ['--score', '--solo']);
    const solo = JSON.parse(readFileSync(join(cwd, 'b.json'), 'utf8')) as InventoryDocument;
    expect(figuresOf(solo.gpus[0])['bf16']?.method).toBe('cublas-gemm-bf16-8192/1+solo');
    expect(rankBy(machine, cwd, 'bf16', ['a', 'b'])).toEqual({ status: 1, codes: ['RP3005'] });
    writeInventoryOf('b', machine, cwd, ['--score']);
    expect(rankBy(machine, cwd, 'bf16', ['a', 'b'])).toEqual({ status: 0, codes: [] });
  });
});

describe.skipIf(!hasNative)('probe --bench', () => {
  const bench = (machine: FakeMachine, ...args: readonly string[]) =>
    rankplanOn(machine, ['probe', '--format', 'json', '--bench', ...args], newFolder());

  test('times the command on each GPU, which sees no other', () => {
    const cwd = newFolder();
    const script = 'echo "$RANKPLAN_GPU $CUDA_VISIBLE_DEVICES" >> seen; sleep 0.$((3 * RANKPLAN_GPU + 1))';
    const args = ['probe', '--format', 'json', '--bench', '--bench-name', 'step', '--repeats', '3'];
    const { stdout, status } = rankplanOn(machineOf('two-l40s'), [...args, '--', 'sh', '-c', script], cwd);
    expect(status).toBe(0);
    const round = [0, 1].map((i) => `${i} GPU-40500000-0000-4000-8000-00000000000${i}\n`).join('');
    expect(readFileSync(join(cwd, 'seen'), 'utf8')).toBe(round.repeat(3));
    const [first, second] = (JSON.parse(stdout) as InventoryDocument).gpus.map(
      (gpu) => figuresOf(gpu)['bench:step'],
    );
    expect(first?.value).toBeGreaterThan(second?.value ?? 0);
    expect(first).toMatchObject({ unit: 'runs/h', runs: 3 });
    expect(first?.method).toMatch(/^bench\/1:[0-9a-f]{12}$/);
  });

  test('with two numbers of samples it tells what a step takes, without the start of the program', () => {
    // Of three runs the first is far shorter, however busy the machine is.
    const script = 'echo "$RANKPLAN_GPU $1 $2" >> seen; [ "$1 $2" = "1 10" ] || sleep 2';
    const cwd = newFolder();
    const sizes = ['--bench-name', 'step', '--bench-samples', '1,2', '--bench-steps', '10', '--repeats', '1'];
    const args = ['probe', '--format', 'json', '--bench', ...sizes];
    const command = ['sh', '-c', script, 'step', '{samples}', '{steps}'];
    const { status, stdout, stderr } = rankplanOn(machineOf('two-l40s'), [...args, '--', ...command], cwd);
    expect(status, stderr).toBe(0);
    const runs = ['1 10', '2 10', '1 20'].flatMap((run) => [`0 ${run}`, `1 ${run}`]);
    expect(readFileSync(join(cwd, 'seen'), 'utf8').trim().split('\n')).toEqual(runs);
    const [gpu] = (JSON.parse(stdout) as InventoryDocument).gpus;
    const figure = figuresOf(gpu)['bench:step'];
    expect(figure?.unit).toBe('samples/s');
    expect(figure?.method).toMatch(/^bench\/2:[0-9a-f]{12}$/);
    // What follows from the seconds of the runs is tried in fit-step.test.ts.
    expect(figure?.fixedSeconds).toBeGreaterThanOrEqual(0);
  });

  test('its metric can be ranked by, and another command is another method', () => {
    const cwd = newFolder();
    const machine = machineOf('two-l40s');
    const options = ['--bench', '--bench-name', 'x', '--repeats', '1', '--', 'echo'];
    for (const node of ['a', 'b']) writeInventoryOf(node, machine, cwd, [...options, node]);
    expect(rankBy(machine, cwd, 'bench:x', ['a'])).toEqual({ status: 0, codes: [] });
    expect(rankBy(machine, cwd, 'bench:x', ['a', 'b'])).toEqual({ status: 1, codes: ['RP3005'] });
  });

  test.each([
    [
      'fails',
      ['sh', '-c', 'echo "no module" >&2; exit 4'],
      /the command sh failed with status 4 on GPU 0; its last lines:\nno module/,
    ],
    ['is killed', ['sh', '-c', 'kill -9 $$'], /was killed by SIGKILL on GPU 0/],
    ['does not exist', ['/nonexistent'], /the command cannot be started: \/nonexistent: No such file/],
    ['takes too long', ['sh', '-c', 'setsid sleep 60 & sleep 60'], /did not end within 1 s on GPU 0/],
    ['says much', ['sh', '-c', 'yes | head -c 9000000 >&2; echo why >&2; exit 3'], /y\ny\ny\ny\nwhy\n$/],
  ])('a command that %s', (_, command, message) => {
    const machine = machineOf('two-l40s');
    const timeout = command.join(' ').includes('sleep') ? '1' : '60';
    const { status, stderr } = bench(machine, '--timeout', timeout, '--', ...command);
    expect(status).toBe(3);
    expect(stderr).toMatch(message);
    expect(listProcesses(machine)).toEqual([]);
  });

  test('a daemon of one run is not on the GPU in the next', () => {
    const machine = machineOf('two-l40s');
    const script = 'test -e alive && kill -0 "$(cat alive)" && exit 9; setsid sleep 60 & echo $! > alive';
    const { status, stderr } = bench(machine, '--repeats', '2', '--', 'sh', '-c', script);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(listProcesses(machine)).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'by %s everything ends, and nothing is written',
    async (signal) => {
      const machine = machineOf('two-l40s');
      const cwd = newFolder();
      const command = ['sh', '-c', 'setsid sleep 60 & : > started; sleep 60'];
      const args = [resolve('dist/rankplan.cjs'), 'probe', '--bench', '-o', 'x.json', '--', ...command];
      const child = spawn(process.execPath, args, { cwd, env: machine.env, stdio: 'ignore' });
      const ended = new Promise((done) => child.on('close', (_status, by) => done(by)));
      await until('the command has started', () => existsSync(join(cwd, 'started')));
      child.kill(signal);
      expect(await ended).toBe(signal);
      // After KILL it is the guard that ends the command, while nobody waits for it; else nothing may be left by now.
      if (signal === 'SIGKILL') await until('nothing is left', () => listProcesses(machine).length === 0);
      expect(listProcesses(machine)).toEqual([]);
      expect(existsSync(join(cwd, 'x.json'))).toBe(false);
    },
  );

  test('goes on when a login ends that it has no terminal of', async () => {
    const cwd = newFolder();
    const script = ': > started; until [ -e go ]; do sleep 0.05; done';
    const command = ['--bench', '--repeats', '1', '-o', 'x.json', '--', 'sh', '-c', script];
    const args = [resolve('dist/rankplan.cjs'), 'probe', ...command];
    const { env } = machineOf('two-l40s');
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = new Promise((done) => child.on('close', (status, by) => done([status, by])));
    await until('the command has started', () => existsSync(join(cwd, 'started')));
    child.kill('SIGHUP');
    await until('rankplan has said so', () => said !== '');
    writeFileSync(join(cwd, 'go'), '');
    expect(await ended).toEqual([0, null]);
    expect(said).toMatch(/^rankplan: SIGHUP: the login has ended; the measuring goes on/);
    expect(existsSync(join(cwd, 'x.json'))).toBe(true);
  });

  test('runs that differ are told', () => {
    const { status, stdout, stderr } = bench(
      machineOf('two-l40s'),
      ...['--repeats', '2', '--', 'sh', '-c', 'mkdir $RANKPLAN_GPU 2>/dev/null || sleep 0.5'],
    );
    expect(status).toBe(0);
    expect(stderr).toMatch(/warning\[RP5226\]: GPUs? 0\b.*: bench:\S+ noisy: the runs vary by [\d.]+ %/);
    const [gpu] = (JSON.parse(stdout) as InventoryDocument).gpus;
    expect(Object.values(qualitiesOf(figuresOf(gpu)))).toEqual(['noisy']);
  });

  test('a machine without GPUs has nothing to time', () => {
    const { status, stderr } = bench(fakeMachine('no-gpus'), '--', 'true');
    expect(status).toBe(3);
    expect(stderr).toContain('error[RP5221]: there is no GPU to measure');
  });

  test('without rankplan-exec nothing is started', () => {
    const { env } = machineOf('two-l40s');
    const cwd = newFolder();
    const args = ['probe', '--bench', '--', 'touch', 'started'];
    const { status, stderr } = rankplanOn({ env: { ...env, RANKPLAN_EXEC: '/nonexistent' } }, args, cwd);
    expect(status).toBe(3);
    expect(stderr).toContain('`probe --bench` needs rankplan-exec');
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('usage', () => {
  test.each([
    [['--solo']],
    [['--bench']],
    [['--', 'true']],
    [['--bench-name', 'x']],
    [['--bench', '--bench-name', 'a b', '--', 'true']],
    [['--bench-samples', '2,4']],
    [['--bench', '--bench-samples', '2,4', '--', 'true']],
    [['--bench', '--bench-samples', '4,2', '--', 'true', '{samples}', '{steps}']],
    [['--bench', '--bench-samples', '2,4', '--bench-steps', '0', '--', 'true', '{samples}', '{steps}']],
    [['--bench', '--', 'true', '{samples}']],
    [['--bench', '--repeats', '0', '--', 'true']],
  ])('probe %j is no command', (args) => {
    const env = { ...process.env, RANKPLAN_NATIVE: '/nonexistent' };
    expect(rankplanOn({ env }, ['probe', ...args], newFolder()).status).toBe(2);
  });
});

test.skipIf(!hasNative)('the table marks what is not to be trusted', () => {
  const { stdout } = rankplanOn(machineOf('throttled'), ['probe', '--score']);
  expect(stdout).toMatch(/\n {4}1 +690\.39! .*\n! throttled\n$/);
  expect(stdout).toContain(`${hostname()}: 2 GPUs`);
});
