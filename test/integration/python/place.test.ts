import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeMachine, hasNative, rankplanOn } from '../../native/fake-machine.ts';
import { makeFolder } from '../../scratch.ts';
import { hasPython, PYTHON, run, succeed } from './pythons.ts';

/* What a rank is told by `rankplan.current()` and `assert_placement()`, under the real launchers, on imitated machines. */
const SOURCE = resolve('python/src');
const FAKES = resolve('build/native/fake');
const ASK = 'print(repr(rankplan.assert_placement()))';

const python = (program: string, env: NodeJS.ProcessEnv = {}) =>
  run(PYTHON, ['-c', `import rankplan\n${program}`], { env: { ...process.env, PYTHONPATH: SOURCE, ...env } });

/** A topology of one node, compiled; its ranks execute a Python program, behind the words of a wrapper. */
function compile(
  topology: string,
  program = ASK,
  { wrap = [] as readonly string[], launch = '' } = {},
): string {
  const folder = makeFolder('rankplan place ');
  const command = JSON.stringify([...wrap, PYTHON, '-c', `import os, rankplan\n${program}`]);
  const path = join(folder, 'topology.yaml');
  writeFileSync(path, `version: 1\nname: place\n${topology}\nlaunch: { ${launch}command: ${command} }\n`);
  succeed(process.execPath, ['dist/rankplan.cjs', 'compile', path, '-o', join(folder, 'out')]);
  return join(folder, 'out');
}

const machine = (scenario: string): { readonly env: NodeJS.ProcessEnv } => {
  const { env } = fakeMachine(`../scores/${scenario}`);
  return { env: { ...env, PYTHONPATH: SOURCE, LD_LIBRARY_PATH: FAKES } };
};

