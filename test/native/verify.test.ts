import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { listen } from '../listen.ts';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';
import { validatorOf } from '../validator.ts';
import { findProcesses } from './exec-fixture.ts';
import {
  type FakeMachine,
  fakeMachine,
  hasNative,
  rankplanOn,
  readExpected,
  SCENARIO_NAMES,
} from './fake-machine.ts';

const scratch = makeFolder('rankplan-verify-');

const UUID = (gpu: number): string => `GPU-14050000-0000-4000-8000-00000000000${gpu}`;
const MIB = 2 ** 20;
const NOBODY = 'no one else is on the GPUs';
const ADDRESS = 'the master address localhost resolves';

/** A folder with `topology.yaml`, whose one node is this machine and whose port is open. */
function write(slots: string, rest = 'launch: { command: ["true"], master: { port: auto } }'): string {
  const folder = mkdtempSync(join(scratch, 'folder-'));
  const node = `nodes:\n  - { hosts: localhost, ${slots} }\n`;
  writeFileSync(join(folder, 'topology.yaml'), `version: 1\nname: t\n${node}${rest}\n`);
  return folder;
}

interface Told {
  readonly status: number | null;
  readonly verdict: string;
  readonly codes: readonly string[];
  readonly verified: readonly string[];
  readonly unverified: readonly string[];
  readonly notes: readonly string[];
}

function verify(machine: FakeMachine, folder: string, ...args: readonly string[]): Told {
  const plan = args[0]?.startsWith('-') === false ? [] : ['topology.yaml'];
  const words = ['verify', ...plan, ...args, '--format', 'json'];
  const { status, stdout, stderr } = rankplanOn(machine, words, folder);
  expect(stderr).toBe('');
  const { verdict, verified, unverified, notes, findings } = JSON.parse(stdout);
  const codes = findings.diagnostics.map((found: { code: string; severity: string }) =>
    found.severity === 'error' ? found.code : `${found.code} warning`,
  );
  return { status, verdict, codes, verified, unverified, notes };
}

const drift = (...codes: string[]) => ({ status: 1, verdict: 'drift', codes });
const fine = (...codes: string[]) => ({ status: 0, verdict: 'verified', codes });

/** What `probe` writes of a machine, less the CPUs, which tests may not have. */
function inventoryOf(machine: FakeMachine): { readonly gpus: readonly { cpus?: string | null }[] } {
  const { stdout } = rankplanOn(machine, ['probe', '--format', 'json']);
  const inventory = JSON.parse(stdout);
  for (const gpu of inventory.gpus) gpu.cpus = null;
  return inventory;
}

/** Where others are on the GPUs, or may be. */
const BUSY = ['busy', 'unlisted', 'unseen'];

