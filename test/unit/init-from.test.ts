import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detectKind } from '../../src/cli/init/detect-kind.ts';
import { STRATEGY_LINE } from '../../src/cli/init/render-topology.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { replaySlurm } from '../replay-slurm.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';

const scratch = makeFolder('rankplan-init-');

const DATA = resolve('test/data/slurm');

/** Runs rankplan in a new folder, with recorded Slurm commands where asked for and none otherwise. */
function rankplan(args: readonly string[], options: { input?: string; bin?: string; cwd?: string } = {}) {
  const cwd = options.cwd ?? mkdtempSync(join(scratch, 'folder-'));
  const { status, stdout, stderr } = runRankplan(args, {
    cwd,
    input: options.input ?? '',
    // The recorded programs need `cat` and `grep`; without them nothing is to be found, least of all a real Slurm.
    env: { ...process.env, PATH: options.bin === undefined ? scratch : `${options.bin}:/bin` },
  });
  return { cwd, status, stdout, stderr };
}

/** A node as `scontrol -o` prints it. */
function node(
  name: string,
  gres: string,
  { cpus = 8, state = 'idle', reason = '', partitions = ['p'] as readonly string[] } = {},
): string {
  const fields = `CPUTot=${cpus} Gres=${gres} State=${state} Partitions=${partitions.join()}`;
  return `NodeName=${name} ${fields}${reason === '' ? '' : ` Reason=${reason}`}\n`;
}

/** What `init --from slurm` makes of such nodes, on its standard output. */
const initFrom = (nodes: readonly string[], ...options: readonly string[]) =>
  rankplan(['init', '--from', 'slurm', '-', '-o', '-', ...options], { input: nodes.join('') });

const both = (version: string) =>
  readFileSync(join(DATA, `${version}-nodes.txt`), 'utf8') +
  readFileSync(join(DATA, `${version}-partitions.txt`), 'utf8');

const HOSTS =
  '# three kinds\nn01 slots=8\nn02:8\nn03 slots=4 max_slots=8\nn04\nn04\nn04\nn04\nn01x slots=8\n';

/** Eight nodes of a recorded network, one of them out of service, another one without GPUs. */
const PLACED =
  Array.from({ length: 8 }, (_, i) => {
    const gres = i === 5 ? '(null)' : 'gpu:h100:8';
    return `NodeName=a${i + 1} CPUEfctv=64 Gres=${gres} State=${i === 6 ? 'DOWN' : 'IDLE'} Partitions=gpu\n`;
  }).join('') + readFileSync(join(DATA, 'network/22.05-tree.txt'), 'utf8');

const TREE = readFileSync('test/data/topograph/tree.conf', 'utf8');

const CASES: readonly (readonly [name: string, args: readonly string[], input: string])[] = [
  ['hostfile', ['hostfile'], HOSTS],
  ['hostfile-cpu', ['hostfile', '--gpus', '0'], HOSTS],
  ['slurm', ['slurm'], both('22.05')],
  ['slurm', ['slurm'], both('24.11')],
  ['slurm-classes', ['slurm', '--classes', '--partition', 'long'], both('22.05')],
  ['slurm-cpu', ['slurm', '--partition', 'cpu'], both('24.11')],
  ['slurm-network', ['slurm'], PLACED],
  ['network', ['network', '--gpus', '4'], TREE],
];

