import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type JobOptions, runJob } from './job-sbatch-fixture.ts';

/* How job.sbatch asks Slurm for another start, and when it does not. */
const BATCH = ['bash', '-c', 'SLURM_TASK_PID=$$ exec "$0"'];
const FAILS = { launch: { command: ['bash', '-c', 'echo "${SLURM_RESTART_COUNT-none}"; exit 3'] } };
const END = 'case $1 in requeue) kill -TERM "$PPID" ;; *) exit 1 ;; esac';
const runBatch = (options: JobOptions) => runJob({ call: BATCH, scontrol: END, ...options });

it('names one task of an array, and takes no other task’s facts for its own', () => {
  const scontrol = `case $* in
    'show job -o 9') echo 'JobId=8 ArrayJobId=9 ArrayTaskId=1 Restarts=1 '; echo 'JobId=9 ArrayJobId=9 ArrayTaskId=2 Restarts=0 ' ;;
    *) ${END} ;;
  esac`;
  // The count is that of a job inside which this one was submitted.
  const env = { SLURM_ARRAY_JOB_ID: '9', SLURM_ARRAY_TASK_ID: '2', SLURM_RESTART_COUNT: '1' };
  const { run, log, asked } = runBatch({ ...FAILS, slurm: { restarts: 1 }, env, scontrol });
  expect({ run, log, asked }).toEqual({ run: '9_2', log: 'none\n', asked: 'show job -o 9\nrequeue 9_2\n' });
});

it.each([
  ['ends scontrol first', 'case $1 in requeue) kill -KILL $$ ;; *) kill -TERM "$PPID" ;; esac'],
  [
    'ends it later, and its sleep',
    '(sleep 0.2; pkill -P "$PPID" sleep; kill -TERM "$PPID") >/dev/null 2>&1 &',
  ],
])('leaves no word of its end where Slurm requeues it and %s', (_, scontrol) => {
  const { status, stderr } = runBatch({ ...FAILS, slurm: { restarts: 1 }, scontrol });
  expect(status).toBe(3);
  expect(stderr).toMatch(/requeues itself: restart 1 of 1\n$/);
});

it('is started again where another rank failed before rank 0 began', () => {
  const command = ['bash', '-c', 'rm "$RANKPLAN_RUN_DIR/began"; exit 3'];
  expect(runBatch({ launch: { command }, slurm: { restarts: 1 } }).asked).toContain('requeue 9\n');
});

it('says that Slurm does not requeue it', () => {
  const scontrol = "[[ $1 != show ]] || echo 'JobId=9 JobState=RUNNING Reason=None'; [[ $1 == show ]]";
  const { status, stderr } = runBatch({ ...FAILS, slurm: { restarts: 1 }, scontrol });
  expect(status).toBe(3);
  expect(stderr).toMatch(
    /Slurm does not requeue the job: submit it again, without --no-requeue if it was that\n$/,
  );
});

it.each([
  ['slurm.setup fails', { slurm: { restarts: 2, setup: ['exit 3'] } }],
  ['srun starts nothing', { slurm: { restarts: 2 }, env: { LACKING: 'srun' } }],
])('is not started again where no rank began: %s', (_, options) => {
  const { stderr, asked } = runBatch(options);
  expect(stderr).toMatch(/no rank had begun, so the job does not requeue itself\n$/);
  expect(asked).toBe('');
});

/* What was counted before, in a fifth start. */
it.each([
  ['one that had saved and one that had failed, of four', '1 1', 'restart 2 of 2'],
  ['two that had failed', '0 2', null],
])('counts failures alone: %s', (_, counts, says) => {
  const prepare = (out: string) => {
    mkdirSync(join(out, 'runs/9'), { recursive: true });
    writeFileSync(join(out, 'runs/9/requeues'), `${counts}\n`);
  };
  const env = { SLURM_RESTART_COUNT: '4' };
  const { stderr, asked } = runBatch({ ...FAILS, slurm: { restarts: 2, requeues: 9 }, env, prepare });
  expect(/restart \d of \d/.exec(stderr)?.[0] ?? null).toBe(says);
  expect(asked.includes('requeue 9\n')).toBe(says !== null);
});

it.each([
  ['/not/there', 78, null],
  ['/tmp', 0, 'ran\n'],
])('in /tmp, where the job’s working directory is %s', (workDir, status, log) => {
  const scontrol = `echo "   WorkDir=${workDir}"; echo '   StdErr=x'`;
  const run = runBatch({ cwd: '/tmp', scontrol });
  expect(run).toMatchObject({ status, log, asked: 'show job 9\n' });
  if (status === 78) expect(run.stderr).toContain(`working directory '${workDir}' cannot be entered on`);
});

it('in /tmp, where the topology names a working directory', () => {
  expect(runBatch({ cwd: '/tmp', launch: { workdir: '/' } })).toMatchObject({ status: 0, asked: '' });
});
