import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';

/*
 * `rankplan.torch` under uneven shares, with the real libraries: what ranks do together is what one process does. Its
 * reference is examples/training/alone.py, and the naive reading in sampler-properties.py and gradients.py.
 */
const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
const LIBRARIES = ['torch', 'accelerate', 'lightning', 'transformers'];
const find = 'import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))';
const has = (...names: string[]) => spawnSync(PYTHON, ['-c', find, ...names]).status === 0;
const scratch = makeFolder('rankplan training ');
const example = join(scratch, 'example');
const shares = [20, 20, 16, 8];
const samples = Array.from({ length: 300 }, (_, number) => number);

interface Notes {
  readonly numbers: readonly (readonly number[])[];
  readonly losses: readonly number[];
  readonly weights: readonly number[];
}

const hasLibraries = requireTool('a library', has(...LIBRARIES), `pip install ${LIBRARIES.join(' ')}`);
const hasTorchdata = requireTool('torchdata', has('torchdata'), 'pip install torchdata==0.11.0');

describe.skipIf(!hasLibraries)('training', () => {
  let alone: Notes;
  beforeAll(() => {
    cpSync('examples/training', example, { recursive: true });
    alone = JSON.parse(python(['alone.py']).stdout);
    expect(sorted(alone.numbers.slice(0, 3).flat())).toEqual(samples);
  });

  test('the sampler gives what the simplest reading of its promise gives', () => {
    const { stdout } = python([resolve('test/integration/training/sampler-properties.py'), '1', '600']);
    for (const count of Object.values(JSON.parse(stdout))) expect(count).toBeGreaterThan(50);
  });

  test.skipIf(!hasTorchdata)(
    'a loader that would resume by what it has read is refused in one sentence',
    () => {
      python([resolve('test/integration/training/stateful-loader.py')]);
    },
  );

  test('what ranks find in evaluation comes together once and in order', () => {
    const { status, stderr, logs } = run(resolve('test/integration/training/evaluation.py'));
    expect({ status, stderr }).toMatchObject({ status: 0 });
    for (const rank of [0, 1, 2, 3]) {
      const counts = JSON.parse(lastLine(join(logs, `rank-${rank}.out`)));
      for (const count of Object.values(counts)) expect(count).toBeGreaterThan(3);
    }
  });

  test('gradients are those of one process, for eight share vectors', () => {
    const { logs } = run(resolve('test/integration/training/gradients.py'));
    const worst = Object.entries(JSON.parse(readFileSync(join(logs, 'rank-0.out'), 'utf8')));
    expect(worst).toHaveLength(20);
    for (const [kind, error] of worst) {
      if (kind.startsWith('batch norm')) expect(error, kind).toBeGreaterThan(0.01);
      else expect(error, kind).toBeLessThan(kind.endsWith('64') ? 1e-12 : 1e-6);
    }
  });

  test('a ShareTrainer makes the updates of one process, for each kind of loss', () => {
    const { status, stderr, logs } = run(resolve('test/integration/training/trainer.py'));
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const worst = Object.entries(JSON.parse(lastLine(join(logs, 'rank-0.out'))));
    expect(worst.map(([kind]) => kind)).toEqual(['mean', 'predictions', 'function', 'tokens']);
    for (const [kind, error] of worst) expect(error, kind).toBeLessThan(1e-12);
  });

  test.each(['ddp', 'fsdp2', 'accelerate', 'fabric', 'trainer'])(
    'with_%s.py trains as one process does, every sample once an epoch',
    (name) => {
      const { status, ranks, stderr } = train(`with_${name}.py`);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      for (const epoch of [0, 1]) {
        const own = ranks.map(({ numbers }) => numbers.slice(5 * epoch, 5 * epoch + 5));
        expect(sorted(own.flat(2))).toEqual(samples);
        expect(own.map((batches) => batches[0]?.length)).toEqual(shares);
      }
      expectNear(meansOf(ranks), alone.losses);
      for (const { weights } of ranks) expectNear(weights, alone.weights);
    },
  );

  test('evaluate.py finds what one process finds', () => {
    const { status, stderr, logs } = run('evaluate.py');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const batch = 'data = Waves()\nbatch = default_collate([data[number] for number in range(len(data))])';
    const error = '(make_model()(batch["x"]) - batch["labels"]).square().mean().item()';
    const imports = 'from task import *\nfrom torch.utils.data import default_collate';
    const { stdout } = python(['-c', `${imports}\n${batch}\nprint(${error})`]);
    const found = JSON.parse(lastLine(join(logs, 'rank-0.out')));
    expect(found.in_order).toBe(true);
    expectNear([found.error], [Number(stdout)]);
  });

  test.each([
    ['ddp', [9, 41, 14]],
    ['trainer', shares],
  ])('with_%s.py goes on in mid-epoch under shares %j, and loses and repeats nothing', (name, others) => {
    const kept = join(example, `kept by ${name}`);
    const first = train(`with_${name}.py`, [kept, '2']);
    const topology = readFileSync(join(example, 'topology.yaml'), 'utf8')
      .replace('cpuRanks: 4', `cpuRanks: ${others.length}`)
      .replace(/samples: \[.*\]/, `samples: ${JSON.stringify(others)}`);
    const second = train(`with_${name}.py`, [kept], topology);
    expect(first.ranks).toHaveLength(4);
    expect(second.ranks.map(({ numbers }) => numbers[1]?.length)).toEqual(others);
    const trained = [...first.ranks, ...second.ranks].flatMap(({ numbers }) => numbers.flat());
    expect(sorted(trained)).toEqual(samples.flatMap((number) => [number, number]));
    expectNear(second.ranks[0]?.weights ?? [], alone.weights);
  });

  const speeds = [1, 0.7, 0.5, 1.2];

  test.each(['ddp', 'ddp-frozen', 'fsdp2', 'fsdp2-frozen', 'accelerate', 'trainer', 'events'])(
    'time_compute leaves out what ranks wait for each other: %s',
    (kind) => {
      const script = resolve('test/integration/training/compute-time.py');
      const { status, stderr, logs } = run(script, [kind], undefined, ['--record']);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      for (const [rank, speed] of speeds.entries()) {
        const steps = readFileSync(join(logs, `rank-${rank}.steps`), 'utf8')
          .trim()
          .split('\n');
        const { waited } = JSON.parse(lastLine(join(logs, `rank-${rank}.out`)));
        if (kind !== 'events') expect(waited).toBeGreaterThan(5000);
        // The GPU lags behind, and nobody waits for it at the end.
        expect(steps).toHaveLength(kind === 'events' ? 12 - Math.ceil(2.5 * speed) : 12);
        const round = (seconds: number) => Math.round(1e6 * seconds) / 1e6;
        const seconds = steps.map((line) => round(JSON.parse(line).seconds));
        expectNear(
          seconds,
          steps.map(() => round(1 / speed)),
        );
      }
    },
  );

  test('the usual way loses and repeats what the example says', () => {
    const { logs } = run('usual_way.py');
    const told = readFileSync(join(logs, 'rank-0.out'), 'utf8').trim();
    expect(readFileSync('examples/training/README.md', 'utf8')).toContain(told);
  });

  test('a loader that divides once more is refused', () => {
    const prepared = readFileSync(join(example, 'with_accelerate.py'), 'utf8')
      .replace('make_model()\n', 'make_model()\nloader = accelerator.prepare(loader)\n')
      .replace('Accelerator(cpu=True)', 'Accelerator(cpu=True, dataloader_config=uneven)')
      .replace(
        'check_plan()',
        'from accelerate import DataLoaderConfiguration\nuneven = DataLoaderConfiguration(even_batches=False)\n',
      );
    writeFileSync(join(example, 'prepared.py'), prepared);
    const { status, logs } = run('prepared.py');
    expect(status).toBe(1);
    expect(readFileSync(join(logs, 'rank-0.err'), 'utf8')).toContain(
      'batches of the loader come from another',
    );
  });

  test.each([
    ['has another plan', 'RANKPLAN_PLAN=0123', 'rank 2 (localhost) holds plan 0123 of 4 ranks'],
    ['has not come', 'exec sleep 60', '1 of 4 ranks have not come: rank 2'],
    ['was started twice', 'export RANKPLAN_RANK=1', 'rank 1 (localhost) was started twice'],
    ['listens already', 'export RANKPLAN_RANK=0', 'rank 0 (localhost) cannot listen at port'],
  ])('check_plan names the rank that %s', (_, fault, message) => {
    writeFileSync(join(example, 'check.py'), 'from rankplan.torch import check_plan\ncheck_plan(10)\n');
    const topology = readFileSync(join(example, 'topology.yaml'), 'utf8').replace(
      /command: .*/,
      `command: [bash, -c, 'if ((RANK == 2)); then ${fault}; fi; exec "$0" check.py', ${JSON.stringify(PYTHON)}]`,
    );
    const { status, logs } = run('', [], topology);
    expect(status).toBe(1);
    const told = readdirSync(logs).filter((name) => name.endsWith('.err'));
    expect(told.some((name) => readFileSync(join(logs, name), 'utf8').includes(message))).toBe(true);
  });
});

