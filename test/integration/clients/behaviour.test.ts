import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takePorts } from '../../listen.ts';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { clientEnv, findVersions, PYTHON, SCRIPTS } from './clients.ts';
import { compileInto, type Ended, type Launcher, launcherArgv, start } from './launchers.ts';
import { isRecording, readOutcomes, record } from './outcomes.ts';
import { SHAPES, shapedPlan } from './plans.ts';

/* How programs end under launchers of one node with four ranks, beside torchrun where both have something to say. */
const HERE: readonly Launcher[] = ['launch.sh', 'rankplan run'];
const script = (name: string, ...args: readonly string[]): readonly string[] => [
  PYTHON,
  join(SCRIPTS, name),
  ...args,
];

const FOUR = { ...(SHAPES[0] as (typeof SHAPES)[number]), where: 'aaaa', gpus: { a: [1, 1, 1, 1] } };

interface Job {
  readonly out: string;
  readonly ended: Promise<Ended>;
  readonly pid: Promise<number>;
}

async function launch(launcher: Launcher, command: readonly string[]): Promise<Job> {
  const out = compileInto(makeFolder('rankplan-client-'), shapedPlan(FOUR, command, 'here'), ['shell']);
  const argv = launcherArgv(launcher, out, 'a', takePorts(1));
  const env = { ...clientEnv(), RANKPLAN_RUN_ID: 'run' };
  let tell: (pid: number) => void;
  const pid = new Promise<number>((done) => {
    tell = done;
  });
  const ended = start(argv, env, async (number) => tell(number));
  return { out, ended, pid };
}

const logOf = ({ out }: Job, name: string): string => {
  try {
    return readFileSync(join(out, 'runs/run', name), 'utf8');
  } catch {
    return '';
  }
};

const hasClients = findVersions() !== null;

describe.runIf(hasClients)('a rank that fails is told beside torchrun', () => {
  const torchrun = (command: readonly string[]): Promise<Ended> => {
    const args = ['-m', 'torch.distributed.run', '--standalone', '--nproc-per-node=4'];
    return start([PYTHON, ...args, ...command.slice(1)], { ...clientEnv(), GLOO_SOCKET_IFNAME: 'lo' });
  };

  test.each([
    {
      name: 'raises',
      status: 1,
      says: 'rank 2 (a, GPU 2) failed with status 1',
      shows: 'ValueError: Expected 4 channels, got 3',
    },
    { name: 'is killed', status: 137, says: 'rank 2 (a, GPU 2) was killed by SIGKILL', shows: '' },
    { name: 'leaves', status: 3, says: 'rank 2 (a, GPU 2) failed with status 3', shows: 'no more data' },
  ])('rank 2 $name', async ({ name, status, says, shows }) => {
    const command = script('failing.py', name);
    const ours = await (await launch('rankplan run', command)).ended;
    const theirs = await torchrun(command);
    expect(ours.status, ours.stderr).toBe(status);
    expect(theirs.status).toBe(1);
    expect(ours.stderr).toContain(`rankplan: ${says}; its log: `);
    expect(ours.stderr).toContain(shows);
    const lines = (text: string): number => text.trimEnd().split('\n').length;
    expect(lines(ours.stderr)).toBeLessThan(10);
    expect(lines(theirs.stderr)).toBeGreaterThan(2 * lines(ours.stderr));
    if (isRecording)
      record(({ failures }) => {
        const rankplan = ours.stderr
          .trimEnd()
          .replace(/its log: .*\/runs\/run\//, 'its log: out/runs/run/')
          .replaceAll(`${SCRIPTS}/`, '');
        failures[name] = { rankplan, lines: lines(theirs.stderr), status };
      });
    expect(Object.keys(readOutcomes().failures)).toContain(name);
  });

  test('what @record noted is shown', async () => {
    const { status, stderr } = await (
      await launch('rankplan run', script('failing.py', 'raises', '--record'))
    ).ended;
    expect(status).toBe(1);
    expect(stderr).toMatch(/what it recorded:\n {4}ValueError: Expected 4 channels, got 3\n/);
  });
});

describe.runIf(hasClients).each(HERE)('%s', (launcher) => {
  test('others fail where a rank leaves early with status 0, and it is named by run', async () => {
    const { status, stderr } = await (await launch(launcher, script('leaving.py'))).ended;
    expect(status).toBe(1);
    const named = '\n  rank 2 ended with status 0 before it, and it may have waited for that rank\n';
    expect(stderr.includes(named)).toBe(launcher === 'rankplan run');
  });

  test('a rank that hangs, and those that wait for it, end at TERM', async () => {
    const job = await launch(launcher, script('hanging.py'));
    await until('all have joined', () => [0, 1, 2, 3].every((rank) => logOf(job, `rank-${rank}.out`) !== ''));
    process.kill(await job.pid, 'SIGTERM');
    expect((await job.ended).status).toBe(143);
  });

  test('checkpoints are saved at each USR1, and a last one at TERM', async () => {
    const folder = makeFolder('rankplan-checkpoints-');
    const job = await launch(launcher, script('checkpointing.py', folder));
    const files = (pattern: RegExp): number =>
      readdirSync(folder).filter((name) => pattern.test(name)).length;
    await until('all are ready', () => files(/^ready/) === 4);
    for (const number of [1, 2]) {
      process.kill(await job.pid, 'SIGUSR1');
      await until(`checkpoint ${number}`, () => files(new RegExp(`-${number}\\.pt$`)) === 4);
    }
    process.kill(await job.pid, 'SIGTERM');
    expect((await job.ended).status).toBe(143);
    expect(files(/-last\.pt$/)).toBe(4);
  });

  test('100 MB of output are in the logs', async () => {
    const job = await launch(launcher, script('talking.py'));
    expect((await job.ended).status).toBe(0);
    for (const rank of [0, 1, 2, 3]) {
      const lines = logOf(job, `rank-${rank}.out`).split('\n');
      expect(lines).toHaveLength(250_001);
      expect(lines[249_999]).toMatch(new RegExp(`^${rank} 0249999 x{89}$`));
    }
  });
});

test('ranks that others may wait for are named after 30 s', async () => {
  const early = ['bash', '-c', '((RANK == 2)) || exec sleep 35'];
  const { status, stderr } = await (await launch('rankplan run', early)).ended;
  expect(status).toBe(0);
  expect(stderr).toContain(
    ': rank 2 ended with status 0 30 s ago; ranks 0, 1, 3 still run, and may wait for it\n',
  );
});
