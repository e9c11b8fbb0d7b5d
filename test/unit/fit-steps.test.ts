import { describe, expect, it } from 'vitest';
import { fitSteps, groupSteps, type RankSpeed } from '../../src/runtime/rescore/fit-steps.ts';
import { parseSteps, type StepRecords } from '../../src/runtime/rescore/read-steps.ts';
import { measureSlots, type RecordedRun } from '../../src/runtime/rescore/slot-speeds.ts';
import { planOf } from '../compile-text.ts';

/** Steps that take `fixed + samples ÷ speed`, up to a small drift that has no direction. */
const steps = (count: number, samples: number, speed: number, fixed = 0): StepRecords => ({
  steps: Array.from({ length: count }, (_, i) => i),
  seconds: Array.from(
    { length: count },
    (_, i) => (fixed + samples / speed) * (1 + 0.01 * (((i * 7) % 11) / 5 - 1)),
  ),
  samples: Array.from({ length: count }, () => samples),
});

const fitRuns = (runs: readonly StepRecords[], fixed: number | null | 'fitted'): RankSpeed | null =>
  fitSteps(groupSteps(runs), fixed);

/** The steps of one after those of the other. */
const join = (one: StepRecords, other: StepRecords): StepRecords => ({
  steps: [...one.steps, ...other.steps],
  seconds: [...one.seconds, ...other.seconds],
  samples: [...one.samples, ...other.samples],
});

describe('the speed of a rank', () => {
  it('is that of its usual steps, whatever the first ones and the last batch took', () => {
    const found = fitRuns([steps(5, 20, 20 / 9), steps(40, 20, 100), steps(3, 7, 100)], null);
    expect(found).toMatchObject({ samples: 20, steps: 45, fixedSeconds: null });
    expect(found?.speed).toBeCloseTo(100, 0);
    expect(found?.spread).toBeLessThan(0.02);
  });

  it('is told apart from the fixed cost by steps of two sizes', () => {
    const found = fitRuns([steps(40, 20, 100, 0.05), steps(40, 40, 100, 0.05)], 'fitted');
    expect(found?.speed).toBeCloseTo(100, 5);
    expect(found?.fixedSeconds).toBeCloseTo(0.05, 5);
  });

  it('has no fixed cost below nothing, nor one of sizes that are too near', () => {
    const below = [steps(40, 20, 110), steps(40, 40, 100)];
    expect(fitRuns(below, 'fitted')).toMatchObject({ fixedSeconds: 0 });
    expect(fitRuns([steps(40, 20, 100), steps(40, 22, 100)], 'fitted')?.fixedSeconds).toBeNull();
  });

  it('takes off a fixed cost that the plan knows', () => {
    const found = fitRuns([steps(40, 20, 100, 0.05)], 0.05);
    expect(found?.speed).toBeCloseTo(100, 5);
    expect(found?.fixedSeconds).toBe(0.05);
  });

  it('takes ten steps', () => {
    expect(fitRuns([steps(9, 20, 100)], null)).toBeNull();
    expect(fitRuns([steps(10, 20, 100)], null)).not.toBeNull();
  });
});

const LINES: readonly (readonly [string, boolean])[] = [
  ['{"step": 1, "seconds": 0.5, "samples": 4}', true],
  ['{"seconds": 0.5}', true],
  ['{"step": 1, "seconds": 0, "samples": 4}', false],
  ['{"step": 1, "seconds": "0.5", "samples": 4}', false],
  ['{"step": 1, "seconds": 0.5, "samples": -4}', false],
  ['{"step": 1, "seconds": 1e999, "samples": 4}', false],
  ['{"step": 1, "seconds": 0.5, "samples": 4.5}', false],
  ['null', false],
  ['', false],
];

it.each(LINES)('the line %s is a record: %s', (line, isRecord) => {
  const { records, unread } = parseSteps([`${line}\n`], 20);
  expect({ records: records.steps.length, unread }).toEqual({
    records: isRecord ? 1 : 0,
    unread: isRecord ? { count: 0, first: 0 } : { count: 1, first: 1 },
  });
});

it('a piece of a line at the end is nobody’s fault', () => {
  const { records, unread } = parseSteps(['{"seconds": 1}\n{"seco'], 20);
  expect(records.seconds).toEqual([1]);
  expect(unread.count).toBe(0);
});

it('records are the same wherever the file is cut into chunks', () => {
  const long = `${' '.repeat(5000)}{"seconds": 3}`;
  const text = `{"seconds": 1}\nno record\n{"step": 7, "seconds": 2, "samples": 3}\n${long}\n{"seconds": 4}\n`;
  const whole = parseSteps([text], 20);
  expect(whole).toMatchObject({ unsized: 2, unread: { count: 2, first: 2 } });
  expect(whole.records.steps).toEqual([0, 7, 2]);
  expect(whole.records.samples).toEqual([20, 3, 20]);
  for (const size of [1, 7, 64, 4095, 4097]) {
    const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(parseSteps(chunks, 20)).toEqual(whole);
  }
});

describe('GPUs', () => {
  const run = (nodes: string, mapping: string, records: readonly StepRecords[]): RecordedRun => ({
    plan: planOf(
      `version: 1\nname: r\nnodes: [${nodes}]\nmapping: { ${mapping} }\nworkload: { globalBatch: 80, shares: equal }\n`,
    ),
    records: new Map(records.map((record, rank) => [rank, record])),
  });
  const speeds = (...runs: RecordedRun[]) =>
    measureSlots(runs).slots.map(({ node, gpu, speed }) => [node, gpu, Number(speed.toPrecision(3))]);

  it('are as fast as the ranks that share one together', () => {
    const shared = run('{ hosts: a, gpus: { count: 1 } }', 'ranksPerGpu: 2', [
      steps(20, 20, 50),
      steps(20, 20, 60),
    ]);
    expect(speeds(shared)).toEqual([['a', 0, 110]]);
  });

  it('divide the speed of a rank that has several', () => {
    const several = run('{ hosts: a, gpus: { count: 2 } }', 'gpusPerRank: 2', [steps(20, 80, 100)]);
    expect(speeds(several)).toEqual([
      ['a', 0, 50],
      ['a', 1, 50],
    ]);
  });

  it('of machines with folders of their own are measured together', () => {
    const nodes = '{ hosts: [a, b], gpus: { count: 1 } }';
    const [first, second] = [steps(20, 40, 50), steps(20, 40, 80)];
    const here = run(nodes, '', [first]);
    const there = { ...here, records: new Map([[1, second]]) };
    expect(speeds(here, there)).toEqual([
      ['a', 0, 50],
      ['b', 0, 80],
    ]);
  });

  it('have a fixed cost all, or none', () => {
    const nodes = '{ hosts: a, gpus: { count: 2 } }';
    const both = join(steps(20, 20, 100, 0.1), steps(20, 40, 100, 0.1));
    const fixed = (second: StepRecords) =>
      measureSlots([run(nodes, '', [both, second])]).slots.map(({ fixedSeconds }) => fixedSeconds !== null);
    expect(fixed(both)).toEqual([true, true]);
    expect(fixed(steps(40, 20, 100, 0.1))).toEqual([false, false]);
  });

  it('of nodes without a GPU have the figure of the slowest CPU slot', () => {
    const cpus = run('{ hosts: a, cpuRanks: 2, cpuSlot: { score: 1 } }', '', [
      steps(20, 40, 9),
      steps(20, 40, 7),
    ]);
    expect(speeds(cpus)).toEqual([['a', null, 7]]);
  });
});
