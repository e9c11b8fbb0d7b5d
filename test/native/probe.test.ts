import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';
import { validatorOf } from '../validator.ts';
import { findProcesses } from './exec-fixture.ts';
import { fakeMachine, hasNative, rankplanOn, readExpected, SCENARIO_NAMES } from './fake-machine.ts';

const scratch = makeFolder('rankplan-probe-');
const newFolder = () => mkdtempSync(join(scratch, 'folder-'));

const GOOD = 'eight-h100-nvswitch';
const WELL = SCENARIO_NAMES.filter((name) => readExpected(name).startsWith('status 0\n'));

/** A driver that hangs is given up soon; one that answers may take its time on a busy machine. */
const patienceWith = (scenario: string) => ['--timeout', scenario.startsWith('hangs') ? '2' : '60'];

/** What this machine, as the only one, says otherwise: its name, its CPUs, and where the fakes lie. */
function withoutThisMachine(text: string): string {
  return text
    .replaceAll(resolve('build/native'), '<fakes>')
    .replace(new RegExp(`^${hostname()}:`, 'm'), 'NODE:')
    .replace(`"node": ${JSON.stringify(hostname())}`, '"node": "NODE"')
    .replace(`, ${cpus().length} CPUs`, ', N CPUs')
    .replace(`"cpus": ${cpus().length},`, '"cpus": N,');
}

