import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../../src/compiler/values/lists.ts';
import { planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { runPlan } from './conformance/run-plan.ts';
import { NETWORK_NODES, NETWORKS } from './harness/networks.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';

/* Under `bind: job` the machines take the places of nodes by where Slurm says that they are. */
const topology = (node: object, mapping: object = {}, launch: object = {}) =>
  planOf({
    version: 1,
    name: 'net',
    nodes: [{ cpus: 4, cpuRanks: 2, ...node }],
    mapping,
    launch,
    slurm: { time: 5 },
  });
const { nodes } = topology({ hosts: NETWORK_NODES });

const CASES = findSlurms().flatMap((slurm) =>
  NETWORKS.filter(({ since }) => since <= slurm.version).map((network) => ({
    slurm,
    network,
    title: `Slurm ${slurm.fullVersion}, ${network.name}`,
  })),
);

describe.each(CASES)('$title', ({ slurm, network }) => {
  const cluster = useCluster(nodes, { slurm, settings: network.settings, files: network.files });

  const runOn = async (slots: string, mapping: object = {}, launch: object = {}) => {
    const run = await runPlan(cluster(), topology({ hosts: slots, bind: 'job' }, mapping, launch));
    expect(findDifferences(run, false)).toEqual([]);
    const bound = JSON.parse(readFileSync(join(run.runDir, 'bound.json'), 'utf8'));
    return { ...run, bound, hosts: bound.nodes.map(({ host }: { host: string }) => host) };
  };

  test('answers as it was recorded', async () => {
    const { stdout } = await cluster().run(['scontrol', 'show', 'topology']);
    const path = `test/data/slurm/network/${slurm.version}-${network.name}.txt`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, stdout);
    expect(stdout).toBe(readFileSync(path, 'utf8'));
  });

  test('init writes where the nodes are, from the cluster and from what was recorded', async () => {
    const rankplan = [process.execPath, resolve('dist/rankplan.cjs')];
    const init = (args: readonly string[], input = '') =>
      cluster().run([...rankplan, 'init', '--from', 'slurm', ...args, '-o', '-'], { input });
    const live = await init([]);
    expect(live).toMatchObject({ status: 0, stderr: '' });
    const told = await Promise.all(
      ['node', 'partition', 'topology'].map((what) => cluster().run(['scontrol', 'show', what])),
    );
    const recorded = await init(['-'], told.map(({ stdout }) => stdout).join(''));
    expect(recorded.stdout).toBe(live.stdout);
    const plan = planOf(live.stdout);
    expect(plan.nodes.map(({ name }) => name)).toEqual(network.order);
    expect(plan.levels).toEqual(network.levels);
    expect(findDifferences(await runPlan(cluster(), plan), false)).toEqual([]);
  });

  test('the machines of a job take their places domain by domain', async () => {
    const { hosts, bound, log } = await runOn('slot[1-8]');
    expect(hosts).toEqual(network.order);
    expect(bound.nodes[0].domain.length).toBeGreaterThan(1);
    expect(log).toMatch(/the machines take their places by where Slurm says that they are: \d in /);
  });

  test('blocks that span nodes are packed into domains', async () => {
    const launch = { groupSize: 6, groupWithin: 'nvlink' }; // three nodes
    const { bound, log } = await runOn('slot[1-6]', {}, launch);
    const places: readonly string[] = bound.nodes.map(({ domain }: { domain: readonly string[] }) =>
      domain.join('/'),
    );
    const isWhole = (first: number) => new Set(places.slice(first, first + 3)).size === 1;
    const most = [...groupBy(places, (place) => place).values()].reduce(
      (sum, { length }) => sum + Math.floor(length / 3),
      0,
    );
    expect([0, 3].filter(isWhole)).toHaveLength(most);
    expect(log).toContain(`; ${2 - most} of 2 groups of 3 nodes are in more than one of these\n`);
  });

  test('ranks that are dealt out in turn, and fewer machines', async () => {
    const { hosts } = await runOn('slot[1-4]', { order: 'cyclic' });
    expect(hosts).toEqual(network.order.filter((host) => hosts.includes(host)));
  });
});
