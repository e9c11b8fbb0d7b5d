import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';
import { writeDirectory } from '../write-directory.ts';
import { EXEC, hasExec } from './exec-fixture.ts';

/*
 * Ranks with two GPUs each, under each launcher, as clients see them that take several. Slurm and torchrun are stand-ins
 * here, which start this node's ranks; the real ones are in test/integration/slurm.
 */
const CLIENTS = resolve('test/clients');
const JAX = `${CLIENTS}/jax-like.bash`;
const DEVICE_MAP = `${CLIENTS}/device-map-like.bash`;
const PORT = 14_000 + (process.pid % 997);

const SRUN = `#!/bin/bash
while [[ $1 == --* ]]; do shift; done
export SLURMD_NODENAME=localhost SLURM_NODEID=0 SLURM_STEP_NODELIST=localhost CUDA_VISIBLE_DEVICES=4,5,6,7,8
export SLURM_NTASKS=$TASKS
for ((task = 0; task < TASKS; task++)); do SLURM_PROCID=$task SLURM_LOCALID=$task "$@" & done
status=0
for job in $(jobs -p); do wait "$job" || status=$?; done
exit "$status"
`;
const TORCHRUN = `#!/bin/bash
while [[ $1 == --* ]]; do shift; done
export WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=${PORT} TORCHELASTIC_MAX_RESTARTS=0 TORCHELASTIC_RESTART_COUNT=0
for rank in 0 1; do RANK=$rank LOCAL_RANK=$rank setsid -w "\${@//\\$\\$/$}" & done
status=0
for job in $(jobs -p); do wait "$job" || status=1; done
exit "$status"
`;

interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  /** What the imitated nvidia-smi lists; none: there is no such program. */
  readonly uuids?: readonly string[];
}

/** Ranks 0 and 1 on the GPUs 3, 1 and 0, 4 of five; GPU 2 is idle. */
function compile(command: readonly string[], { uuids }: Surroundings = {}) {
  const folder = makeFolder('rankplan-several-');
  const gpus = [0, 1, 2, 3, 4].map((index) => ({
    index,
    ...(uuids === undefined ? {} : { uuid: `GPU-${index}0000000-0000-4000-8000-000000000000` }),
  }));
  const topology = {
    version: 1,
    name: 'pairs',
    nodes: [{ hosts: 'localhost', cpus: 8, gpus }],
    mapping: { gpusPerRank: 2, strategy: 'explicit', ranks: ['localhost:3,1', 'localhost:0,4'] },
    launch: { command, master: { port: PORT } },
    slurm: {},
  };
  const [out, bin] = [join(folder, 'out'), join(folder, 'bin')];
  mkdirSync(bin);
  for (const [name, text] of Object.entries({ srun: SRUN, torchrun: TORCHRUN }))
    writeFileSync(join(bin, name), text, { mode: 0o755 });
  if (uuids !== undefined) {
    const lines = uuids.map((uuid, index) => `echo 'GPU ${index}: A100 (UUID: ${uuid})'\n`).join('');
    writeFileSync(join(bin, 'nvidia-smi'), `#!/bin/sh\n${lines}`, { mode: 0o755 });
  }
  writeDirectory(out, planOf(topology), ['shell', 'slurm', 'torchrun']);
  return { out, bin, folder };
}

type Compiled = ReturnType<typeof compile>;

const RUN = [process.execPath, resolve('dist/rankplan.cjs'), 'run'];
const noExec = { RANKPLAN_EXEC: '' };
const asJob = { SLURM_JOB_ID: '9', SLURM_JOB_NODELIST: 'localhost' };
const LAUNCHERS: Readonly<
  Record<string, { words: (made: Compiled) => readonly string[]; env: NodeJS.ProcessEnv; isSlurm?: boolean }>