describe('the topology that is written', () => {
  test.each(CASES)('%s %j', (name, args, input) => {
    const [source = '', ...options] = args;
    const { stdout, stderr, status } = rankplan(
      ['init', '--from', source, '-', '-o', '-', '--name', 'job', ...options],
      { input },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const path = join('test/data/init', `${name}.yaml`);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, stdout);
    // The comment lists the strategies that there are.
    const expected = readFileSync(path, 'utf8').replace(/^ {2}strategy: sequential .*$/m, STRATEGY_LINE);
    expect(stdout).toBe(expected);
    const check = rankplan(['check', '-'], { input: stdout });
    expect(check).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^<stdin>: ok: /) });
  });

  test.each(some(['22.05', '24.11']))('from a cluster (%s): init, check against it, compile', (version) => {
    const bin = mkdtempSync(join(scratch, 'bin-'));
    replaySlurm(bin, {
      nodes: join(DATA, `${version}-nodes.txt`),
      partitions: join(DATA, `${version}-partitions.txt`),
    });
    for (const options of [[], ['--classes'], ['--partition', 'cpu']]) {
      const { cwd, ...made } = rankplan(['init', '--from', 'slurm', ...options], { bin });
      expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^wrote rankplan\.yaml/) });
      const check = rankplan(['check', '--slurm', 'rankplan.yaml'], { bin, cwd });
      expect(check).toMatchObject({ status: 0, stdout: expect.stringContaining('and the cluster agrees') });
      expect(rankplan(['compile', 'rankplan.yaml', '-o', 'out'], { bin, cwd })).toMatchObject({ status: 0 });
    }
  });

  test('equal nodes share an entry only as neighbours, and classes have names of their own', () => {
    const nodes = [
      node('z2', 'gpu:a100:8(S:0-1)'),
      node('z1', 'gpu:a100:8(S:0-1)', { cpus: 4 }),
      node('x1', 'gpu:a100:4'),
      node('z3', 'gpu:a100:4,gpu:a100:4'),
      ...Array.from({ length: 12 }, (_, i) => node(`y${i}`, 'gpu:h100:8')),
    ];
    const run = (...options: string[]) => initFrom(nodes, ...options).stdout.match(/(?<=hosts: ).*/g);
    expect(run()).toEqual(['"z2"', '"z1"', '"x1"', '"z3"', '"y[0-11]"']);
    expect(run('--classes')).toEqual(['"a100x8-[1-3]"', '"a100x4-1"', '"h100x8-[01-12]"']);
  });
});

/** What makes no topology, each with a part of the command line or of the file that is at fault. */
const NO_TOPOLOGY: readonly (readonly [args: readonly string[], input: string])[] = [
  [['--host', 'a[1-'], ''],
  [['--host', 'a,a'], ''],
  [['--gpus', '9000'], ''],
  [['--host', 'a1', '--name', 'a b'], ''],
  [['--from', 'network', '-'], 'SwitchName=s1 Nodes=\n'],
  [['--from', 'network', '-'], 'SwitchName=s1 Nodes=(null)\n'],
  [['--from', 'network', '-'], '- topology: t\n  cluster_default: true\n  tree:\n    switches: []\n'],
  [['--from', 'network', '-', '--gpus', '8'], 'SwitchName=s1 Nodes=localhost,a1\n'],
  [['--from', 'hostfile', '-'], 'localhost slots=2\na1 slots=2\n'],
  [['--from', 'hostfile', '-', '--name', '-x'], 'a1\na2\n'],
  [['--from', 'hostfile', '-'], ''],
  [['--from', 'hostfile', '-'], '# none\n'],
  [['--from', 'rankfile', '-'], ''],
  [['--from', 'slurm', '-', '--name', ''], node('a1', 'gpu:4')],
];

test.each(NO_TOPOLOGY)(
  'what makes no topology has no place in a text that nobody wrote: %j %j',
  (args, input) => {
    const { status, stdout, stderr, cwd } = rankplan(['init', '-o', 'new.yaml', ...args], { input });
    expect({ status: status === 1 || status === 2, stdout }).toEqual({ status: true, stdout: '' });
    expect(stderr).toMatch(/^(rankplan|<stdin>:\d+:\d+): /);
    expect(stderr).not.toContain('new.yaml:');
    expect(existsSync(join(cwd, 'new.yaml'))).toBe(false);
  },
);

