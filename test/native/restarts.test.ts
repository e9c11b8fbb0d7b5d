import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { some } from '../stage.ts';
import { findProcesses, hasExec } from './exec-fixture.ts';
import { areReady, findRun, hasFile, type Job, READY, runJob, startRun, writeJob } from './run-fixture.ts';

const WAIT = 'while :; do sleep 0.05; done';
/** Rank 1 fails in every attempt before this one, when the others are ready. */
const failBefore = (attempt: number, failure = 'exit 3', ranks = 3) =>
  `[[ $RANK != 1 || $RANKPLAN_RESTART -ge ${attempt} ]] || {
    until (( $(ls "$RANKPLAN_RUN_DIR" | grep -c "^ready-[^1]-$RANKPLAN_RESTART\\$") >= ${ranks - 1} )); do sleep 0.05; done
    echo "why $RANKPLAN_RESTART" >&2; ${failure}; }`;
const BE_READY = ': >"$RANKPLAN_RUN_DIR/ready-$RANK-$RANKPLAN_RESTART"';
const TELL =
  'echo "$RANKPLAN_RESTART $TORCHELASTIC_RESTART_COUNT $TORCHELASTIC_MAX_RESTARTS $MASTER_PORT $RANKPLAN_PLAN"';

const finishJob = (job: Job, args: readonly string[]) => ({ ...runJob(job, args), folder: job.folder });

const readLogs = (folder: string, name: string): readonly string[] =>
  [0, 1, 2].map((rank) => readFileSync(join(findRun(folder), name.replace('N', `${rank}`)), 'utf8'));

