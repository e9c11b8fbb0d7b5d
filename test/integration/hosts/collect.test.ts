import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runRankplan } from '../../command/run-rankplan.ts';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { ranksLeft } from './fault-bed.ts';
import { canHaveHosts, type HostOptions, type Hosts, startHosts } from './harness/hosts.ts';

/* The logs of real hosts come to the launcher: after a failure, a lost host, a signal, a full disk. */
const JOB = `/srv/work/lab's "job"`;
const GO = '/srv/work/go';
const RUN = `${JOB}/runs/r1`;
const TOPOLOGY = `version: 1
name: lab
nodes: [{ hosts: "lab[1-3]", cpuRanks: 2 }]
launch:
  master: { address: lab1 }
  grace: 2s
  command: [bash, -c, 'echo "rank $RANK begins"; until [[ -e ${GO} ]]; do sleep 0.1; done; [[ $RANK != 4 ]] || exit 7']
`;
const ALICE: HostOptions = { user: 'alice', env: { RANKPLAN_RUN_ID: 'r1' } };
const COLLECT = ['--all', '--collect', '--record'];

const canRun = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

describe.skipIf(!canRun)('--collect', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(3);
    const folder = makeFolder('collect-');
    writeFileSync(join(folder, 'topology.yaml'), TOPOLOGY);
    const compiled = runRankplan(['compile', 'topology.yaml', '-o', 'job', '--with-exec'], { cwd: folder });
    expect(compiled.status, compiled.stderr).toBe(0);
    for (const host of [hosts.launcher, ...hosts.labs])
      cpSync(join(folder, 'job'), host.path(JOB), { recursive: true });
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
    const ended = hosts.launcher.run([`${JOB}/launch.sh`, ...words], ALICE);
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
  const collectLater = () => hosts.launcher.run([`${JOB}/launch.sh`, '--collect-run', RUN], ALICE);

  test('brings all of them after a failure', async () => {
    const { status, stderr } = await run();
    expect(status).toBe(7);
    expect(stderr).toContain('launch.sh: runs/r1/hosts has the logs of 3 other hosts\n');
    expect(folders()).toEqual(['lab1', 'lab2', 'lab3']);
    for (const [lab, host] of hosts.labs.entries())
      expect(readdirSync(here(`lab${lab + 1}`))).toEqual(readdirSync(host.path(RUN)));
    expect(logOf('lab3', 'rank-5.out')).toBe('rank 5 begins\n');
    await expectNothingLeft();
  });

  test('brings them after a signal, whose status stays', async () => {
    const { status } = await run(() => hosts.launcher.run(['pkill', '-TERM', 'rankplan-exec']));
    expect(status).toBe(143);
    expect(folders()).toEqual(['lab1', 'lab2', 'lab3']);
    await expectNothingLeft();
  });

  test('brings what can be had when a host is lost, and the rest later', async () => {
    const { status, stderr } = await run(() => hosts.labs[2]?.cut());
    expect(status).toBe(75);
    expect(stderr).toMatch(/^launch\.sh: the logs of lab3 stay there: .*ssh ended with status 255/m);
    expect(folders()).toEqual(['lab1', 'lab2']);
    await hosts.labs[2]?.mend();
    const later = await collectLater();
    expect(later, later.stderr).toMatchObject({ status: 0 });
    expect(folders()).toEqual(['lab1', 'lab2', 'lab3']);
    expect(logOf('lab3', 'rank-4.out')).toBe('rank 4 begins\n');
    await expectNothingLeft();
  });

  test('has them when a detached job has its verdict', async () => {
    await run(letGo, [...COLLECT, '--detach']);
    await until('it has ended', () => existsSync(hosts.launcher.path(join(RUN, 'verdict.json'))));
    expect(folders()).toEqual(['lab1', 'lab2', 'lab3']);
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
    expect(stderr.match(/^launch\.sh: the logs of lab\d stay there: .*room/gm), stderr).toHaveLength(3);
    expect(folders()).toEqual([]);
    expect((await collectLater()).status).toBe(0);
    expect(folders()).toEqual(['lab1', 'lab2', 'lab3']);
  });

  test('is killed in the midst of it, and leaves no process and no half of a folder', async () => {
    await run(letGo, ['--all']);
    const [lab1] = hosts.labs;
    writeFileSync(lab1?.path(join(RUN, 'big')) ?? '', Buffer.alloc(4_000_000));
    await hosts.launcher.slow('1mbit');
    const ended = collectLater();
    const draft = () => folders().find((name) => name.startsWith('.lab1-'));
    await until('it comes', () => existsSync(here(join(draft() ?? '-', 'big'))));
    await hosts.launcher.run(['pkill', '-TERM', '-f', 'launch.sh']);
    expect((await ended).status).toBe(143);
    await hosts.launcher.mend();
    expect(folders().filter((name) => name !== 'lab2' && name !== 'lab3')).toEqual([]);
    await expectNothingLeft();
  });
});
