import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasExec } from './exec-fixture.ts';
import { findRun, readLog, runJob, runThere, writeJob } from './run-fixture.ts';

/** As a program without Python reports its steps. */
const REPORT = `bash -c 'echo "{\\"step\\": 0, \\"seconds\\": 0.$((RANK + 1)), \\"samples\\": 4}" >&"$RANKPLAN_STEPS_FD"'`;

const recordOf = (rank: number) => `{"step": 0, "seconds": 0.${rank + 1}, "samples": 4}\n`;

describe.skipIf(!hasExec)('step times that ranks report', () => {
  it('are kept by run --record, with the plan that was run', () => {
    const job = writeJob({ ranks: 2, script: REPORT });
    expect(runJob(job, ['--record'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    for (const rank of [0, 1]) expect(readLog(job.folder, `rank-${rank}.steps`)).toBe(recordOf(rank));
    expect(JSON.parse(readLog(job.folder, 'plan.json'))).toMatchObject({ name: 'job', worldSize: 2 });
  });

  it('are not asked for otherwise', () => {
    const job = writeJob({ script: 'echo "$' + '{RANKPLAN_STEPS_FD-none}"' });
    expect(runJob(job).status).toBe(0);
    expect(readLog(job.folder, 'rank-0.out')).toBe('none\n');
    expect(readdirSync(findRun(job.folder)).sort()).toEqual(['rank-0.err', 'rank-0.out', 'verdict.json']);
  });

  it('are kept of a compiled directory, with its plan to the byte', () => {
    const job = writeJob({ ranks: 2, script: REPORT });
    runThere(job.folder, ['compile', job.topology, '-o', 'out']);
    expect(runThere(job.folder, ['run', 'out', '--record']).status).toBe(0);
    const out = join(job.folder, 'out');
    const read = (name: string) => readFileSync(join(findRun(out), name), 'utf8');
    for (const rank of [0, 1]) expect(read(`rank-${rank}.steps`)).toBe(recordOf(rank));
    expect(read('plan.json')).toBe(readFileSync(join(out, 'plan.json'), 'utf8'));
  });
});
