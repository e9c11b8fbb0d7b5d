import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { listen } from '../listen.ts';
import { readLog } from '../native/run-fixture.ts';
import { makeFolder } from '../scratch.ts';
import { launch, makeGpu, makePlan, type PlanOptions, start, writeOutput } from './launch-sh-fixture.ts';

/** A folder with these programs only. */
function pathWith(...programs: readonly string[]): string {
  const folder = makeFolder('tools-');
  for (const program of programs)
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(folder, program));
  return folder;
}

/** Runs launch.sh and expects it to refuse in one sentence, before it has written anything. */
async function expectRefusal(
  plan: LaunchPlan,
  args: readonly string[],
  message: RegExp,
  env: NodeJS.ProcessEnv = {},
) {
  const directory = writeOutput(plan);
  const { status, stdout, stderr } = await launch(directory, args, { env });
  expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
  expect(stderr).toMatch(/^launch\.sh: .*\n$/);
  expect(stderr).toMatch(message);
  expect(existsSync(join(directory, 'runs'))).toBe(false);
}

describe('launch.sh refuses', () => {
  it.each<[string, PlanOptions, string[], RegExp]>([
    ['an unknown option', {}, ['--nod', 'a'], /unexpected argument '--nod'.*--help/],
    ['a word that is no option', {}, ['x'], /unexpected argument 'x'.*--/],
    ['an option without its value', {}, ['--port'], /--port needs a value/],
    ['a port that is none', {}, ['--port', '65536'], /--port '65536'.*1 to 65535/],
    ['a port of words', {}, ['--port', '1e3'], /--port '1e3'/],
    [
      'a node that is not in the plan',
      {},
      ['--node', 'nosuch'],
      /nosuch is not in the plan: choose with --node one of localhost/,
    ],
    [
      'a host that is not in the plan',
      { nodes: [{ name: 'lab1' }, { name: 'lab2', address: '203.0.113.9' }] },
      [],
      /this host, .*, is not in the plan.*--node one of lab1 lab2/,
    ],
    ['no command', { launch: { command: null } }, [], /no command.*after --/],
    [
      'a command that is not there',
      { launch: { command: ['no-such-program'] } },
      [],
      /'no-such-program'.*PATH/,
    ],
    [
      'a working directory that is not there',
      { launch: { workdir: '/nonexistent/x' } },
      [],
      /'\/nonexistent\/x'.*launch\.workdir/,
    ],
    [
      'a master address that does not resolve',
      { master: { address: 'no-such-host.invalid' } },
      [],
      /'no-such-host\.invalid' does not resolve/,
    ],
  ])('%s', (_name, options, args, message) => expectRefusal(makePlan(options), args, message));

  it('a host that is several nodes, until one is chosen', async () => {
    const plan = makePlan({
      nodes: [
        { name: 'a', address: 'localhost' },
        { name: 'b', address: '127.0.0.1' },
      ],
    });
    await expectRefusal(plan, [], /several nodes.*--node.*a b/);
    const { stdout } = await launch(writeOutput(plan), ['--dry-run', '--node', 'b']);
    expect(stdout).toBe('rank 1 (b): true\n');
  });

  it('a plan.json or an env file that is missing, edited, or not listed, and the list of another plan', async () => {
    const directory = writeOutput(makePlan({ ranks: 2 }));
    const spoil = async (path: string, change: (text: string) => string | null, says: RegExp) => {
      const file = join(directory, path);
      const text = readFileSync(file, 'utf8');
      const changed = change(text);
      if (changed === null) rmSync(file);
      else writeFileSync(file, changed);
      expect(await launch(directory)).toMatchObject({ status: 78, stderr: expect.stringMatching(says) });
      writeFileSync(file, text);
    };
    const ofRank = /\/env\/rank-1\.env is missing, edited, or of another compile: copy the whole directory/;
    const ofPlan = /\/plan\.json is missing, edited, or of another compile: /;
    const ofList =
      /\.rankplan\.json is missing, or not of this plan \([0-9a-f]{64}\): copy the whole directory/;
    await spoil('env/rank-1.env', () => null, ofRank);
    await spoil('env/rank-1.env', (text) => `${text}\n`, ofRank);
    await spoil('plan.json', () => null, ofPlan);
    await spoil('plan.json', () => 'x', ofPlan);
    await spoil('.rankplan.json', () => null, ofList);
    await spoil('.rankplan.json', (text) => text.replace('env/rank-1', 'env/rank-11'), ofRank);
    await spoil(
      '.rankplan.json',
      (text) => text.replace(/(?<="plan\.json": "sha256:)\w+/, 'f'.repeat(64)),
      ofList,
    );
    expect((await launch(directory)).status).toBe(0);
  });

  it.each(['0.0.0.0', '127.0.0.1', '::'])('a port that %s listens on', async (host) => {
    const { port, stop } = await listen(host);
    await expectRefusal(makePlan({ master: { port } }), [], new RegExp(`port ${port} is taken on .*--port`));
    await expectRefusal(makePlan(), ['--port', String(port)], new RegExp(`port ${port} is taken`));
    await stop();
  });

  it('a port among many that are taken and have connections', async () => {
    const listeners = await Promise.all(Array.from({ length: 80 }, () => listen('127.0.0.1')));
    const sockets = await Promise.all(listeners.map(({ port }) => connectTo(port)));
    for (const { port } of [listeners[0], listeners[40], listeners[79]].filter((one) => one !== undefined))
      await expectRefusal(makePlan(), ['--port', String(port)], new RegExp(`port ${port} is taken`));
    for (const socket of sockets) socket.destroy();
    await Promise.all(listeners.map(({ stop }) => stop()));
  });

  it('an open port over several nodes', async () => {
    const plan = makePlan({ nodes: [{}, { name: 'other' }], master: { port: 'auto' } });
    await expectRefusal(plan, [], /2 nodes.*--port/);
    expect((await launch(writeOutput(plan), ['--port', '20999', '--dry-run'])).status).toBe(0);
  });

  it('a run that cannot be written', async () => {
    const directory = writeOutput(makePlan());
    writeFileSync(join(directory, 'runs'), '');
    const { status, stderr } = await launch(directory);
    expect(status).toBe(78);
    expect(stderr).toMatch(/^launch\.sh: .*runs\/.* cannot be made.*\n$/);
  });

  it.each(['sha256sum', 'mkdir', 'sed', 'setsid', 'sleep'])('a host without %s', (missing) => {
    const plan = makePlan({ launch: { command: ['/bin/true'] } });
    const PATH = pathWith(
      ...['sha256sum', 'mkdir', 'sed', 'setsid', 'sleep'].filter((name) => name !== missing),
    );
    return expectRefusal(plan, [], /setsid, sha256sum, mkdir, sed or sleep is not on PATH/, { PATH });
  });

  it.each(['--help', '--dry-run'])('%s when its output goes to a full disk', async (option) => {
    const call = ['-c', '"$1/launch.sh" "$2" >/dev/full', 'bash', writeOutput(makePlan()), option];
    const { status, stderr } = await start('bash', call).ended;
    expect({ status, stderr }).toEqual({ status: 78, stderr: expect.stringContaining('No space left') });
  });

  it('a run id that was used, or is no name', async () => {
    const directory = writeOutput(makePlan());
    const env = { RANKPLAN_RUN_ID: 'mine' };
    expect((await launch(directory, [], { env })).status).toBe(0);
    expect((await launch(directory, [], { env })).stderr).toMatch(/runs\/mine .*RANKPLAN_RUN_ID/);
    expect((await launch(directory, [], { env: { RANKPLAN_RUN_ID: '../x' } })).stderr).toMatch(/'\.\.\/x'/);
    expect(readdirSync(join(directory, 'runs'))).toEqual(['mine']);
  });
});

describe('launch.sh knows this host', () => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((found) => found?.internal === false);
  const cases: [string, { name: string; address?: string }][] = [
    ['by its name', { name: hostname() }],
    ['by its address, a name', { name: 'lab1', address: hostname() }],
    ['by localhost', { name: 'lab1', address: 'localhost' }],
    ['by an IPv6 address', { name: 'lab1', address: '::1' }],
  ];
  if (address !== undefined) cases.push(['by its address', { name: 'lab1', address: address.address }]);
  it.each(cases)('%s', async (_name, node) => {
    const plan = makePlan({ nodes: [node, { name: 'other' }], master: { address: '127.0.0.1' } });
    const { stdout, stderr } = await launch(writeOutput(plan), ['--dry-run']);
    expect({ stdout, stderr }).toEqual({ stdout: `rank 0 (${node.name}): true\n`, stderr: '' });
  });
});

it('a node that is bound when it starts is the host where launch.sh is called', async () => {
  const command = ['bash', '-c', 'echo "$MASTER_ADDR $RANK"'];
  const nodes = [{ name: 'a', address: null, bind: 'job' as const, class: 0 }];
  const directory = writeOutput(makePlan({ nodes, launch: { command } }));
  expect(await launch(directory)).toMatchObject({ status: 0, stderr: '' });
  expect(readLog(directory, 'rank-0.out')).toBe('localhost 0\n');
});

describe('the port', () => {
  it('is chosen below the ephemeral range when the plan leaves it open', async () => {
    const plan = makePlan({
      master: { port: 'auto' },
      launch: { command: ['bash', '-c', 'echo $MASTER_PORT'] },
    });
    const directory = writeOutput(plan);
    expect((await launch(directory)).status).toBe(0);
    const port = Number(readLog(directory, 'rank-0.out'));
    expect(port).toBeGreaterThan(1023);
    expect(port).toBeLessThan(32_768);
  });

  it('of --port wins', async () => {
    const directory = writeOutput(makePlan({ launch: { command: ['bash', '-c', 'echo $MASTER_PORT'] } }));
    expect((await launch(directory, ['--port', '020998'.slice(1)])).status).toBe(0);
    expect(readLog(directory, 'rank-0.out')).toBe('20998\n');
  });
});

describe('the planned UUIDs', () => {
  const table = [
    'GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-aaaa)',
    '  MIG 1g.5gb     Device  0: (UUID: MIG-1111)',
    'GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-bbbb)',
  ];
  const withGpus = (...gpus: [number, string][]) =>
    makePlan({
      ranks: gpus.length,
      nodes: [{ gpus: gpus.map(([index, uuid]) => makeGpu(index, uuid)), cpuRanks: 0 }],
    });
  const fakeDriver = () => {
    const folder = makeFolder('driver-');
    const lines = table.map((line) => `echo '${line}'`).join('\n');
    writeFileSync(join(folder, 'nvidia-smi'), `#!/bin/bash\n[[ $1 == -L ]] || exit 9\n${lines}\n`, {
      mode: 0o755,
    });
    return { PATH: `${folder}:${process.env['PATH']}` };
  };

  it('are in their places', async () => {
    const directory = writeOutput(withGpus([1, 'GPU-bbbb'], [0, 'GPU-aaaa'], [7, 'MIG-1111']));
    const { status, stdout, stderr } = await launch(directory, ['--dry-run'], { env: fakeDriver() });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('rank 0 (localhost): true\nrank 1 (localhost): true\nrank 2 (localhost): true\n');
  });

  it.each([
    [
      'swapped',
      withGpus([0, 'GPU-bbbb']),
      /GPU 0 of localhost should be GPU-bbbb, and nvidia-smi -L shows another/,
    ],
    ['absent', withGpus([2, 'GPU-cccc']), /GPU 2 of localhost should be GPU-cccc, and .* or none/],
    [
      'an instance that is absent',
      withGpus([2, 'MIG-2222']),
      /GPU 2 of localhost should be MIG-2222, and .* or none/,
    ],
  ])('are %s', (_name, plan, message) => expectRefusal(plan, [], message, fakeDriver()));

  it('are taken on trust, with a warning, where nvidia-smi is missing', async () => {
    const directory = writeOutput(withGpus([0, 'GPU-aaaa']));
    const { status, stderr } = await launch(directory);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^launch\.sh: warning: nvidia-smi gives no answer.*\n$/);
  });
});

