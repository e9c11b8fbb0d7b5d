import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseText } from '../../../src/runtime/slurm/parse-text.ts';
import { compileText, planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { compilePlan, refusalCode, runPlan } from './conformance/run-plan.ts';
import { startCluster } from './harness/cluster.ts';
import type { JobRecord } from './harness/jobs.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';

/*
 * What sites demand of a job, or forbid it: with each of these the ranks, nodes and GPUs must be the planned ones. Two
 * threads to a core, memory that is counted, and a cap on it.
 */
const MODELS = { A100: { score: 100, gres: 'a100' }, H100: { score: 140, gres: 'h100' } };
const MACHINES = [
  { hosts: 'a[1-2]', cpus: 16, gpus: { count: 4, model: 'A100' } },
  { hosts: 'b1', cpus: 8, gpus: { count: 2, model: 'H100' } },
  { hosts: 'c1', cpus: 12, cpuRanks: 3 },
];
const CLASSES = [
  { ...MACHINES[0], hosts: 'slot[1-2]', bind: 'job' },
  { ...MACHINES[1], hosts: 'fast1', bind: 'job' },
];
const CAP = { SelectTypeParameters: 'CR_Core_Memory', MaxMemPerNode: 1000, DefMemPerNode: 500 };

const OPTIONS: readonly (readonly [string, string | number | boolean])[] = [
  ['hint', 'nomultithread'],
  ['threads-per-core', 1],
  ['core-spec', 1],
  ['gres-flags', 'disable-binding'],
  ['gres-flags', 'enforce-binding'],
  ['export', 'NONE'],
  ['export', 'HOME,LANG'],
];
const PLACES: readonly (readonly [string, object])[] = [
  ['uneven nodes, cyclic', { nodes: MACHINES.slice(0, 3), mapping: { order: 'cyclic' } }],
  ['beside a node without GPUs', { nodes: MACHINES }],
  ['nodes that the job binds', { nodes: CLASSES, mapping: { worldSize: 9 } }],
  [
    'shared nodes',
    {
      nodes: MACHINES.slice(0, 3),
      mapping: { worldSize: 3, strategy: 'sequential' },
      slurm: { allocation: 'shared', cpusPerTask: 1 },
    },
  ],
];

const topology = (slurm: object, place: Readonly<Record<string, unknown>>): object => ({
  version: 1,
  name: 'site',
  models: MODELS,
  ...place,
  slurm: { time: 2, mem: 'none', ...(place['slurm'] as object | undefined), ...slurm },
});

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const { nodes } = planOf({ version: 1, name: 'all', models: MODELS, nodes: MACHINES });
  const cluster = useCluster(nodes, { slurm, threadsPerCore: 2, settings: CAP });

  const differencesOf = async (document: object): Promise<readonly string[]> => {
    const plan = planOf(document);
    expect(refusalCode(plan)).toBeNull();
    return findDifferences(await runPlan(cluster(), plan), false);
  };

  describe.each(PLACES)('%s', (_, place) => {
    test.each(OPTIONS)('%s=%s', async (name, value) => {
      expect(await differencesOf(topology({ directives: { [name]: value } }, { ...place }))).toEqual([]);
    });

    test('without --exclusive', async () => {
      expect(await differencesOf(topology({ exclusive: false }, { ...place }))).toEqual([]);
      const mem = '400M';
      expect(await differencesOf(topology({ exclusive: false, mem }, { ...place }))).toEqual([]);
      const directives = { hint: 'nomultithread', 'gres-flags': 'enforce-binding' };
      const few = { exclusive: false, cpusPerTask: 1, directives };
      expect(await differencesOf(topology(few, { ...place }))).toEqual([]);
    });
  });

  test('over a cap, the job never starts: so `check --slurm` warns of it', async () => {
    const capped = await startCluster(planOf(topology({}, { nodes: MACHINES.slice(0, 1) })).nodes, {
      slurm,
      settings: { SelectTypeParameters: 'CR_Core_Memory' },
    });
    try {
      const limits = ['MaxMemPerNode=1000', 'DefMemPerNode=500'];
      await capped.run(['scontrol', 'update', 'PartitionName=gpu', ...limits]);
      const { stdout } = await capped.run(['scontrol', 'show', 'partition']);
      expect(parseText(stdout)).toMatchObject({ partitions: [{ name: 'gpu', maxMemoryMib: 1000 }] });
      for (const [mem, state] of [
        [undefined, 'PENDING MaxMemPerLimit'],
        ['none', 'COMPLETED None'],
        ['1000M', 'COMPLETED None'],
      ]) {
        const place = { nodes: MACHINES.slice(0, 1), launch: { command: ['true'] } };
        const plan = planOf(topology({ mem }, place));
        const id = await capped.submit(join(compilePlan(capped, plan), 'job.sbatch'));
        const isSettled = ([job]: readonly JobRecord[]) =>
          job?.state === 'COMPLETED' || (job?.state === 'PENDING' && job.reason === 'MaxMemPerLimit');
        const [record] = await capped.pollJob(id, isSettled);
        expect(`${record?.state} ${record?.reason}`).toBe(state);
        await capped.cancel(id);
      }
    } finally {
      await capped.stop();
    }
  });

  test('a node is excluded, and others are bound', async () => {
    const place = { nodes: [{ ...CLASSES[0], hosts: 'slot1' }] };
    const run = await runPlan(cluster(), planOf(topology({ directives: { exclude: 'a1' } }, place)));
    expect(findDifferences(run, false)).toEqual([]);
    expect(run.hostOf('slot1')).toBe('a2');
  });
});

test('a node that the plan names is not to be excluded', () => {
  const place = { nodes: MACHINES.slice(0, 3), launch: { backend: 'none' } };
  const document = topology({ directives: { exclude: 'a1' } }, place);
  expect(compileText(document).diagnostics.map(({ code }) => code)).toContain('RP2032');
});