/** What the ranks print, or what they raise, rank by rank. */
function launch(output: string, scenario = 'eight-h100', by: 'run' | 'launch.sh' = 'run'): string[] {
  const on = machine(scenario);
  const { stderr } =
    by === 'run' ? rankplanOn(on, ['run', '--audit', 'off', output]) : run(join(output, 'launch.sh'), [], on);
  const said = readLogs(output).map((log) => /^(?:rankplan\.\S+|\().*$/m.exec(log)?.[0]);
  const told = said.filter((line) => line !== undefined); // the first to fail ends the others
  if (told.length === 0) throw new Error(stderr);
  return told;
}

/** What each rank of the one run has written. */
function readLogs(output: string): string[] {
  const runs = join(output, 'runs');
  const [id = ''] = readdirSync(runs);
  const read = (name: string) => readFileSync(join(runs, id, name), 'utf8');
  const names = readdirSync(join(runs, id)).filter((name) => /^rank-\d+\.out$/.test(name));
  return names.sort().map((name) => read(name) + read(name.replace(/out$/, 'err')));
}

const EIGHT = `nodes:
  - hosts: localhost
    gpus:
      - { index: 0, uuid: GPU-0d1b0000-0000-4000-8000-000000000000 }
      - { index: 3 }
      - { index: 2, uuid: GPU-0d4c }
workload: { globalBatch: 10, samples: [6, 1, 3] }
mapping: { strategy: explicit, ranks: ["localhost:3", "localhost:0", "localhost:2"] }`;

describe.skipIf(!hasPython || !hasNative)('the place of a rank', () => {
  test.each(['run', 'launch.sh'] as const)('is told under %s, and its GPUs are those of the plan', (by) => {
    const output = compile(
      EIGHT,
      `print(repr(tuple(vars(rankplan.current()).values())[:8]), rankplan.current().share, rankplan.current().shares, rankplan.current().global_batch, rankplan.current().loss_scale, rankplan.assert_placement())`,
    );
    const shares = '(6, 1, 3) 10';
    expect(launch(output, 'eight-h100', by)).toEqual([
      `(0, 3, 'localhost', 0, 0, 3, 0, (3,)) 6 ${shares} 1.8 ('visibility', 'count')`,
      `(1, 3, 'localhost', 0, 1, 3, 1, (0,)) 1 ${shares} 0.3 ('visibility', 'count', 'uuid')`,
      `(2, 3, 'localhost', 0, 2, 3, 2, (2,)) 3 ${shares} 0.9 ('visibility', 'count', 'uuid')`,
    ]);
  });

  /** Slots of this machine, and keys of `mapping`. */
  const local = (slots: string, mapping = '') =>
    `nodes: [{ hosts: localhost, ${slots} }]\nmapping: { strategy: sequential${mapping} }`;
  const TWO = 'gpus: [{ index: 0 }, { index: 1 }]';
  const FOUR = 'gpus: [{ index: 0 }, { index: 1 }, { index: 2 }, { index: 3 }]';
  test.each<[string, string, string, string]>([
    ['isolated GPUs', local(TWO), 'visibility: isolated, ', "('visibility', 'count')"],
    ['ranks with two GPUs', local(FOUR, ', gpusPerRank: 2'), '', "('visibility', 'count')"],
    ['ranks on one GPU', local('gpus: [{ index: 0 }]', ', ranksPerGpu: 2'), '', "('visibility', 'count')"],
    ['CPU ranks', local('cpuRanks: 2'), '', "('visibility',)"],
  ])('is right for two %s', (_, topology, keys, checked) => {
    expect(launch(compile(topology, ASK, { launch: keys }))).toEqual([checked, checked]);
  });

  test('is right for a MIG instance, by its UUID', () => {
    const instance = '{ index: 2, uuid: MIG-b0000000-0000-4000-8000-000000000001, parent: 0 }';
    const topology = `nodes: [{ hosts: localhost, gpus: [{ index: 0 }, ${instance}] }]
mapping: { strategy: explicit, ranks: ["localhost:2"] }`;
    expect(launch(compile(topology), 'mig')).toEqual(["('visibility', 'count', 'uuid')"]);
  });

  test.each<[string, string, readonly string[], RegExp]>([
    [
      'the program changes the list',
      'os.environ["CUDA_VISIBLE_DEVICES"] = "0"',
      [],
      /CUDA_VISIBLE_DEVICES was '0,1' when this process began, and is '0' now/,
    ],
    [
      'the program removes the order',
      'del os.environ["CUDA_DEVICE_ORDER"]',
      [],
      /CUDA_DEVICE_ORDER was 'PCI_BUS_ID' when this process began, and is not set now/,
    ],
    [
      'a wrapper narrows the list',
      '',
      ['env', 'CUDA_VISIBLE_DEVICES=1'],
      /CUDA_VISIBLE_DEVICES is '1', where cuda:[01] is not GPU [01]/,
    ],
    [
      'a GPU of the list is not there',
      'rankplan._cuda.visible_uuids = lambda: []',
      [],
      /the driver shows this process 0 GPUs, and its own begin at cuda:[01]/,
    ],
    [
      'torch works on another',
      `import sys, types
sys.modules["torch"] = types.SimpleNamespace(cuda=types.SimpleNamespace(
  is_initialized=lambda: True, current_device=lambda: 1 - rankplan.current().local_rank))`,
      [],
      /torch uses cuda:[01], and this rank's is cuda:[01]/,
    ],
  ])('is wrong where %s', (_, before, wrap, what) => {
    const output = compile(local(TWO), `import rankplan._cuda\n${before}\n${ASK}`, { wrap });
    const [first = ''] = launch(output);
    expect(first).toMatch(what);
  });

  test('is wrong on another GPU than the plan names', () => {
    const output = compile(EIGHT);
    const on = machine('eight-h100');
    const swapped = join(makeFolder('rankplan-scenario-'), 'swapped.txt');
    const text = readFileSync(on.env['RANKPLAN_FAKE_SCENARIO'] ?? '', 'utf8');
    writeFileSync(swapped, text.replace('gpu.0.uuid GPU-0d1b', 'gpu.0.uuid GPU-ffff'));
    const other = { env: { ...on.env, RANKPLAN_FAKE_SCENARIO: swapped } };
    const { stdout, stderr } = rankplanOn(other, ['run', '--no-verify', '--tee', '--audit', 'off', output]);
    expect(`${stdout}${stderr}`).toMatch(
      /PlacementError: rank 1 \(localhost\): GPU 0 should be GPU-0d1b0000-\S+ and is GPU-ffff0000-/,
    );
  });

  test('needs the plan of this very process', () => {
    const other = JSON.stringify(resolve('test/golden/examples/measured/expected'));
    const output = compile(EIGHT, `print(repr(rankplan.assert_placement(${other})))`);
    const words = ['run', '--tee', '--audit', 'off', output];
    const { stdout, stderr, status } = rankplanOn(machine('eight-h100'), words);
    expect(status).toBe(1);
    expect(`${stdout}${stderr}`).toMatch(
      /ValueError: \S+expected is not the plan of this process, which is [0-9a-f]{12}/,
    );
  });

  test('is none without a launcher, and what is damaged is told', () => {
    expect(python('rankplan.current()').stderr).toMatch(
      /NotPlannedError: .*RANKPLAN_RANK is not set.*`rankplan run PLAN`/,
    );
    const told = { RANKPLAN_RANK: '0', WORLD_SIZE: '²' };
    expect(python('rankplan.current()', told).stderr).toContain(
      "ValueError: WORLD_SIZE is '²', which no launcher",
    );
    expect(python('rankplan.current()', { ...told, WORLD_SIZE: '1' }).stderr).toContain(
      'ValueError: RANKPLAN_NODE is not set, though RANKPLAN_RANK is',
    );
  });

  test('is a value: its fields have names and no order, and nobody changes them', () => {
    const place = { RANKPLAN_RANK: '0', RANKPLAN_NODE: 'a', RANKPLAN_GPU: '', RANKPLAN_PLAN: '0' };
    const counts = ['WORLD_SIZE', 'GROUP_RANK', 'LOCAL_RANK', 'LOCAL_WORLD_SIZE', 'RANKPLAN_LOCAL_RANK'];
    const { status, stderr } = python(
      `
here = rankplan.current()
assert here == rankplan.current() and len({here, rankplan.current()}) == 1
for wrong in (lambda: here[0], lambda: iter(here), lambda: here < here, lambda: setattr(here, "rank", 1)):
    try:
        wrong()
    except (AttributeError, TypeError):
        continue
    raise AssertionError("a place is a tuple, or can be changed")`,
      { ...place, ...Object.fromEntries(counts.map((name) => [name, '0'])) },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('costs no library beside those that Python has loaded, or that are small', () => {
    const loaded = succeed(PYTHON, ['-c', 'import sys, rankplan; print(*sys.modules)'], {
      env: { ...process.env, PYTHONPATH: SOURCE },
    }).split(' ');
    for (const heavy of ['torch', 'ctypes', 'json', 'hashlib', 'pathlib', 'subprocess'])
      expect(loaded).not.toContain(heavy);
  });
});