describe.skipIf(!hasNative)('verify', () => {
  const WELL = SCENARIO_NAMES.filter((name) => {
    const expected = readExpected(name);
    return expected.startsWith('status 0\n') && !expected.includes(': 0 GPUs,') && !BUSY.includes(name);
  });

  test.each(some(WELL))('%s: what probe wrote is as planned', (scenario) => {
    const machine = fakeMachine(scenario);
    const folder = write('cpuRanks: 1');
    writeFileSync(join(folder, 'lab.json'), JSON.stringify(inventoryOf(machine)));
    const nodes = `nodes: [{ hosts: ${hostname()}, address: localhost, inventory: lab.json }]`;
    const topology = `version: 1\nname: t\n${nodes}\nlaunch: { master: { port: auto } }\n`;
    writeFileSync(join(folder, 'topology.yaml'), topology);
    const { status, codes, notes, verified } = verify(machine, folder);
    expect({ status, codes, notes }).toEqual({ status: 0, codes: [], notes: [] });
    expect(verified[0]).toMatch(/^\d GPUs? by /);
  });

  const PLANNED = [
    ['four-l40s', `gpus: { count: 4, model: L40S, memory: 48GB }`, fine()],
    ['four-l40s', `gpus: [{ index: 1, uuid: ${UUID(1)} }]`, fine()],
    ['four-l40s', `gpus: { count: 5 }`, drift('RP5230')],
    ['four-l40s', `gpus: [{ index: 0, uuid: ${UUID(2)} }]`, drift('RP5231')],
    ['four-l40s', `gpus: [{ index: 0, cpus: 65000 }]`, drift('RP5235')],
    ['lost-gpu', `gpus: [{ index: 0, cpus: 65000 }]`, fine('RP5235 warning')],
    ['lost-gpu', `gpus: { count: 4 }`, drift('RP5205')],
    ['lost-while-asked', `gpus: [{ index: 1 }]`, drift('RP5205')],
    ['needs-reset', `gpus: { count: 4 }`, drift('RP5205')],
    ['one-not-permitted', `gpus: { count: 4 }`, drift('RP5203')],
    ['mig', `gpus: { count: 2 }`, drift('RP5234')],
    ['no-gpus', `gpus: { count: 1 }`, drift('RP5230')],
    ['other-vendors', `gpus: { count: 4 }`, fine()],
    ['old-driver', `gpus: { count: 1 }`, fine()],
  ] as const;
  test.each(some(PLANNED))('%s, planned: %s', (scenario, slots, expected) => {
    expect(verify(fakeMachine(scenario), write(slots))).toMatchObject(expected);
  });

  const FAULTS = [
    ['hangs-at-gpu', 'RP5206'],
    ['hangs-at-start', 'RP5206'],
    ['hangs-beyond-reach', 'RP5206'],
    ['crashes', 'RP5208'],
    ['no-permission', 'RP5203'],
    ['version-mismatch', 'RP5204'],
    ['driver-not-loaded', 'RP5202'],
    ['no-driver', 'RP5201'],
    ['stub', 'RP5201'],
    ['unknown-error', 'RP5208'],
    ['no-addon', 'RP5207'],
  ] as const;
  test.each(some(FAULTS))('%s: the driver is not to be asked', (scenario, code) => {
    expect(verify(fakeMachine(scenario), write('gpus: { count: 1 }'), '--timeout', '1')).toEqual({
      status: 3,
      verdict: 'unverified',
      codes: [code],
      verified: [ADDRESS],
      unverified: [],
      notes: [],
    });
  });

  test('a driver that hangs or crashes when it is asked who uses the GPUs is one that is not to be asked', () => {
    const asked = 'nvmlDeviceGetComputeRunningProcesses_v3';
    for (const [fault, code] of [
      ['hang', 'RP5206'],
      ['crash', 'RP5208'],
    ]) {
      const machine = fakeMachine('four-l40s', { lines: [`${fault}.${asked} 1`] });
      expect(verify(machine, write('gpus: { count: 1 }'), '--timeout', '1')).toMatchObject({
        status: 3,
        verdict: 'unverified',
        codes: [code],
        verified: ['1 GPU by index', ADDRESS],
      });
    }
  });

  test('says what it looked at, and what not', () => {
    const lines = ['fail.nvmlDeviceGetComputeRunningProcesses_v3.1 3', 'fail.nvmlDeviceGetName.0 3'];
    const machine = fakeMachine('four-l40s', { lines });
    const slots = 'gpus: [{ index: 0-1, model: L40S }, { index: 9, vendor: amd }], cpuRanks: 1';
    const rest = 'launch: { visibility: isolated, backend: gloo, master: { port: auto } }';
    expect(verify(machine, write(slots, rest))).toEqual({
      status: 0,
      verdict: 'partial',
      codes: [],
      verified: ['2 GPUs by index', ADDRESS],
      unverified: [
        '1 GPU of AMD, whose driver rankplan cannot ask (the PCI bus shows none)',
        'the model of GPU 0, which the driver does not report',
        'who else is on GPU 1, as the driver does not report which processes hold memory there',
      ],
      notes: ['this machine has GPU 2-3 besides, which the plan does not know'],
    });
  });
});

