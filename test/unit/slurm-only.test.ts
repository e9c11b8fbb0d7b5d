import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { compileText, errorCodes } from '../compile-text.ts';
import { hasExec } from '../native/exec-fixture.ts';
import { makeFolder } from '../scratch.ts';

/* slurm.container and slurm.healthCheck beside what contradicts them, and where nobody follows them. */
const scratch = makeFolder('rankplan-only-');
const cli = 'dist/rankplan.cjs';
const container = { image: 'x.sif', runtime: 'pyxis' };
const topologyOf = (slurm: object, launch: object = {}) => ({
  version: 1,
  name: 'case',
  nodes: [{ hosts: 'localhost', cpuRanks: 1 }],
  launch: { backend: 'gloo', command: ['true'], ...launch },
  slurm,
});

describe('launch.sh and run', () => {
  const out = join(scratch, 'out');
  const told = (slurm: object, [program = '', ...args]: readonly string[]) => {
    rmSync(out, { recursive: true, force: true });
    const file = join(scratch, 'topology.json');
    writeFileSync(file, JSON.stringify(topologyOf(slurm)));
    const compile = runRankplan(['compile', file, '-o', out, '--emit', 'shell']);
    expect(compile.status).toBe(0);
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stdout).not.toContain('job.sbatch');
    return stderr;
  };
  const RUN = [process.execPath, cli, 'run', out, '--dry-run', '--allow-busy'];
  const starters: readonly (readonly [string, readonly string[]])[] = [
    ['launch.sh', [join(out, 'launch.sh'), '--dry-run']],
    ...(hasExec ? [['run', RUN] as const] : []),
  ];
  it.each(starters)('%s says which keys it does not follow', (_, words) => {
    expect(told({ container }, words)).toContain('slurm.container is for job.sbatch');
    const both = told({ container, healthCheck: ['true'] }, words);
    expect(both.match(/slurm\.container and slurm\.healthCheck are for job\.sbatch/g)).toHaveLength(1);
    expect(told({ partition: 'gpu' }, words)).not.toContain('job.sbatch');
  });
});

describe('the options of a container', () => {
  const PYXIS = 'container-image=y container-mounts=/a:/a container-workdir=/w container-im=y container=/b';
  const codes = (slurm: object) => errorCodes(compileText(topologyOf(slurm)));

  it.each(PYXIS.split(' '))('--%s is refused beside slurm.container, and only there', (option) => {
    const [name = '', value] = option.split('=');
    expect(codes({ container, srun: [`--${option}`] })).toEqual(['RP2032']);
    expect(codes({ container, directives: { [name]: value } })).toEqual(['RP2032']);
    expect(codes({ srun: [`--${option}`] })).toEqual([]);
  });

  it.each(['container-writable', 'no-container-mount-home', 'container-name=z'])('--%s is not', (option) => {
    expect(codes({ container, srun: [`--${option}`] })).toEqual([]);
  });
});

it.each([
  [['apptainer', 'exec', 'x.sif'], { container }, ['RP3033']],
  [['nice', '/usr/bin/singularity', 'exec', 'x.sif'], { container }, ['RP3033']],
  [['nsys', 'profile'], { container }, []],
  [['apptainer', 'exec', 'x.sif'], {}, []],
])('launch.wrap %j with slurm %j: %j', (wrap, slurm, expected) => {
  const { diagnostics } = compileText(topologyOf(slurm, { wrap }));
  expect(diagnostics.map(({ code }) => code)).toEqual(expected);
});

it.each([
  [8, 2, /`cpusPerTask: 1`/],
  [5, 4, /`cpusPerTask: 1`/],
  [2, 1, /remove `cpusPerTask`/],
])('%i CPUs for five ranks of %i: the help is one that helps', (cpus, cpusPerTask, help) => {
  const nodes = [{ hosts: 'a1', cpus, cpuRanks: 5 }];
  const { diagnostics } = compileText({ ...topologyOf({ cpusPerTask }), nodes });
  expect(diagnostics).toMatchObject([{ code: 'RP3026', help: expect.stringMatching(help) }]);
});

it('the help at slurm.healthCheck is its own', () => {
  const { diagnostics } = compileText(topologyOf({ healthCheck: 'dcgmi diag' }));
  expect(diagnostics).toMatchObject([
    { code: 'RP1103', help: expect.stringMatching(/once on each node .* 78/) },
  ]);
});
