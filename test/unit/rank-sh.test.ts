import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planOf } from '../compile-text.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';
import { writeDirectory } from '../write-directory.ts';

/*
 * job.sbatch and its tasks without Slurm: srun is a stand-in that starts one task, as another host. What Slurm itself makes
 * of them is in test/integration/slurm.
 */
const scratch = makeFolder('rankplan-rank-');
const bin = join(scratch, 'bin');
mkdirSync(bin);
const STAND_IN = `#!/bin/bash -p
while [[ $1 == --* ]]; do shift; done
[[ -z \${SHELL_OF_RANKS-} ]] || set -- $SHELL_OF_RANKS "\${@: -2}"
printf '%s\\n' "$1" >"$RANKPLAN_RUN_DIR/starter"
echo "$$" >"$RANKPLAN_RUN_DIR/pid"
eval "\${BEFORE-}"
export $TASK
exec "$@"
`;
writeFileSync(join(bin, 'srun'), STAND_IN, { mode: 0o755 });

const HOSTILE = ["it's", '', ' a  b ', '$HOME', '`id`', '\\', "'''", '\\n', '*', '-x', 'new\nline', 'ü&"%s'];

interface JobOptions {
  readonly command?: readonly string[];
  readonly setup?: readonly string[] | undefined;
  readonly memory?: 'any';
  readonly gpus?: readonly object[];
  readonly slurm?: object;
  readonly env?: NodeJS.ProcessEnv;
  readonly place?: object;
  readonly args?: readonly string[];
}

/** What Slurm tells the task. */
const PLACE = {
  SLURMD_NODENAME: 'b1',
  SLURM_NTASKS: '3',
  SLURM_PROCID: '2',
  SLURM_LOCALID: '1',
  CUDA_VISIBLE_DEVICES: '4,5',
};

/** Rank 2 of three on b1, whose GPUs Slurm calls 4 and 5. */
function runRank(options: JobOptions) {
  const { out, args, settings, read } = prepareRank(options);
  const { status, stdout, stderr } = spawnSync(join(out, 'job.sbatch'), args, {
    encoding: 'utf8',
    ...settings,
  });
  return { status, stdout, stderr, out: read('rank-2.out'), err: read('rank-2.err'), read };
}

