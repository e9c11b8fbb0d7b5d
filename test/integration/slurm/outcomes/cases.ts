import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from '../harness/cluster.ts';
import { editFile, editLibrary } from '../harness/edit-library.ts';

/** A job that is running, or was. */
export interface Submitted {
  readonly cluster: Cluster;
  readonly folder: string;
  readonly jobId: number;
  readonly runDir: string;
}

export interface OutcomeCase {
  /** As the documentation's table says it. */
  readonly situation: string;
  readonly slurm?: object;
  readonly more?: object;
  /** What rank RANK runs, in bash. */
  readonly command: string;
  /** Before the job is submitted. */
  readonly prepare?: (folder: string, cluster: Cluster) => void | Promise<void>;
  /** While the job is in the queue; the result is what the table says before the end. */
  readonly queued?: (job: Submitted) => Promise<string>;
  /** Once the ranks run. */
  readonly act?: (job: Submitted) => Promise<void>;
  readonly sbatch?: readonly string[];
  /** The job's end; null: it stays in the queue. */
  readonly state: string;
  /** Null: Slurm's own, which differs from version to version. */
  readonly exitCode: number | null;
  /** Which rank or node says it first is left to chance. */
  readonly isRace?: boolean;
  /** A part of what the job's log must say. */
  readonly says?: RegExp;
  /** What else must hold. */
  readonly verify?: (job: Submitted, log: string) => void | Promise<void>;
}

/** Ranks that tell when they run, then stay. */
export const STAY = ': >"$RANKPLAN_RUN_DIR/ready-$RANK"; ';

const readRank = ({ runDir }: Submitted, file: string): string => readFileSync(join(runDir, file), 'utf8');

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

async function hideWorkDir(cluster: Cluster, node: string): Promise<void> {
  const folder = join(cluster.workDir, `hidden on ${node}`);
  mkdirSync(join(folder, 'below'), { recursive: true });
  await cluster.hide(node, folder);
}

