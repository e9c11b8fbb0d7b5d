import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runJob } from './job-sbatch-fixture.ts';

/* job.sbatch before the ranks start. */
describe('slurm.healthCheck', () => {
  const words = [
    'sh',
    '-c',
    'printf "<%s>" "$@"',
    'check',
    ':',
    '',
    "it's",
    '$HOME',
    'a b',
    'new\nline',
    ':',
  ];

  it('gets its words as they are, also those that mean something to srun', () => {
    expect(runJob({ slurm: { healthCheck: words } })).toMatchObject({
      status: 0,
      log: 'ran\n',
      health: "<:><><it's><$HOME><a b><new\nline><:>",
    });
  });

  it('is not blamed where the directory is not on a node', () => {
    const { status, stderr, log } = runJob({ slurm: { healthCheck: ['true'] }, env: { LACKING: 'yes' } });
    expect({ status, log }).toEqual({ status: 78, log: null });
    expect(stderr).toMatch(/job\.sbatch: .*out is not on b1: /);
    expect(stderr).not.toContain('health check');
  });

  it('is not blamed where srun starts nothing', () => {
    const { status, stderr, log } = runJob({ slurm: { healthCheck: ['true'] }, env: { LACKING: 'srun' } });
    expect({ status, log }).toEqual({ status: 78, log: null });
    expect(stderr).toContain('srun ended with status 2, and slurm.healthCheck began on no node');
    expect(stderr).not.toContain('gave no answer');
  });
});

it.each([
  ['is missing', (file: string) => rmSync(file)],
  ['names no env file', (file: string) => writeFileSync(file, '{"formatVersion":"1.0","artifacts":{}}\n')],
])('starts no rank where the list by which edits are seen %s', (_, spoil) => {
  const { status, stderr, log } = runJob({ prepare: (out) => spoil(join(out, '.rankplan.json')) });
  expect({ status, log }).toEqual({ status: 78, log: null });
  expect(stderr).toMatch(/\.rankplan\.json, by which edits of env files are seen, is missing or lists none/);
});

it('asks for none of the tasks that a component of the allocation was asked for', () => {
  const nodes = [
    { hosts: 'a1', gpus: { count: 1 } },
    { hosts: 'b1', cpuRanks: 1 },
  ];
  const env = {
    SLURM_JOB_NODELIST_HET_GROUP_0: 'a1',
    SLURM_JOB_NODELIST_HET_GROUP_1: 'b1',
    SLURM_NTASKS_PER_NODE_HET_GROUP_0: '4',
    LACKING: 'srun',
  };
  const { given } = runJob({ nodes, env });
  expect(given).toContain('SLURM_JOB_NODELIST_HET_GROUP_1=b1\n');
  expect(given).not.toContain('SLURM_NTASKS_PER_NODE');
});

it('takes nothing from variables that are called like its own', () => {
  const names = [
    'lines',
    'setup',
    'rank_setup',
    'run',
    'report_fd',
    'job_name',
    'requeues',
    'combined_log',
    'container',
  ];
  const more = [
    'here',
    'lost',
    'path',
    'nodes',
    'wrap',
    'workdir',
    'bind',
    'stop_reason',
    'job_status',
    'environment',
  ];
  const env = Object.fromEntries([...names, ...more].map((name) => [name, 'exit 9']));
  const run = runJob({ slurm: { healthCheck: ['true'], restarts: 1 }, env });
  expect(run).toMatchObject({ status: 0, stderr: '', log: 'ran\n' });
});

it.each(['task.bash', 'job.bash', 'gpus.bash'])('starts no rank beside another lib/%s', (file) => {
  const { status, stderr, log } = runJob({ prepare: (out) => appendFileSync(join(out, 'lib', file), '#\n') });
  expect({ status, log }).toEqual({ status: 78, log: null });
  expect(stderr).toMatch(/^job\.sbatch: .*\/lib is not that of this script \([0-9a-f]{12}\): compile again/);
});

const dropPart = (file: string) => (out: string) => rmSync(join(out, 'lib', file));
const emptyPart = (file: string) => (out: string) => writeFileSync(join(out, 'lib', file), '');

it.each([
  [
    'none at all',
    (out: string) => rmSync(join(out, 'lib'), { recursive: true }),
    /out\/lib is not on b1 as it was/,
  ],
  ['no check.bash', dropPart('check.bash'), /lib is not whole: compile again/],
  ['no outcome.bash', dropPart('outcome.bash'), /lib is not whole: compile again/],
  ['no gpus.bash', dropPart('gpus.bash'), /lib is not that of this script/],
  ['an empty check.bash', emptyPart('check.bash'), /check_digests: command not found/],
  ['an empty srun.bash', emptyPart('srun.bash'), /lib is not that of this script/],
  [
    'a job.bash that bash cannot read',
    (out: string) => appendFileSync(join(out, 'lib/job.bash'), '('),
    /syntax error/,
  ],
])('starts no rank where of lib/ there is %s', (_, prepare, says) => {
  const { status, stderr, log } = runJob({ prepare, env: { SLURMD_NODENAME: 'b1' } });
  expect({ status, log }).toEqual({ status: 78, log: null });
  expect(stderr).toMatch(says);
});

it.each([['sh'], ['bash'], ['bash', '--posix']])('may be called by %s', (...call) => {
  expect(runJob({ call })).toMatchObject({ status: 0, stderr: '', log: 'ran\n' });
});

it('says that the working directory is not there', () => {
  const { status, stderr, log } = runJob({ launch: { workdir: '/not/there' } });
  expect({ status, log }).toEqual({ status: 78, log: null });
  expect(stderr).toMatch(/^job\.sbatch: the working directory '\/not\/there' cannot be entered: make it/);
});

it('needs no room in /tmp', () => {
  // bash takes a folder in which nothing can be made for its here-documents, where it may write to it: that is root.
  expect(runJob({ env: { TMPDIR: '/proc/self/fd' } })).toMatchObject({ status: 0, stderr: '', log: 'ran\n' });
});

it.each([
  ['exit 0', 78, 0],
  ['exit 3', 3, 3],
])('says that slurm.setup ended before srun: %s', (line, status, own) => {
  expect(runJob({ slurm: { setup: [line] } })).toMatchObject({
    ...{ status, log: null, given: null, health: null },
    stderr: `job.sbatch: slurm.setup ended with status ${own}, before srun: no rank was started\n`,
  });
});

it.each(['slurm', 'launch'] as const)(
  'refuses lines of %s.setup that no program takes as one word',
  (section) => {
    const setup = Array.from({ length: 700 }, () => `# ${'ü'.repeat(99)}`);
    const { status, stderr, log } = runJob({ [section]: { setup } });
    expect({ status, log }).toEqual({ status: 78, log: null });
    expect(stderr).toContain(`the lines of ${section}.setup are more than the 128 KiB`);
  },
);

/** What a reviewer reads: without what is asked for, and without the lines of setup. */
const pageOf = (text: string): readonly string[] =>
  text
    .replace(/^IFS= read .* <<'(END_*)' [\s\S]*?\n\1$/gm, '')
    .split('\n')
    .filter((line) => !line.startsWith('#SBATCH'));

const SCRIPTS = readdirSync('test/golden', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.sbatch'),
);

it('has scripts to look at', () => expect(SCRIPTS.length).toBeGreaterThan(10));

it.each(SCRIPTS)('%s is a page', (path) => {
  expect(pageOf(readFileSync(join('test/golden', path), 'utf8')).length).toBeLessThanOrEqual(60);
});