describe.skipIf(!hasExec)('restarts', () => {
  it('start all ranks again, with the same plan, a fresh port and logs of their own', () => {
    const script = `${TELL}; echo mine >"$RANKPLAN_RUN_DIR/rank-$RANK.checkpoint"; ${BE_READY}
      ${failBefore(2)}; [[ $RANKPLAN_RESTART -ge 2 ]] || { ${WAIT}; }`;
    const { folder, status, stderr } = finishJob(writeJob({ ranks: 3, script }), ['--restarts', '5']);
    expect({ status, restarts: stderr.match(/restart \d of \d/g) }).toEqual({
      status: 0,
      restarts: ['restart 1 of 5', 'restart 2 of 5'],
    });
    const attempts = ['attempt-0/rank-N.out', 'attempt-1/rank-N.out', 'rank-N.out'].map((name) =>
      readLogs(folder, name).map((line) => line.trim().split(' ')),
    );
    const ports = attempts.map((ranks, attempt) => {
      for (const [number, count, most, port, plan] of ranks) {
        expect([number, count, most]).toEqual([`${attempt}`, `${attempt}`, '5']);
        expect([port, plan]).toEqual(ranks[0]?.slice(3));
      }
      return ranks[0]?.[3];
    });
    expect(new Set(ports).size).toBe(3);
    expect(readLogs(folder, 'attempt-1/rank-N.err')).toEqual(['', 'why 1\n', '']);
    expect(readLogs(folder, 'rank-N.err')).toEqual(['', '', '']);
    expect(readLogs(folder, 'rank-N.checkpoint')).toEqual(['mine\n', 'mine\n', 'mine\n']);
  });

  it('end with the status of the last attempt, when they are used up', () => {
    const script = `${BE_READY}; ${failBefore(9, 'exit $((3 + RANKPLAN_RESTART))')}; ${WAIT}`;
    const { folder, status, stderr } = finishJob(writeJob({ ranks: 3, script }), ['--restarts=2']);
    expect(status).toBe(5);
    expect(stderr.match(/failed with status \d|restart \d of \d|no restart/g)).toEqual([
      'failed with status 3',
      'restart 1 of 2',
      'failed with status 4',
      'restart 2 of 2',
      'failed with status 5',
      'no restart',
    ]);
    expect(readdirSync(findRun(folder)).filter((name) => name.startsWith('attempt-'))).toHaveLength(2);
  });

  it('begin when nothing of the attempt before is left', () => {
    const daemon = `(env -i setsid bash -c 'trap "" TERM; ${WAIT}' "daemon$RANKPLAN_RESTART" "$1" &)`;
    const look =
      'cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" "\\n" | grep -c "^daemon0$" >"$RANKPLAN_RUN_DIR/left"';
    const script = `${daemon}; [[ $RANK$RANKPLAN_RESTART != 01 ]] || ${look}; ${BE_READY}; ${failBefore(1)}; [[ $RANKPLAN_RESTART == 1 ]] || { trap '' TERM; ${WAIT}; }`;
    const job = writeJob({ ranks: 3, script });
    const { folder, status } = finishJob(job, ['--restarts', '1']);
    expect(status).toBe(0);
    expect(readFileSync(join(findRun(folder), 'left'), 'utf8')).toBe('0\n');
    expect(findProcesses(job.marker)).toEqual([]);
  });

  it.each([
    ['a refusal', 'exit 78', 78],
    ['a command that is not there', 'exec no-such-program', 127],
  ])('do not follow %s', (_, failure, expected) => {
    const job = writeJob({ ranks: 3, script: `${BE_READY}; ${failBefore(9, failure)}; ${WAIT}` });
    const { folder, status, stderr } = finishJob(job, ['--restarts', '3']);
    expect(status).toBe(expected);
    expect(stderr).toContain('no restart: ');
    expect(existsSync(join(findRun(folder), 'attempt-0'))).toBe(false);
  });

  const signals = [
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGKILL', null],
    ['SIGQUIT', 131],
  ] as const;
  it.each(some(signals, 2))('do not follow %s', async (signal, expected) => {
    const job = writeJob({ ranks: 3, script: `${READY}; ${WAIT}` });
    const { child, ended } = startRun(job, ['--restarts', '3']);
    await until('the ranks', areReady(job.folder, 3));
    child.kill(signal);
    expect((await ended).status).toBe(expected);
    await until('the end', () => findProcesses(job.marker).length === 0);
    expect(existsSync(join(findRun(job.folder), 'attempt-0'))).toBe(false);
  });

  it('do not follow a signal that comes while a failed attempt is being ended', async () => {
    const stay = `trap ': >"$RANKPLAN_RUN_DIR/asked"' TERM; ${BE_READY}; ${failBefore(9)}; ${WAIT}`;
    const job = writeJob({ ranks: 3, script: stay });
    const { child, ended } = startRun(job, ['--restarts', '3']);
    await until('the failure', () => hasFile(job, 'asked'));
    child.kill('SIGTERM');
    const { status, stderr } = await ended;
    expect(status).toBe(3);
    expect(stderr).not.toContain('restart ');
    expect(findProcesses(job.marker)).toEqual([]);
  });

  it('show the output of each attempt once, in order, also of ranks that left no log', () => {
    const script = `for i in {1..500}; do echo "attempt $RANKPLAN_RESTART line $i"; done
      [[ $RANK$RANKPLAN_RESTART != 01 ]] || rm "$RANKPLAN_RUN_DIR/rank-0.out"; ${BE_READY}; ${failBefore(3)}`;
    const { status, stdout } = finishJob(writeJob({ ranks: 3, script }), ['--restarts', '3', '--tee']);
    const ofRank1 = stdout.split('\n').filter((line) => line.startsWith('[rank 1] '));
    const expected = [0, 1, 2, 3].flatMap((attempt) =>
      Array.from({ length: 500 }, (_, i) => `[rank 1] attempt ${attempt} line ${i + 1}`),
    );
    expect(status).toBe(0);
    expect(ofRank1).toEqual(expected);
    for (const attempt of [0, 2, 3])
      expect(stdout.split(`[rank 0] attempt ${attempt} line 500\n`)).toHaveLength(2);
  });

  it('do not begin where the logs could not be kept', () => {
    const script = `${BE_READY}; : >"$RANKPLAN_RUN_DIR/attempt-0"; ${failBefore(9)}; ${WAIT}`;
    const { folder, status, stderr } = finishJob(writeJob({ ranks: 3, script }), ['--restarts', '3']);
    expect(status).toBe(3);
    expect(stderr).toContain('no restart: the logs cannot be kept: ');
    expect(readLogs(folder, 'rank-N.err')[1]).toBe('why 0\n');
  });

  it('are refused where other machines would go on', () => {
    const nodes = ['a', 'b'].map((hosts) => ({ hosts, address: '127.0.0.1', cpuRanks: 1 }));
    const job = writeJob({ nodes, script: READY });
    for (const [number, expected] of [
      ['1', 78],
      ['0', 0],
    ] as const) {
      const { folder, status, stderr } = finishJob(job, ['--node', 'a', '--restarts', number]);
      expect(status, stderr).toBe(expected);
      expect(existsSync(join(folder, 'runs'))).toBe(number === '0');
    }
  });

  it.each(some(['x', '-1', '1001', '1.5']))('are refused as %s', (number) => {
    const { folder, status, stderr } = finishJob(writeJob({ script: READY }), [`--restarts=${number}`]);
    expect(status).toBe(2);
    expect(stderr).toContain(`--restarts '${number}' is not a number of restarts`);
    expect(existsSync(join(folder, 'runs'))).toBe(false);
  });

  it('do without nothing: ranks find no number without --restarts', () => {
    const script =
      'echo "${RANKPLAN_RESTART-none} $TORCHELASTIC_RESTART_COUNT $TORCHELASTIC_MAX_RESTARTS"; exit 3';
    const job = writeJob({ script });
    expect(runJob(job).status).toBe(3);
    expect(readFileSync(join(findRun(job.folder), 'rank-0.out'), 'utf8')).toBe('none 0 0\n');
  });
});