test('what is left out leaves no warning behind, and MIG instances are no ordinary GPUs', () => {
  const nodes = [
    node('a1', 'gpu:a100:4'),
    node('m1', 'gpu:1g.5gb:7'),
    node('m2', 'gpu:1g.5gb:7'),
    node('m3', 'gpu:a100:1,gpu:a100_3g.20gb:2', { state: 'down' }),
    node('h1', 'gpu:h100:4', { state: 'powering_down' }),
  ];
  for (const options of [[], ['--classes']]) {
    const { stdout, stderr, status } = initFrom(nodes, ...options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.match(/^ {2}- hosts: .*/gm)).toHaveLength(1);
    expect(stdout).not.toMatch(/model: .*[13]g/);
    expect(stdout).toMatch(/^ {2}# left out: m\[1-2\]: MIG instances \(7 1g\.5gb\)/m);
    const check = rankplan(['check', '--warnings-as-errors', '-'], { input: stdout });
    expect(check).toMatchObject({ status: 0, stderr: '' });
  }
  const alone = initFrom([node('m1', 'gpu:mig:2')]);
  expect(alone).toMatchObject({ status: 3, stderr: expect.stringContaining('MIG instances') });
});

describe('a hostile cluster', () => {
  const good = node('good', 'gpu:a100:1');

  test('what a topology cannot have is told and left out', () => {
    const names = ['-x', '', 'a"', '[x]', '\u001b[2J', 'x'.repeat(300)];
    const gres = ['gpu:a"b:1', 'gpu:a:b:1', 'gpu:a100:5000'];
    const { status, stdout, stderr } = initFrom([
      good,
      ...names.map((name) => node(name, 'gpu:a100:1')),
      ...gres.map((text, i) => node(`odd${i}`, text)),
    ]);
    expect(status).toBe(0);
    expect(stdout.match(/hosts: .*/g)).toEqual(['hosts: "good"']);
    expect(stderr.match(/warning\[RP5114\]/g)?.length).toBe(names.length + gres.length);
    expect(stderr).not.toContain('\u001b');
  });

  test('what it is takes no longer than to read it', () => {
    expect(detectKind(`${'\n'.repeat(500_000)}x y`)).toBe('unknown'); // many minutes, if each line end is looked at from each
  });

  test('no text of it breaks out of a comment', () => {
    const breaks = ['\r', '\u2028', '\u0085'].map((lineEnd) => `x${lineEnd}- hosts: evil`);
    const reasons = [...breaks, '\u0000', 'y'.repeat(100_000)];
    const partitions = ['p', 'q\u2028evil: 1', 'r'];
    const { stdout, status } = initFrom([
      good,
      node('other', 'gpu:a100:1', { partitions: ['r'] }),
      ...reasons.map((reason, i) => node(`d${i}`, 'gpu:a100:1', { state: 'down', reason, partitions })),
    ]);
    expect(status).toBe(0);
    expect(
      stdout.split(/[\n\r\u2028\u0085]/).filter((line) => /evil/.test(line) && !/^\s*#/.test(line)),
    ).toEqual([]);
    expect(stdout.length).toBeLessThan(10_000);
    expect(rankplan(['check', '-'], { input: stdout }).stdout).toContain('ok: 2 ranks on 2 of 2 nodes');
  });

  test('types that YAML reads as something else stay what they are', () => {
    const types = ['null', '1e3', 'true', '0x10', '1.5', 'no', '1e.5gb'];
    const input = types.map((type, i) => node(`n${i}`, `gpu:${type}:2`)).join('');
    const { cwd } = rankplan(['init', '--from', 'slurm', '-'], { input });
    const { stdout } = rankplan(['show', '--format', 'json', 'rankplan.yaml'], { cwd });
    const plan = JSON.parse(stdout) as { nodes: { gpus: { gres: string; model: string }[] }[] };
    expect(plan.nodes.map(({ gpus }) => gpus[0]?.gres)).toEqual(types);
    expect(plan.nodes.map(({ gpus }) => gpus[1]?.model)).toEqual(types);
  });
});

describe('exit status', () => {
  const CLUSTER = both('22.05');
  const down = node('a', 'gpu:1', { state: 'down', partitions: [] });
  test.each([
    ['no hostfile', ['--from', 'hostfile'], '', 2, /name the file/],
    ['a missing hostfile', ['--from', 'hostfile', 'nowhere'], '', 3, /no such file/],
    ['a bad hostfile', ['--from', 'hostfile', '-'], 'n1 slots=x', 1, /<stdin>:1:10: error\[RP5119\]/],
    ['a binary hostfile', ['--from', 'hostfile', '-'], 'n1\u0000', 1, /RP1009/],
    ['no answer of Slurm', ['--from', 'slurm', '-'], 'hello', 1, /RP5113/],
    ['no Slurm', ['--from', 'slurm'], '', 3, /there is no `scontrol` on this machine/],
    ['an unknown partition', ['--from', 'slurm', '-', '--partition', 'x'], CLUSTER, 2, /gpu, cpu, long, off/],
    ['every node down', ['--from', 'slurm', '-'], down, 3, /out of service/],
    ['a number of GPUs that is none', ['--gpus', '-1'], '', 2, /--gpus takes a number/],
    ['an unknown source', ['--from', 'k8s'], '', 2, /hostfile, network, slurm/],
    ['--classes of a hostfile', ['--from', 'hostfile', '-', '--classes'], 'n1', 2, /--classes/],
    ['--gpus of a cluster', ['--from', 'slurm', '-', '--gpus', '4'], down, 2, /--gpus/],
    ['--host from elsewhere', ['--from', 'hostfile', '-', '--host', 'a'], 'n1', 2, /--host/],
    ['--partition of nothing', ['--partition', 'gpu'], '', 2, /--partition/],
    ['two outputs', ['a.yaml', '-o', 'b.yaml'], '', 2, /not both/],
    ['a name that is none', ['--from', 'hostfile', '-', '--name', 'a b'], 'n1', 2, /RP1/],
  ])('%s', (_, args, input, expected, message) => {
    const { cwd, status, stdout, stderr } = rankplan(['init', ...args], { input });
    expect({ status, stdout }, stderr).toEqual({ status: expected, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(join(cwd, 'rankplan.yaml'))).toBe(false);
  });
});

describe('where the nodes are', () => {
  const written = (args: readonly string[], input: string) =>
    rankplan(['init', '--from', ...args, '-o', '-', '--name', 'job'], { input, cwd: scratch });
  const unplaced = PLACED.replaceAll(/^SwitchName.*\n/gm, '');

  test('Slurm is asked, and its silence is none of a network', () => {
    const bin = mkdtempSync(join(scratch, 'bin-'));
    const [nodes, network] = [join(bin, 'nodes'), join(DATA, 'network/24.11-block.txt')];
    writeFileSync(nodes, unplaced);
    for (const answer of [network, null]) {
      replaySlurm(bin, { nodes, partitions: '/dev/null', ...(answer === null ? {} : { network: answer }) });
      const { stdout, stderr } = rankplan(['init', '--from', 'slurm', '-o', '-'], { bin });
      expect(stderr).toBe('');
      expect(stdout.includes('domain: { blocks4: b0-1, block: b0 }')).toBe(answer !== null);
    }
  });

  test.each([
    [
      ['slurm', '-'],
      `${unplaced}SwitchName=x Switches=y\n`,
      0,
      /warning\[RP5121\]: the network has no switch `y`/,
    ],
    [['network', '-'], 'SwitchName=x Switches=x\n', 1, /<stdin>:1:1: error\[RP5121\]/],
    [['network', '-'], 'SwitchName=x Nodes=n1\n', 0, /warning\[RP5117\].*8/],
  ] as const)('%j', (args, input, status, message) => {
    expect(written(args, input)).toMatchObject({ status, stderr: expect.stringMatching(message) });
  });
});

test.each([
  ['import torch.multiprocessing as mp\nmp.spawn(main, nprocs=4)\n', true],
  ['if True:\n    torch.multiprocessing.spawn (main, nprocs=4)\n', true],
  ['import torch\n# mp.spawn(main) came later\nrespawn.spawn(main)\n', false],
])('a program that starts its ranks itself is named as one: %j', (input, isNamed) => {
  const { status, stderr } = rankplan(['init', '--from', '-'], { input });
  expect(status).toBe(1);
  expect(stderr).toContain('RP5119');
  expect(stderr.includes('the program starts its ranks itself')).toBe(isNamed);
});