function train(script: string, words: readonly string[] = [], topology?: string) {
  const { logs, ...rest } = run(script, words, topology);
  const names = readdirSync(logs).filter((name) => /^rank-\d+\.out$/.test(name));
  const ranks = names.sort().map((name): Notes => {
    const notes = readFileSync(join(logs, name), 'utf8')
      .split('\n')
      .find((line) => line.startsWith('{"numbers'));
    if (notes === undefined) throw new Error(rest.stderr);
    return JSON.parse(notes);
  });
  return { ...rest, ranks };
}

/** Runs the example's plan with another script of the folder, in that folder. */
function run(
  script: string,
  words: readonly string[] = [],
  topology?: string,
  flags: readonly string[] = [],
) {
  const text = topology ?? readFileSync(join(example, 'topology.yaml'), 'utf8');
  const path = join(example, 'this-run.yaml');
  writeFileSync(path, text.replace('[python3, with_ddp.py]', JSON.stringify([PYTHON, script])));
  rmSync(join(example, 'runs'), { recursive: true, force: true });
  const call = [resolve('dist/rankplan.cjs'), 'run', path, ...flags, '--', ...words];
  const result = spawnSync(process.execPath, call, options());
  const [id] = existsSync(join(example, 'runs')) ? readdirSync(join(example, 'runs')) : [];
  if (id === undefined) throw new Error(result.stderr);
  return { status: result.status, stderr: result.stderr, logs: join(example, 'runs', id) };
}