describe.skipIf(!hasNative)('others on the planned GPUs', () => {
  const COUNT = 'gpus: { count: 4 }';

  test('are told by PID, program and user, and may be allowed', () => {
    const folder = write(COUNT);
    const machine = fakeMachine('four-l40s', { lines: [`gpu.2.processes ${process.pid}`] });
    const { status, stdout } = rankplanOn(machine, ['verify', 'topology.yaml'], folder);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      new RegExp(
        `^topology.yaml:4:\\d+: error\\[RP5236\\]: GPU localhost:2 \\(rank 2\\) is used by others: 1.0 GiB by PID ${process.pid} \\(.+ of .+\\)\n`,
      ),
    );
    expect(stdout).toContain(`localhost: drift: 1 error; as planned: 4 GPUs by index, ${ADDRESS}\n`);
    expect(verify(machine, folder, '--allow-busy')).toMatchObject(fine('RP5236 warning'));
  });

  test('who end meanwhile are not accused of what they held', async () => {
    const machine = fakeMachine('four-l40s', { lines: [`gpu.3.used ${8 * 1024 * MIB}`] });
    const scenario = machine.env['RANKPLAN_FAKE_SCENARIO'] ?? '';
    const asked = join(machine.env['RANKPLAN_FAKE_STATE'] ?? '', 'asked');
    const args = ['dist/rankplan.cjs', 'verify', join(write(COUNT), 'topology.yaml')];
    const child = spawn(process.execPath, args, { env: machine.env, stdio: 'ignore' });
    const ended = new Promise((done) => child.on('close', done));
    // Once for what there is, then for who uses it.
    await vi.waitFor(() => expect(statSync(asked).size).toBeGreaterThan(2), { timeout: HANG_MS });
    writeFileSync(`${scenario}.new`, readFileSync(scenario, 'utf8').replace(/^gpu\.3\.used.*/m, ''));
    renameSync(`${scenario}.new`, scenario);
    expect(await ended).toBe(0);
  });

  const UNSEEN: [string, RegExp][] = [
    ['pid-namespace 4026532201', /^who else is on GPU 0-3, as outside .*$/],
    ['pid-namespace none', /^who else is on GPU 0-3, as \/proc does not tell .*$/],
    ['osrelease 5.15.153.1-microsoft-standard-WSL2', /^who else is on GPU 0-3, as under WSL .*$/],
  ];
  test.each(some(UNSEEN))('may be there unseen: %s', (line, unverified) => {
    const machine = fakeMachine('four-l40s', { lines: [line, `gpu.1.used ${300 * MIB}`] });
    const told = verify(machine, write(COUNT));
    expect(told).toMatchObject({ status: 0, verdict: 'partial', codes: [] });
    expect(told.verified).toEqual(['4 GPUs by index', ADDRESS]);
    expect(told.unverified).toEqual([expect.stringMatching(unverified)]);
  });

  test('on another compute instance of the same GPU instance are no strangers to the memory', () => {
    const lines = [
      'gpu.1.mig.2.gi 7',
      'gpu.1.mig.3.gi 7',
      ...[2, 3].map((i) => `gpu.1.mig.${i}.used ${4096 * MIB}`),
    ];
    const slots = `gpus: [{ index: 2, parent: 1, uuid: MIG-3c2a0000-0000-5000-8000-000000000002 }]`;
    const alone = fakeMachine('mig', { lines });
    expect(verify(alone, write(slots))).toMatchObject(drift('RP5213'));
    const told = fakeMachine('mig', { lines });
    const state = join(told.env['RANKPLAN_FAKE_STATE'] ?? '', `cuda-${process.pid}`);
    writeFileSync(state, `1 3 ${4096 * MIB}\n`);
    expect(verify(told, write(slots))).toMatchObject(fine());
  });

  test('are looked for on the planned MIG instance', () => {
    const machine = fakeMachine('mig');
    const told = join(machine.env['RANKPLAN_FAKE_STATE'] ?? '', `cuda-${process.pid}`);
    writeFileSync(told, `1 3 ${2 ** 30}\n`);
    const instance = (number: number) =>
      write(`gpus: [{ index: 2, parent: 1, uuid: MIG-3c2a0000-0000-5000-8000-00000000000${number} }]`);
    expect(verify(machine, instance(3))).toMatchObject(drift('RP5236'));
    expect(verify(machine, instance(2))).toMatchObject(fine());
  });
});