function prepareRank({ command, setup, memory, gpus, slurm = {}, ...options }: JobOptions) {
  const { env = {}, place = {}, args = [] } = options;
  const folder = mkdtempSync(join(scratch, 'a case '));
  const topology = {
    nodes: [
      { hosts: 'a1', cpus: 8, gpus: { count: 1 } },
      { hosts: 'b1', cpus: 8, gpus: gpus ?? { count: 2 } },
    ],
    launch: { command, setup, memory, checkNetwork: false },
    slurm,
  };
  const out = join(folder, 'out');
  writeDirectory(out, planOf(topology));
  const settings = {
    cwd: scratch,
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      SLURM_JOB_ID: '9',
      SLURM_JOB_NODELIST: 'a1,b1',
      TASK: Object.entries({ ...PLACE, ...place })
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      ...env,
    },
  };
  const read = (file: string) => {
    const path = join(out, 'runs', env['SLURM_JOB_ID'] ?? '9', file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  return { out, args, settings, read };
}

const WORDS = ['bash', '-c', 'printf "<%s>" "$@"', 'rank'];
const [DASH, BASH, POSIX_BASH] = ['dash', 'bash', 'bash --posix'];

describe.each(some([DASH, BASH, POSIX_BASH]))('a task in %s', (shell) => {
  const env = { SHELL_OF_RANKS: shell };

  it('gives the command its words as they are, and its environment', () => {
    const words = runRank({ command: [...WORDS, ...HOSTILE], args: ['--', ...HOSTILE], env });
    expect(words).toMatchObject({ status: 0, stdout: '', stderr: '', err: '' });
    expect(words.out).toBe([...HOSTILE, ...HOSTILE].map((word) => `<${word}>`).join(''));
    const facts = 'RANK LOCAL_RANK CUDA_VISIBLE_DEVICES SLURM_GTIDS SLURM_JOB_NODELIST RANKPLAN_DIR';
    const script = facts.replaceAll(/\w+/g, 'echo "${$&-unset}";');
    const command = ['sh', '-c', script];
    expect(runRank({ command, env }).out).toBe('2\n1\n4,5\n1,2\na1,b1\nunset\n');
    const place = { CUDA_VISIBLE_DEVICES: '0,1' };
    expect(runRank({ command, env, place }).out).toMatch(/^2\n1\n0,1\n/);
  });

  it.each([
    ['exit 3', 3, 'failed with status 3'],
    ['kill -KILL $$', 137, 'failed with status 137 (as from SIGKILL)'],
    ['kill -TERM $$', 143, 'failed with status 143 (as from SIGTERM)'],
    ['exit 128', 128, 'failed with status 128'],
    ['exit 165', 165, 'failed with status 165'], // RTMIN+3, of which nobody dies
    ['exit 193', 193, 'failed with status 193'], // of no signal
    ['exit 255', 255, 'failed with status 255'], // Python's sys.exit(-1)
  ])('writes down how the rank ended: %s', (script, status, text) => {
    const run = runRank({ command: ['sh', '-c', `echo last words >&2; ${script}`], env });
    expect(run.status).toBe(status);
    expect(run.read('failure')).toBe(`rank-2 ${status} b1\n`);
    expect(run.stderr).toContain(`job.sbatch: rank 2 (b1, GPU 1) ${text}; its log: `);
    expect(run.stderr).toContain('\n  last words\n');
  });

  // Under proctrack/cgroup Slurm signals a task's first process alone.
  it.each([[undefined], [['export FROM=setup']]])('passes each signal on, once: setup %s', async (setup) => {
    const names = ['HUP', 'INT', 'QUIT', 'TERM', 'USR1', 'USR2'];
    const script = `for name; do trap "echo $name" "$name"; done; echo ready; until [[ -e $0 ]]; do sleep 0.02; done; exit 7`;
    const end = join(mkdtempSync(join(scratch, 'end-')), 'end');
    const command = ['bash', '-c', script, end, ...names];
    const { out, settings, read } = prepareRank({ command, setup, env });
    const child = spawn(join(out, 'job.sbatch'), settings);
    let text = 'ready\n';
    for (const name of names) {
      await until(text, () => read('rank-2.out') === text);
      process.kill(Number(read('pid')), `SIG${name}`);
      text += `${name}\n`;
    }
    await until(text, () => read('rank-2.out') === text);
    writeFileSync(end, '');
    const [status] = await once(child, 'close');
    expect({ status, err: read('rank-2.err') }).toEqual({ status: 7, err: '' });
  });

  it('tells of a command that is not there, in the log of the rank', () => {
    const run = runRank({ command: ['no-such-program'], env });
    expect(run.status).toBe(127);
    expect(run.err).toMatch(/no-such-program'?: (command not found|not found|No such file)/);
  });

  it.each([
    ['none', 'rm -- "$RANKPLAN_DIR/env/rank-2.env"'],
    ['one that is cut', `echo "export X='" >>"$RANKPLAN_DIR/env/rank-2.env"`],
    ['that of another rank', 'cd -- "$RANKPLAN_DIR/env" && cp rank-1.env rank-2.env'],
  ])('is refused where its node finds as its env file %s', (_, spoil) => {
    const run = runRank({ command: ['echo', 'started'], env: { ...env, BEFORE: spoil } });
    expect(run).toMatchObject({ status: 78, out: '' });
    expect(run.stderr).toMatch(/^job\.sbatch: rank 2 \(b1(, GPU \d)?\) was refused/m);
    expect(run.stderr).toMatch(
      /env, where b1 looks for what rank-2 finds, is not that of the job's first node: copy/,
    );
  });

  it.each([
    [{ SLURM_PROCID: '1' }, 'Slurm started task 1 on b1, where the plan has rank 2'],
    [{ SLURM_LOCALID: '2' }, 'Slurm started task 2 on b1, where the plan has 2 ranks'],
    [{ SLURMD_NODENAME: 'c1' }, 'Slurm started a task on c1, where the plan has no rank'],
    [{ SLURM_NTASKS: '2' }, 'Slurm started 2 tasks for 3 ranks'],
    [{ CUDA_VISIBLE_DEVICES: '4' }, 'Slurm gave this task 1 GPUs of b1 (4) where the plan has 2: '],
  ])('refuses another place than the planned one: %o', (place, text) => {
    const run = runRank({ command: ['echo', 'started'], env, place });
    expect(run.status).toBe(78);
    expect(run.stderr).toContain(`job.sbatch: ${text}`);
    expect(run.out ?? '').toBe('');
  });
});

describe('which shell reads slurm.bash', () => {
  const command = ['bash', '-c', 'greet; env | grep -c "^a.b=c"'];
  const starter = (options: JobOptions) => runRank(options).read('starter');

  it('is a small one, and bash for the lines of launch.setup and for what only bash hands on', () => {
    expect(starter({ command: ['true'] })).toBe('/bin/sh\n');
    const env = { 'BASH_FUNC_greet%%': '() {  echo "hello,\n there"\n}', 'a.b': 'c' };
    const run = runRank({ command, env });
    expect(run).toMatchObject({ status: 0, out: 'hello,\n there\n1\n', err: '' });
    expect(run.read('starter')).toBe('/bin/bash\n');
  });

  it('is bash for a function that slurm.setup exports', () => {
    const setup = ['greet() { echo hello; }', 'export -f greet'];
    const run = runRank({ command: ['bash', '-c', 'greet'], slurm: { setup } });
    expect(run).toMatchObject({ status: 0, out: 'hello\n', err: '' });
  });

  it('is bash for launch.setup, whose lines see no parameters', () => {
    const setup = ['[[ $# == 0 ]] && words=(from setup)', 'export WORDS="${words[*]}"', 'return'];
    const run = runRank({ command: ['sh', '-c', 'echo "$WORDS: $1"', 'rank'], setup, args: ["it's"] });
    expect(run).toMatchObject({ status: 0, out: "from setup: it's\n", err: '' });
  });
});

it('lets functions that the caller exported reach setup lines and ranks, and nothing of its own', () => {
  const builtins = 'printf read mapfile cd local trap exec unset export set eval shift wait';
  const names = `${builtins} say refuse srun step place run_job begin_task become_rank`.split(' ');
  const functions = names.map((name) => [`BASH_FUNC_${name}%%`, '() {  echo hijacked; return 3\n}']);
  const module = { 'BASH_FUNC_module%%': '() {  LOADED="${LOADED-}[$*]"; builtin export LOADED\n}' };
  const command = ['bash', '-pc', 'echo "$LOADED $BASH_ENV"; env | grep -c "^BASH_FUNC_.*%%="'];
  const { status, stdout, stderr, out, err } = runRank({
    command,
    slurm: { setup: ['module load job'] },
    setup: ['module load rank'],
    env: { ...Object.fromEntries(functions), ...module, BASH_ENV: '/nowhere', SHELLOPTS: 'errexit:nounset' },
  });
  expect({ status, stdout, stderr }, err ?? '').toEqual({ status: 0, stdout: '', stderr: '' });
  const kept = names.length + 1 - 3; // set, eval and exec do not outlive lines of setup
  expect(out).toBe(`[load job][load rank] /nowhere\n${kept}\n`);
});

it('gives ranks variables that are called like its own', () => {
  const names = 'here plan command run nodes lines environment path tasks restarts lost'.split(' ');
  const env = {
    ...Object.fromEntries(names.map((name) => [name, `its ${name}`])),
    ...{ setup: 'exit 3', TMOUT: '1', FUNCNEST: '2', BASH_COMPAT: '4.2' },
  };
  const words = Object.keys(env).map((name) => `"$${name}"`);
  const command = ['sh', '-c', `echo ${words.join(' ')}`];
  const run = runRank({ command, env, slurm: { setup: ['true'] } });
  expect(run).toMatchObject({ status: 0, stderr: '', err: '' });
  expect(run.out).toBe(`${Object.values(env).join(' ')}\n`);
});

it('passes over a port at which somebody listens', async () => {
  const command = ['sh', '-c', 'echo "$MASTER_PORT"'];
  const env = { SLURM_JOB_ID: '777' }; // tests of other files run at the same time, as job 9
  const first = Number(runRank({ command, env }).out);
  expect(first).toBeGreaterThan(14_999);
  const server = createServer().listen(first, '127.0.0.1');
  await once(server, 'listening');
  expect(Number(runRank({ command, env }).out)).toBeGreaterThan(first);
  server.close();
});

it('goes on whatever the lines of setup set', () => {
  const setup = [
    'set -efuC -o pipefail',
    'IFS=:',
    'shopt -s failglob nullglob',
    'false || true',
    'set -- a b',
  ];
  const run = runRank({ command: WORDS, args: HOSTILE, slurm: { setup } });
  expect(run).toMatchObject({ status: 0, stderr: '', out: HOSTILE.map((word) => `<${word}>`).join('') });
  const both = runRank({ command: WORDS, args: HOSTILE, slurm: { setup }, setup });
  expect(both).toMatchObject({ status: 0, stderr: '', err: '', out: run.out });
});

it.each([
  ['slurm.setup', { slurm: { setup: ['if true; then', 'done'] } }, /line \d+: `done'/],
  ['slurm.setup', { slurm: { setup: ["echo 'open"] } }, /(syntax error|unexpected EOF)/],
  ['launch.setup', { setup: ['for x in a b', 'echo'] }, /line \d+: `echo'/],
])('refuses what bash cannot read in %s, before any rank starts', (key, options, problem) => {
  const run = runRank({ command: ['echo', 'started'], ...options });
  expect(run).toMatchObject({ status: 78, stdout: '', out: null });
  const start = `job.sbatch: bash cannot read the lines of ${key}: correct them, and compile again\nline `;
  expect(run.stderr.slice(0, start.length)).toBe(start);
  expect(run.stderr).toMatch(problem);
});

it('refuses a command that begins with an option', () => {
  const run = runRank({ args: ['--epochs', '5'] });
  expect(run.status).toBe(78);
  expect(run.stderr).toContain("the command would begin with '--epochs': give the program first");
});

describe('a task with the CPUs of its GPU', () => {
  const gpus = [
    { index: 0, cpus: '1' },
    { index: 1, cpus: '0' },
  ];
  const script = 'grep Cpus_allowed_list /proc/self/status; tr "\\0" " " </proc/$PPID/cmdline';
  const command = ['sh', '-c', script];

  /** Variables with which a program is found before the one of the machine. */
  function placeProgram(name: string, text: string) {
    const folder = mkdtempSync(join(scratch, 'path'));
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return { PATH: `${folder}:${bin}:${process.env['PATH']}` };
  }

  it.each([[undefined], [['export FROM=setup']]])('runs the rank there, unguarded: setup %s', (setup) => {
    const run = runRank({ command, gpus, setup });
    expect(run).toMatchObject({ status: 0, stderr: '', err: '' });
    expect(run.out).toMatch(/^Cpus_allowed_list:\t0\n.*slurm\.bash rank $/);
  });

  it('does without taskset, and says so', () => {
    const env = placeProgram('taskset', 'exit 127');
    const place = { SLURM_PROCID: '1', SLURM_LOCALID: '0' };
    const run = runRank({ command: ['echo', 'ran'], gpus, env, place });
    expect(run).toMatchObject({ status: 0, err: null });
    expect(run.stderr).toMatch(
      /^job\.sbatch: on b1 ranks may run far from their GPUs: taskset is not there, or Slurm gave other CPUs than 1\n$/,
    );
  });

  it('takes memory near them by numactl, but for `memory: any`', () => {
    const env = placeProgram('numactl', 'echo "$1"\nshift\nexec "$@"');
    expect(runRank({ command: ['echo', 'ran'], gpus, env }).out).toBe('--localalloc\nran\n');
    expect(runRank({ command: ['echo', 'ran'], gpus, env, memory: 'any' }).out).toBe('ran\n');
  });

  it('binds nothing where Slurm chooses the GPUs', () => {
    const env = { SLURM_JOB_NODELIST_HET_GROUP_0: 'b1', SLURM_JOB_NODELIST_HET_GROUP_1: 'a1' };
    const run = runRank({ command, gpus, slurm: { allocation: 'shared' }, env });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.out).not.toMatch(/^Cpus_allowed_list:\t0\n/);
  });

  it('tells in the log of the rank of CPUs that it did not get', () => {
    const many = [{ index: 0 }, { index: 1, cpus: '0-1000' }];
    const run = runRank({ command: ['true'], gpus: many });
    expect(run).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^job\.sbatch: of the CPUs near the GPU, 0-1000, the rank has 0-\d+\n$/),
    });
  });
});

it('writes whole who failed, though TERM comes meanwhile: another rank failed, too', () => {
  const failure = join(mkdtempSync(join(scratch, 'failure-')), 'failure');
  const script = `eval "$(sed -n '/^end_task()/,/^}/p' src/emitters/slurm/parts/task.bash)"
printf() { read -r pid _ </proc/self/stat; kill -s TERM "$pid"; command printf "$@"; }
RANKPLAN_STOPPED='' RANKPLAN_PART=rank-2 RANKPLAN_HOST=b1 RANKPLAN_FAILURE=$1
end_task 78`;
  expect(spawnSync('sh', ['-c', script, 'sh', failure], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  expect(readFileSync(failure, 'utf8')).toBe('rank-2 78 b1\n');
});
