import { describe, expect, test } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { placesAtStart } from '../../src/compiler/plan/places-in-plan.ts';
import { listNodeRequests } from '../../src/emitters/slurm/directives.ts';
import { assignClasses } from '../../src/runtime/slurm/compare-classes.ts';
import { compareCluster } from '../../src/runtime/slurm/compare-cluster.ts';
import { parseCluster } from '../../src/runtime/slurm/parse-cluster.ts';
import { compileText, placeOf } from '../compile-text.ts';
import { expectCpuSeconds } from '../cpu-time.ts';

const NODES = `NodeName=a1 CPUEfctv=16 Gres=gpu:a100:4 State=IDLE Partitions=gpu,long
NodeName=a2 CPUEfctv=16 Gres=gpu:a100:4 State=IDLE+DRAIN Partitions=gpu,long Reason=ECC
NodeName=a3 CPUEfctv=16 Gres=gpu:a100:4 State=IDLE Partitions=gpu
NodeName=m1 CPUEfctv=32 Gres=gpu:a100:1,gpu:h100:2 State=MIXED Partitions=gpu,long
NodeName=u1 CPUEfctv=8 Gres=gpu:2 State=IDLE Partitions=gpu
NodeName=c1 CPUEfctv=8 State=IDLE Partitions=cpu
NodeName=o1 CPUEfctv=8 Gres=gpu:x:y:2 State=IDLE Partitions=gpu
`;
const PARTITIONS = `PartitionName=gpu Default=YES MaxTime=01:00:00 State=UP
PartitionName=cpu Default=NO MaxTime=UNLIMITED State=UP
PartitionName=long Default=NO MaxTime=2-00:00:00 State=UP
PartitionName=off Default=NO MaxTime=UNLIMITED State=DOWN
`;

/** Findings as `CODE line:column severity`, of a topology given less its first two lines. */
function compare(body: string, cluster = NODES + PARTITIONS, asPlan = false): readonly string[] {
  const { plan, topology, decisions, diagnostics } = compileText(`version: 1\nname: t\n${body}`);
  if (plan === null || topology === null || decisions === null)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const known = parseCluster(cluster);
  if ('problem' in known) throw new Error(known.problem);
  const report = createReporter();
  const places = asPlan ? placesAtStart(topology.file) : decisions.places;
  compareCluster({ plan, places, cluster: known, requests: listNodeRequests(plan) }, report);
  return report.diagnostics().map((finding) => {
    const { code, severity, help } = finding;
    return help === null ? `${code} has no help` : `${code} ${placeOf(finding)} ${severity}`;
  });
}

const NODE_A1 = 'nodes:\n  - hosts: a1\n    gpus: { count: 4, gres: a100 }\n    cpus: 16\n';