> = {
  'launch.sh': { words: ({ out }) => [join(out, 'launch.sh'), '--'], env: noExec },
  'rankplan run': {
    words: ({ out }) => [...RUN, out, '--no-verify', '--audit', 'off', '--'],
    env: { RANKPLAN_EXEC: EXEC },
  },
  'job.sbatch': {
    words: ({ out }) => [join(out, 'job.sbatch'), '--'],
    env: { ...noExec, ...asJob, TASKS: '2' },
    isSlurm: true,
  },
  'torchrun.sbatch': {
    words: ({ out }) => [join(out, 'torchrun.sbatch'), '--'],
    env: { ...noExec, ...asJob, TASKS: '1' },
    isSlurm: true,
  },
};

/** Starts the ranks; what each wrote, and what the launcher said. */
function start(launcher: string, made: Compiled, args: readonly string[] = []) {
  const way = LAUNCHERS[launcher];
  if (way === undefined) throw new Error(launcher);
  const [program = '', ...words] = [...way.words(made), ...args];
  const { status, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    cwd: made.folder,
    env: { PATH: `${made.bin}:${process.env['PATH']}`, ...way.env },
  });
  const runs = join(made.out, 'runs');
  const [run = ''] = readdirSync(runs, { withFileTypes: true }).map(({ name }) => name);
  const said = [0, 1].map((rank) => {
    const log = join(runs, run, `rank-${rank}.out`); // one that is ended at its start has none
    return existsSync(log) ? readFileSync(log, 'utf8').trimEnd() : null;
  });
  return { status, stderr, said };
}

describe.skipIf(!hasExec).concurrent.each(Object.keys(LAUNCHERS))('under %s', (launcher) => {
  // What Slurm gave the task are other numbers than the plan's: its k-th GPU is the plan's.
  const [a, b] = LAUNCHERS[launcher]?.isSlurm ? ['7 5', '4 8'] : ['3 1', '0 4'];
  const [a1, a2] = a.split(' ');
  const [b1, b2] = b.split(' ');

  test('a JAX program has all GPUs of its process; layers are spread over them, from cuda:0 and cuda:2*LOCAL_RANK', () => {
    const clients = [`'${JAX}'`, `'${DEVICE_MAP}'`, `'${DEVICE_MAP}' by-local-rank 2`].join('; ');
    expect(start(launcher, compile(['bash', '-c', clients]))).toEqual({
      status: 0,
      stderr: '',
      said: [
        [
          `process 0 of 2 at localhost, devices ${a}`,
          ...Array(2).fill(`rank 0: ${a1} 0 1 2 3; ${a2} 4 5 6 7`),
        ],
        [
          `process 1 of 2 at localhost, devices ${b}`,
          ...Array(2).fill(`rank 1: ${b1} 0 1 2 3; ${b2} 4 5 6 7`),
        ],
      ].map((lines) => lines.join('\n')),
    });
  });

  test('a rank that fails is told with its GPUs', () => {
    const { status, stderr } = start(launcher, compile(['bash', '-c', 'exit $((3 * RANK))']));
    expect(status).toBe(3);
    // The page names the host only.
    const place = launcher === 'launch.sh' ? 'localhost' : 'localhost, GPUs 0,4';
    expect(stderr).toContain(`rank 1 (${place}) failed with status 3`);
  });
});

describe('launch.sh', () => {
  const uuids = [0, 1, 2, 3, 4].map((index) => `GPU-${index}0000000-0000-4000-8000-000000000000`);
  const dryRun = (made: Compiled) =>
    spawnSync(join(made.out, 'launch.sh'), ['--dry-run'], {
      encoding: 'utf8',
      env: { PATH: `${made.bin}:${process.env['PATH']}` },
    });

  test('looks at each GPU of a rank, and at no idle one', () => {
    const other = 'GPU-f0000000-0000-4000-8000-000000000000';
    expect(dryRun(compile(['true'], { uuids: uuids.with(2, other) })).status).toBe(0);
    const moved = dryRun(compile(['true'], { uuids: uuids.with(4, other) }));
    expect(moved.status).toBe(78);
    expect(moved.stderr).toContain(
      `GPU 4 of localhost should be ${uuids[4]}, and nvidia-smi -L shows another or none`,
    );
  });
});
