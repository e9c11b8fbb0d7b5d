import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileText, errorCodes, planOf } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';
import { writeDirectory } from '../write-directory.ts';

/*
 * slurm.container without containers: srun and apptainer are stand-ins that write down what they are told. Apptainer's is
 * tried in real jobs, too (test/integration/slurm/container.test.ts); pyxis is a plugin of srun, which is not to be had here.
 */
const scratch = makeFolder('rankplan-container-');
const bin = join(scratch, 'bin');
mkdirSync(bin);
const RECORD = `printf '%s\\0' "$@" >"$RECORD-\${0##*/}"`;
const tool = (name: string, lines: string) =>
  writeFileSync(join(bin, name), `#!/bin/bash\n${RECORD}\n${lines}\n`, { mode: 0o755 });
tool(
  'srun',
  `while [[ $1 == --* ]]; do shift; done
cd "\${TASK_DIR:-.}" || exit
export SLURMD_NODENAME=b1 SLURM_NTASKS=1 SLURM_PROCID=0 SLURM_LOCALID=0 $TASK
exec "$@"`,
);
const STAND_IN = '[[ $1 == exec ]] && while [[ $1 != *.sif ]]; do shift; done; shift; exec "$@"';
tool('apptainer', STAND_IN);

const HOSTILE = join(scratch, 'it\'s $HOME `id` "x".sif');
writeFileSync(HOSTILE, '');

const SURROUNDINGS = {
  folder: 'a case',
  gpus: { count: 1 },
  task: 'CUDA_VISIBLE_DEVICES=3',
  setup: [] as readonly string[],
  cwd: scratch, // where the job is submitted
  taskDir: '', // where Slurm starts the task
  srun: [] as readonly string[],
  env: {} as Readonly<Record<string, string>>,
};

function run(container: object, surroundings: Partial<typeof SURROUNDINGS> = {}) {
  const { folder, gpus, task, setup, cwd, taskDir, srun, env: more } = { ...SURROUNDINGS, ...surroundings };
  const directory = join(mkdtempSync(join(scratch, 'run-')), folder);
  mkdirSync(directory);
  const topology = {
    nodes: [{ hosts: 'b1', cpus: 8, ...(gpus.count === 0 ? { cpuRanks: 1 } : { gpus }) }],
    launch: { command: ['sh', '-c', 'echo "$RANK ${CUDA_VISIBLE_DEVICES-}"; pwd'], setup },
    slurm: { container, srun },
  };
  const out = join(directory, 'out');
  writeDirectory(out, planOf(topology));
  const env = { PATH: `${bin}:${process.env['PATH']}`, SLURM_JOB_ID: '9', SLURM_JOB_NODELIST: 'b1' };
  const { status, stderr } = spawnSync(join(out, 'job.sbatch'), [], {
    encoding: 'utf8',
    cwd,
    env: { ...env, ...more, TASK_DIR: taskDir, RECORD: join(directory, 'words'), TASK: task },
  });
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const wordsOf = (name: string) =>
    read(join(directory, `words-${name}`))
      .split('\0')
      .slice(0, -1);
  const [log, err] = ['out', 'err'].map((name) => read(join(out, `runs/9/rank-0.${name}`)));
  return { status, stderr, out, wordsOf, log, err };
}