describe.skipIf(!hasNative)('the place of a finding', () => {
  const machine = fakeMachine('four-l40s');
  const SLOTS = `gpus: [{ index: 0, uuid: ${UUID(2)} }]`;
  const placeOf = (folder: string, plan: string) =>
    rankplanOn(machine, ['verify', plan], folder).stdout.split(': error')[0];

  test('is in the topology, in its inventory file, or in plan.json', () => {
    const folder = write(SLOTS);
    expect(placeOf(folder, 'topology.yaml')).toBe('topology.yaml:4:50');
    rankplanOn(machine, ['compile', 'topology.yaml', '-o', 'out'], folder);
    const lines = readFileSync(join(folder, 'out/plan.json'), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes(UUID(2)));
    const column = lines[line]?.indexOf(`"${UUID(2)}"`) ?? 0;
    expect(placeOf(folder, 'out')).toBe(`out/plan.json:${line + 1}:${column + 1}`);
    expect(placeOf(folder, 'out/plan.json')).toBe(`out/plan.json:${line + 1}:${column + 1}`);
    mkdirSync(join(folder, 'inventory'));
    writeFileSync(
      join(folder, 'inventory/lab.json'),
      `{ "formatVersion": "1.0", "gpus": [\n  { "index": 0, "uuid": "${UUID(2)}" }] }`,
    );
    const topology = readFileSync(join(folder, 'topology.yaml'), 'utf8');
    writeFileSync(join(folder, 'topology.yaml'), topology.replace(SLOTS, 'inventory: inventory/lab.json'));
    expect(placeOf(folder, 'topology.yaml')).toBe('inventory/lab.json:2:25');
  });

  test('is in a revision of git', () => {
    const folder = write(SLOTS);
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'one');
    rmSync(join(folder, 'topology.yaml'));
    expect(placeOf(folder, 'HEAD:topology.yaml')).toBe('HEAD:topology.yaml:4:50');
  });
});

