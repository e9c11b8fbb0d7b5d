import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { runPlan } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';

/*
 * Where Slurm would place tasks in its own way: more ranks than a node has CPUs, on nodes of different sizes, and node
 * ranks by the network's switches (SwitchAsNodeRank), which contradict the names.
 */
const models = { A100: { gres: 'a100' }, V100: { gres: 'v100' } };
const MIXED_GPUS = [
  { index: '0-1', model: 'A100' },
  { index: 2, model: 'V100' },
];
const NODES = [
  { hosts: 'c1', cpus: 32, cpuRanks: 18 },
  { hosts: 'c2', cpus: 16, cpuRanks: 18 },
  { hosts: 'g1', cpus: 8, gpus: { count: 3, model: 'A100' } },
  { hosts: 'g2', cpus: 8, gpus: MIXED_GPUS },
];
const topology = (nodes: readonly object[], slurm: object = {}, mapping: object = {}) =>
  planOf({ version: 1, name: 'placed', models, nodes, mapping, slurm: { time: 5, ...slurm } });
const [c1, c2, g1, g2] = NODES as [object, object, object, object];
const anyNode = { cpus: 16, cpuRanks: 18, bind: 'job' };

const CASES = {
  'a component whose nodes have more and fewer CPUs than ranks': topology([g1, c1, c2]),
  'components of uneven nodes, dealt out in turn': topology([c2, g2, c1, g1], {}, { order: 'cyclic' }),
  'nodes that the job binds': topology([{ ...anyNode, hosts: 'slot[1-2]' }]),
  'nodes of a class with different numbers of ranks': topology(
    [{ ...anyNode, hosts: 'slot[1-2]' }],
    {},
    { worldSize: 20 },
  ),
  'a shared node': topology([c2], { allocation: 'shared' }),
  'models that the job binds': topology([{ hosts: 'slot1', cpus: 8, gpus: MIXED_GPUS, bind: 'job' }]),
};

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(topology(NODES).nodes, {
    slurm,
    settings: { TopologyPlugin: 'topology/tree', TopologyParam: 'SwitchAsNodeRank' },
    switches: [['g2', 'c2'], ['g1'], ['c1']],
  });

  test.each(Object.entries(CASES))('%s', async (_, plan) => {
    expect(findDifferences(await runPlan(cluster(), plan), false)).toEqual([]);
  });
});
