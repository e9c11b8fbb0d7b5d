import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { EXEC, findProcesses, hasExec } from './exec-fixture.ts';
import { findRun, hasFile, type Job, readLog, runJob, startRun, writeJob } from './run-fixture.ts';

const TEE = ['--tee'];
const linesOf = (text: string, rank: number) =>
  text.split('\n').filter((line) => line.startsWith(`[rank ${rank}] `));

/** A line of bash around `rankplan run --tee`, "$@", in the folder of the job. */
const shell = (job: Job, line: string): string => {
  const words = [process.execPath, resolve('dist/rankplan.cjs'), 'run', job.topology, ...TEE];
  const env = { ...process.env, RANKPLAN_EXEC: EXEC };
  return spawnSync('bash', ['-c', line, 'bash', ...words], { cwd: job.folder, encoding: 'utf8', env }).stdout;
};

describe.skipIf(!hasExec)('run --tee', () => {
  it('shows whole lines behind their ranks, whatever is in them, and the logs have them without', () => {
    const script = String.raw`printf 'a '; sleep 0.3; printf 'b\n\n'; printf '\0 \033[1m\n'; printf 'no end'; echo err >&2`;
    const job = writeJob({ ranks: 2, script });
    const { status, stdout, stderr } = runJob(job, TEE);
    for (const rank of [0, 1]) {
      const lines = ['a b', '', '\0 \x1b[1m', 'no end'].map((line) => `[rank ${rank}] ${line}`);
      expect(linesOf(stdout, rank)).toEqual(lines);
      expect(readLog(job.folder, `rank-${rank}.out`)).toBe('a b\n\n\0 \x1b[1m\nno end');
    }
    expect({ status, end: stdout.at(-1) }).toEqual({ status: 0, end: '\n' });
    expect(stderr.split('\n').sort()).toEqual(['', '[rank 0] err', '[rank 1] err']);
  });

  it('shows lines of up to 64 KiB whole, of several ranks at the same time', () => {
    const script = `for i in {1..20}; do head -c $((60000 + RANK)) /dev/zero | tr '\\0' $RANK; echo; done`;
    const { stdout } = runJob(writeJob({ ranks: 3, script }), TEE);
    for (const rank of [0, 1, 2]) {
      const line = `[rank ${rank}] ${`${rank}`.repeat(60_000 + rank)}`;
      expect(linesOf(stdout, rank)).toEqual(Array.from({ length: 20 }, () => line));
    }
  });

  it('shows a longer line in parts, none of which is torn inside a character', () => {
    const script = `for i in {1..25000}; do printf 'ä→😀'; done; echo`;
    const { stdout } = runJob(writeJob({ script }), TEE);
    const lines = linesOf(stdout, 0);
    expect(lines.length).toBe(Math.ceil((9 * 25_000) / 65_536));
    expect(lines.map((line) => line.slice('[rank 0] '.length)).join('')).toBe('ä→😀'.repeat(25_000));
  });

  it('stalls no rank while its reader stands still, and a signal ends the wait for it', async () => {
    const job = writeJob({ ranks: 2, script: `yes | head -c 5000000; : >"$RANKPLAN_RUN_DIR/done-$RANK"` });
    const { child } = startRun(job, TEE, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout?.removeAllListeners('data').pause();
    await until('the ranks', () => hasFile(job, 'done-0') && hasFile(job, 'done-1'));
    expect(statSync(join(findRun(job.folder), 'rank-0.out')).size).toBe(5_000_000);
    await until('the ends of the ranks', () => findProcesses(job.marker).length === 0);
    await new Promise((resume) => setTimeout(resume, 300));
    expect(child.exitCode).toBeNull();
    const ended = new Promise((done) => child.on('exit', done));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(findProcesses(job.folder)).toEqual([]);
  });

  it('ends where a signal came before, and its reader stands still', async () => {
    const job = writeJob({ script: `yes | head -c 5000000; : >"$RANKPLAN_RUN_DIR/done"; sleep 1000` });
    const { child } = startRun(job, TEE, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout?.removeAllListeners('data').pause();
    const ended = new Promise((done) => child.on('exit', done));
    await until('the rank', () => hasFile(job, 'done'));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(findProcesses(job.folder)).toEqual([]);
  });

  it('goes on when its reader has gone', () => {
    const job = writeJob({ script: `for i in {1..20}; do echo $i; sleep 0.05; done; exit 4` });
    const shown = shell(job, '{ "$@" 2>/dev/null; echo "status $?" >status; } | head -n 1');
    expect(shown).toBe('[rank 0] 1\n');
    expect(readFileSync(join(job.folder, 'status'), 'utf8')).toBe('status 4\n');
    expect(readLog(job.folder, 'rank-0.out').trim().split('\n')).toHaveLength(20);
  });
});
