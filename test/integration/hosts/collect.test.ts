import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { ranksLeft } from './fault-bed.ts';
import { type HostOptions, type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { launch, placeTopology } from './launch.ts';

/* The logs of real hosts come to the launcher: after a failure, a lost host, a signal, a full disk. */
const JOB = `/srv/work/lab's "job"`;
const GO = '/srv/work/go';
const RUN = `${JOB}/runs/r1`;
const TOPOLOGY = `nodes: [{ hosts: "lab[1-3]", cpuRanks: 2 }]
launch:
  master: { address: lab1 }
  grace: 2s
  command: [bash, -c, 'echo "rank $RANK begins"; until [[ -e ${GO} ]]; do sleep 0.1; done; [[ $RANK != 4 ]] || exit 7']
`;
const ALICE: HostOptions = { user: 'alice', cwd: JOB, env: { RANKPLAN_RUN_ID: 'r1' } };
const COLLECT = ['--collect', '--record'];

describe.skipIf(!hasHosts)('--collect', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(3);
    for (const host of [hosts.launcher, ...hosts.labs]) mkdirSync(host.path(JOB));
    placeTopology(hosts, join(JOB, 'lab.yaml'), TOPOLOGY);
  });
  afterAll(() => hosts?.stop());

  beforeEach(async () => {
    for (const host of [hosts.launcher, ...hosts.labs]) {
      for (const path of [GO, join(JOB, 'runs')]) rmSync(host.path(path), { recursive: true, force: true });
      mkdirSync(host.path(join(JOB, 'runs')));
      await host.run(['chown', '-R', 'alice', JOB]);
    }
  });

  const here = (name = ''): string => hosts.launcher.path(join(RUN, 'hosts', name));
  const folders = (): readonly string[] => (existsSync(here()) ? readdirSync(here()).sort() : []);
  const logOf = (lab: string, name: string): string => readFileSync(here(join(lab, name)), 'utf8');
  const expectNothingLeft = (): Promise<void> =>
    until('nothing is left', () =>
      [hosts.launcher, ...hosts.labs].every((host) => ranksLeft(host).length === 0),
    );

  /** Once all ranks run something happens; they end by it, or are let go. */
  async function run(act: () => unknown = letGo, words: readonly string[] = COLLECT) {
    const ended = hosts.launcher.run([...launch('lab.yaml'), ...words], ALICE);
    await until('all ranks run', () =>
      hosts.labs.every(({ path }, lab) =>
        [2 * lab, 2 * lab + 1].every((rank) => {
          const log = path(join(RUN, `rank-${rank}.out`));
          return existsSync(log) && readFileSync(log, 'utf8').includes('begins');
        }),
      ),
    );
    await act();
    return ended;
  }

  const letGo = (): void => {
    for (const host of hosts.labs) writeFileSync(host.path(GO), '');
  };

  test('brings all of them after a failure', async () => {
    const { status, stderr } = await run();
    expect(status).toBe(7);
    expect(stderr).toContain(`rankplan: ${RUN}/hosts has the logs of 3 other hosts\n`);
    expect(folders()).toEqual(['lab1', 'lab2', 'lab3']);
    for (const [lab, host] of hosts.labs.entries())
      expect(readdirSync(here(`lab${lab + 1}`))).toEqual(readdirSync(host.path(RUN)));
    expect(logOf('lab3', 'rank-5.out')).toBe('rank 5 begins\n');
    await expectNothingLeft();
  });

  test('brings them after a signal, whose status stays', async () => {
    const { status } = await run(() => hosts.launcher.run(['pkill', '-TERM', '-f', 'rankplan\\.cjs run']));
    expect(status).toBe(143);
    expect(folders()).toEqual(['lab1', 'lab2', 'lab3']);
    await expectNothingLeft();
  });

  test('brings what can be had when a host is lost: the rest stays there', async () => {
    const { status, stderr } = await run(() => hosts.labs[2]?.cut());
    expect(status).toBe(75);
    expect(stderr).toMatch(/^rankplan: the logs of lab3 stay there: .*ssh ended with status 255/m);
    expect(folders()).toEqual(['lab1', 'lab2']);
    await hosts.labs[2]?.mend();
    await expectNothingLeft();
  });

  test('keeps the status, and no half of a folder, when the disk here is full', async () => {
    const full = hosts.launcher.path('/srv/full');
    const { status, stderr } = await run(async () => {
      for (const host of hosts.labs) {
        await host.run(['bash', '-c', `head -c 4000000 /dev/zero >'${RUN.replace("'", `'\\''`)}/big'`]);
        await host.run(['chown', '-R', 'alice', JOB]);
      }
      await hosts.launcher.run(['bash', '-c', 'cat /dev/zero >/srv/full; truncate -s -1000000 /srv/full']);
      letGo();
    });
    rmSync(full);
    expect(status).toBe(7);
    expect(stderr.match(/^rankplan: the logs of lab\d stay there: .*room/gm), stderr).toHaveLength(3);
    expect(folders()).toEqual([]);
  });

  test('is ended in the midst of it: what has not come stays there', async () => {
    const ended = run(async () => {
      for (const host of hosts.labs) writeFileSync(host.path(join(RUN, 'big')), Buffer.alloc(4_000_000));
      await hosts.launcher.slow('1mbit');
      letGo();
    });
    await until('it comes', () => folders().some((name) => name.startsWith('.lab')));
    await hosts.launcher.run(['pkill', '-INT', '-f', 'rankplan\\.cjs run']);
    const { status, stderr } = await ended;
    await hosts.launcher.mend();
    expect(status).toBe(7);
    expect(stderr.match(/^rankplan: the logs of lab\d stay there/gm), stderr).toHaveLength(3);
    expect(folders()).toEqual([]);
    await expectNothingLeft();
  });
});