describe('named nodes', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['all is well', `${NODE_A1}slurm: { partition: gpu, time: 60 }`, []],
    ['without a slurm section, only nodes are compared', NODE_A1, []],
    [
      'several types',
      'nodes:\n  - hosts: m1\n    gpus: [{ index: 0, gres: a100 }, { index: 1-2, gres: h100 }]',
      [],
    ],
    [
      'several types in other numbers',
      'nodes:\n  - hosts: m1\n    gpus: [{ index: 0, gres: h100 }, { index: 1-2, gres: a100 }]',
      ['RP5103 5:11 error'],
    ],
    [
      'more CPUs than there are',
      'nodes:\n  - { hosts: a1, gpus: { count: 4 }, cpus: 32 }',
      ['RP5104 4:44 error'],
    ],
    [
      'MIG: instances are counted, not the GPU they are of',
      'nodes:\n  - hosts: u1\n    gpus:\n      - { index: 0 }\n      - { index: 1, uuid: MIG-1, parent: 0 }\n      - { index: 2, uuid: MIG-2, parent: 0 }\nmapping: { exclude: ["u1:0"] }',
      [],
    ],
  ])('%s', (_, body, expected) => {
    expect(compare(body)).toEqual(expected);
  });

  test.each<readonly [string, node: string, rest: string, readonly string[]]>([
    [
      'types are compared where both sides know them',
      'hosts: "u1,a1", gpus: { count: 2 }',
      'slurm: { allocation: shared }',
      [],
    ],
    ['an unknown node', 'hosts: "a[1,7-9]", gpus: { count: 4 }', '', ['RP5101 3:18 error']],
    ['in a list, at its item', 'hosts: [a1, a7, a3], gpus: { count: 4 }', '', ['RP5101 3:23 error']],
    [
      'an unknown node without ranks',
      'hosts: "a1,a7", gpus: { count: 4 }',
      'mapping: { exclude: [a7] }',
      ['RP5101 3:18 warning'],
    ],
    ['fewer GPUs', 'hosts: a1, gpus: { count: 8 }', '', ['RP5102 3:28 error']],
    ['more GPUs, whole nodes', 'hosts: a1, gpus: { count: 2 }', 'slurm: {}', ['RP5102 3:28 error']],
    ['more GPUs, shared nodes', 'hosts: a1, gpus: { count: 2 }', 'slurm: { allocation: shared }', []],
    ['more GPUs than none', 'hosts: a1, cpuRanks: 2', 'slurm: {}', []],
    ['GPUs where there are none', 'hosts: c1, gpus: { count: 1 }', '', ['RP5102 3:28 error']],
    ['a GRES of no known form', 'hosts: o1, gpus: { count: 2 }', '', ['RP5102 3:28 error']],
    ['another type', 'hosts: a1, gpus: { count: 4, gres: h100 }', '', ['RP5103 3:28 error']],
    ['a type where Slurm has none', 'hosts: u1, gpus: { count: 2, gres: h100 }', '', ['RP5103 3:28 error']],
    ['more CPU ranks than the CPUs that are shared', 'hosts: c1, cpus: 8, cpuRanks: 9', '', []],
    ['fewer CPUs than the topology says', 'hosts: c1, cpus: 9, cpuRanks: 9', '', ['RP5104 3:28 error']],
    ['more CPU ranks than CPUs', 'hosts: c1, cpuRanks: 9', '', ['RP5104 3:18 error']],
    [
      'more CPUs for ranks than there are',
      'hosts: a1, gpus: { count: 4 }',
      'slurm: { cpusPerTask: 5 }',
      ['RP5104 3:18 warning'],
    ],
    ['a drained node', 'hosts: "a[1-2]", gpus: { count: 4 }', '', ['RP5105 3:18 warning']],
    ['a drained node without ranks', 'hosts: "a[1-2]", gpus: { count: 4 }', 'mapping: { exclude: [a2] }', []],
  ])('%s', (_, node, rest, expected) => {
    expect(compare(`nodes: [{ ${node} }]\n${rest}`)).toEqual(expected);
  });

  test('a thousand unknown nodes are one finding', () => {
    expect(compare('nodes: [{ hosts: "n[0001-1000]", gpus: { count: 8 } }]')).toEqual(['RP5101 3:18 error']);
  });

  test('of a saved plan, all is said at its start', () => {
    expect(compare('nodes: [{ hosts: "a[7-8]", gpus: { count: 4 } }]', NODES, true)).toEqual([
      'RP5101 1:1 error',
    ]);
  });
});

