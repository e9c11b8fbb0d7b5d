import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { draftClasses } from '../../src/cli/init/from-slurm.ts';
import { placeSlots } from '../../src/cli/init/launch/hostfile.ts';
import { attempt } from '../../src/cli/init/launch/refusal.ts';
import { choosePartition } from '../../src/cli/init/slurm-nodes.ts';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { bindPlan } from '../../src/compiler/plan/bind-plan.ts';
import { parsePlan } from '../../src/compiler/plan/parse-plan.ts';
import { divideBatch } from '../../src/compiler/sharing/divide-batch.ts';
import { EMITTERS, emitPlan, findRefusals } from '../../src/emitters/emit-plan.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { readManifest } from '../../src/runtime/artifact-manifest.ts';
import { parseCluster } from '../../src/runtime/slurm/parse-cluster.ts';
import { planOf, planText } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';

const cli = resolve('dist/rankplan.cjs');
const scratch = makeFolder('rankplan-lists-');

const many = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i));

/** Runs `action`, which must need far fewer CPU-seconds than the minutes or hours of work that grows with a square. */
function within<T>(seconds: number, action: () => T): T {
  const before = process.cpuUsage();
  const made = action();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(seconds);
  return made;
}

describe('a plan that is small and speaks of much', () => {
  const small = JSON.parse(
    planText(planOf('version: 1\nname: t\nnodes: [{hosts: a, gpus: {count: 1}}]\n')) ?? '',
  );
  const more = (count: number, cpuRanks: number) =>
    many(count, (i) => ({ ...small.nodes[0], name: `b${i}`, nodeRank: null, gpus: [], cpuRanks }));
  const write = (name: string, nodes: readonly object[]): string => {
    const path = join(scratch, name);
    writeFileSync(path, JSON.stringify({ ...small, nodes: [...small.nodes, ...nodes] }));
    return path;
  };
  const verbs = (path: string): (readonly string[])[] => [
    ['check', path],
    ['show', path],
    ['show', '--format', 'svg', path],
    ['show', '--format', 'html', path],
    ['diff', path, path],
    ['explain', path, '--rank', '0'],
  ];

  /** The shell's limit is one of CPU time; 2 GB are more than a plan with every slot takes. */
  const rankplan = (args: readonly string[]) => {
    const limited = 'ulimit -t 60; exec "$0" --max-old-space-size=2000 "$@"';
    const words = ['-c', limited, process.execPath, cli, ...args];
    return spawnSync('bash', words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  };

  describe.each([
    ['a billion CPU ranks', 'RP1105', write('endless.json', more(1, 1_000_000_000))],
    ['more slots than a topology has', 'RP2003', write('many.json', more(40, 65_536))],
  ])('%s', (_, code, path) => {
    test.each(verbs(path))('are refused by %s', (...args) => {
      const { status, stdout, stderr } = rankplan(args);
      expect(stdout + stderr).toContain(`error[${code}]`);
      expect(status).toBe(1);
    });
  });

  test.each(verbs(write('full.json', more(31, 65_536))))('%s takes as many as a topology has', (...args) => {
    expect(rankplan(args)).toMatchObject({ status: 0, stderr: '' });
  });

  test('65,536 GPUs with a rank each, and a million wrong values', () => {
    const parse = (plan: object) => {
      const report = createReporter();
      const parsed = parsePlan({ name: 'p', text: JSON.stringify(plan) }, report);
      return parsed === null ? report.diagnostics().map(({ code }) => code) : 'fine';
    };
    const [node] = small.nodes;
    const gpus = many(65_536, (index) => ({ ...node.gpus[0], index }));
    const ranks = many(65_536, (i) => ({ ...small.ranks[0], rank: i, localRank: i, gpu: i }));
    const large = { ...small, worldSize: 65_536, nodes: [{ ...node, gpus }], ranks };
    expect(within(20, () => parse(large))).toBe('fine');
    const env = Object.fromEntries(many(400_000, (i) => [`K${i}`, 1]));
    expect(within(20, () => parse({ ...small, nodes: [{ ...node, env }] }))).toContain('RP1103');
    const wrong = { ...small, nodes: [{ ...node, gpus: many(1e6, () => 1) }] };
    expect(within(20, () => parse(wrong))).toContain('RP1105');
  });
});

test('machines for 100,000 places, and one of them twice', () => {
  const hosts = many(100_000, (i) => `n${i}`);
  const nodes = hosts.map((name, nodeRank) => ({ name, nodeRank, bind: 'job' }));
  const launch = { groupSize: null, groupWithin: null };
  const some = { master: { node: 'n0' }, mapping: {}, launch, roles: null, nodes, ranks: [] };
  const plan = some as unknown as LaunchPlan;
  expect(within(10, () => bindPlan(plan, hosts))).toHaveProperty('nodes');
  expect(within(10, () => bindPlan(plan, [...hosts.slice(1), 'n1']))).toHaveProperty('problem');
});

test('a job on 140,000 nodes', () => {
  const nodes = [{ hosts: many(4, (i) => `n${i}x[0-34999]`), cpuRanks: 1 }];
  const plan = planOf({ nodes, slurm: { partition: 'p' } });
  const emitters = EMITTERS.filter(({ name }) => name === 'slurm');
  expect(findRefusals(plan, emitters)).toEqual([]);
  const files = within(60, () => [...emitPlan({ plan, planText: [], planDigest: 'x', emitters })]);
  expect(files.map(({ path }) => path)).toContain('job.sbatch');
});

test('selectors of a shared job that spare millions of hosts each', () => {
  const shared = planOf({ nodes: [{ hosts: 'a', gpus: { count: 2 } }], slurm: { allocation: 'shared' } });
  const exclude = many(10_000, (i) => `${many(20, (k) => `n${i}x${k}[0-65535]`).join(',')}:0`);
  const plan = { ...shared, mapping: { ...shared.mapping, exclude } };
  expect(within(20, () => findRefusals(plan, EMITTERS))).toEqual([]);
});

describe('shares', () => {
  test('of scores whose exact integers all end in the same digits', () => {
    const weights = Float64Array.from({ length: 100_000 }, (_, i) => (i === 0 ? 5e-324 : i));
    const shares = within(20, () => divideBatch(2 ** 52, weights, new Uint16Array(100_000).fill(1)));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(2 ** 52);
  });

  test('of many groups that tie', () => {
    const weights = new Float64Array(200_000).fill(1);
    const dividers = Uint16Array.from({ length: 200_000 }, (_, i) => 1 + (i % 2));
    const shares = within(20, () => divideBatch(1_000_003, weights, dividers));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1_000_003);
  });
});

