import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../scratch.ts';
import { launch, makePlan, readLog as readLaunchLog, writeOutput } from '../unit/launch-sh-fixture.ts';
import { EXEC, hasExec } from './exec-fixture.ts';
import { findRun, readLog, startRun, writeJob } from './run-fixture.ts';

/** As a program without Python reports its steps. */
const REPORT = `bash -c 'echo "{\\"step\\": 0, \\"seconds\\": 0.$((RANK + 1)), \\"samples\\": 4}" >&"$RANKPLAN_STEPS_FD"'`;

const recordOf = (rank: number) => `{"step": 0, "seconds": 0.${rank + 1}, "samples": 4}\n`;

describe.skipIf(!hasExec)('step times that ranks report', () => {
  it('are kept by run --record, with the plan that was run', async () => {
    const job = writeJob({ ranks: 2, script: REPORT });
    expect(await startRun(job, ['--record']).ended).toMatchObject({ status: 0, stdout: '', stderr: '' });
    for (const rank of [0, 1]) expect(readLog(job.folder, `rank-${rank}.steps`)).toBe(recordOf(rank));
    expect(JSON.parse(readLog(job.folder, 'plan.json'))).toMatchObject({ name: 'job', worldSize: 2 });
  });

  it('are not asked for otherwise', async () => {
    const job = writeJob({ script: 'echo "$' + '{RANKPLAN_STEPS_FD-none}"' });
    expect((await startRun(job).ended).status).toBe(0);
    expect(readLog(job.folder, 'rank-0.out')).toBe('none\n');
    expect(readdirSync(findRun(job.folder)).sort()).toEqual(['rank-0.err', 'rank-0.out']);
  });

  it('are kept by launch.sh --record, with its plan to the byte', async () => {
    const command = ['bash', '-c', REPORT];
    const directory = writeOutput(makePlan({ ranks: 2, launch: { command } }));
    const ended = await launch(directory, ['--record'], { env: { RANKPLAN_EXEC: EXEC } });
    expect(ended).toMatchObject({ status: 0, stdout: '', stderr: '' });
    for (const rank of [0, 1]) expect(readLaunchLog(directory, `rank-${rank}.steps`)).toBe(recordOf(rank));
    const plan = readFileSync(join(directory, 'plan.json'), 'utf8');
    expect(readLaunchLog(directory, 'plan.json')).toBe(plan);
  });

  it('need rankplan-exec', async () => {
    const directory = writeOutput(makePlan({ launch: { command: ['true'] } }));
    const { status, stderr } = await launch(directory, ['--record'], { env: { RANKPLAN_EXEC: '' } });
    expect(status).toBe(78);
    expect(stderr).toMatch(/^launch\.sh: --record needs rankplan-exec, which is not on PATH: /);
    expect(readdirSync(directory)).not.toContain('runs');
  });

  it('whose file cannot be opened end the run before the command', () => {
    const folder = makeFolder('rankplan-record-');
    const words = ['--stdout', join(folder, 'o'), '--steps', folder, '--', 'echo', 'ran'];
    const { status, stderr } = spawnSync(EXEC, words, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 126,
      stderr: expect.stringContaining(`steps: ${folder}: Is a directory`),
    });
    expect(readFileSync(join(folder, 'o'), 'utf8')).toBe('');
  });
});
