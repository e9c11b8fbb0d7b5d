import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import {
  EXEC,
  encode,
  findProcesses,
  hasExec,
  hasScanningExec,
  listDescriptors,
  makeMarker,
  SCANNING_EXEC,
  startGuard,
} from './exec-fixture.ts';

const LIST_DESCRIPTORS = 'for fd in /proc/$$/fd/*; do printf "%s " "${fd##*/}"; done';
const bash = (script: string, ...words: string[]) => ['--', 'bash', '-c', script, 'rank', ...words];
const newFolder = () => makeFolder('rankplan-exec-');

describe.skipIf(!hasExec)('a rank of rankplan-exec', () => {
  it('has its environment, directory, logs, group, default signals, no input and no other descriptor', async () => {
    const folder = newFolder();
    const [out, err] = [join(folder, 'out'), join(folder, 'err')];
    const places = ['--directory', folder, '--stdout', out, '--stderr', err];
    const variables = [
      '--set',
      'NEW=a=b c',
      '--set',
      'EMPTY=',
      '--unset',
      'HOME',
      '--set',
      'PATH=/bin:/usr/bin',
    ];
    const script = `pwd; echo "$NEW" "\${EMPTY-unset}" "\${HOME-unset}"; grep -h -E 'Sig(Blk|Ign)' /proc/self/status
      read -r _ _ _ _ group _ </proc/$$/stat; [[ $group == $$ ]] && echo leader; cat; ${LIST_DESCRIPTORS}; echo oops >&2`;
    const { status, stdout, stderr } = await startGuard([...places, ...variables, ...bash(script)]).ended;
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    const none = '0000000000000000';
    const inherited = spawnSync('bash', ['-c', LIST_DESCRIPTORS], { encoding: 'utf8' }).stdout;
    const lines = [folder, 'a=b c  unset', `SigBlk:\t${none}`, `SigIgn:\t${none}`, 'leader', inherited];
    expect(readFileSync(out, 'utf8').split('\n')).toEqual(lines);
    expect(readFileSync(err, 'utf8')).toBe('oops\n');
  });

  it.each([
    ['exit 3', 3],
    ['kill -SEGV $$', 139],
    ['kill -KILL $$', 137],
    ['exit 0', 0],
  ])('gives its status: %s', async (script, expected) => {
    const { status, events } = await startGuard(['--rank', '7', ...bash(script)]).ended;
    expect(status).toBe(expected);
    expect(events.map(({ event, rank, status }) => ({ event, rank, status }))).toEqual([
      { event: 'started', rank: 7, status: undefined },
      { event: 'ended', rank: 7, status: expected },
      { event: 'done', rank: undefined, status: expected },
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6])('tells as JSON what nobody can read, %i letters shorter', async (more) => {
    const folder = join(newFolder(), '\u0001'.repeat(250));
    mkdirSync(folder);
    const command = join(folder, '\u0001'.repeat(249 - more));
    writeFileSync(command, '#!/no/such/interpreter\n', { mode: 0o755 });
    const { status, events } = await startGuard(['--', command]).ended;
    expect(status).toBe(127);
    const told = events.find(({ event }) => event === 'failed');
    expect(told).toMatchObject({ step: 'exec', reason: 'No such file or directory' });
    expect(command.startsWith(String(told?.['subject']))).toBe(true);
  });

  it('that cannot be forked is the one that failed, and no peer that is ended for it', async () => {
    const folder = newFolder();
    const exec = join(folder, 'rankplan-exec');
    copyFileSync(EXEC, exec);
    for (const path of [folder, exec]) chmodSync(path, 0o755);
    // Root has no limit, and other users have other processes.
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? ['setpriv', '--reuid', '54321', '--clear-groups'] : [];
    const limited = [...user, 'bash', '-c', `ulimit -u ${isRoot ? 4 : 1}; exec "$0" "$@"`, exec];
    const ranks = [...Array(8).keys()].map((rank) => ['--rank', `${rank}`, ...bash('exec sleep 1000')]);
    const { status, events } = await startGuard(['--grace', '1'], ranks, limited).ended;
    expect(status).toBe(126);
    const failed = events.find(({ event }) => event === 'failed');
    expect(failed).toMatchObject({ step: 'fork', reason: 'Resource temporarily unavailable' });
    expect(events.find(({ event }) => event === 'ended')).toMatchObject({ rank: failed?.rank, status: 126 });
    expect(events.filter(({ event }) => event === 'started')).toHaveLength(failed?.rank ?? -1);
  });

  const NO_FOLDER = '/no-such-folder/log';
  it.each([
    { words: ['--', 'no-such-program'], status: 127, step: 'exec', errno: 2 },
    { words: ['--', '/etc/passwd'], status: 126, step: 'exec', errno: 13 },
    { words: ['--directory', '/no-such-folder', '--', 'true'], status: 126, step: 'directory', errno: 2 },
    { words: ['--stdout', NO_FOLDER, '--', 'true'], status: 126, step: 'stdout', errno: 2 },
    { words: ['--stderr', NO_FOLDER, '--', 'true'], status: 126, step: 'stderr', errno: 2 },
    { words: ['--stdin', NO_FOLDER, '--', 'true'], status: 126, step: 'stdin', errno: 2 },
    { words: ['--stdout', '/', '--', 'true'], status: 126, step: 'stdout', errno: 21 },
    { words: ['--strict', '--cpus', '9999', '--', 'true'], status: 126, step: 'affinity', errno: 22 },
    { words: ['--strict', '--cpus', '1-', '--', 'true'], status: 126, step: 'affinity', errno: 22 },
    { words: ['--strict', '--memory-node', '1023', '--', 'true'], status: 126, step: 'memory policy' },
  ])('that cannot be started tells the step and errno: $words', async ({ words, status, step, errno }) => {
    const outcome = await startGuard(words).ended;
    expect(outcome.status).toBe(status);
    expect(outcome.events.find(({ event }) => event === 'failed')).toMatchObject({
      event: 'failed',
      step,
      ...(errno === undefined ? {} : { errno }),
    });
    expect(outcome.stderr).toMatch(new RegExp(`^rankplan-exec: ${step}: `));
  });

  it('is told of the CPUs that it did not get, and goes on', async () => {
    const asked = await startGuard(['--cpus', '0-8191', '--', 'true']).ended;
    expect(asked.status).toBe(0);
    const told = asked.events.find(({ event }) => event === 'narrowed'); // the rank may tell before the guard does
    expect(told).toMatchObject({ step: 'affinity', subject: '0-8191' });
    expect(told?.['outcome']).toMatch(/^[\d,-]+$/);
    const denied = await startGuard(['--cpus', '9999', '--', 'true']).ended;
    expect(denied.status).toBe(0);
    expect(denied.events.find(({ event }) => event === 'warning')).toMatchObject({
      step: 'affinity',
      errno: 22,
    });
  });

  it('runs where it should', async () => {
    const granted = await startGuard(['--cpus', '0', ...bash('grep Cpus_allowed_list /proc/self/status')])
      .ended;
    expect(granted.stdout).toBe('Cpus_allowed_list:\t0\n');
    expect(granted.events.filter(({ event }) => event === 'narrowed' || event === 'warning')).toEqual([]);
  });

  describe('prefers memory near its CPUs', () => {
    const root = newFolder();
    const nodes = join(root, 'devices/system/node');
    const files = { node0: '0', node1: '1', node2: '2-3', node3: '4-5' };
    for (const [node, cpus] of Object.entries(files)) {
      mkdirSync(join(nodes, node), { recursive: true });
      writeFileSync(join(nodes, node, 'cpulist'), `${cpus}\n`);
    }
    writeFileSync(join(nodes, 'has_memory'), '0,3\n');
    const policyOf = async (...words: string[]) => {
      const set = ['env', `RANKPLAN_SYSFS=${root}`, EXEC];
      const outcome = await startGuard([...words, '--', 'cat', '/proc/self/numa_maps'], undefined, set).ended;
      const warning = outcome.events.find(({ step }) => step === 'memory policy');
      return { policy: outcome.stdout.split(' ')[1], node: warning?.['subject'] };
    };

    it.each([
      { words: ['--cpus', '0'], policy: 'prefer:0' },
      { words: ['--cpus', '0', '--memory', 'near'], policy: 'prefer:0' },
      { words: ['--cpus', '0', '--memory', 'any'], policy: 'default' },
      { words: ['--cpus', '0', '--memory', 'any', '--memory-node', '0'], policy: 'prefer:0' },
      { words: ['--cpus', '0-1'], policy: 'default' },
      { words: ['--cpus', '2'], policy: 'default' }, // a node without memory
      { words: [], policy: 'default' },
      { words: ['--cpus', '4'], policy: 'default', node: 'node 3' }, // this machine has none of that number
    ])('$words: $policy', async ({ words, policy, node }) => {
      expect(await policyOf(...words)).toEqual({ policy, node });
    });

    it('which is left alone where there is one node only', async () => {
      writeFileSync(join(nodes, 'has_memory'), '0\n');
      expect(await policyOf('--cpus', '0')).toEqual({ policy: 'default', node: undefined });
    });
  });

  it('takes the place of rankplan-exec with --become: same process, group and signals, on its CPUs', () => {
    const facts = `grep -E "SigIgn|Cpus_allowed_list" /proc/self/status
      read -r pid _ _ parent group _ </proc/$$/stat; echo "$NEW $pid $parent $group"`;
    const words = ['--protocol', '1', '--become', '--cpus', '0', '--set', 'NEW=yes', ...bash(facts)];
    const script = `trap '' USR1; echo "$$ $PPID"; read -r _ _ _ _ group _ </proc/$$/stat; echo $group; exec "$0" "$@"`;
    const run = spawnSync('bash', ['-c', script, EXEC, ...words], { encoding: 'utf8' });
    const [own, group, ...lines] = run.stdout.split('\n');
    const expected = ['SigIgn:\t0000000000000200', 'Cpus_allowed_list:\t0', `yes ${own} ${group}`, ''];
    expect({ ...run, lines }).toMatchObject({ status: 0, stderr: '', lines: expected });
  });

  it('tells on stderr with --become of the CPUs that it did not get, and goes on', () => {
    const become = (...words: string[]) => spawnSync(EXEC, ['--become', ...words], { encoding: 'utf8' });
    const narrowed = become('--cpus', '0-8191', '--', 'true');
    expect(narrowed).toMatchObject({ status: 0, stdout: '' });
    expect(narrowed.stderr).toMatch(/^rankplan-exec: affinity: 0-8191: narrowed to [\d,-]+\n$/);
    const denied = become('--cpus', '9999', '--', 'true');
    expect(denied).toMatchObject({ status: 0, stderr: 'rankplan-exec: affinity: 9999: Invalid argument\n' });
    expect(become('--', 'no-such-program').status).toBe(127);
    expect(become('--request', '0').status).toBe(125);
    expect(become('--version').stdout).toBe('rankplan-exec, protocol 1\n');
  });

  it('whose log is on a full disk ends with its own status', async () => {
    const words = ['--stdout', '/dev/full', '--stderr', '/dev/full', ...bash('echo hi || exit 5')];
    expect(await startGuard(words).ended).toMatchObject({ status: 5, stdout: '', stderr: '' });
  });
});

const GRACE = ['--grace', '0.5'];
const LEAVE = 'exec -a "$1" sleep 1000';

const LEFTOVERS = {
  'a child in the background': `bash -c '${LEAVE}' rank "$1" &`,
  'a session of its own': `setsid bash -c '${LEAVE}' rank "$1" &`,
  'a daemon of two forks': `(setsid bash -c "bash -c 'exec -a $1 sleep 1000' &" &)`,
  'a daemon that ignores TERM': `(setsid bash -c 'trap "" TERM HUP INT; while :; do sleep 0.05; done' "$1" &)`,
  'a daemon with no environment': `(env -i setsid bash -c 'trap "" TERM; while :; do sleep 0.05; done' "$1" &)`,
  'a tree': `(setsid bash -c 'for i in 1 2 3; do bash -c "trap : TERM; sleep 1000 & wait; wait" $0 & done; wait' "$1" &)`,
  'a fork that goes on and on': `bash -c 'trap "" TERM; for i in {1..200}; do (exec -a $0 sleep 0.5) & sleep 0.01; done' "$1" &`,
};

/** Whether the rank exits or is killed. */
async function expectNothingLeft(script: string, program: string): Promise<void> {
  for (const [how, end, expected] of [
    ['exits', 'exit 4', 4],
    ['is killed', 'kill -KILL $$', 137],
  ] as const) {
    const marker = makeMarker();
    const ready = `${script}\nuntil grep -qsz "$1" /proc/[0-9]*/cmdline; do :; done; sleep 0.1; ${end}`;
    const { status } = await startGuard([...GRACE, ...bash(ready, marker)], undefined, program).ended;
    expect({ how, status, left: findProcesses(marker) }).toEqual({ how, status: expected, left: [] });
  }
}

describe.skipIf(!hasExec)('what a rank leaves behind is ended', () => {
  it.each(Object.entries(LEFTOVERS))('%s', (_name, script) => expectNothingLeft(script, EXEC));
});

describe.skipIf(!hasScanningExec)('and where the kernel does not list children', () => {
  it.each(Object.entries(LEFTOVERS))('%s', (_name, script) => expectNothingLeft(script, SCANNING_EXEC));
});

describe.skipIf(!hasExec)('many ranks', () => {
  const rank = (number: number, ...words: string[]) => [
    '--rank',
    `${number}`,
    '--set',
    `RANK=${number}`,
    ...words,
  ];

  it('have in common what the command line says, and differ as the request says', async () => {
    const folder = newFolder();
    const ranks = [0, 1, 2].map((n) => rank(n, '--stdout', join(folder, `${n}`)));
    const common = ['--set', 'SHARED=yes', ...bash('echo $SHARED $RANK "$*"', 'ü "\n', '')];
    expect((await startGuard(common, ranks).ended).status).toBe(0);
    for (const n of [0, 1, 2]) expect(readFileSync(join(folder, `${n}`), 'utf8')).toBe(`yes ${n} ü "\n \n`);
  });

  it('are stopped when one fails, whose status is the run’s', async () => {
    const marker = makeMarker();
    const script =
      '[[ $RANK != 2 ]] || { sleep 0.2; exit 9; }; trap "exit 5" TERM; while :; do sleep 0.05; done';
    const outcome = await startGuard(
      [...GRACE, ...bash(script, marker)],
      [0, 1, 2, 3].map((n) => rank(n)),
    ).ended;
    expect(outcome.status).toBe(9);
    const ended = outcome.events
      .filter(({ event }) => event === 'ended')
      .map(({ rank, status }) => [rank, status]);
    expect(ended[0]).toEqual([2, 9]);
    expect(ended.slice(1).sort()).toEqual([0, 1, 3].map((n) => [n, 5]));
    expect(findProcesses(marker)).toEqual([]);
  });

  it('are killed when they ignore TERM', async () => {
    const marker = makeMarker();
    const script = '[[ $RANK != 0 ]] || { sleep 0.2; exit 9; }; trap "" TERM; while :; do sleep 0.05; done';
    const { status, events } = await startGuard(
      [...GRACE, ...bash(script, marker)],
      [0, 1].map((n) => rank(n)),
    ).ended;
    expect(status).toBe(9);
    expect(events.find(({ event, rank }) => event === 'ended' && rank === 1)?.status).toBe(137);
    expect(findProcesses(marker)).toEqual([]);
  });

  it('may be 512, with no descriptor for any of them', async () => {
    const marker = makeMarker();
    const { child, ended, events } = startGuard(
      ['--', 'sh', '-c', 'exec sleep 1000', marker],
      Array.from({ length: 512 }, (_, n) => rank(n)),
    );
    await until('512 starts', () => events.filter(({ event }) => event === 'started').length === 512);
    const descriptors = listDescriptors(child.pid ?? 0);
    expect(
      Object.keys(descriptors)
        .map(Number)
        .sort((a, b) => a - b).length,
    ).toBeLessThan(10);
    child.kill('SIGTERM');
    const outcome = await ended;
    expect(outcome.status).toBe(143);
    expect(outcome.events.filter(({ event }) => event === 'ended').length).toBe(512);
    expect(findProcesses(marker)).toEqual([]);
  });
});

describe.skipIf(!hasExec)('the guard', () => {
  const STUBBORN =
    'trap "" TERM; (setsid bash -c "trap \'\' TERM; exec -a $1 sleep 1000" &); : >"$2"; while :; do sleep 0.05; done';

  it('ends everything when its launcher is gone', async () => {
    const marker = makeMarker();
    const ready = join(newFolder(), 'ready');
    const { child, ended } = startGuard([...GRACE, ...bash(STUBBORN, marker, ready)]);
    await until('the rank', () => existsSync(ready));
    child.stdin?.end();
    expect((await ended).status).toBe(137);
    expect(findProcesses(marker)).toEqual([]);
  });

  it.each(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'] as const)(
    'passes %s on',
    async (signal) => {
      const ready = join(newFolder(), 'ready');
      const script = 'trap "exit 42" "$1"; : >"$2"; while :; do sleep 0.05; done';
      const { child, ended } = startGuard(bash(script, signal.slice(3), ready));
      await until('the rank', () => existsSync(ready));
      child.kill(signal);
      expect((await ended).status).toBe(42);
    },
  );

  it('keeps a HUP that was ignored, for itself and for the rank', async () => {
    const ready = join(newFolder(), 'ready');
    const script = ': >"$1"; read -r line <"$2"; grep SigIgn /proc/$$/status';
    const gate = join(newFolder(), 'gate');
    spawnSync('mkfifo', [gate]);
    const nohup = ['bash', '-c', 'trap "" HUP; exec "$0" "$@"', EXEC];
    const { child, ended } = startGuard(bash(script, ready, gate), undefined, nohup);
    await until('the rank', () => existsSync(ready));
    process.kill(-(child.pid ?? 0), 'SIGHUP');
    child.kill('SIGHUP');
    writeFileSync(gate, 'go\n');
    const { status, stdout } = await ended;
    expect(status).toBe(0);
    expect(stdout).toMatch(/^SigIgn:\s+0*1$/m);
  });

  it('waits no longer when INT comes twice', async () => {
    const marker = makeMarker();
    const ready = join(newFolder(), 'ready');
    const script = 'trap "" INT; : >"$2"; while :; do sleep 0.05; done';
    const { child, ended } = startGuard(['--grace', '1000', ...bash(script, marker, ready)]);
    await until('the rank', () => existsSync(ready));
    child.kill('SIGINT');
    await new Promise((resume) => setTimeout(resume, 200));
    child.kill('SIGINT');
    expect((await ended).status).toBe(137);
    expect(findProcesses(marker)).toEqual([]);
  });

  it('that is killed itself takes the rank with it', async () => {
    const marker = makeMarker();
    const { child, ended, events } = startGuard(bash('while :; do sleep 0.05; done', marker));
    await until('the rank', () => events.length > 0);
    child.kill('SIGKILL');
    await ended;
    await until('the end of the rank', () => findProcesses(marker).length === 0);
  });

  it('lets alone the children that it was given', () => {
    const marker = makeMarker();
    const script = '(exec -a "$1" sleep 1000) >/dev/null 2>&1 & exec "$2" -- true';
    const { status } = spawnSync('bash', ['-c', script, 'rank', marker, EXEC], { timeout: HANG_MS });
    const left = findProcesses(marker);
    for (const pid of left) process.kill(pid);
    expect({ status, left: left.length }).toEqual({ status: 0, left: 1 });
  });

  it('takes at most 2 MB', async () => {
    const { child, events, ended } = startGuard(['--', 'sleep', '1000']);
    await until('the rank', () => events.length > 0);
    const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    child.kill('SIGTERM');
    await ended;
    if (process.env['RANKPLAN_TEST_EXEC'] === undefined) expect(Number(rss)).toBeLessThanOrEqual(2048);
  });

  it.each([
    { words: ['--foo', 'bar'], ranks: undefined, problem: '--foo: is unknown' },
    { words: ['--rank', 'x', '--', 'true'], ranks: undefined, problem: '--rank: needs a number' },
    {
      words: ['--grace', '-1', '--', 'true'],
      ranks: undefined,
      problem: '--grace: needs a number of seconds',
    },
    { words: ['--set', 'A', '--', 'true'], ranks: undefined, problem: '--set: needs =' },
    { words: ['--unset', 'A=B', '--', 'true'], ranks: undefined, problem: '--unset: has a =' },
    { words: ['--stdout'], ranks: undefined, problem: '--stdout: is unknown, or has no value' },
    { words: [], ranks: undefined, problem: 'there is no command' },
    { words: ['--'], ranks: undefined, problem: 'there is no command' },
    { words: ['--', 'true'], ranks: [], problem: 'the request has no ranks' },
    { words: ['--', 'true'], ranks: [['--grace', '1']], problem: '--grace: is unknown' },
  ])('refuses $words: $problem', async ({ words, ranks, problem }) => {
    const { status, stderr } = await startGuard(words, ranks).ended;
    expect(status).toBe(125);
    expect(stderr).toContain(`rankplan-exec: ${problem}`);
  });

  it('refuses a request that is cut off anywhere, or has one byte changed, or starts what it says', async () => {
    const request = encode([
      ['--rank', '1'],
      ['--rank', '2'],
    ]);
    const variants = [
      ...Array.from({ length: request.length }, (_, i) => request.slice(0, i)),
      ...Array.from({ length: request.length }, (_, i) => `${request.slice(0, i)}9${request.slice(i + 1)}`),
    ];
    for (const variant of variants) {
      const { child, ended } = startGuard(['--request', '0', '--', 'true']);
      child.stdin?.end(variant, 'latin1');
      const { status, events } = await ended;
      const started = events.filter(({ event }) => event === 'started').length;
      expect({ variant, ok: (status === 125 && started === 0) || started === 2 }).toEqual({
        variant,
        ok: true,
      });
    }
  });
});

it.skipIf(!hasExec)('a rank’s files are truncated, and one file may take both streams', async () => {
  const log = join(newFolder(), 'log');
  writeFileSync(log, 'old\n'.repeat(100));
  const words = ['--stdout', log, '--stderr', log, ...bash('echo a; echo b >&2; echo c')];
  expect((await startGuard(words).ended).status).toBe(0);
  expect(readFileSync(log, 'utf8')).toBe('a\nb\nc\n');
});
