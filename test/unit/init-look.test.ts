import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { fakeMachine, hasNative } from '../native/fake-machine.ts';
import { replaySlurm } from '../replay-slurm.ts';
import { makeFolder, writeFiles } from '../scratch.ts';

const accelerate = () => readFileSync('test/data/init/launches/accelerate-old.yaml', 'utf8');
const JOB = '#!/bin/bash\n#SBATCH -N4 --ntasks-per-node=4\n#SBATCH --gres=gpu:4\n';
const LAUNCHED = `${JOB}head=$(srun hostname)\nsrun python t.py $head\n`;
const SCRIPT = '#!/bin/bash\nN=$(nvidia-smi -L | wc -l)\ntorchrun --nproc_per_node $N t.py\n';

/** A folder with these files, in which `init` finds nothing else: no Slurm, no driver. */
function makePlace(files: Readonly<Record<string, string>>) {
  const cwd = makeFolder('rankplan-look-');
  const nothing = makeFolder('rankplan-nothing-');
  writeFiles(cwd, files);
  const env = { ...process.env, RANKPLAN_NVML: join(nothing, 'none.so'), RANKPLAN_SYSFS: nothing };
  const init = (args: readonly string[] = [], path = nothing) =>
    runRankplan(['init', ...args], { cwd, env: { ...env, PATH: path } });
  const written = (name = 'rankplan.yaml') => readFileSync(join(cwd, name), 'utf8');
  return { cwd, init, written };
}

describe('init without arguments', () => {
  test('takes the launch that says most, and tells of the others', () => {
    const { init, written } = makePlace({
      'a-hostfile': 'lab1 slots=4\n',
      'count.sh': SCRIPT,
      'ddp.yaml': accelerate(),
      'notes.txt': 'torchrun --nproc_per_node 2 x.py\n',
      'train.sbatch': JOB,
      'unrelated.sh': '#!/bin/sh\nmake all\n',
    });
    const { status, stdout, stderr } = init();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [first, ...lines] = stdout.split('\n');
    expect(first).toBe('found here:');
    const names = lines.slice(0, 4).map((line) => line.trim().split(':')[0]);
    expect(names.join(' ')).toBe('train.sbatch ddp.yaml a-hostfile count.sh');
    expect(lines[3]).toContain('no map: line 3: a script is not read');
    expect(stdout).not.toMatch(/notes|unrelated/);
    expect(stdout).toMatch(/^made from train\.sbatch:\nwrote rankplan\.yaml/m);
    expect(written()).toContain('hosts: "node[1-4]"');
  });

  test('what it takes for granted is told as a warning', () => {
    const { status, stderr } = makePlace({ 'run.sbatch': LAUNCHED }).init();
    expect(status).toBe(0);
    expect(stderr).toContain('run.sbatch:5:1: warning[RP5117]');
  });

  test('with nothing here it writes a starter, and says so', () => {
    const { init, written } = makePlace({});
    const { status, stdout } = init();
    expect(status).toBe(0);
    expect(stdout).toMatch(/no batch job.*no Slurm.*no GPU.*nothing to begin from/s);
    expect(written()).toContain('hosts: "localhost"');
  });

  test('asks Slurm where no file gives a map', () => {
    const { init, written } = makePlace({ 'count.sh': SCRIPT });
    const bin = makeFolder('rankplan-bin-');
    replaySlurm(bin, {
      nodes: resolve('test/data/slurm/24.11-nodes.txt'),
      partitions: resolve('test/data/slurm/24.11-partitions.txt'),
    });
    expect(init([], `${bin}:/bin`)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('made from what Slurm says of its nodes:'),
    });
    expect(written()).toContain('slurm:');
  });

  test.skipIf(!hasNative)('takes the GPUs of this machine where there is nothing else', () => {
    const { cwd, written } = makePlace({});
    const nothing = makeFolder('rankplan-nothing-');
    const env = { ...fakeMachine('four-l40s').env, PATH: nothing };
    const { status, stdout } = runRankplan(['init'], { cwd, env });
    expect(status).toBe(0);
    expect(stdout).toMatch(/this machine: \d+ GPUs .*made from the GPUs of this machine:/s);
    expect(written()).toContain('uuid:');
  });

  test('a file that is there is not replaced, and nothing is looked for', () => {
    const { init, written } = makePlace({ 'rankplan.yaml': 'mine', 'train.sbatch': JOB });
    expect(init()).toEqual({
      status: 3,
      stdout: '',
      stderr: 'rankplan: rankplan.yaml exists already: give another FILE\n',
    });
    expect(written()).toBe('mine');
  });

  test('with `-o -` only the topology is on stdout', () => {
    const { init } = makePlace({ 'train.sbatch': JOB });
    const { status, stdout, stderr } = init(['-o', '-']);
    expect(status).toBe(0);
    expect(stderr).toContain('found here:');
    expect(runRankplan(['check', '-'], { input: stdout })).toMatchObject({ status: 0, stderr: '' });
  });

  test('odd folders: names with blanks, line breaks and quotes, links to nowhere, folders named like scripts', () => {
    const { cwd, init } = makePlace({
      'a b\n.sh': JOB,
      "it's.sh": '\ufeff#SBATCH -N1 --gpus-per-node=2\r\n',
      'binary.sh': '#SBATCH\u0000 x',
      'large.sh': `${JOB}${'#'.repeat(300_000)}`,
    });
    mkdirSync(join(cwd, 'folder.sh'));
    symlinkSync('nowhere', join(cwd, 'link.sh'));
    const { status, stdout } = init();
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^ {2}a b.\.sh: batch job of Slurm: 16 ranks on 4 nodes$/),
      "  it's.sh: batch job of Slurm: 2 ranks on 1 node",
    ]);
    expect(stdout).not.toMatch(/binary|large|folder|link/);
  });
});

describe('--from FILE', () => {
  test('the topology of words may be named before them', () => {
    const { init, written } = makePlace({});
    const words = ['torchrun', '--nproc_per_node', '2', 't.py'];
    expect(init(['job.yaml', '--', ...words])).toMatchObject({ status: 0, stderr: '' });
    expect(written('job.yaml')).toContain('command: [python, t.py]');
  });

  test('a folder that is not there is named', () => {
    expect(makePlace({}).init(['lab/rankplan.yaml'])).toMatchObject({
      status: 3,
      stderr: 'rankplan: cannot write lab/rankplan.yaml: there is no folder lab\n',
    });
  });

  test('a file may have the name of a kind', () => {
    const { init, written } = makePlace({ hostfile: 'lab1 slots=2\n' });
    expect(init(['--from', 'hostfile'])).toMatchObject({ status: 0, stderr: '' });
    expect(written()).toContain('hosts: "lab1"');
  });

  test.each([
    [['--from', 'nowhere.sh'], /no such file, and no kind of that name \(sbatch, accelerate/],
    [['--from', 'kind', 'file'], /there is no kind of file `kind`/],
    [['--'], /behind `--` stand the words of a launch/],
    [['--from', 'slurm', '--', 'srun', 'a'], /words behind `--` stand alone, or beside a batch job/],
    [['--from', 'probe', '--', 'srun', 'a'], /words behind `--` stand alone, or beside a batch job/],
    [['a.yaml', '-o', 'b.yaml', '--', 'srun', 'a'], /not both/],
    [['--host', 'a1', '--', 'srun', 'a'], /`--host` is for a starter topology/],
    [['--from', 'probe', 'x'], /reads no FILE/],
  ])('%j is no command line', (args, message) => {
    const { init } = makePlace({});
    expect(init(args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  });
});
