import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { oneLine } from '../../src/compiler/source/printable.ts';
import { parseTimeLimit, renderTimeLimit } from '../../src/compiler/values/time-limit.ts';
import { type Cluster, isUsable } from '../../src/runtime/slurm/cluster.ts';
import { parseCluster } from '../../src/runtime/slurm/parse-cluster.ts';
import { isMigProfile, parseGres } from '../../src/runtime/slurm/parse-gres.ts';
import { expectCpuSeconds } from '../cpu-time.ts';
import { runs } from '../stage.ts';

const recorded = (name: string) => readFileSync(`test/data/slurm/${name}`, 'utf8');

function clusterOf(text: string): Cluster {
  const found = parseCluster(text);
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

/**
 * Answers of one cluster in two versions of Slurm and all forms. Reasons and comments in it look like fields, like nodes
 * and like several lines. In text the first node has every field that Slurm gives; the others have few beside those that are read.
 */
describe.each(['22.05-nodes.txt', '22.05-nodes-oneline.txt', '24.11-nodes.txt', '24.11-nodes-oneline.txt'])(
  '%s',
  (name) => {
    const { nodes } = clusterOf(recorded(name));

    test('has exactly the nodes of the cluster with their CPUs and GPUs', () => {
      const a100 = (count: number) => ({ type: 'a100', count });
      const h100 = (count: number) => ({ type: 'h100', count });
      expect(nodes.map(({ name, cpus, gpus }) => ({ name, cpus, gpus }))).toEqual([
        { name: 'a1', cpus: 16, gpus: [a100(4)] },
        { name: 'a2', cpus: 16, gpus: [a100(4)] },
        { name: 'b1', cpus: 16, gpus: [h100(2)] },
        { name: 'c1', cpus: 8, gpus: [] },
        { name: 'm1', cpus: 32, gpus: [a100(1), h100(2)] },
        { name: 'u1', cpus: 8, gpus: [{ type: null, count: 2 }] },
      ]);
    });

    test('has their states and partitions', () => {
      expect(nodes.filter((node) => !isUsable(node)).map(({ name }) => name)).toEqual(['a2', 'b1']);
      const partitions = nodes.map((node) => node.partitions.join()).join(' ');
      expect(partitions).toBe('gpu,long,off gpu,long gpu,long cpu,long gpu,long gpu,long');
    });

    test('has the reasons on one line each', () => {
      const reasons = new Map(nodes.map(({ name, reason }) => [name, reason]));
      expect(reasons.get('a2')).toBe('two lines: State=IDLE NodeName=zz Gres=gpu:a100:4');
      expect(reasons.get('b1')).toBe('GPU 1 fell off the bus: ECC Gres=gpu:x:9 # see ticket 12');
      expect(reasons.get('m1')).toBeNull();
    });
  },
);

test.each(['22.05', '24.11'])('%s: partitions may follow the nodes', (version) => {
  const text = recorded(`${version}-nodes.txt`) + recorded(`${version}-partitions.txt`);
  const { nodes, partitions } = clusterOf(text);
  expect(nodes.length).toBe(6);
  expect(partitions).toEqual([
    { name: 'gpu', isDefault: true, state: 'UP', maxMinutes: 60, defaultMemoryMib: null },
    { name: 'cpu', isDefault: false, state: 'UP', maxMinutes: null, defaultMemoryMib: null },
    { name: 'long', isDefault: false, state: 'UP', maxMinutes: 3630, defaultMemoryMib: null },
    { name: 'off', isDefault: false, state: 'DOWN', maxMinutes: null, defaultMemoryMib: null },
  ]);
});

test.each(['22.05', '26.05'])('%s: limits and reservations may follow, or come first', (version) => {
  const limits = recorded(`${version}-config.txt`);
  const reserved = recorded(`${version}-reservations.txt`);
  const nodes = recorded('24.11-nodes.txt');
  const found = clusterOf(limits + reserved + nodes);
  const { settings, reservations } = found;
  expect(settings).toEqual({
    asOf: expect.stringMatching(/^2026-11-23T15:31:3\d$/),
    maxTasksPerNode: 1,
    maxMemoryPerCpuMib: 100,
    defaultMemoryMib: null,
  });
  const plain = { isWhole: true, isActive: false, isMagnetic: false };
  expect(reservations).toEqual([
    expect.objectContaining({ ...plain, name: 'theirs', nodes: new Set(['a1']), isActive: true }),
    // Of cores that are reserved later 22.05 does not say which.
    expect.objectContaining({
      ...plain,
      name: 'cores',
      nodes: new Set(['b1']),
      isWhole: version === '22.05',
    }),
    expect.objectContaining({ ...plain, name: 'mag', nodes: new Set(['b1']), isMagnetic: true }),
  ]);
  expect(reservations?.[0]).toMatchObject({
    start: expect.stringMatching(/^2026-11-23T15:31:3\d$/),
    end: expect.stringMatching(/^2026-11-23T16:31:3\d$/),
  });
  expect(clusterOf(nodes + reserved + limits)).toEqual(found);
  expect(clusterOf(`${limits}No reservations in the system\n${nodes}`)).toEqual({
    ...clusterOf(nodes),
    settings,
  });
});

test('a node that is told of twice counts once, where it comes first', () => {
  const text = 'NodeName=a CPUTot=4\nNodeName=b CPUTot=4\nNodeName=a CPUTot=8\n';
  expect(clusterOf(text).nodes.map(({ name, cpus }) => `${name} ${cpus}`)).toEqual(['a 4', 'b 4']);
});

test('a name may be a list', () => {
  const text =
    'NodeName=nid[001] CPUTot=4\nNodeName=nid[002-003] CPUTot=4\nNodeName=nid[004-005,x] CPUTot=8\nNodeName=nid[ CPUTot=8\n';
  expect(clusterOf(text).nodes.map(({ name }) => name)).toEqual(
    'nid001 nid002 nid003 nid[004-005,x] nid['.split(' '),
  );
});

const MIG_TYPES =
  '1g.5gb a100_3g.20gb nvidia_a100-sxm4-40gb_mig_1g.5gb h100-1g.10gb+me a100_1g_10gb mig 3g'.split(' ');
const OTHER_TYPES = ['a100', 'nvidia_a100-sxm4-80gb', 'v100-32g', 'gtx_1080', null];
test.each([...MIG_TYPES, ...OTHER_TYPES])('whether the type %s is a MIG profile', (type) =>
  expect(isMigProfile(type)).toBe(MIG_TYPES.includes(type ?? '')),
);

const isUsableIn = (state: string) => clusterOf(`NodeName=a State=${state}\n`).nodes.map(isUsable);
test.each('IDLE MIXED+PLANNED ALLOCATED IDLE+CLOUD+POWERED_DOWN IDLE~ IDLE#'.split(' '))(
  'a node in state %s is usable',
  (state) => expect(isUsableIn(state)).toEqual([true]),
);
test.each(
  `IDLE* DOWN*+DRAIN IDLE+DRAIN MIXED+DRAIN IDLE+NOT_RESPONDING FAIL FUTURE IDLE+CLOUD+POWERING_DOWN
   IDLE+BLOCKED IDLE+INVAL IDLE+MAINT IDLE% MIXED! DOWN^ IDLE$`.split(/\s+/),
)('a node in state %s is not', (state) => expect(isUsableIn(state)).toEqual([false]));

test.each([
  ['gpu:a100:4', [['a100', 4]]],
  ['gpu:4', [[null, 4]]],
  ['gpu', [[null, 1]]],
  ['gpu:a100', [['a100', 1]]],
  ['gpu:a100:4(S:0-1)', [['a100', 4]]],
  [
    'gpu:a100:2(S:0,2),gpu:h100:2(S:1),nvme:1',
    [
      ['a100', 2],
      ['h100', 2],
    ],
  ],
  ['gpu:nvidia_a100-sxm4-80gb:8(S:0-1),shard:32', [['nvidia_a100-sxm4-80gb', 8]]],
  ['gpu:1g.5gb:7,mps:400', [['1g.5gb', 7]]],
  ['gpu:a100:no_consume:4', [['a100', 4]]],
  ['gpu:a100:0', []],
  ['gpu:1K', [[null, 1024]]],
  ['gpu:a100:2k', [['a100', 2048]]],
  ['gpu:a100:1M', null],
  ['craynetwork:4', []],
  ['', []],
  ['gpu:a100:4:5', null],
  ['gpu::4', null],
  ['gpu:a100:99999999', null],
] as const)('GRES %s', (text, expected) => {
  expect(parseGres(text)?.map(({ type, count }) => [type, count]) ?? null).toEqual(expected);
});

test.each([
  ['90', 90],
  ['90:00', 90],
  ['0:01', 1],
  ['12:00:00', 720],
  ['1:00:30', 61],
  ['1-0', 1440],
  ['1-2:30', 1590],
  ['2-12:30:00', 3630],
  ['UNLIMITED', Number.POSITIVE_INFINITY],
  ['infinite', Number.POSITIVE_INFINITY],
  ['NONE', null],
  ['n/a', null],
  ['', null],
  ['1:2:3:4', null],
])('time limit %s', (text, minutes) => {
  expect(parseTimeLimit(text)).toBe(minutes);
});

test('a time limit is printed as Slurm prints it', () => {
  const printed = [60, 3630, 1440, 5].map(renderTimeLimit).join(' ');
  expect(printed).toBe('01:00:00 2-12:30:00 1-00:00:00 00:05:00');
});

test.each([
  ['nothing', ''],
  ['another command', recorded('22.05-partitions.txt')],
  ['a table', 'PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\ngpu up 1:00 2 idle a[1-2]\n'],
  ['JSON', '{"nodes": [{"name": "a"}]}'],
  ['control characters', '\u0000\u001b[31m'],
])('%s is no answer about nodes', (_, text) => {
  expect(parseCluster(text)).toEqual({ problem: expect.any(String) });
});

test('a hundred thousand nodes, or a fifth, are read in linear time', () => {
  const [length, size] = [runs(100_000, 20_000), runs(1_000_000, 200_000)];
  const text = Array.from({ length }, (_, i) => `NodeName=n${i} Gres=gpu:8 State=IDLE\n`).join('');
  const long = `NodeName=a ${'x'.repeat(5 * size)} Reason=${' ='.repeat(2 * size)}`;
  expectCpuSeconds(runs(10, 4), () => {
    expect(clusterOf(text).nodes.length).toBe(length);
    expect(clusterOf(long).nodes.length).toBe(1);
  });
});

test('a text is made one line that a terminal and YAML take as text', () => {
  expect(oneLine('a\r\n  b\u0085c\u2028d\u001b[31m\u202ee\ufefff\u0000')).toBe('a b c d [31m e f');
  expect([...oneLine('\u{1f600}'.repeat(500))].length).toBe(200);
});