describe('pyxis', () => {
  it('gets the image and the mounts as options of srun, each one word', () => {
    const container = { image: HOSTILE, runtime: 'pyxis', mounts: ['/scratch', '/data/a b:/data:ro'] };
    const { status, out, wordsOf, log } = run(container);
    expect(status).toBe(0);
    const mounts = [`${out}:${out}`, `${scratch}:${scratch}`, '/scratch:/scratch', '/data/a b:/data:ro'];
    expect(wordsOf('srun')).toEqual(
      expect.arrayContaining([
        `--container-image=${HOSTILE}`,
        `--container-mounts=${mounts.join(',')}`,
        `--container-workdir=${scratch}`,
      ]),
    );
    expect(log).toBe(`0 3\n${scratch}\n`);
    expect(wordsOf('apptainer')).toEqual([]);
  });

  it('keeps what Slurm and the job say from variables of the image, and what the caller keeps', () => {
    const keptIn = (srun: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      run({ image: 'x', runtime: 'pyxis' }, { srun, env })
        .wordsOf('srun')
        .filter((word) => word.startsWith('--container-env='))
        .at(-1); // of pyxis' options the last of a name counts
    const own =
      '--container-env=CUDA_VISIBLE_DEVICES,ROCR_VISIBLE_DEVICES,ZE_AFFINITY_MASK,MASTER_PORT,RANKPLAN_MASTER_ADDR,RANKPLAN_DIR,RANKPLAN_RUN_DIR';
    expect(keptIn([])).toBe(own);
    expect(keptIn(['--container-env=A,B', '--container-writable', '--container-env=C'])).toBe(`${own},A,B,C`);
    expect(keptIn([], { PYXIS_CONTAINER_ENV: 'D' })).toBe(`${own},D`);
  });

  it('starts where `workdir` says', () => {
    const { wordsOf } = run({ image: 'x', runtime: 'pyxis', workdir: '/in side' });
    expect(wordsOf('srun')).toContain('--container-workdir=/in side');
  });

  it('starts where `workdir` says, also where that is what Slurm takes for a lost directory', () => {
    const { log } = run({ image: 'x', runtime: 'pyxis', workdir: '/tmp' }, { taskDir: '/tmp' });
    expect(log).toBe('0 3\n/tmp\n');
  });

  it('refuses a directory that it cannot mount', () => {
    const { status, stderr, wordsOf } = run({ image: 'x', runtime: 'pyxis' }, { folder: 'a,b' });
    expect(status).toBe(78);
    expect(stderr).toMatch(/cannot be mounted: pyxis takes no/);
    expect(wordsOf('srun')).toEqual([]);
  });
});

describe('an image that is a file', () => {
  const missing = join(scratch, 'not there');
  const none =
    /^job\.sbatch: no rank is started: b1 cannot read (.*), the image: put it where all nodes see it/;
  it.each([
    ['pyxis', missing],
    ['apptainer', `${missing}.sif`],
    ['apptainer', 'relative.sif'],
  ])('%s: %s is looked for before a rank starts', (runtime, image) => {
    const found = run({ image, runtime });
    expect(found).toMatchObject({ status: 78, log: '', err: '', stderr: expect.stringMatching(none) });
    expect(none.exec(found.stderr)?.[1]).toBe(image.startsWith('/') ? image : join(scratch, image));
  });

  it.each([
    ['pyxis', 'nvcr.io#nvidia/pytorch:26.01-py3', {}],
    ['pyxis', './relative.sqsh', {}], // from where pyxis looks is its own affair
    ['pyxis', missing, { srun: ['--container-name=known'] }],
    ['apptainer', 'docker://a/b.sif', {}],
    ['apptainer', 'relative.sif', { setup: ['cd /usr/share'] }],
    ['apptainer', HOSTILE, {}],
  ])('%s: %s is left to the runtime', (runtime, image, more) => {
    expect(run({ image, runtime }, more)).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('apptainer', () => {
  const container = { image: HOSTILE, runtime: 'apptainer' };

  it('runs the command of each rank', () => {
    const { status, out, wordsOf, log } = run({ ...container, mounts: ['/scratch', '/data/a b:/data:ro'] });
    expect(status).toBe(0);
    expect(wordsOf('apptainer').slice(0, 11)).toEqual([
      ...['exec', '--nv', '--bind', out, '--bind', scratch, '--pwd', scratch],
      ...['--bind=/scratch:/scratch', '--bind=/data/a b:/data:ro', HOSTILE],
    ]);
    expect(log).toBe(`0 3\n${scratch}\n`);
    expect(wordsOf('srun').filter((word) => word.startsWith('--container'))).toEqual([]);
  });

  it.each([
    ['of AMD', { count: 1, vendor: 'amd' }, 'ROCR_VISIBLE_DEVICES=3', '--rocm'],
    ['that are none', { count: 0 }, 'X=', '--bind'],
  ])('GPUs %s', (_, gpus, task, word) => {
    const { status, wordsOf, err } = run({ ...container, workdir: '/w' }, { gpus, task });
    expect(status, err).toBe(0);
    expect(wordsOf('apptainer')[1]).toBe(word);
    expect(wordsOf('apptainer')).toEqual(expect.arrayContaining(['--pwd', '/w']));
  });

  it('is in the directory to which `launch.setup` has gone', () => {
    const { out, wordsOf, log } = run(container, { setup: ['cd /usr/share'] });
    const words = ['exec', '--nv', '--bind', out, '--bind', '/usr/share', '--pwd', '/usr/share', HOSTILE];
    expect(wordsOf('apptainer').slice(0, 9)).toEqual(words);
    expect(log).toBe('0 3\n/usr/share\n');
    expect(
      run(container, { setup: ['cd /usr/share; return'] })
        .wordsOf('apptainer')
        .slice(0, 9),
    ).toEqual(expect.arrayContaining(words.slice(4)));
  });

  it('does not get the root of the node, when that is where the job was submitted', () => {
    const { status, out, wordsOf } = run(container, { cwd: '/' });
    expect(status).toBe(0);
    expect(wordsOf('apptainer').slice(0, 7)).toEqual(['exec', '--nv', '--bind', out, '--pwd', '/', HOSTILE]);
  });

  it('refuses a directory that it cannot mount', () => {
    const { status, stderr, wordsOf } = run(container, { folder: 'a:b' });
    expect(status).toBe(78);
    expect(stderr).toMatch(/was refused/);
    expect(wordsOf('apptainer')).toEqual([]);
  });
});

it.each([
  [{ image: '--writable', runtime: 'apptainer' }],
  [{ image: 'x\ny', runtime: 'pyxis' }],
  [{ image: 'x', runtime: 'pyxis', mounts: ['/a,/etc:/etc'] }],
  [{ image: 'x', runtime: 'pyxis', mounts: ['relative'] }],
  [{ image: 'x', runtime: 'pyxis', mounts: ['/a:/b:exec'] }],
  [{ image: 'x', runtime: 'docker' }],
])('%j is refused', (container) => {
  const nodes = [{ hosts: 'b1', gpus: { count: 1 } }];
  expect(errorCodes(compileText({ nodes, slurm: { container } }))).toEqual([
    container.runtime === 'docker' ? 'RP1104' : 'RP1105',
  ]);
});