describe.skipIf(!hasNative)('probe', () => {
  test.each(some(SCENARIO_NAMES))('%s', (scenario) => {
    const [table, json] = ['table', 'json'].map((format) =>
      rankplanOn(fakeMachine(scenario), ['probe', ...patienceWith(scenario), '--format', format]),
    );
    expect(json?.status).toBe(table?.status);
    expect(json?.stderr).toBe(table?.stderr);
    const told = [`status ${table?.status}`, table?.stdout, json?.stdout, table?.stderr].join('\n');
    const text = withoutThisMachine(told);
    if (process.env['UPDATE_GOLDEN'] === '1' && text !== readExpected(scenario))
      writeFileSync(`test/native/expected/${scenario}.txt`, text);
    expect(text).toBe(readExpected(scenario));
  });

  test('a GPU in MIG mode is no slot, whether it has instances yet or not', () => {
    const machine = fakeMachine('mig', { lines: ['gpu.0.mig 7'] });
    const cwd = newFolder();
    expect(rankplanOn(machine, ['probe', '-o', 'lab.json'], cwd).status).toBe(0);
    expect(rankplanOn(machine, ['init', '--from', 'probe', '-o', 'own.yaml'], cwd).status).toBe(0);
    const node = `version: 1\nname: t\nnodes:\n  - hosts: ${hostname()}\n    inventory: lab.json\n`;
    writeFileSync(join(cwd, 't.yaml'), node);
    writeFileSync(join(cwd, 'whole.yaml'), `${node}    gpus: [{ index: 0, score: 5 }]\n`);
    for (const file of ['t.yaml', 'own.yaml']) {
      const plan = JSON.parse(rankplanOn(machine, ['show', '--format', 'json', file], cwd).stdout);
      expect(plan.ranks.map(({ gpu }: { gpu: number }) => gpu)).toEqual([2, 3, 4]);
      expect(plan.nodes[0].gpus.map(({ parent }: { parent: number }) => parent)).toEqual([1, 1, 1]);
      expect(rankplanOn(machine, ['run', '--dry-run', '--port', '14111', file, 'true'], cwd).status).toBe(0);
    }
    const whole = rankplanOn(machine, ['check', 'whole.yaml'], cwd);
    expect(whole.status).toBe(1);
    expect(whole.stdout).toContain(
      'whole.yaml:6:21: error[RP2019]: the inventory file has no GPU 0, or has it in MIG mode',
    );
    expect(whole.stdout).toContain('the indices that ranks can have are 2, 3, 4');
  });

  test('drivers that have an older function, or none, for the NVLink domain', () => {
    const domainOn = (...lines: string[]) => {
      const machine = fakeMachine('nvl72-tray', { lines });
      return JSON.parse(rankplanOn(machine, ['probe', '--format', 'json']).stdout).domain;
    };
    const whole = { nvlink: '7d1a3c5e-9b0f-4a62-8c7d-2e4f6a8b0c1d.32766' };
    expect(domainOn('library 535')).toEqual(whole);
    expect(domainOn('fail.nvmlDeviceGetGpuFabricInfoV 25')).toEqual(whole);
    expect(domainOn('library old')).toBeUndefined();
    // It has joined, and the driver says that something went wrong.
    expect(domainOn('gpu.*.fabric 3 999 7 7d1a3c5e9b0f4a628c7d2e4f6a8b0c1d')).toBeUndefined();
  });

  test('expects nothing of scenarios that are gone', () => {
    const names = readdirSync('test/native/expected').map((name) => name.replace(/\.txt$/, ''));
    expect(names.filter((name) => !SCENARIO_NAMES.includes(name))).toEqual([]);
    expect(SCENARIO_NAMES.filter((name) => readExpected(name) === '')).toEqual([]);
    expect(WELL.length).toBeGreaterThan(7);
  });

  test.each(some(WELL))('%s: JSON, YAML and the file say the same, and keep to the schema', (scenario) => {
    const machine = fakeMachine(scenario);
    const cwd = newFolder();
    const json = JSON.parse(rankplanOn(machine, ['probe', '--format', 'json']).stdout);
    expect(parse(rankplanOn(machine, ['probe', '--format', 'yaml']).stdout)).toEqual(json);
    expect(rankplanOn(machine, ['probe', '-o', 'a.json'], cwd).status).toBe(0);
    expect(rankplanOn(machine, ['probe', '-o', 'a.yaml', '--format', 'yaml'], cwd).status).toBe(0);
    const { digest, ...written } = JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8'));
    const { digest: _, ...writtenYaml } = parse(readFileSync(join(cwd, 'a.yaml'), 'utf8'));
    expect(written).toEqual(json);
    expect(writtenYaml).toEqual(json);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const validate = validatorOf('inventory');
    validate({ ...written, digest });
    expect(validate.errors).toBeNull();
  });

  test.each(some(WELL))('%s: topologies read what it writes', (scenario) => {
    const machine = fakeMachine(scenario);
    const cwd = newFolder();
    expect(rankplanOn(machine, ['probe', '-o', 'inventory/{host}.json'], cwd).status).toBe(0);
    const topology = `version: 1\nname: t\nnodes: [{ hosts: ${hostname()}, inventory: "inventory/{host}.json" }]\n`;
    writeFileSync(join(cwd, 't.yaml'), topology);
    const hasGpus = scenario !== 'no-gpus';
    expect(rankplanOn(machine, ['check', 't.yaml'], cwd).status).toBe(hasGpus ? 0 : 1);
    expect(rankplanOn(machine, ['init', '--from', 'probe', '-o', 'own.yaml'], cwd).status).toBe(0);
    expect(rankplanOn(machine, ['check', 'own.yaml'], cwd)).toMatchObject({ status: 0 });
    if (!hasGpus) return;
    const gpusOf = (file: string) => {
      const { stdout } = rankplanOn(machine, ['show', '--format', 'json', file], cwd);
      // What links say, only inventory files do.
      return JSON.parse(stdout).nodes[0].gpus.map(({ island: _, ...gpu }: { island?: number }) => gpu);
    };
    expect(gpusOf('own.yaml')).toEqual(gpusOf('t.yaml'));
  });

  const ill = ['hangs-at-start', 'hangs-beyond-reach', 'crashes'];
  test.each(ill)('%s: no process is left', async (scenario) => {
    const { env } = fakeMachine(scenario);
    expect(rankplanOn({ env }, ['probe', '--timeout', '1']).status).toBe(3);
    const mark = `RANKPLAN_SYSFS=${env['RANKPLAN_SYSFS']}`; // a folder that no other process was given
    await until('its end', () => findProcesses(mark).length === 0);
  });

  test('finds the driver by the linker as well', () => {
    const args = ['probe', '--format', 'json'];
    const byLinker = rankplanOn(fakeMachine(GOOD, { by: 'linker' }), args);
    expect(byLinker).toEqual(rankplanOn(fakeMachine(GOOD), args));
    expect(byLinker.status).toBe(0);
  });

  test('a driver of this machine that is opened by mistake ends the test', () => {
    const { env } = fakeMachine(GOOD, { by: 'linker' });
    const real = { env: { ...env, RANKPLAN_FAKE_LIBRARIES: '/nonexistent/' } };
    const { status, stderr } = rankplanOn(real, ['probe']);
    expect(status).toBe(3);
    expect(stderr).toMatch(/RP5208.*status 99.*\n.*guard: a real driver library was opened/);
  });
});