describe.skipIf(!hasNative)('the node', () => {
  const machine = fakeMachine('four-l40s');

  test('that runs rank 0 needs its port', async () => {
    const { port, stop } = await listen();
    const folder = write('cpuRanks: 1', `launch: { master: { port: ${port} } }`);
    expect(verify(machine, folder)).toMatchObject({ ...drift('RP5239'), verified: [ADDRESS] });
    await stop();
    expect(verify(machine, folder)).toMatchObject({ ...fine(), verified: [ADDRESS, `port ${port} is free`] });
  });

  test('finds the address of rank 0', () => {
    const rest = 'launch: { master: { address: no-such-host.invalid, port: auto } }';
    expect(verify(machine, write('cpuRanks: 1', rest))).toMatchObject(drift('RP5238'));
  });

  test('is one of the plan', () => {
    const folder = write('cpuRanks: 1');
    expect(verify(machine, folder, '--node', 'lab9')).toMatchObject(drift('RP5237'));
    const { stdout } = rankplanOn(machine, ['verify', 'topology.yaml', '--node', 'lab9'], folder);
    expect(stdout.split('\n').at(-2)).toBe('this machine: drift: 1 error');
  });

  test('may be a place that the job binds', () => {
    const folder = write('cpuRanks: 1');
    const job = `version: 1\nname: t\nnodes: [{ hosts: "n[1-2]", bind: job, gpus: { count: 4 } }]\n`;
    writeFileSync(join(folder, 'topology.yaml'), `${job}launch: { master: { port: auto } }\n`);
    expect(verify(machine, folder, '--nodes', '127.0.0.9,localhost', '--node', 'n2')).toMatchObject({
      ...fine(),
      verified: ['4 GPUs by index', NOBODY, 'the master address 127.0.0.9 resolves'],
    });
    expect(verify(machine, folder, '--node', 'n2')).toMatchObject({
      status: 0,
      verdict: 'partial',
      unverified: ['the master address, which the job binds'],
    });
    const { status, stderr } = rankplanOn(machine, ['verify', 'topology.yaml'], folder);
    expect(status).toBe(2);
    expect(stderr).toContain('give its 2 machines with --nodes');
  });

  test('without ranks on NVIDIA GPUs asks no driver', () => {
    const crashing = fakeMachine('crashes');
    expect(verify(crashing, write('cpuRanks: 2'))).toMatchObject({ ...fine(), verified: [ADDRESS] });
    const mixed = write('gpus: { count: 4 }, cpuRanks: 1', 'mapping: { exclude: ["localhost:0-3"] }');
    expect(verify(crashing, mixed, '--port', '1')).toMatchObject(fine());
    const other = verify(fakeMachine('amd'), write('gpus: [{ index: 0, vendor: amd }]'));
    expect(other).toMatchObject({ status: 0, verdict: 'partial', codes: [] });
    const unasked = '1 GPU of AMD, whose driver rankplan cannot ask (the PCI bus shows 1)';
    expect(other.unverified).toEqual([unasked]);
  });
});

describe.skipIf(!hasNative)('what it leaves', () => {
  test('is no file and no process', async () => {
    const { env } = fakeMachine('hangs-beyond-reach');
    const folder = write('gpus: { count: 1 }');
    expect(verify({ env }, folder, '--timeout', '0.5').status).toBe(3);
    expect(readdirSync(folder)).toEqual(['topology.yaml']);
    const mark = `RANKPLAN_SYSFS=${env['RANKPLAN_SYSFS']}`; // a folder that no other process was given
    await until('its end', () => findProcesses(mark).length === 0);
  });

  test('are findings in the form of their schema', () => {
    const words = ['verify', 'topology.yaml', '--format', 'json'];
    const { stdout } = rankplanOn(fakeMachine('lost-gpu'), words, write('gpus: { count: 4 }'));
    const validate = validatorOf('diagnostics');
    const { findings, ...rest } = JSON.parse(stdout);
    validate(findings);
    expect(validate.errors).toBeNull();
    expect(Object.keys(rest)).toEqual('formatVersion node verdict verified unverified notes'.split(' '));
  });
});

describe('usage', () => {
  const env = { ...process.env, RANKPLAN_NATIVE: '/nonexistent' };

  test.each([
    ['a time-out that is none', ['verify', 'topology.yaml', '--timeout', 'soon'], 2],
    ['a port that is none', ['verify', 'topology.yaml', '--port', '0'], 2],
    ['an unknown format', ['verify', 'topology.yaml', '--format', 'yaml'], 2],
    ['machines for a plan that has them', ['verify', 'topology.yaml', '--nodes', 'a'], 2],
    ['a plan that is not there', ['verify', 'nowhere.yaml'], 3],
  ])('%s', (_name, args, status) => {
    const outcome = rankplanOn({ env }, args, write('cpuRanks: 1'));
    expect(outcome.status).toBe(status);
    expect(outcome.stderr).not.toContain('    at ');
  });

  test('a topology with mistakes is reported as by check', () => {
    const outcome = rankplanOn({ env }, ['verify', 'topology.yaml'], write('gpu: 1'));
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('RP1101') });
  });
});
