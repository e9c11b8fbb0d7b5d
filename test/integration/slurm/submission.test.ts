import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { compilePlan, runJob, runPlan } from './conformance/run-plan.ts';
import { editLibrary } from './harness/edit-library.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/* The ways a job gets to Slurm, and that the comparison of the conformance tests can fail. */
const commandOf = (script: string): object => ({ launch: { command: ['bash', '-c', script, 'rank'] } });
const plan = planOf(outcomeTopology({}, commandOf('echo "$RANK $SLURMD_NODENAME $*"')));
const LINES = ['0 a1 x  y', '1 a1 x  y', '2 b1 x  y'];

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(plan.nodes, { slurm });

  const runsOf = (folder: string): string[] => readdirSync(join(folder, 'runs')).sort();
  const linesOf = (folder: string, run: string): string[] =>
    plan.ranks.map(({ rank }) => readFileSync(join(folder, 'runs', run, `rank-${rank}.out`), 'utf8').trim());

  test('inside salloc, twice in one allocation', async () => {
    const folder = compilePlan(cluster(), plan);
    const salloc = ['salloc', '--nodelist=a1,b1', '--exclusive', '--gpus=3', '--time=5', 'bash', '-c'];
    const twice = '"$0/job.sbatch" "x  y" && "$0/job.sbatch" -- "x  y"';
    const { status, stderr } = await cluster().run([...salloc, twice, folder]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    expect(runsOf(folder).map((run) => linesOf(folder, run))).toEqual([LINES, LINES]);
  });

  const OF_AN_ARRAY = { SLURM_ARRAY_JOB_ID: '7', SLURM_ARRAY_TASK_ID: '1', SLURM_RESTART_COUNT: '2' };
  // What it asked for is in the environment, and would be what srun asks for.
  test.each([
    ['with one GPU', ['--nodelist=a1', '--gpus=1', '--time=5'], {}],
    ['of two components', ['--nodelist=a1', '--time=5', ':', '--nodelist=b1'], {}],
    ['of an array, restarted', ['--nodelist=a1'], OF_AN_ARRAY],
  ])('submitted inside another allocation, %s', async (_, request, env) => {
    const folder = compilePlan(cluster(), plan);
    const log = join(folder, 'log');
    const inner = ['sbatch', '--parsable', '-o', log, join(folder, 'job.sbatch'), 'x  y'];
    const { stdout, stderr } = await cluster().run(['salloc', ...request, ...inner], { env });
    const id = Number(stdout);
    expect({ stderr, id }).toEqual({ stderr: expect.any(String), id: expect.any(Number) });
    const record = await cluster().waitForJob(id);
    expect(record.state, readFileSync(log, 'utf8')).toBe('COMPLETED');
    expect(runsOf(folder)).toEqual([`${id}`]);
    expect(linesOf(folder, `${id}`)).toEqual(LINES);
  });

  test('inside an allocation with one CPU for all ranks of a node', async () => {
    const folder = compilePlan(cluster(), plan);
    const request = ['--nodelist=a1,b1', '--gpus=3', '--ntasks=2', '--cpus-per-task=1', '--time=5'];
    const { status, stderr } = await cluster().run([
      'salloc',
      ...request,
      join(folder, 'job.sbatch'),
      'x  y',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    expect(runsOf(folder).map((run) => linesOf(folder, run))).toEqual([LINES]);
  });

  test('by a relative path, for another working directory', async () => {
    const folder = compilePlan(cluster(), plan);
    const words = ['cd "$0" && exec sbatch --parsable --chdir=/ -o "$0/log" ./job.sbatch "x  y"', folder];
    const { stdout } = await cluster().run(['bash', '-c', ...words]);
    const { state } = await cluster().waitForJob(Number(stdout));
    expect(state, readFileSync(join(folder, 'log'), 'utf8')).toBe('COMPLETED');
    expect(linesOf(folder, stdout.trim())).toEqual(LINES);
  });

  test('through a pipe, its directory named by RANKPLAN_DIR', async () => {
    const folder = compilePlan(cluster(), plan);
    const script = readFileSync(join(folder, 'job.sbatch'), 'utf8');
    const options = { input: script, env: { RANKPLAN_DIR: folder } };
    const sbatch = ['sbatch', '--parsable', '-o', join(folder, 'log')];
    const { stdout, stderr } = await cluster().run(sbatch, options);
    expect(stderr).toBe('');
    expect(await cluster().waitForJob(Number(stdout))).toMatchObject({ state: 'COMPLETED' });
    const lost = await cluster().run(['sbatch', '--parsable', '-o', join(folder, 'lost')], { input: script });
    expect(await cluster().waitForJob(Number(lost.stdout))).toMatchObject({ state: 'FAILED', exitCode: 78 });
    expect(readFileSync(join(folder, 'lost'), 'utf8')).toContain('name its directory with RANKPLAN_DIR');
  });

  test('through a pipe, in its directory', async () => {
    const folder = compilePlan(cluster(), plan);
    const words = ['cd "$0" && exec sbatch --parsable -o "$0/log" <job.sbatch', folder];
    const { stdout, stderr } = await cluster().run(['bash', '-c', ...words]);
    const { state } = await cluster().waitForJob(Number(stdout));
    expect(state, stderr + readFileSync(join(folder, 'log'), 'utf8')).toBe('COMPLETED');
    expect(linesOf(folder, stdout.trim())).toEqual(['0 a1', '1 a1', '2 b1']);
  });

  test('inside a step, which keeps what the ranks need, or not', async () => {
    const folder = compilePlan(cluster(), plan);
    const srun = ['srun', '--nodes=1', '--ntasks=1', '--gpus=1'];
    const salloc = ['salloc', '--nodelist=a1,b1', '--exclusive', '--gpus=3', '--time=5', ...srun];
    const words = [join(folder, 'job.sbatch'), 'x  y'];
    const inside = await cluster().run([...salloc, ...words]);
    expect(inside).toMatchObject({ status: 78, stderr: expect.stringContaining('step 0 of this job') });
    const beside = await cluster().run([...salloc, '--overlap', ...words]);
    expect(beside).toMatchObject({ status: 0, stderr: expect.any(String) });
    expect(runsOf(folder).map((run) => linesOf(folder, run))).toEqual([LINES]);
    const sbatch = ['sbatch', '--parsable', '-o', join(folder, 'log')];
    const submitted = await cluster().run([...salloc, ...sbatch, ...words]);
    expect(await cluster().waitForJob(Number(submitted.stdout))).toMatchObject({ state: 'COMPLETED' });
  });

  test('a signal for the batch script alone does not make a failure of ranks that end well', async () => {
    const begin = commandOf(': >"$RANKPLAN_RUN_DIR/begun"; sleep 2');
    const folder = compilePlan(cluster(), planOf(outcomeTopology({}, begin)));
    const meanwhile = async (id: number, runDir: string) => {
      await expect.poll(() => existsSync(join(runDir, 'begun'))).toBe(true);
      await cluster().cancel(id, ['--batch', '--signal=TERM']);
    };
    const { state, exitCode } = await runJob(cluster(), folder, { meanwhile });
    expect({ state, exitCode }).toEqual({ state: 'COMPLETED', exitCode: 0 });
  });

  test('by an ordinary user, whose job fails and requeues itself', async () => {
    const script =
      'echo "$RANK $(id -u) ${SLURM_RESTART_COUNT-}"; [[ -n ${SLURM_RESTART_COUNT-} ]] || exit 3';
    const folder = compilePlan(cluster(), planOf(outcomeTopology({ restarts: 1 }, commandOf(script))));
    for (const path of [join(cluster().workDir, '..'), cluster().workDir]) chmodSync(path, 0o755);
    const become = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const submit = [...become, 'sbatch', '--parsable', '-o', join(folder, 'log'), join(folder, 'job.sbatch')];
    const words = ['bash', '-c', 'chown -R 65534 "$0" && cd "$0" && exec "$@"', folder, ...submit];
    const { stdout, stderr } = await cluster().run(words);
    expect({ stderr, id: stdout }).toEqual({ stderr: '', id: expect.stringMatching(/^\d+\n$/) });
    const { state, restarts } = await cluster().waitForJob(Number(stdout));
    const ended = { state: 'COMPLETED', restarts: 1 };
    expect({ state, restarts }, readFileSync(join(folder, 'log'), 'utf8')).toEqual(ended);
    // In the first try another rank's end may have come before this one's first word.
    expect(readFileSync(join(folder, 'runs', stdout.trim(), 'rank-2.out'), 'utf8')).toMatch(
      /^(2 65534 \n)?2 65534 1\n$/,
    );
  });

  test('with functions and names in its environment that only bash hands on', async () => {
    const greet = commandOf('greet; env | grep "^odd.name="');
    const folder = compilePlan(cluster(), planOf(outcomeTopology({}, greet)));
    const env = { 'BASH_FUNC_greet%%': "() {  echo 'hello\n there'\n}", 'odd.name': 'x y' };
    const { id, state, log } = await runJob(cluster(), folder, { env });
    expect(state, log).toBe('COMPLETED');
    expect(linesOf(folder, `${id}`)).toEqual(Array(3).fill('hello\n there\nodd.name=x y'));
  });

  test('ranks run on the CPUs of their GPUs', async () => {
    const gpus = ['1', '0'].map((cpus, index) => ({ index, model: 'A100', cpus }));
    const nodes = [
      { hosts: 'a1', cpus: 8, gpus },
      { hosts: 'b1', cpus: 8, gpus: { count: 1, model: 'H100' } },
    ];
    const script = 'grep Cpus_allowed_list /proc/self/status; tr "\\0" " " </proc/$PPID/cmdline';
    const folder = compilePlan(cluster(), planOf(outcomeTopology({}, { nodes, ...commandOf(script) })));
    const { id, state, log } = await runJob(cluster(), folder);
    expect(state, log).toBe('COMPLETED');
    const lines = linesOf(folder, `${id}`);
    const cpus = lines.map((line) => /^Cpus_allowed_list:\t(.*)/.exec(line)?.[1]);
    expect(cpus).toEqual(['1', '0', expect.any(String)]);
    expect(lines.every((line) => line.endsWith('/slurm.bash rank'))).toBe(true); // no guard between Slurm's task and the rank
  });

  test('outside Slurm it says so', async () => {
    const { status, stderr } = await cluster().run([join(compilePlan(cluster(), plan), 'job.sbatch')]);
    expect(status).toBe(78);
    expect(stderr).toContain('this is no Slurm job');
  });

  test('a broken script does not pass for a right one', async () => {
    const good = planOf(outcomeTopology({}, { mapping: { order: 'cyclic' } }));
    expect(findDifferences(await runPlan(cluster(), good), false)).toEqual([]);
    const breaks: readonly ((folder: string) => void)[] = [
      (folder) => editLibrary(folder, 'eval "$name=\\$visible"', 'CUDA_VISIBLE_DEVICES=0'),
      (folder) => editLibrary(folder, /^ {2}source_env_file "\$RANKPLAN_THIS"$/m, '$&; export RANK=0'),
      (folder) => editLibrary(folder, '--ntasks=${task_counts[component]}', '--ntasks=2'),
    ];
    for (const spoil of breaks) {
      const folder = compilePlan(cluster(), good);
      spoil(folder);
      expect(findDifferences(await runPlan(cluster(), good, folder), false), `${spoil}`).not.toEqual([]);
    }
  });
});