const lastLine = (path: string) => readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '';

function python(args: readonly string[]): SpawnSyncReturns<string> {
  const result = spawnSync(PYTHON, args, options());
  if (result.status !== 0) throw new Error(result.stderr);
  return result;
}

const options = () => ({
  encoding: 'utf8' as const,
  cwd: example,
  env: {
    ...process.env,
    PYTHONPATH: resolve('python/src'),
    OMP_NUM_THREADS: '1',
    GLOO_SOCKET_IFNAME: 'lo',
    HF_HUB_OFFLINE: '1',
  },
});

/** The mean loss of each update: scaled losses of its two batches and all ranks, as DDP averages them. */
function meansOf(ranks: readonly Notes[]): readonly number[] {
  const batches = ranks[0]?.losses.map(
    (_, at) => sum(ranks.map(({ losses }) => losses[at] ?? 0)) / ranks.length,
  );
  const of = (...batch: number[]) => sum(batch.map((at) => batches?.[at] ?? Number.NaN));
  return [of(0, 1), of(2, 3), of(4), of(5, 6), of(7, 8), of(9)];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

function expectNear(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length);
  const apart = Math.max(...found.map((value, at) => Math.abs(value - (wanted[at] ?? Number.NaN))));
  expect(apart).toBeLessThan(1e-12);
}