describe('what the job does not ask for is no reason to refuse it', () => {
  const A1 = (cpus: number, slurm: string) =>
    `nodes: [{ hosts: a1, gpus: { count: 4 }, cpus: ${cpus} }]\nslurm: ${slurm}`;
  const typed = (counts: readonly number[], slurm: string) => {
    const nodes = counts.map((count, index) => `{ hosts: v${index}, gpus: { count: ${count}, gres: x } }`);
    return `nodes: [${nodes}]\nslurm: ${slurm}`;
  };
  const UNTYPED = [2, 1].map((count, index) => `NodeName=v${index} CPUEfctv=8 Gres=gpu:${count}\n`).join('');
  test.each<readonly [string, string, readonly string[]]>([
    ['CPUs of whole nodes', A1(18, '{}'), ['RP5104 3:48 warning']],
    ['CPUs of whole nodes without --exclusive', A1(18, '{ exclusive: false }'), ['RP5104 3:48 error']],
    ['so many CPUs', A1(16, '{ exclusive: false }'), []],
    ['CPUs of shared nodes', A1(20, '{ allocation: shared }'), ['RP5104 3:48 error']],
    [
      'fewer CPUs than the node has',
      A1(20, '{ allocation: shared, cpusPerTask: 4 }'),
      ['RP5104 3:48 warning'],
    ],
    ['types of a total', typed([2, 1], '{}'), []],
    ['types per node', typed([2], '{}'), ['RP5103 3:28 error']],
    ['types of a total, by name', typed([2], '{ gpuRequest: total }'), []],
    ['types, where the step asks', typed([2], '{ gpuRequest: none }'), []],
    ['types per node, by name', typed([2], '{ gpuRequest: gres }'), ['RP5103 3:28 error']],
    [
      'types of shared nodes',
      typed([2, 1], '{ allocation: shared }'),
      ['RP5103 3:28 error', 'RP5103 3:71 error'],
    ],
  ])('%s', (_, body, expected) => {
    expect(compare(body, NODES + UNTYPED)).toEqual(expected);
  });

  test('another type is another GPU, whoever asks', () => {
    const body = 'nodes: [{ hosts: a1, gpus: { count: 4, gres: h100 } }]\nslurm: { gpuRequest: total }';
    expect(compare(body)).toEqual(['RP5103 3:28 error']);
  });

  test('CPUs of nodes that the job binds, by what it asks for', () => {
    const bound = (cpus: number) =>
      `nodes: [{ hosts: k1, bind: job, cpus: ${cpus}, gpus: { count: 4, gres: a100 } }]\nslurm: {}`;
    expect(compare(bound(19))).toEqual([]); // 4 for each of 4 ranks
    expect(compare(bound(20))).toEqual(['RP5110 3:18 error']);
  });
});

