// How a process becomes a rank, and what keeps it from that.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../scratch.ts';
import { EXEC, hasExec } from './exec-fixture.ts';
import { bash, makeLogs, order, runOf, runToEnd, serve, wrapExec } from './serve-fixture.ts';

const MOUNTS = ['--user', '--map-root-user', '--mount'];
const hasMounts = spawnSync('unshare', [...MOUNTS, 'true']).status === 0;

describe.skipIf(!hasExec)('a rank', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'whose command nobody can read is named as JSON, %i letters shorter',
    async (more) => {
      const folder = join(makeFolder('rankplan-serve-'), '\u0001'.repeat(250));
      mkdirSync(folder);
      const command = join(folder, '\u0001'.repeat(249 - more));
      writeFileSync(command, '#!/no/such/interpreter\n', { mode: 0o755 });
      const { serving } = await runToEnd([command]);
      const [obstacle] = serving.all('obstacle');
      expect(obstacle).toMatchObject({ step: 'exec', reason: 'No such file or directory' });
      expect(obstacle?.subject).not.toBe('');
      expect(command.startsWith(`${obstacle?.subject}`)).toBe(true);
      expect(serving.failure()).toBeNull();
    },
  );

  it('that cannot be forked is the one that failed, and those after it', async () => {
    const folder = makeFolder('rankplan-serve-');
    const exec = join(folder, 'rankplan-exec');
    copyFileSync(EXEC, exec);
    for (const path of [folder, exec]) chmodSync(path, 0o755);
    // Root has no limit, and other users have other processes.
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? 'setpriv --reuid 54321 --clear-groups' : '';
    const limit = `exec ${user} bash -c 'ulimit -u ${isRoot ? 4 : 1}; exec "$0" "$@"' ${exec} "$@"`;
    const serving = serve({ ranks: 8, program: wrapExec(limit) });
    const ranks = Array.from({ length: 8 }, (_, rank) => ['--rank', `${rank}`]);
    serving.send(order.run(['--grace', '0.5', '--', 'sleep', '1000'], ranks));
    await serving.has('ended');
    serving.send(order.signal('TERM'));
    await serving.finish();
    const refused = serving.all('obstacle').filter(({ step }) => step === 'fork');
    const started = serving.all('started').map(({ rank }) => rank);
    expect(refused.map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].slice(started.length));
    expect(refused[0]).toMatchObject({ reason: 'Resource temporarily unavailable' });
    expect(started.length).toBeLessThan(8);
    expect(serving.failure()).toBeNull();
  });

  it('has empty files at its start, and one file for both streams where that is asked', async () => {
    const logs = makeLogs();
    const log = join(logs.path, 'log');
    writeFileSync(log, 'old\n'.repeat(100));
    const words = () => ['--stdout', log, '--stderr', log];
    await runToEnd(bash('echo a; echo b >&2; echo c'), { logs, words });
    expect(logs.read('log')).toBe('a\nb\nc\n');
  });
});

describe.skipIf(!hasExec)('where a rank runs', () => {
  const runOn = async (words: readonly string[], command: readonly string[]) => {
    const { logs, serving } = await runToEnd(command, { words: () => words });
    expect(serving.isWell()).toBe(true);
    return { said: logs.read('rank-0.out'), warnings: serving.all('warning') };
  };

  it('is its CPUs, without a warning', async () => {
    const list = ['grep', 'Cpus_allowed_list', '/proc/self/status'];
    const { said, warnings } = await runOn(['--cpus', '0'], list);
    expect({ said, warnings }).toEqual({ said: 'Cpus_allowed_list:\t0\n', warnings: [] });
  });

  it.each(['9999', '1-', 'x'])('is anywhere where CPUs %s cannot be, with a warning', async (cpus) => {
    const { warnings } = await runOn(['--cpus', cpus], ['true']);
    expect(warnings).toMatchObject([{ rank: 0, step: 'affinity', subject: cpus, errno: 22 }]);
  });

  it.each([
    { words: ['--cpus', '0'], policy: 'local' },
    { words: ['--cpus', '0', '--memory', 'near'], policy: 'local' },
    { words: ['--cpus', '0', '--memory', 'any'], policy: 'default' },
    { words: [], policy: 'default' },
  ])('with $words takes memory: $policy', async ({ words, policy }) => {
    const { said } = await runOn(words, ['cat', '/proc/self/numa_maps']);
    expect(said.split(' ')[1]).toBe(policy);
  });
});

describe.skipIf(!hasExec)('a full disk', () => {
  it('leaves a rank its own status', async () => {
    const logs = makeLogs();
    for (const name of ['out', 'err']) symlinkSync('/dev/full', join(logs.path, `rank-0.${name}`));
    const shown = { logs, credit: 1 << 20, common: ['--show', 'all'] };
    const { serving } = await runToEnd(bash('echo hi || exit 5'), shown);
    expect(serving.all('ended')).toMatchObject([{ status: 5 }]);
    expect(serving.output).toEqual([]);
  });

  it.skipIf(!hasMounts)('is said, where the logs were cut and the rank ended well', async () => {
    const logs = makeLogs();
    const mount = `mount -t tmpfs -o size=128k none ${logs.path} && exec ${EXEC} "$@"`;
    const program = wrapExec(`exec unshare ${MOUNTS.join(' ')} bash -c '${mount}' bash "$@"`);
    const { serving } = await runToEnd(bash('yes | head -c 1000000; exit 0'), { logs, program });
    expect(serving.all('full')).toMatchObject([{ subject: logs.path }]);
    expect(serving.isWell()).toBe(true);
  });

  it('is not said where there is room', async () => {
    const { serving } = await runToEnd(['true']);
    expect(serving.all('full')).toEqual([]);
  });
});

describe.skipIf(!hasExec)('the guard itself', () => {
  it('takes at most 2 MB, and its watcher, too', async () => {
    const serving = serve({ ranks: 64 });
    serving.send(runOf(makeLogs(), ['sleep', '1000'], { ranks: 64 }));
    await serving.has('started', 64);
    const sizes = [serving.all('hello')[0]?.pid, serving.link.pid].map((pid) =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
    );
    serving.send(order.signal('TERM'));
    await serving.finish();
    if (process.env['RANKPLAN_TEST_EXEC'] === undefined) expect(Math.max(...sizes)).toBeLessThanOrEqual(2048);
  });

  it('needs few descriptors', async () => {
    const program = wrapExec(`ulimit -n 16; exec ${EXEC} "$@"`);
    const shown = { ranks: 40, credit: 1 << 20, common: ['--show', 'all'] };
    const { serving } = await runToEnd(bash('echo $RANK'), { ...shown, program });
    expect(serving.output).toHaveLength(40);
    expect(serving.isWell()).toBe(true);
  });
});
