import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import {
  DIGEST,
  findRun,
  launch,
  makeGpu,
  makePlan,
  readLog,
  start,
  writeOutput,
} from './launch-sh-fixture.ts';

const TIMEOUT_MS = 2 * HANG_MS;

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

const byJob = (...names: string[]) =>
  names.map((name) => ({ name, address: null, bind: 'job' as const, class: 0 }));

describe('launch.sh refuses', () => {
  it.each([
    ['an unknown option', ['--nod', 'a'], /unexpected argument '--nod'.*--help/],
    ['a word that is no option', ['x'], /unexpected argument 'x'.*--/],
    ['an option without its value', ['--port'], /--port needs a value/],
    ['a port that is none', ['--port', '65536'], /--port '65536'.*1 to 65535/],
    ['a port of words', ['--port', '1e3'], /--port '1e3'/],
    ['--nodes for machines', ['--nodes', 'h1'], /--nodes.*bind: job/],
    ['a node that is not in the plan', ['--node', 'nosuch'], /'nosuch'.*localhost/],
  ])('%s', (_name, args, message) => expectRefusal(makePlan(), args, message), TIMEOUT_MS);

  it(
    'a host that is not in the plan',
    async () => {
      const plan = makePlan({ nodes: [{ name: 'lab1' }, { name: 'lab2', address: '203.0.113.9' }] });
      await expectRefusal(plan, [], /this host, .*, is not in the plan.*lab1 lab2.*--node/);
    },
    TIMEOUT_MS,
  );

  it(
    'a host that is several nodes, until one is chosen',
    async () => {
      const plan = makePlan({
        nodes: [
          { name: 'a', address: 'localhost' },
          { name: 'b', address: '127.0.0.1' },
        ],
      });
      await expectRefusal(plan, [], /several nodes.*--node.*a b/);
      const { stdout } = await launch(writeOutput(plan), ['--dry-run', '--node', 'b']);
      expect(stdout).toBe('rank 1 (b, CPU): true\n');
    },
    TIMEOUT_MS,
  );

  it(
    'an env file that is missing, of another plan, or of another rank',
    async () => {
      const directory = writeOutput(makePlan({ ranks: 2 }));
      const file = join(directory, 'env/rank-1.env');
      const text = readFileSync(file, 'utf8');
      for (const foreign of [
        null,
        text.replace(DIGEST, 'f'.repeat(64)),
        text.replaceAll("RANK='1'", "RANK='0'"),
      ]) {
        rmSync(file);
        if (foreign !== null) writeFileSync(file, foreign);
        else writeFileSync(`${file}~`, '');
        const { status, stderr } = await launch(directory);
        expect(status).toBe(78);
        expect(stderr).toMatch(
          foreign === null ? /rank-1\.env cannot be read/ : /rank-1\.env is not of this plan/,
        );
        if (foreign === null) writeFileSync(file, '');
      }
    },
    TIMEOUT_MS,
  );

  it(
    'a command that is not there',
    async () => {
      await expectRefusal(makePlan({ launch: { command: null } }), [], /no command.*after --/);
      await expectRefusal(
        makePlan({ launch: { command: ['no-such-program'] } }),
        [],
        /'no-such-program'.*PATH/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'a working directory that is not there',
    async () => {
      await expectRefusal(
        makePlan({ launch: { workdir: '/nonexistent/x' } }),
        [],
        /'\/nonexistent\/x'.*launch\.workdir/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'a master address that does not resolve',
    async () => {
      await expectRefusal(
        makePlan({ master: { address: 'no-such-host.invalid' } }),
        [],
        /'no-such-host\.invalid' does not resolve/,
      );
    },
    TIMEOUT_MS,
  );

  it.each(['0.0.0.0', '127.0.0.1', '::'])(
    'a port that %s listens on',
    async (host) => {
      const { server, port } = await listen(host);
      await expectRefusal(
        makePlan({ master: { port } }),
        [],
        new RegExp(`port ${port} is taken on .* by .* \\(process ${process.pid}\\): .*--port`),
      );
      await expectRefusal(makePlan(), ['--port', String(port)], new RegExp(`port ${port} is taken`));
      await new Promise((resolve) => server.close(resolve));
    },
    TIMEOUT_MS,
  );

  it(
    'a port among many that are taken and have connections',
    async () => {
      const listeners = await Promise.all(Array.from({ length: 80 }, () => listen('127.0.0.1')));
      const sockets = await Promise.all(listeners.map(({ port }) => connectTo(port)));
      for (const { port } of [listeners[0], listeners[40], listeners[79]].filter((one) => one !== undefined))
        await expectRefusal(makePlan(), ['--port', String(port)], new RegExp(`port ${port} is taken`));
      for (const socket of sockets) socket.destroy();
      await Promise.all(listeners.map(({ server }) => new Promise((resolve) => server.close(resolve))));
    },
    TIMEOUT_MS,
  );

  it(
    'an open port over several nodes',
    async () => {
      const plan = makePlan({ nodes: [{}, { name: 'other' }], master: { port: 'auto' } });
      await expectRefusal(plan, [], /2 nodes.*--port/);
      expect((await launch(writeOutput(plan), ['--port', '20999', '--dry-run'])).status).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'a run that cannot be written',
    async () => {
      const directory = writeOutput(makePlan());
      writeFileSync(join(directory, 'runs'), '');
      const { status, stderr } = await launch(directory);
      expect(status).toBe(78);
      expect(stderr).toMatch(/^launch\.sh: .*runs\/.* cannot be made.*\n$/);
    },
    TIMEOUT_MS,
  );

  it(
    'a run where mkdir is missing',
    () => {
      const plan = makePlan({ launch: { command: ['/bin/true'] } });
      return expectRefusal(plan, [], /cannot be made: mkdir is not on PATH/, {
        PATH: pathWith('sha256sum', 'setsid'),
      });
    },
    TIMEOUT_MS,
  );

  it(
    'where nothing can start a session',
    () => {
      const plan = makePlan({ launch: { command: ['/bin/true'] } });
      const env = { PATH: pathWith('sha256sum', 'mkdir'), RANKPLAN_EXEC: '' };
      return expectRefusal(plan, [], /neither rankplan-exec nor setsid is on PATH/, env);
    },
    TIMEOUT_MS,
  );

  it(
    'where nothing can tell whether the files are the plan’s',
    () =>
      expectRefusal(makePlan({ launch: { command: ['/bin/true'] } }), [], /sha256sum is not on PATH/, {
        PATH: '',
      }),
    TIMEOUT_MS,
  );

  it.each(['--help', '--dry-run'])(
    '%s when its output goes to a full disk',
    async (option) => {
      const call = ['-c', '"$1/launch.sh" "$2" >/dev/full', 'bash', writeOutput(makePlan()), option];
      const { status, stderr } = await start('bash', call).ended;
      expect({ status, stderr }).toEqual({
        status: 78,
        stderr: 'launch.sh: standard output cannot be written: is the disk full?\n',
      });
    },
    TIMEOUT_MS,
  );

  it(
    'a run id that was used, or is no name',
    async () => {
      const directory = writeOutput(makePlan());
      const env = { RANKPLAN_RUN_ID: 'mine' };
      expect((await launch(directory, [], { env })).status).toBe(0);
      expect((await launch(directory, [], { env })).stderr).toMatch(/runs\/mine .*RANKPLAN_RUN_ID/);
      expect((await launch(directory, [], { env: { RANKPLAN_RUN_ID: '../x' } })).stderr).toMatch(/'\.\.\/x'/);
      expect(readdirSync(join(directory, 'runs'))).toEqual(['mine']);
    },
    TIMEOUT_MS,
  );
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
  it.each(cases)(
    '%s',
    async (_name, node) => {
      const plan = makePlan({ nodes: [node, { name: 'other' }], master: { address: '127.0.0.1' } });
      const { stdout, stderr } = await launch(writeOutput(plan), ['--dry-run']);
      expect({ stdout, stderr }).toEqual({ stdout: `rank 0 (${node.name}, CPU): true\n`, stderr: '' });
    },
    TIMEOUT_MS,
  );
});

describe('a plan that is bound when it starts', () => {
  const command = ['bash', '-c', 'echo "$MASTER_ADDR $RANK"'];

  it(
    'takes its machines from --nodes, and records them',
    async () => {
      const directory = writeOutput(makePlan({ nodes: byJob('a', 'b'), launch: { command } }));
      expect((await launch(directory, ['--nodes', '127.0.0.1,localhost', '--node', 'b'])).status).toBe(0);
      expect(readLog(directory, 'rank-1.out')).toBe('127.0.0.1 1\n');
      expect(JSON.parse(readLog(directory, 'bound.json'))).toEqual({
        formatVersion: '1.0',
        nodes: [
          { node: 'a', host: '127.0.0.1' },
          { node: 'b', host: 'localhost' },
        ],
      });
    },
    TIMEOUT_MS,
  );

  it(
    'records them once more for the next node of the run, whatever SHELLOPTS says',
    async () => {
      const directory = writeOutput(makePlan({ nodes: byJob('a', 'b') }));
      const env = { RANKPLAN_RUN_ID: 'shared', SHELLOPTS: 'noclobber' };
      for (const node of ['a', 'b']) {
        const args = ['--nodes', '127.0.0.1,localhost', '--node', node];
        expect(await launch(directory, args, { env })).toMatchObject({ status: 0, stderr: '' });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'finds this host among them',
    async () => {
      const directory = writeOutput(makePlan({ nodes: byJob('a', 'b') }));
      const { stdout } = await launch(directory, ['--nodes=203.0.113.9,localhost', '--dry-run']);
      expect(stdout).toBe('rank 1 (b, CPU): true\n');
    },
    TIMEOUT_MS,
  );

  it(
    'needs none for one node',
    async () => {
      const directory = writeOutput(makePlan({ nodes: byJob('a'), launch: { command } }));
      expect((await launch(directory)).status).toBe(0);
      expect(readLog(directory, 'rank-0.out')).toBe('localhost 0\n');
    },
    TIMEOUT_MS,
  );

  it.each([
    ['none', [], /2 machines with --nodes/],
    ['too few', ['--nodes', 'h1'], /1 hosts for 2 nodes/],
    ['the same twice', ['--nodes', 'h1,h1'], /h1 twice/],
    ['no list', ['--nodes', 'h1,$(id)'], /is not a list/],
    ['none that is this host', ['--nodes', 'h1,h2'], /is not in the plan/],
  ])(
    'refuses %s',
    (_name, args, message) => expectRefusal(makePlan({ nodes: byJob('a', 'b') }), args, message),
    TIMEOUT_MS,
  );
});

describe('the port', () => {
  it(
    'is chosen below the ephemeral range when the plan leaves it open',
    async () => {
      const plan = makePlan({
        master: { port: 'auto' },
        launch: { command: ['bash', '-c', 'echo $MASTER_PORT'] },
      });
      const directory = writeOutput(plan);
      expect((await launch(directory)).status).toBe(0);
      const port = Number(readLog(directory, 'rank-0.out'));
      expect(port).toBeGreaterThan(1023);
      expect(port).toBeLessThan(32_768);
    },
    TIMEOUT_MS,
  );

  it(
    'of --port wins',
    async () => {
      const directory = writeOutput(makePlan({ launch: { command: ['bash', '-c', 'echo $MASTER_PORT'] } }));
      expect((await launch(directory, ['--port', '020998'.slice(1)])).status).toBe(0);
      expect(readLog(directory, 'rank-0.out')).toBe('20998\n');
    },
    TIMEOUT_MS,
  );
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

  it(
    'are in their places',
    async () => {
      const directory = writeOutput(withGpus([1, 'GPU-bbbb'], [0, 'GPU-aaaa'], [7, 'MIG-1111']));
      const { status, stdout, stderr } = await launch(directory, ['--dry-run'], { env: fakeDriver() });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toBe(
        'rank 0 (localhost, GPU 1): true\nrank 1 (localhost, GPU 0): true\nrank 2 (localhost, GPU 7): true\n',
      );
    },
    TIMEOUT_MS,
  );

  it.each([
    ['swapped', withGpus([0, 'GPU-bbbb']), /GPU 0 of localhost should be GPU-bbbb and is GPU-aaaa/],
    ['absent', withGpus([2, 'GPU-cccc']), /GPU 2 of localhost should be GPU-cccc and is not there/],
    ['an instance that is absent', withGpus([2, 'MIG-2222']), /no MIG instance MIG-2222/],
  ])('are %s', (_name, plan, message) => expectRefusal(plan, [], message, fakeDriver()), TIMEOUT_MS);

  it(
    'are taken on trust, with a warning, where nvidia-smi is missing',
    async () => {
      const directory = writeOutput(withGpus([0, 'GPU-aaaa']));
      const { status, stderr } = await launch(directory);
      expect(status).toBe(0);
      expect(stderr).toMatch(/^launch\.sh: warning: nvidia-smi is missing.*\n$/);
    },
    TIMEOUT_MS,
  );
});

describe('what starts nothing', () => {
  it(
    '--dry-run prints every command line, and writes nothing',
    async () => {
      const directory = writeOutput(
        makePlan({ ranks: 2, launch: { command: ['echo', 'a b', "it's"], wrap: ['env', 'X=1'] } }),
      );
      const { status, stdout } = await launch(directory, ['--dry-run', '--', '$x']);
      expect(status).toBe(0);
      expect(stdout).toBe(
        [0, 1].map((rank) => `rank ${rank} (localhost, CPU): env X=1 echo a\\ b it\\'s \\$x\n`).join(''),
      );
      expect(readdirSync(directory).sort()).toEqual(['env', 'launch.sh', 'lib', 'plan.json']);
    },
    TIMEOUT_MS,
  );

  it(
    '--help prints what the script is, and lib/usage.bash',
    async () => {
      const { status, stdout } = await launch(writeOutput(makePlan()), ['--help']);
      expect(status).toBe(0);
      const [first, ...rest] = stdout.split('\n');
      expect(first).toMatch(/^\S+: starts this host's ranks of the plan \(\d+ ranks? on 1 node\)\.$/);
      const usage = readFileSync('src/emitters/lib/usage.bash', 'utf8');
      expect(rest.join('\n')).toBe(usage.replaceAll(/^# ?/gm, ''));
    },
    TIMEOUT_MS,
  );
});

it(
  'a script that was edited while it ran is not read on',
  async () => {
    const plan = makePlan({ launch: { command: ['bash', '-c', 'echo "exit 55" >>"$1"', 'rank'] } });
    const directory = writeOutput(plan);
    const script = join(directory, 'launch.sh');
    expect((await launch(directory, ['--', script])).status).toBe(0);
    appendFileSync(script, '');
    expect(findRun(directory)).toContain('runs/');
  },
  TIMEOUT_MS,
);

async function listen(host: string): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { server, port };
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
  });
}