describe('partition and time', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['an unknown partition', 'slurm: { partition: gpus }', ['RP5106 7:21 error']],
    ['one of several is unknown', 'slurm: { partition: "gpu,gpus" }', ['RP5106 7:21 error']],
    ['a partition without the node', 'slurm: { partition: cpu }', ['RP5106 4:12 error']],
    ['one of several has the node', 'slurm: { partition: "cpu,gpu" }', []],
    ['at the limit', 'slurm: { time: "1:00:00" }', []],
    ['above the limit', 'slurm: { partition: gpu, time: "1:00:01" }', ['RP5108 7:32 error']],
    ['above that of the default partition', 'slurm: { time: 61 }', ['RP5108 7:16 error']],
    ['below that of one of several', 'slurm: { partition: "gpu,long", time: 1-0 }', []],
    ['unlimited', 'slurm: { partition: long, time: UNLIMITED }', ['RP5108 7:33 error']],
    ['a partition that is down', 'slurm: { partition: "gpu,off" }', ['RP5109 7:21 warning']],
  ])('%s', (_, slurm, expected) => {
    expect(compare(NODE_A1 + slurm)).toEqual(expected);
  });

  test.each<readonly [string, string, readonly string[]]>([
    ['all memory, where it is capped', 'slurm: { partition: gpu }', ['RP5118 7:1 warning']],
    ['more than the cap', 'slurm: { partition: gpu, mem: 3G }', ['RP5118 7:31 warning']],
    ['as much as the cap', 'slurm: { partition: gpu, mem: 2G }', []],
    ['what the partition gives', 'slurm: { partition: gpu, mem: none }', []],
    ['shared nodes ask for none', 'slurm: { partition: gpu, allocation: shared }', []],
    ['not capped in one of several', 'slurm: { partition: "gpu,long" }', []],
    ['the default partition', 'slurm: {}', ['RP5118 7:1 warning']],
  ])('memory: %s', (_, slurm, expected) => {
    const capped = PARTITIONS.replace(/^PartitionName=gpu/, '$& MaxMemPerNode=2048');
    expect(compare(NODE_A1 + slurm, NODES + capped)).toEqual(expected);
  });

  const CONF = (lines: string) => `Configuration data as of 2026-11-23T15:31:33\n${lines}\n`;
  const WITH_MEMORY = NODES.replaceAll(/ CPUEfctv=/g, ' RealMemory=4000 CPUEfctv=');
  test.each<readonly [string, string, string, string, readonly string[]]>([
    ['all of it, above a cap for each CPU', 'MaxMemPerCPU=249', '', '{}', ['RP5118 7:1 error']],
    ['all of it, at that cap', 'MaxMemPerCPU=250', '', '{}', []],
    ['so much', 'MaxMemPerCPU=100', '', '{ mem: 1601M }', ['RP5118 7:15 error']],
    ['not so much', 'MaxMemPerCPU=100', '', '{ mem: 1600M }', []],
    ['the cap of slurm.conf', '', 'MaxMemPerCPU            = 100', '{}', ['RP5118 7:1 error']],
    ['the cap of the partition before that', 'MaxMemPerCPU=250', 'MaxMemPerCPU = 100', '{}', []],
    [
      'none of the partition',
      'MaxMemPerNode=UNLIMITED',
      'MaxMemPerNode = 3999',
      '{}',
      ['RP5118 7:1 warning'],
    ],
    ['no cap at all', 'MaxMemPerNode=UNLIMITED', 'MaxMemPerNode = UNLIMITED', '{}', []],
    ['a node below the cap', 'MaxMemPerNode=4000', '', '{}', []],
    ['a default', 'MaxMemPerCPU=100 DefMemPerCPU=50', 'DefMemPerNode = UNLIMITED', '{ mem: none }', []],
    ['a default above it', 'MaxMemPerCPU=100 DefMemPerNode=2000', '', '{ mem: none }', ['RP5118 7:15 error']],
    [
      'no default, and so all of it',
      'MaxMemPerCPU=100 DefMemPerNode=UNLIMITED',
      'DefMemPerNode = UNLIMITED',
      '{ mem: none }',
      ['RP5118 7:15 error'],
    ],
    [
      'no default of the partition',
      'MaxMemPerCPU=100 DefMemPerNode=UNLIMITED',
      'DefMemPerCPU = 50',
      '{ mem: none }',
      [],
    ],
  ])('memory by slurm.conf and node: %s', (_, partition, conf, slurm, expected) => {
    const partitions = PARTITIONS.replace(/^PartitionName=gpu/, `$& ${partition}`);
    expect(compare(`${NODE_A1}slurm: ${slurm}`, WITH_MEMORY + partitions + CONF(conf))).toEqual(expected);
  });

  test.each([
    [3, '', ['RP5118 4:12 error']],
    [4, '', []],
    [1, 'roles: { a: { slots: [a1], end: true } }', ['RP5118 4:12 error']],
    [2, 'roles: { a: { slots: ["a1:0-1"], end: true }, b: { slots: ["a1:2-3"], replicas: 2 } }', []],
  ])('at most %i tasks of a step on a node; each replica of roles is a step: %s', (most, roles, expected) => {
    const cluster = NODES + PARTITIONS + CONF(`MaxTasksPerNode = ${most}`);
    expect(compare(`${NODE_A1}slurm: {}\n${roles}`, cluster)).toEqual(expected);
  });

  test('memory of nodes that the job binds: one that will do is enough', () => {
    const body = 'nodes: [{ hosts: k1, bind: job, gpus: { count: 1 } }]\nslurm: {}';
    const caps = (most: number) => PARTITIONS.replace(/^PartitionName=gpu/, `$& MaxMemPerCPU=${most}`);
    expect(compare(body, WITH_MEMORY + caps(125))).toEqual([]); // m1 has 32 CPUs
    expect(compare(body, WITH_MEMORY + caps(124))).toEqual(expect.arrayContaining(['RP5118 4:1 error']));
  });

  describe('a reservation', () => {
    const reserve = (changes: Readonly<Record<string, string>>, more = '') => {
      const fields = {
        ReservationName: 'theirs',
        StartTime: '2026-11-23T14:00:00',
        EndTime: '2026-11-23T18:00:00',
        Nodes: 'a[1,3]',
        Flags: 'SPEC_NODES',
        State: 'ACTIVE',
        ...changes,
      };
      return `${Object.entries(fields)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}\n${more}`;
    };
    const LATER = { State: 'INACTIVE', StartTime: '2026-11-23T16:01:33' };
    const WAITS = ['RP5105 4:12 warning'];
    test.each<readonly [string, string, string, readonly string[]]>([
      ['that lasts', reserve({}), '{}', WAITS],
      ['of other nodes', reserve({ Nodes: 'a[2-3]' }), '{}', []],
      ['of no nodes', reserve({ Nodes: '(null)' }), '{}', []],
      ['that the job names', reserve({}), '{ directives: { reservation: theirs } }', []],
      ['beside the one that the job names', reserve({}), '{ directives: { reservation: ours } }', WAITS],
      ['that begins when the job is over', reserve(LATER), '{ time: 30 }', []],
      ['that begins before the job is over', reserve(LATER), '{ time: 31 }', WAITS],
      ['that begins before a job of the default time is over', reserve(LATER), '{ partition: long }', WAITS],
      ['that magnetic jobs find', reserve({ Flags: 'SPEC_NODES,MAGNETIC' }), '{}', []],
      ['of some cores', reserve({}, '     NodeName=a1 CoreIDs=0-3\n'), '{}', WAITS],
      ['of some cores, shared', reserve({}, '     NodeName=a1 CoreIDs=0-3\n'), '{ allocation: shared }', []],
    ])('%s', (_, reservation, slurm, expected) => {
      const cluster = NODES + CONF('') + reservation + PARTITIONS;
      expect(compare(`${NODE_A1}slurm: ${slurm}`, cluster)).toEqual(expected);
      expect(compare(NODE_A1, cluster)).toEqual([]);
    });

    test('takes nodes from those that the job may bind', () => {
      const bound = (count: number) =>
        `nodes: [{ hosts: "k[1-${count}]", bind: job, gpus: { count: 4, gres: a100 } }]\nslurm: {}`;
      expect(compare(bound(2), NODES + PARTITIONS)).toEqual([]);
      expect(compare(bound(2), NODES + reserve({ Nodes: 'a3' }) + PARTITIONS)).toEqual([
        'RP5110 3:18 warning',
      ]);
    });

    test('of very many nodes takes little time', () => {
      const count = 2000;
      const nodes = Array.from(
        { length: count },
        (_, n) => `NodeName=n${n} CPUEfctv=8 Gres=gpu:1 Partitions=gpu\n`,
      );
      const reservations = Array.from({ length: 50 }, (_, n) =>
        reserve({ ...LATER, ReservationName: `r${n}`, Nodes: `n[0-${count - 1}]` }),
      );
      const text = nodes.join('') + CONF('') + reservations.join('') + PARTITIONS;
      const body = `nodes: [{ hosts: "n[0-${count - 1}]", gpus: { count: 1 } }]\nslurm: { time: 60 }`;
      expectCpuSeconds(10, () => expect(compare(body, text)).toEqual(['RP5105 3:18 warning']));
    });
  });

  test('the default partition has the node, or not', () => {
    expect(compare('nodes: [{ hosts: c1, cpuRanks: 1 }]\nslurm: {}')).toEqual(['RP5106 3:18 error']);
  });

  test('where only nodes were recorded, limits are not known', () => {
    expect(compare(`${NODE_A1}slurm: { partition: gpu, time: 9-0 }`, NODES)).toEqual([]);
    expect(compare(`${NODE_A1}slurm: { time: 9-0 }`, NODES)).toEqual([]);
    expect(compare(`${NODE_A1}slurm: { partition: gpus }`, NODES)).toEqual(['RP5106 7:21 error']);
  });
});