export const OUTCOMES: readonly OutcomeCase[] = [
  {
    situation: 'All ranks end well',
    command: 'echo done',
    state: 'COMPLETED',
    exitCode: 0,
  },
  {
    situation: 'A rank fails with status 7',
    command: 'if ((RANK == 1)); then sleep 0.5; echo lost it >&2; exit 7; fi; sleep 300',
    state: 'FAILED',
    exitCode: 7,
    says: /job\.sbatch: rank 1 \(a1, GPU 1\) failed with status 7; its log: .*rank-1\.err\n {2}lost it/,
  },
  {
    situation: 'A rank ends with `sys.exit(-1)`',
    command: 'if ((RANK == 1)); then sleep 0.5; exit 255; fi; sleep 300',
    state: 'FAILED',
    exitCode: 255,
    says: /job\.sbatch: rank 1 \(a1, GPU 1\) failed with status 255/,
  },
  {
    situation: 'A rank is killed, as by the OOM killer',
    command: 'if ((RANK == 2)); then sleep 0.5; kill -KILL $$; fi; sleep 300',
    state: 'FAILED',
    exitCode: 137,
    says: /job\.sbatch: rank 2 \(b1, GPU 0\) failed with status 137 \(as from SIGKILL\)/,
  },
  {
    situation: 'A task is killed whole, its wrapper too',
    command: 'if ((RANK == 2)); then sleep 0.5; kill -KILL $PPID; fi; sleep 300',
    state: 'FAILED',
    exitCode: 137,
    says: /job\.sbatch: srun ended with status 137, and no task says that it failed/,
  },
  {
    situation: 'A chain, `slurm.array: 1-2%1`, of which the first run fails',
    slurm: { array: '1-2%1' },
    command: 'echo run; sleep 0.5; ((SLURM_ARRAY_TASK_ID == 2)) || exit 5',
    state: 'FAILED',
    exitCode: 5,
    says: /job\.sbatch: rank \d \(\w+, GPU \d\) failed with status 5/,
    isRace: true,
    verify: ({ folder, jobId }) =>
      must(
        [1, 2].every(
          (run) => readFileSync(join(folder, `runs/${jobId}_${run}/rank-0.out`), 'utf8') === 'run\n',
        ),
        'a run of the chain is missing',
      ),
  },
  {
    situation: 'Its node is drained when it is submitted',
    command: 'true',
    prepare: (_, cluster) => cluster.drain('b1'),
    queued: async ({ cluster, jobId }) => {
      const [record] = await cluster.pollJob(jobId, ([first]) => (first?.reason ?? 'None') !== 'None');
      await cluster.resume('b1');
      return `${record?.state} until the node is back`;
    },
    state: 'COMPLETED',
    exitCode: 0,
  },
  {
    situation: 'The job is cancelled',
    command: `trap 'echo "got TERM"; exit 0' TERM; ${STAY} while :; do sleep 0.1; done`,
    act: async ({ cluster, jobId }) => cluster.cancel(jobId),
    state: 'CANCELLED',
    exitCode: null,
    verify: (job) => must(readRank(job, 'rank-2.out').includes('got TERM'), 'rank 2 got no TERM'),
  },
  {
    situation: 'The time limit comes near, with `slurm.signal`',
    slurm: { time: 1, signal: { name: 'USR1', before: '45s' } },
    command: `trap 'echo "saved"; exit 0' USR1; ${STAY} while :; do sleep 0.1; done`,
    state: 'COMPLETED',
    exitCode: 0,
    verify: (job) =>
      must(
        [0, 1, 2].every((rank) => readRank(job, `rank-${rank}.out`) === 'saved\n'),
        'not every rank got USR1, once',
      ),
  },
  {
    situation: 'A rank fails, with `slurm.restarts: 1`',
    slurm: { restarts: 1 },
    command: 'echo "try ${SLURM_RESTART_COUNT:-0}"; sleep 1; ((${SLURM_RESTART_COUNT:-0})) || exit 9',
    state: 'COMPLETED',
    exitCode: 0,
    says: /job\.sbatch: requeues itself: restart 1 of 1/,
    verify: (job) =>
      must(readRank(job, 'rank-0.out') === 'try 0\ntry 1\n', 'the log is not that of both tries'),
  },
  {
    situation: 'A node dies',
    command: `${STAY} sleep 300`,
    act: async ({ cluster }) => {
      await cluster.downNode('b1');
      await cluster.declareDown('b1');
    },
    state: 'NODE_FAIL',
    exitCode: null,
    verify: async ({ cluster }) => {
      await cluster.restartNode('b1');
      await cluster.waitForNode('b1', ['idle']);
    },
  },
  {
    situation: 'The script and plan.json are of an older compile than the env files',
    command: 'echo started',
    prepare: (folder) =>
      editFile(
        join(folder, '.rankplan.json'),
        /"plan.json": "sha256:[^"]*/,
        `"plan.json": "sha256:${'0'.repeat(64)}`,
      ),
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: .*\.rankplan\.json does not list the files of this plan .*: compile again, .*/,
    verify: ({ runDir }) => must(!existsSync(runDir), 'a run was begun'),
  },
  {
    situation: 'An env file is missing',
    command: 'echo started',
    prepare: (folder) => rmSync(join(folder, 'env/rank-1.env')),
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: .*rank-1\.env is missing: copy the whole directory .*/,
    verify: ({ runDir }) => must(!existsSync(runDir), 'a run was begun'),
  },
  {
    situation: 'A value in an env file was edited since',
    command: 'echo started',
    prepare: (folder) => editFile(join(folder, 'env/rank-1.env'), /RANKPLAN_GPU='1'/, "RANKPLAN_GPU='0'"),
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: .*rank-1\.env was edited since it was compiled, or is of another compile: .*/,
    verify: ({ runDir }) => must(!existsSync(runDir), 'a run was begun'),
  },
  {
    situation: 'The compiled directory is not on every node, with `slurm.restarts: 1`',
    slurm: { restarts: 1 },
    command: 'echo started',
    prepare: (folder, cluster) => cluster.hide('b1', folder),
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: \S+ is not on b1: it must be on a file system that all nodes share/,
    verify: async ({ cluster, jobId }) =>
      must((await cluster.showJob(jobId))[0]?.restarts === 0, 'the job was requeued'),
  },
  {
    situation: 'The compiled directory is moved while the job is queued',
    command: 'echo started',
    sbatch: ['--hold'],
    queued: async ({ cluster, folder, jobId }) => {
      const [record] = await cluster.showJob(jobId);
      renameSync(folder, `${folder} moved`);
      mkdirSync(folder);
      await cluster.run(['scontrol', 'release', String(jobId)]);
      return String(record?.state);
    },
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: out\/slurm\.bash is not on a1 as it was submitted: it was moved, left out of a copy, or is not on .*/,
  },
  {
    situation: 'The working directory is not on the first node, with `slurm.restarts: 1`',
    slurm: { restarts: 1 },
    command: 'echo started',
    prepare: (_, cluster) => hideWorkDir(cluster, 'a1'),
    sbatch: ['--chdir=hidden on a1/below'],
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: the job's working directory '.*\/(hidden on a1\/below)' cannot be entered on a1: it must .*/,
  },
  {
    situation: 'The working directory is not on another node',
    command: 'echo started',
    prepare: (_, cluster) => hideWorkDir(cluster, 'b1'),
    sbatch: ['--chdir=hidden on b1/below'],
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: \S.*\/hidden on b1\/below cannot be entered on b1: it must .*/,
  },
  {
    situation: 'The working directory cannot be entered (`sbatch --chdir`)',
    command: 'echo started',
    sbatch: ['--chdir=/etc/passwd'],
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: the job's working directory '\/etc\/passwd' cannot be entered on a1: it must .*/,
  },
  {
    situation: 'plan.json was changed since',
    command: 'echo started',
    prepare: (folder) => appendFileSync(join(folder, 'plan.json'), '\n'),
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: .*plan\.json is not the plan of this script/,
  },
  {
    situation: 'The job got other nodes (`sbatch --nodelist`)',
    command: 'echo started',
    sbatch: ['--nodelist=a1', '--nodes=1', '--gpus=2'],
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: the plan puts ranks on b1, but Slurm gave a1/,
  },
  {
    situation: 'The job got fewer GPUs (`sbatch --gpus`)',
    command: 'echo started',
    sbatch: ['--gpus=2'],
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: Slurm gave this task \d GPUs of \w+ \(.*\) where the plan has \d/,
    isRace: true,
  },
  {
    situation: 'Tasks land on other nodes than planned',
    command: 'echo started',
    prepare: (folder) => editLibrary(folder, 'hosts[rank]=', 'hosts[2 - rank]='),
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: Slurm started task \d on \w+, where the plan has.*/,
    isRace: true,
  },
  {
    situation: 'A line of `slurm.setup` is none that bash can read',
    slurm: { setup: ['if [ -d venv ]; then', 'done'] },
    command: 'echo started',
    state: 'FAILED',
    exitCode: 78,
    says: /job\.sbatch: bash cannot read the lines of slurm\.setup: correct them, and compile again\nline \d+: /,
    verify: ({ folder }) => must(!existsSync(join(folder, 'runs')), 'the job went on'),
  },
];
