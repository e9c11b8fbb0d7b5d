// launch.sh --all: on hosts that are all this machine, through a transport that starts a shell.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { findProcesses, launcherUnder, type Outcome, until } from './launch-sh-fixture.ts';
import { HOSTS_MS, VIA, writeHosts } from './launch-sh-hosts-fixture.ts';

describe.skipIf(!hasExec)('--all', () => {
  const { launch, start } = launcherUnder({ RANKPLAN_EXEC: EXEC });

  /** What remains may still be on its way out of the table of processes. */
  const expectNothingLeft = (marker: string): Promise<void> =>
    until(() => findProcesses(marker).length === 0);

  const listDescriptors = (): readonly string[] =>
    readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        return [readlinkSync(`/proc/self/fd/${name}`)];
      } catch {
        return []; // that by which the folder was read
      }
    });

  it(
    'starts the ranks of all hosts, with words that no shell reads',
    async () => {
      const { directory, marker, words } = writeHosts('echo "$RANK of $WORLD_SIZE in $PWD: $1"');
      const said = `it's "a" $(word)\n`.trim();
      const { status, stdout, stderr } = await launch(directory, [...words, '--tee', '--', said]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const expected = [0, 1, 2, 3, 4, 5].map(
        (rank) => `[rank ${rank} lab${Math.floor(rank / 2) + 1}] ${rank} of 6 in ${tmpdir()}: ${said}`,
      );
      expect(stdout.trimEnd().split('\n').sort()).toEqual(expected);
      await expectNothingLeft(marker);
    },
    HOSTS_MS,
  );

  it(
    'leaves its own descriptors to no rank',
    async () => {
      const { directory, words } = writeHosts('readlink /proc/$$/fd/*; exit 0');
      const inherited = listDescriptors(); // of whoever runs the tests
      const { status, stdout, stderr } = await launch(directory, [...words, '--tee']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const found = stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/^\[.*?\] /, ''));
      expect(found.filter((target) => target.endsWith('/rank-0.out'))).toHaveLength(1);
      const pipes = found.filter((target) => target.startsWith('pipe:') && !inherited.includes(target));
      expect(pipes).toEqual([]);
    },
    HOSTS_MS,
  );

  it(
    'ends all hosts by the first failure, and blames nobody else',
    async () => {
      const script = '[[ $RANK != 3 ]] || { echo boom >&2; exit 7; }; sleep 1000 & wait; exit 9';
      const { directory, marker, words } = writeHosts(script);
      const { status, stderr } = await launch(directory, words);
      expect(status).toBe(7);
      expect(stderr).toMatch(/^launch\.sh: lab2: rank 3 \(lab2, CPU\) failed with status 7.*\n {2}boom\n$/);
      await expectNothingLeft(marker);
    },
    HOSTS_MS,
  );

  it.each([
    [
      'ends at once',
      'exit 0',
      /^launch\.sh: lab2 cannot be used: \S+ ended, and did not answer \(launch\.sh was not started there: /,
    ],
    [
      'asks something else',
      'echo menu; exit 3',
      /lab2 cannot be used: \S+ ended with status 3: menu \(launch\.sh was not started/,
    ],
    [
      'finds another key than it knows',
      "printf '%s\\n' 'Offending ED25519 key in known_hosts:3' 'Host key verification failed.' >&2; exit 255",
      /: Host key verification failed\. \(its key has changed: /,
    ],
    [
      'knows no key',
      "echo 'Host key verification failed.' >&2; exit 255",
      / \(ssh does not know its key under this/,
    ],
    [
      'lets nobody in',
      "echo 'alice@lab2: Permission denied (publickey).' >&2; exit 255",
      /ended with status 255: alice@lab2: Permission denied \(publickey\)\. \(it must let you in without a question/,
    ],
  ])(
    'says what a transport did that %s',
    async (_, script, expected) => {
      const via = `#!/bin/bash\n[[ $1 != lab2 ]] || { ${script}; }\n${VIA.split('\n')[1]}\n`;
      const { directory, words } = writeHosts('exit 0', { via });
      const { status, stderr } = await launch(directory, words);
      expect(status).toBe(78);
      expect(stderr).toMatch(expected);
    },
    HOSTS_MS,
  );

  it('runs no other launch.sh of the same plan, and resolves the way to its own', async () => {
    const { directory, words } = writeHosts('exit 0');
    const other = `${directory}-other`;
    cpSync(directory, other, { recursive: true });
    mkdirSync(join(directory, 'only-here'));
    const near = spawnSync('../launch.sh', [...words, '--dry-run'], {
      cwd: join(directory, 'only-here'),
      env: { ...process.env, RANKPLAN_EXEC: EXEC },
      encoding: 'utf8',
    });
    expect(near.stderr).not.toContain('only-here/..');
    appendFileSync(join(other, 'launch.sh'), '# changed\n');
    const { status, stderr } = await launch(directory, [...words, '--dir', other]);
    expect(status).toBe(78);
    expect(stderr).toMatch(/^launch\.sh: lab1: \S+-other\/launch\.sh is not that of the launcher/m);
  });

  it('refuses a wrong port at once, not by each host', async () => {
    const { directory, words } = writeHosts('exit 0');
    const { status, stderr } = await launch(directory, [...words, '--port', '99999']);
    expect({ status, stderr }).toEqual({
      status: 78,
      stderr: "launch.sh: --port '99999' is not a port: give a number from 1 to 65535\n",
    });
  });

  it(
    'tells the refusals of all hosts, and starts nothing',
    async () => {
      const via = `#!/bin/bash\n[[ $1 != lab3 ]] || { echo 'no route to lab3' >&2; exit 255; }\n${VIA.split('\n')[1]}\n`;
      const { directory, words } = writeHosts('touch "$RANKPLAN_RUN_DIR/started"', { via });
      writeFileSync(join(directory, 'env', 'rank-2.env'), 'export RANK=2\n');
      const { status, stderr } = await launch(directory, words);
      expect(status).toBe(78);
      const lines = stderr.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^launch\.sh: lab2: .*rank-2\.env is not of this plan/);
      expect(lines[1]).toMatch(/^launch\.sh: lab3 cannot be used: .*255.*no route to lab3$/);
      expect(lines[2]).toBe('launch.sh: 1 of 3 hosts are ready; nothing was started');
    },
    HOSTS_MS,
  );

  it(
    'passes over what a login shell says first, also without an end of line',
    async () => {
      const via = `${VIA.split('\n')[0]}\nprintf 'Welcome\\n{"event":"\\0'\n${VIA.split('\n')[1]}\n`;
      const { directory, words } = writeHosts('echo "rank $RANK"', { via });
      const { status, stdout, stderr } = await launch(directory, [...words, '--tee']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.match(/^\[rank \d lab\d\] rank \d$/gm)).toHaveLength(6);
    },
    HOSTS_MS,
  );

  it(
    'refuses a host that has another plan',
    async () => {
      const { directory, words } = writeHosts('exit 1');
      const other = `${directory}-other`;
      cpSync(directory, other, { recursive: true });
      writeFileSync(join(other, 'plan.json'), 'another plan\n');
      const { status, stderr } = await launch(directory, [...words, '--dir', other]);
      expect(status).toBe(78);
      expect(stderr.match(/plan\.json is not the plan of this script/g)?.length).toBe(3);
    },
    HOSTS_MS,
  );

  it('says what a host needs that has no such directory', async () => {
    const { directory, words } = writeHosts('exit 0');
    const { status, stderr } = await launch(directory, [...words, '--dir', '/nonexistent']);
    expect(status).toBe(78);
    expect(stderr).toMatch(
      /^launch\.sh: lab1 cannot be used: .* \(each host needs bash, and this directory: --push/,
    );
  });

  it('refuses options that only --all has', async () => {
    const { directory } = writeHosts('exit 0');
    const { status, stderr } = await launch(directory, ['--node', 'lab1', '--dir', '/srv']);
    expect({ status, stderr }).toEqual({
      status: 78,
      stderr: expect.stringContaining(' is for --all: add that'),
    });
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGKILL', null],
  ] as const)(
    'leaves nothing on any host after %s',
    async (signal, expected) => {
      const { directory, marker, words } = writeHosts('sleep 1000 & wait');
      const { child, ended } = start(join(directory, 'launch.sh'), words);
      let isOver = false;
      void ended.then(() => {
        isOver = true;
      });
      await until(() => isOver || findProcesses(marker).length >= 9); // the guards carry it, too
      await sleep(100);
      child.kill(signal);
      const { status }: Outcome = await ended;
      expect(status).toBe(expected);
      await expectNothingLeft(marker);
    },
    HOSTS_MS,
  );

  it(
    'ends by one TERM, though nobody reads what it shows',
    async () => {
      const script =
        'head -c 4000000 /dev/zero | tr "\\0" "\\n"; : >"$RANKPLAN_RUN_DIR/written-$RANK"; sleep 1000 & wait';
      const { directory, marker, words } = writeHosts(script, { launch: { graceSeconds: 1 } });
      const env = { ...process.env, RANKPLAN_EXEC: EXEC, RANKPLAN_RUN_ID: 'unread' };
      const child = spawn(join(directory, 'launch.sh'), [...words, '--tee'], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const ended = once(child, 'exit');
      await until(() => existsSync(join(directory, 'runs', 'unread', 'written-5')));
      child.kill('SIGTERM');
      expect(await ended).toEqual([143, null]);
      child.stdout.destroy();
      await expectNothingLeft(marker);
    },
    HOSTS_MS,
  );
});
