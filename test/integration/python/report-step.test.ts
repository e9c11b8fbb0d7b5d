import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';

const python = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
const isThere = spawnSync(python, ['--version']).status === 0;
const hasPython = requireTool('Python', isThere, 'apt-get install python3');

function report(script: string, recorded: boolean, env: NodeJS.ProcessEnv = {}) {
  const folder = makeFolder('rankplan-steps-');
  const path = join(folder, 'rank-3.steps');
  if (recorded) writeFileSync(path, '');
  const { status, stderr } = spawnSync(python, ['-c', `from rankplan import report_step\n${script}`], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PYTHONPATH: resolve('python/src'),
      RANKPLAN_RANK: '3',
      RANKPLAN_RUN_DIR: folder,
      RANKPLAN_LOCAL_BATCH: '20',
      ...(recorded ? { RANKPLAN_STEPS_FD: '9' } : {}),
      ...env,
    },
  });
  return { status, stderr, steps: recorded ? readFileSync(path, 'utf8') : null };
}

describe.skipIf(!hasPython)('rankplan.report_step', () => {
  it('counts steps, and takes the samples of the plan', () => {
    const script = 'report_step(0.25)\nreport_step(0.5, samples=7, step=41)\nreport_step(0.125)';
    expect(report(script, true)).toEqual({
      status: 0,
      stderr: '',
      steps:
        '{"step": 0, "seconds": 0.25, "samples": 20}\n' +
        '{"step": 41, "seconds": 0.5, "samples": 7}\n{"step": 42, "seconds": 0.125, "samples": 20}\n',
    });
  });

  it('does nothing where nobody records, nor where another launcher does', () => {
    expect(report('report_step(1)', false)).toEqual({ status: 0, stderr: '', steps: null });
    const outer = report('report_step(1)', true, { RANKPLAN_RANK: '4' });
    expect(outer).toEqual({ status: 0, stderr: '', steps: '' });
  });

  it.each([
    ...['0', '-1', '-0.0', 'float("nan")', 'float("inf")', '10**400', '"fast"', 'None', '[1]', 'Odd()'],
    ...['1, samples=-1', '1, samples="all"', '1, samples=float("nan")', '1, step=-1', '1, step=10**600'],
    '1, step=[]',
  ])('drops report_step(%s), says so once, and goes on', (words) => {
    const odd = 'class Odd:\n  def __float__(self): raise RuntimeError("CUDA error")\n';
    const call = `report_step(${words})`;
    const script = `${odd}report_step(1)\n${call}\n${call}\nreport_step(2)\nprint("trained")`;
    const { status, stderr, steps } = report(script, true);
    expect({ status, steps }).toEqual({
      status: 0,
      steps: '{"step": 0, "seconds": 1.0, "samples": 20}\n{"step": 3, "seconds": 2.0, "samples": 20}\n',
    });
    expect(stderr).toMatch(/^rankplan: a step is not recorded, and no other like it: .+\n$/);
    expect(report(script, false)).toEqual({ status: 0, stderr: '', steps: null });
  });

  it.each([
    ['the share is damaged', 'report_step(1)', { RANKPLAN_LOCAL_BATCH: 'x' }],
    ['stderr is closed', 'import sys\nsys.stderr.close()\nreport_step(0)', {}],
  ])('ends no training where %s', (_, script, env) => {
    expect(report(script, true, env)).toMatchObject({ status: 0, steps: '' });
  });

  it('ends no training when the disk is full, and says so once', () => {
    const script =
      'import os, rankplan._steps as s\ns._descriptor, s._is_looked_for = os.open("/dev/full", 1), True\n';
    const { status, stderr } = report(`${script}report_step(1)\nreport_step(1)`, true);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^rankplan: no more times of steps are recorded: .*No space left.*\n$/);
  });
});
