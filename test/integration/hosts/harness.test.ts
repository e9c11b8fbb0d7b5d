import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { type Host, type Hosts, hasHosts, startHosts } from './harness/hosts.ts';

/*
 * Hosts are what tests of `--all` take them for: each with its own name, processes, disk and sshd; and their cables can
 * be cut. Else those tests would prove nothing.
 */

describe.skipIf(!hasHosts)('hosts', () => {
  let hosts: Hosts;
  let lab: Host;
  const ssh = (...command: readonly string[]) =>
    hosts.launcher.run(['ssh', '-oBatchMode=yes', 'lab1', ...command]);
  const sshInVain = () =>
    hosts.launcher.run(['ssh', '-oBatchMode=yes', '-oConnectTimeout=2', 'lab1', 'true']);

  beforeAll(async () => {
    hosts = await startHosts(2);
    [lab] = hosts.labs as [Host];
  });
  afterAll(() => hosts?.stop());

  test.each(['root', 'alice'] as const)(
    '%s reaches each from each by name, and is who she is',
    async (user) => {
      for (const host of [hosts.launcher, ...hosts.labs]) {
        for (const { name } of hosts.labs) {
          const { stdout, stderr } = await host.run(
            ['ssh', '-oBatchMode=yes', name, 'echo "$(whoami) $(hostname)"'],
            { user },
          );
          expect(`${stdout}${stderr}`).toBe(`${user} ${name}\n`);
        }
      }
    },
  );

  test('each has processes and a disk of its own, which can be full', async () => {
    writeFileSync(lab.path('/srv/work/note'), 'of lab1');
    expect((await ssh('cat /srv/work/note')).stdout).toBe('of lab1');
    expect((await hosts.launcher.run(['cat', '/srv/work/note'])).status).toBe(1);
    const fill = await lab.run(['bash', '-c', 'cat /dev/zero >/srv/work/full; rm /srv/work/full']);
    expect(fill.stderr).toContain('No space left');
  });

  test('what is left on a host is seen, and only there', async () => {
    await ssh('setsid sleep 4242 >/dev/null 2>&1 </dev/null &');
    const left = () => lab.left().map(({ command }) => command);
    await until('only that is left', () => left().join() === 'sleep 4242');
    expect(hosts.launcher.left()).toEqual([]);
    await lab.run(['pkill', '--nslist', 'pid', '--ns', '1', 'sleep']);
    await until('it is gone', () => lab.left().length === 0);
  });

  test('a cut link is silent; mended, it carries again', async () => {
    await lab.cut();
    const { status, stderr } = await sshInVain();
    expect(status).toBe(255);
    expect(stderr).toMatch(/timed out|No route/);
    await lab.mend();
    expect((await ssh('true')).status).toBe(0);
  });

  test('a frozen host lets connect, and says nothing', async () => {
    await lab.freeze();
    const { stderr } = await sshInVain();
    expect(stderr).toContain('timed out during banner exchange');
    await lab.thaw();
    expect((await ssh('true')).status).toBe(0);
    await until('the sessions have ended', () => lab.left().length === 0);
  });

  test('a bad cable carries what it does not lose; a slow one carries too', async () => {
    await lab.worsen(0, 1);
    expect((await sshInVain()).status).toBe(255);
    await lab.mend();
    await lab.worsen(100, 0.02);
    expect((await ssh('for i in {1..5}; do echo; done')).stdout).toHaveLength(5);
    await lab.mend();
    await lab.slow('1mbit');
    const { stdout } = await lab.run(['tc', 'qdisc', 'show', 'dev', 'eth0']);
    expect(stdout).not.toContain('tbf'); // it is the other end that is slow
    expect((await ssh('head -c 1000 /dev/zero')).stdout).toHaveLength(1000);
    await lab.mend();
  });

  test('a host whose plug was pulled comes back empty, with its key', async () => {
    writeFileSync(lab.path('/srv/work/note'), 'of before');
    await lab.kill();
    expect((await sshInVain()).status).toBe(255);
    await lab.start();
    expect((await ssh('cat /srv/work/note')).stderr).toContain('No such file');
    expect(readFileSync(lab.path('/etc/hosts'), 'utf8')).toContain('lab1');
  });
});