describe('what starts nothing', () => {
  it('--dry-run prints every command line, and writes nothing', async () => {
    const directory = writeOutput(
      makePlan({ ranks: 2, launch: { command: ['echo', 'a b', "it's"], wrap: ['env', 'X=1'] } }),
    );
    const { status, stdout } = await launch(directory, ['--dry-run', '--', '$x']);
    expect(status).toBe(0);
    expect(stdout).toBe(
      [0, 1].map((rank) => `rank ${rank} (localhost): env X=1 echo a\\ b it\\'s \\$x\n`).join(''),
    );
    expect(readdirSync(directory)).not.toContain('runs');
  });

  it('--help prints the first lines of the page', async () => {
    const { status, stdout } = await launch(writeOutput(makePlan()), ['--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^test: starts this host's ranks \(1 rank on 1 node\)\..*\nUsage: launch\.sh /);
    expect(stdout).toMatch(/\n`rankplan run` does more: .*\n$/);
  });
});

it('is 110 lines at most, without those of places and command', () => {
  const text = readFileSync(join(writeOutput(makePlan()), 'launch.sh'), 'utf8');
  const lines = text
    .trim()
    .replace(/^places=.*?^\)\n/ms, '')
    .split('\n');
  expect(lines.filter((line) => !line.startsWith('command=')).length).toBeLessThanOrEqual(110);
});

it('a script that was edited while it ran is not read on', async () => {
  const plan = makePlan({ launch: { command: ['bash', '-c', 'echo "exit 55" >>"$1"', 'rank'] } });
  const directory = writeOutput(plan);
  const script = join(directory, 'launch.sh');
  expect((await launch(directory, ['--', script])).status).toBe(0);
});

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
  });
}