describe('what Slurm printed, or somebody else', () => {
  const node = (name: string, partitions: readonly string[], gpus: readonly object[]) =>
    ({ name, partitions, gpus, cpus: 1, states: [], reason: null, gres: '' }) as never;

  test('a reason of a million at signs', () => {
    const text = `NodeName=n1 State=IDLE\n   Reason=x [${'@'.repeat(1_000_000)}\n`;
    expect(within(10, () => parseCluster(text))).toHaveProperty('nodes');
  });

  test('a reason with a user still loses who set it', () => {
    const cluster = parseCluster('NodeName=n1 State=DOWN\n   Reason=bad disk [root@2026-11-22T08:00:00]\n');
    expect(cluster).toHaveProperty(['nodes', 0, 'reason'], 'bad disk');
  });

  test('30,000 kinds of nodes', () => {
    const nodes = many(30_000, (i) => node(`n${i}`, [], [{ type: `t${i}`, count: 1 }]));
    expect(within(10, () => draftClasses(nodes))).toHaveLength(30_000);
  });

  test('3000 nodes of 2000 partitions each, of which none has all', () => {
    const names = many(2000, (i) => `p${i}`);
    const nodes = [...many(3000, (i) => node(`n${i}`, names, [])), node('last', ['alone'], [])];
    const cluster = { nodes, partitions: null } as never;
    expect(within(10, () => choosePartition(cluster, nodes, null)).partition).toBeNull();
  });

  test('a hostfile of more slots than there can be', () => {
    const report = createReporter();
    const file = { name: 'hosts', text: many(200_000, (i) => `n${i}:4096`).join('\n') };
    expect(within(20, () => attempt(report, () => placeSlots(file, { gpus: null, report })))).toBeNull();
    expect(report.diagnostics().map(({ code }) => code)).toEqual(['RP5119']);
  });
});

test('a manifest of 300,000 paths, and one that nests a million deep', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const artifacts = Object.fromEntries(many(300_000, (i) => [`env/${i}`, digest]));
  writeFileSync(join(scratch, '.rankplan.json'), JSON.stringify({ formatVersion: '1.0', artifacts }));
  expect(within(20, () => readManifest(scratch)).kind).toBe('listed');
  writeFileSync(join(scratch, '.rankplan.json'), '['.repeat(1_000_000));
  expect(within(20, () => readManifest(scratch)).kind).toBe('broken');
});

test('nothing passes what a document lists as arguments', () => {
  const wide = ['src/compiler', 'src/emitters'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((path) => /Math\.(max|min)\((.*, )?\.\.\./.test(readFileSync(path, 'utf8'))),
  );
  expect(wide).toEqual([]);
});
