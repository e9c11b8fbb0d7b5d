import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { findProcesses, hasExec } from './exec-fixture.ts';
import { bash, launchWords, startLaunch, writeDirectory } from './exec-launch-fixture.ts';

const tee = { options: ['--tee'] };

describe.skipIf(!hasExec)('--tee of a launch', () => {
  it('shows whole lines behind their ranks, whatever is in them, and the logs have them without', async () => {
    const directory = writeDirectory(2);
    const script = String.raw`printf 'a '; sleep 0.3; printf 'b\n\n'; printf '\xff\0 \033[1m\n'; printf 'no end'; echo err >&2`;
    const { ended } = startLaunch(directory, bash(script, directory), { ranks: '0-1', ...tee });
    const { status, stdout, stderr } = await ended;
    const linesOf = (rank: number) => stdout.split('\n').filter((line) => line.startsWith(`[rank ${rank}] `));
    for (const rank of [0, 1]) {
      const lines = ['a b', '', '\xff\0 \x1b[1m', 'no end'].map((line) => `[rank ${rank}] ${line}`);
      expect(linesOf(rank)).toEqual(lines);
      expect(readFileSync(join(directory.logs, `rank-${rank}.out`), 'latin1')).toBe(
        'a b\n\n\xff\0 \x1b[1m\nno end',
      );
    }
    expect({ status, end: stdout.at(-1) }).toEqual({ status: 0, end: '\n' });
    expect(stderr.split('\n').sort()).toEqual(['', '[rank 0] err', '[rank 1] err']);
  });

  it('shows a line of more than a mebibyte in parts', async () => {
    const directory = writeDirectory(1);
    const script = `head -c 2500000 /dev/zero | tr '\\0' x; echo`;
    const { stdout } = await startLaunch(directory, bash(script, directory), tee).ended;
    const lines = stdout.split('\n');
    expect(lines.every((line) => line.length <= 2 ** 20 + 9)).toBe(true);
    expect(lines.map((line) => line.slice('[rank 0] '.length)).join('')).toBe('x'.repeat(2_500_000));
  });

  it('shows 100 MB whole', async () => {
    const directory = writeDirectory(4);
    const script = `yes "rank $RANK, a line that is as long as lines of logs are" | head -n 480000`;
    const words = launchWords(directory, '0-3', tee.options, bash(script, directory));
    const counted = `"$0" "$@" | awk '/^\\[rank [0-3]\\] rank [0-3], a line/ && $2 + 0 == $4 + 0 { n++ } END { print n, NR }'`;
    const { stdout } = spawnSync('bash', ['-c', counted, ...words], { encoding: 'utf8' });
    expect(stdout).toBe('1920000 1920000\n');
  });

  it('stalls no rank while nobody reads, needs little memory, and can be interrupted then', async () => {
    const directory = writeDirectory(2);
    const script = `yes | head -c 5000000; : >"$1.$RANK"`;
    const words = launchWords(
      directory,
      '0-1',
      tee.options,
      bash(script, { ...directory, marker: join(directory.path, 'done') }),
    );
    const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.pause();
    await until('the ranks', () =>
      [0, 1].every((rank) => statSync(join(directory.path, `done.${rank}`), { throwIfNoEntry: false })),
    );
    expect(statSync(join(directory.logs, 'rank-0.out')).size).toBe(5_000_000);
    const ended = new Promise((done) => child.on('exit', (status) => done(status)));
    const isReaped = (pid: number) => childrenOf(pid).length === 1; // the guard has its follower alone
    await until('the ends of the ranks', () => {
      const left = findProcesses(join(directory.path, 'done'));
      return left.length === 2 && left.some(isReaped);
    });
    const peaks = findProcesses(join(directory.path, 'done')).map((pid) =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
    );
    if (process.env['RANKPLAN_TEST_EXEC'] === undefined) expect(Math.max(...peaks)).toBeLessThan(4096);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(findProcesses(directory.path)).toEqual([]);
  });

  it('ends within the grace where it was told to before, and nobody reads', async () => {
    const directory = writeDirectory(1);
    const marker = join(directory.path, 'done');
    const script = `yes | head -c 5000000; : >"$1"; sleep 1000`;
    const words = launchWords(directory, '0', tee.options, bash(script, { ...directory, marker }));
    const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.pause();
    const ended = new Promise((done) => child.on('exit', (status) => done(status)));
    await until('the rank', () => existsSync(marker));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(findProcesses(directory.path)).toEqual([]);
  });

  it('goes on when its reader has gone', async () => {
    const directory = writeDirectory(1);
    const script = `for i in {1..20}; do echo $i; sleep 0.05; done; exit 4`;
    const words = launchWords(directory, '0', tee.options, bash(script, directory));
    const { stdout } = spawnSync(
      'bash',
      ['-c', '{ "$0" "$@"; echo "status $?" >&3; } 3>&1 | head -n 1', ...words],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toContain('[rank 0] 1\n');
    expect(readFileSync(join(directory.logs, 'rank-0.out'), 'utf8').trim().split('\n')).toHaveLength(20);
  });

  it('works where almost no descriptors are left', async () => {
    const directory = writeDirectory(40);
    const { ended } = startLaunch(directory, bash('echo $RANK', directory), {
      ranks: '0-39',
      ...tee,
      before: ['bash', '-c', 'ulimit -n 12; exec "$0" "$@"'],
    });
    const { status, stdout } = await ended;
    expect({ status, lines: stdout.trim().split('\n').length }).toEqual({ status: 0, lines: 40 });
  });
});

const childrenOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