describe('classes', () => {
  const entry = (hosts: string, gpus: string) => `  - { hosts: "${hosts}", bind: job, gpus: ${gpus} }\n`;
  const A100 = '{ count: 4, gres: a100 }';
  test.each<readonly [string, string, string, readonly string[]]>([
    ['enough nodes', entry('k-[1-2]', A100), 'gpu', []],
    ['enough, but not in service', entry('k-[1-3]', A100), 'gpu', ['RP5110 4:14 warning']],
    ['too few', entry('k-[1-4]', A100), 'gpu', ['RP5110 4:14 error']],
    ['too few in the partition', entry('k-[1-3]', A100), 'long', ['RP5110 4:14 error']],
    ['a node may have more than is asked for', entry('k-1', '{ count: 1, gres: h100 }'), 'gpu', []],
    ['no such type', entry('k-1', '{ count: 1, gres: v100 }'), 'gpu', ['RP5110 4:14 error']],
    [
      'classes that compete',
      entry('k-[1-3]', '{ count: 4 }') + entry('l-1', A100),
      'gpu',
      ['RP5110 4:14 warning', 'RP5110 5:14 error'],
    ],
    [
      'classes that can give way',
      entry('k-1', '{ count: 1 }') + entry('l-1', '{ count: 2, gres: h100 }') + entry('m-[1-2]', A100),
      'gpu',
      [],
    ],
  ])('%s', (_, entries, partition, expected) => {
    expect(compare(`nodes:\n${entries}slurm: { partition: ${partition} }`)).toEqual(expected);
  });

  test('CPUs count as well', () => {
    const nodes = (cpus: number) =>
      `nodes: [{ hosts: "k-[1-2]", bind: job, cpus: ${cpus}, gpus: { count: 1 } }]`;
    expect(compare(nodes(16))).toEqual([]);
    expect(compare(nodes(32))).toEqual(['RP5110 3:18 error']);
    const ranks = `nodes: [{ hosts: "k-[1-2]", bind: job, cpus: 16, cpuRanks: 20 }]\nslurm: { partition: gpu }`;
    expect(compare(ranks)).toEqual([]);
  });

  test('the assignment lacks no more than any other would', () => {
    let state = 7;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    for (let round = 0; round < 300; round++) {
      const wanted = Array.from({ length: 1 + random(3) }, () => random(4));
      const fits = Array.from({ length: random(6) }, () => wanted.map(() => random(2) === 1));
      const lacking = assignClasses(wanted, fits).reduce((sum, count) => sum + count, 0);
      expect({ wanted, fits, lacking }).toEqual({ wanted, fits, lacking: leastLacking(wanted, fits) });
    }
  });

  test('many nodes and classes take little time', () => {
    const wanted = Array.from({ length: 40 }, () => 100);
    const fits = Array.from({ length: 5000 }, (_, n) => wanted.map((_, c) => (n + c) % 7 < 3));
    expectCpuSeconds(10, () => {
      expect(assignClasses(wanted, fits).reduce((sum, count) => sum + count)).toBe(0);
    });
  });
});

/** Tries every assignment of nodes to classes. */
function leastLacking(wanted: readonly number[], fits: readonly (readonly boolean[])[]): number {
  const [node, ...rest] = fits;
  if (node === undefined) return wanted.reduce((sum, count) => sum + count, 0);
  const options = wanted.flatMap((count, c) =>
    node[c] === true && count > 0
      ? [
          leastLacking(
            wanted.map((left, i) => (i === c ? left - 1 : left)),
            rest,
          ),
        ]
      : [],
  );
  return Math.min(leastLacking(wanted, rest), ...options);
}
