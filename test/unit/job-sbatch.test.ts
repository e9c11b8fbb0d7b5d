import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JobOptions, runJob } from './job-sbatch-fixture.ts';

/** What a job that starts no rank says. */
function refusalOf(options: JobOptions): string {
  const { status, stderr, log } = runJob(options);
  expect({ status, log }, stderr).toEqual({ status: 78, log: null });
  return stderr;
}

/* job.sbatch before the ranks start. */
describe('slurm.healthCheck', () => {
  const hostile = [':', '', "it's", '$HOME', 'a b', 'new\nline', ':'];
  const words = ['sh', '-c', 'printf "<%s>" "$@"', 'check', ...hostile];

  it('gets its words as they are, also those that mean something to srun', () => {
    expect(runJob({ slurm: { healthCheck: words } })).toMatchObject({
      status: 0,
      log: 'ran\n',
      health: "<:><><it's><$HOME><a b><new\nline><:>",
    });
  });

  it('is not blamed where the directory is not on a node', () => {
    const stderr = refusalOf({ slurm: { healthCheck: ['true'] }, env: { LACKING: 'yes' } });
    expect(stderr).toMatch(/job\.sbatch: .*out is not on b1: /);
    expect(stderr).not.toContain('health check');
  });

  it('is not blamed where srun starts nothing', () => {
    const stderr = refusalOf({ slurm: { healthCheck: ['true'] }, env: { LACKING: 'srun' } });
    expect(stderr).toContain('srun ended with status 2, and slurm.healthCheck began on no node');
    expect(stderr).not.toContain('gave no answer');
  });
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
  const ofJob =
    'lines setup rank_setup run report_fd job_name requeues combined_log container stop_reason job_status';
  const names = `${ofJob} here lost path nodes wrap workdir bind environment`.split(' ');
  const env = Object.fromEntries(names.map((name) => [name, 'exit 9']));
  const run = runJob({ slurm: { healthCheck: ['true'], restarts: 1 }, env });
  expect(run).toMatchObject({ status: 0, stderr: '', log: 'ran\n' });
});

const addToLibrary = (text: string) => (out: string) => appendFileSync(join(out, 'slurm.bash'), text);
const cutLibrary = (length: number) => (out: string) =>
  writeFileSync(join(out, 'slurm.bash'), readFileSync(join(out, 'slurm.bash')).subarray(0, length));

it.each([
  ['missing', (out: string) => rmSync(join(out, 'slurm.bash')), /out\/slurm\.bash is not on b1 as it was/],
  ['empty', cutLibrary(0), /slurm\.bash is not whole, or may not be read: copy the whole/],
  ['cut behind a function', cutLibrary(-140), /slurm\.bash is not whole/],
  ['cut within one', cutLibrary(9000), /syntax error|unexpected EOF/],
  ['none that bash can read', addToLibrary('('), /syntax error/],
  ['another', addToLibrary('#\n'), /^job\.sbatch: .*\/slurm\.bash is not that of this script: compile again/],
])('starts no rank where slurm.bash is %s', (_, prepare, says) => {
  expect(refusalOf({ prepare, env: { SLURMD_NODENAME: 'b1' } })).toMatch(says);
});

const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const asRoot = process.getuid?.() === 0;

/** To a user who is not root, that may do all else. */
function forbid(out: string, file: string): void {
  for (let folder = out; folder !== tmpdir() && folder !== '/'; folder = dirname(folder))
    chmodSync(folder, 0o755);
  for (const made of [out, join(out, 'runs')]) {
    mkdirSync(made, { recursive: true });
    chmodSync(made, 0o777);
  }
  chmodSync(join(out, file), 0);
}

it.each([
  ['slurm.bash', /slurm\.bash: Permission denied/],
  ['plan.json', /job\.sbatch: .*plan\.json may not be read by \w+: change its permissions/],
  ['.rankplan.json', /job\.sbatch: .*\.rankplan\.json may not be read by \w+: change its permissions/],
  ['env/rank-0.env', /job\.sbatch: .*env\/rank-0\.env may not be read by \w+: change its permissions/],
])('tells %s that may not be read from one that is missing, or another', (file, says) => {
  const prepare = (out: string) => forbid(out, file);
  const found = runJob({ prepare, call: asRoot ? NOBODY : [], env: { SLURMD_NODENAME: 'b1' } });
  expect(found.status, found.stderr).toBe(78);
  expect(found.stderr).toMatch(says);
  expect(found.log ?? '').toBe('');
});

it.each([
  ['plan.json', null, /plan\.json is missing: copy the whole directory/],
  ['.rankplan.json', null, /\.rankplan\.json is missing: copy the whole directory/],
  ['plan.json', '{}', /plan\.json is not the plan of this script \([0-9a-f]{12}\): compile again/],
  [
    '.rankplan.json',
    '{"formatVersion":"1.0","artifacts":{}}',
    /\.rankplan\.json does not list the files of this plan \([0-9a-f]{12}\): compile again/,
  ],
])('tells %s that is missing from another: %s', (file, text, says) => {
  const prepare = (out: string) =>
    text === null ? rmSync(join(out, file)) : writeFileSync(join(out, file), text);
  expect(refusalOf({ prepare })).toMatch(says);
});

it.each([
  [
    'was edited',
    (file: string) => appendFileSync(file, "export X=''\n"),
    /was edited since it was compiled, or /,
  ],
  ['is missing', (file: string) => rmSync(file), /is missing: copy the whole directory/],
])('starts nothing where an env file of any rank %s', (_, spoil, says) => {
  const stderr = refusalOf({ prepare: (out) => spoil(join(out, 'env/rank-0.env')) });
  expect(stderr).toMatch(says);
  expect(stderr).toContain('/env/rank-0.env ');
});

it.each([['sh'], ['bash'], ['bash', '--posix']])('may be called by %s', (...call) => {
  expect(runJob({ call })).toMatchObject({ status: 0, stderr: '', log: 'ran\n' });
});

it('says that the working directory is not there', () => {
  expect(refusalOf({ launch: { workdir: '/not/there' } })).toMatch(
    /^job\.sbatch: the working directory '\/not\/there' cannot be entered: make it/,
  );
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
    expect(refusalOf({ [section]: { setup } })).toContain(
      `the lines of ${section}.setup are more than the 128 KiB`,
    );
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

it('has scripts to look at', () => expect(SCRIPTS.length).toBeGreaterThan(7));

it.each(SCRIPTS)('%s is a page', (path) => {
  expect(pageOf(readFileSync(join('test/golden', path), 'utf8')).length).toBeLessThanOrEqual(60);
});