describe.skipIf(!hasNative)('the inventory file', () => {
  const machine = fakeMachine(GOOD);
  const probe = (cwd: string, ...args: string[]) =>
    rankplanOn(machine, ['probe', '-o', 'lab.json', ...args], cwd);

  test('is written once, and again where the machine changed, but not over an edit', () => {
    const cwd = newFolder();
    const read = () => readFileSync(join(cwd, 'lab.json'), 'utf8');
    expect(probe(cwd).stdout).toBe('lab.json: written, 8 GPUs\n');
    const first = read();
    expect(probe(cwd).stdout).toBe('lab.json: up to date, 8 GPUs\n');
    const other = rankplanOn(fakeMachine('four-l40s'), ['probe', '-o', 'lab.json'], cwd);
    expect(other.stdout).toBe('lab.json: written, 4 GPUs\n');
    expect(probe(cwd).status).toBe(0);
    expect(read()).toBe(first);
    writeFileSync(join(cwd, 'lab.json'), first.replace('H100', 'H200'));
    const refused = probe(cwd);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('lab.json:1:1: error[RP5210]');
    expect(read()).toContain('H200');
    expect(probe(cwd, '--force').status).toBe(0);
    expect(read()).toBe(first);
    expect(readdirSync(cwd)).toEqual(['lab.json']);
  });

  test('is replaced where a link leads to it', () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'true.json'), '{}');
    symlinkSync('true.json', join(cwd, 'lab.json'));
    expect(probe(cwd, '--force').status).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'true.json'), 'utf8')).gpus).toHaveLength(8);
  });

  test('is not written while a GPU is lost', () => {
    const cwd = newFolder();
    const { status, stderr } = rankplanOn(fakeMachine('lost-gpu'), ['probe', '-o', 'lab.json'], cwd);
    expect(status).toBe(3);
    expect(stderr).toContain('lab.json is not written');
    expect(readdirSync(cwd)).toEqual([]);
    const init = rankplanOn(fakeMachine('lost-gpu'), ['init', '--from', 'probe'], cwd);
    expect(init.status).toBe(3);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('that cannot be written is told with the reason', () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'file'), '');
    const { status, stderr } = rankplanOn(machine, ['probe', '-o', 'file/lab.json'], cwd);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: 'rankplan: cannot write file/lab.json: a part of the path is no directory\n',
    });
  });
});

describe('usage', () => {
  test.each([
    [['probe', '--force']],
    [['probe', '-o', 'x.json', '--format', 'table']],
    [['probe', '--timeout', 'soon']],
    [['probe', '--timeout', '0']],
    [['init', '--from', 'probe', 'file']],
    [['init', '--from', 'probe', '--gpus', '4']],
    [['init', '--from', 'probe', '--classes']],
  ])('%j is no command', (args) => {
    const env = { ...process.env, RANKPLAN_NATIVE: '/nonexistent' };
    expect(rankplanOn({ env }, args, newFolder()).status).toBe(2);
  });
});
