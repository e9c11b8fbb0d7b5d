import { describe, expect, it } from 'vitest';
import { findRefusals, selectEmitters } from '../../src/emitters/emit-plan.ts';
import { splitIntoComponents } from '../../src/emitters/slurm/components.ts';
import { describeComponent, describeJob } from '../../src/emitters/slurm/directives.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText, planOf } from '../compile-text.ts';

/* What Slurm is asked for finds the right machines, or is refused; on real clusters in test/integration/slurm. */
const A100 = { model: 'A100', gres: 'a100' };
const V100 = { model: 'V100', gres: 'v100' };
const two = (...gpus: readonly object[]) => gpus.map((gpu, index) => ({ index, ...gpu }));

const planFor = (node: object, slurm: object = {}): LaunchPlan =>
  planOf({ nodes: [{ hosts: 'slot[1-2]', bind: 'job', ...node }], slurm });

const refusalOf = (plan: LaunchPlan) => {
  const [refusal] = findRefusals(plan, selectEmitters(['slurm']));
  return refusal === undefined ? null : `${refusal.code} ${refusal.key}`;
};

const askedBy = (plan: LaunchPlan, cpusPerTask: number | null = null) =>
  splitIntoComponents(plan).map((component) =>
    describeComponent(plan, component, cpusPerTask).map(({ name, value }) => `${name}=${value}`),
  );

describe('machines that the job binds', () => {
  it.each([
    ['by node, of one model', { gpus: two(A100, A100) }, {}, null],
    ['by node, of several', { gpus: two(A100, V100) }, {}, null],
    ['by gres, of several', { gpus: two(A100, V100) }, { gpuRequest: 'gres' }, null],
    ['by node, of one model that has no type', { gpus: { count: 2, model: 'A100' } }, {}, null],
    ['by a total', { gpus: two(A100, A100) }, { gpuRequest: 'total' }, 'RP4103 slurm'],
    ['by a total, of several models', { gpus: two(A100, V100) }, { gpuRequest: 'total' }, 'RP4103 slurm'],
    ['by nothing', { gpus: two(A100, A100) }, { gpuRequest: 'none' }, 'RP4103 slurm'],
    ['of several models, one without a type', { gpus: two(A100, { model: 'V100' }) }, {}, 'RP4103 nodes'],
    ['of several without types', { gpus: two({ model: 'A100' }, { model: 'V100' }) }, {}, 'RP4103 nodes'],
  ])('are asked for %s', (_, node, slurm, refusal) => {
    expect(refusalOf(planFor(node, slurm))).toBe(refusal);
  });

  it('are asked for by the types of several models', () => {
    expect(askedBy(planFor({ gpus: two(A100, V100) }))[0]).toContain('gpus-per-node=a100:1,v100:1');
  });

  it('are asked for no more CPUs than the topology says, but for what somebody wants', () => {
    const crowd = { cpus: 16, cpuRanks: 20 };
    expect(askedBy(planFor(crowd), 1)[0]).toContain('mincpus=16');
    expect(askedBy(planFor({ cpuRanks: 20 }, { cpusPerTask: 2 }), 2)[0]).toContain('mincpus=40');
    const shared = askedBy(planFor(crowd, { allocation: 'shared' }), 1)[0];
    expect(shared).toEqual(expect.arrayContaining(['ntasks-per-node=16', 'cpus-per-task=1']));
  });
});

it('nodes of one class are one component, whatever numbers of ranks they have', () => {
  const uneven = planOf({
    nodes: [
      { hosts: 'slot[1-2]', bind: 'job', cpus: 8, cpuRanks: 4 },
      { hosts: 'gpu1', bind: 'job', cpus: 8, gpus: { count: 1 } },
    ],
    mapping: { worldSize: 6 },
    slurm: {},
  });
  expect(splitIntoComponents(uneven).map((nodes) => nodes.map(({ ranks }) => ranks.length))).toEqual([
    [4, 2],
  ]);
});

describe('options that only the job may have', () => {
  const nodes = [{ hosts: 'a1', cpuRanks: 1 }];
  const topologyOf = (slurm: object) => ({ nodes, launch: { backend: 'gloo' }, slurm });
  const findingsOf = (slurm: object) =>
    compileText(topologyOf(slurm)).diagnostics.map(({ code, help }) => `${code} ${help}`);
  const isRefused = (help: string) => [expect.stringMatching(`^RP2032 .*${help}`)];

  it.each(['NONE', 'ALL', 'HOME,LANG'])('export: %s', (value) => {
    expect(findingsOf({ directives: { export: value } })).toEqual([]);
    expect(findingsOf({ srun: [`--export=${value}`] })).toEqual(isRefused('launch.env'));
  });

  it.each(['ALL,RANK=3', 'LD_PRELOAD=/x.so', 'A='])('values of variables belong to nobody: %s', (value) => {
    expect(findingsOf({ directives: { export: value } })).toEqual(isRefused('launch.env'));
    expect(findingsOf({ srun: [`--export=${value}`] })).toEqual(isRefused('launch.env'));
  });

  it.each([
    [{}, '--no-requeue'],
    [{ restarts: 1 }, '--requeue'],
    [{ requeues: 1 }, '--requeue'],
    [{ directives: { requeue: true } }, '--requeue'],
    [{ directives: { requeue: true }, restarts: 1 }, '--requeue'],
  ])('%j gives %s, once', (slurm, expected) => {
    const plan = planOf(topologyOf(slurm));
    const options = [
      ...describeJob(plan.slurm as NonNullable<LaunchPlan['slurm']>),
      ...splitIntoComponents(plan).flatMap((component) => describeComponent(plan, component, null)),
    ];
    const words = options.map(({ name, value }) => `--${name}${value ?? ''}`);
    expect(words.filter((word) => /requeue/.test(word))).toEqual([expected]);
  });

  it.each(['yes', 1, 'true'])('requeue: %s is refused, as sbatch would', (value) => {
    expect(findingsOf({ directives: { requeue: value } })).toEqual(isRefused('requeue: true'));
  });

  it.each(['no-requeue', 'requ', 'no_requeue'])('%s is refused', (name) => {
    expect(findingsOf({ directives: { [name]: true } })).toEqual(isRefused('requeue: true'));
  });
});
