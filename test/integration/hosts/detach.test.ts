import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runRankplan } from '../../command/run-rankplan.ts';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { ranksLeft } from './fault-bed.ts';
import { canHaveHosts, type HostOptions, type Hosts, startHosts } from './harness/hosts.ts';

/* Jobs of --detach on real hosts: who started them logs out, watches, stops them, or is killed. */
const JOB = `/srv/work/lab's "job"`;
const GO = '/srv/work/go';
const TOPOLOGY = `version: 1
name: lab
nodes: [{ hosts: "lab[1-3]", cpuRanks: 2 }]
launch:
  master: { address: lab1 }
  grace: 2s
  command: [bash, -c, 'echo "rank $RANK begins"; until [[ -e ${GO} ]]; do sleep 0.1; done; [[ $RANK != 4 ]] || exit 7']
`;
const ALICE: HostOptions = { user: 'alice' };

const canRun = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

describe.skipIf(!canRun)('--detach', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(3);
    const folder = makeFolder('detach-');
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

  const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
  const rankplan = (words: readonly string[], options: HostOptions = {}) =>
    hosts.launcher.run([process.execPath, resolve('dist/rankplan.cjs'), ...words], options);

  async function detach(options: HostOptions = {}): Promise<string> {
    const { status, stdout, stderr } = await hosts.launcher.run(
      [`${JOB}/launch.sh`, '--all', '--detach'],
      options,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.trimEnd();
  }

  const letGo = (): void => {
    for (const host of hosts.labs) writeFileSync(host.path(GO), '');
  };
  const expectNothingLeft = (): Promise<void> =>
    until('nothing is left', () =>
      [hosts.launcher, ...hosts.labs].every((host) => ranksLeft(host).length === 0),
    );

  test.each([[[]], [['-tt']]])('goes on when the ssh that started it, %j, has ended', async (terminal) => {
    const command = `${quoted(`${JOB}/launch.sh`)} --all --detach`;
    const [lab1] = hosts.labs;
    const started = await lab1?.run(['ssh', ...terminal, 'launcher', command], ALICE);
    expect(started?.status, started?.stderr).toBe(0);
    const run = started?.stdout.trim() ?? '';
    expect(run.startsWith(`${JOB}/runs/`), run).toBe(true);
    const { stdout } = await rankplan(['status', JOB], ALICE);
    expect(stdout).toMatch(/running +[\d.]+ s +6 +lab1, lab2, lab3/);
    letGo();
    const attached = await rankplan(['attach', run, '--lines', '100'], ALICE);
    expect(attached.status).toBe(7);
    for (let rank = 0; rank < 6; rank++) expect(attached.stdout).toContain(`rank ${rank} begins\n`);
    expect(attached.stdout).toMatch(/lab3: rank 4 .*status 7/);
    await expectNothingLeft();
  });

  test('is stopped from another login', async () => {
    const run = await detach(ALICE);
    const { status, stdout } = await rankplan(['stop', run]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('stopped (143)') });
    await expectNothingLeft();
  });

  test('of another user is not stopped, and goes on', async () => {
    const run = await detach();
    const { status, stderr } = await rankplan(['stop', run], ALICE);
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining("is another user's") });
    letGo();
    expect((await rankplan(['attach', run])).status).toBe(7);
    await expectNothingLeft();
  });

  test('whose launcher is killed leaves no rank, and names the hosts', async () => {
    const run = await detach(ALICE);
    await hosts.launcher.run(['pkill', '-KILL', 'rankplan-exec']);
    const { stdout } = await rankplan(['status', run], ALICE);
    expect(stdout).toMatch(/launcher gone/);
    expect(stdout).toMatch(/end by themselves on lab1, lab2, lab3/);
    await expectNothingLeft();
  });

  test('that is stopped while a host is frozen says that ranks may be left there', async () => {
    const run = await detach(ALICE);
    const { labs } = hosts;
    await labs[1]?.freeze();
    const { status, stdout } = await rankplan(['stop', run], ALICE);
    await labs[1]?.thaw();
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        /stopped \(143\), after .*; lab2 did not say that no rank is left there: /,
      ),
    });
    await expectNothingLeft();
  });

  test('that loses a host says which to who watches', async () => {
    const run = await detach(ALICE);
    await hosts.labs[2]?.cut();
    const { status, stdout } = await rankplan(['attach', run], ALICE);
    await hosts.labs[2]?.mend();
    expect({ status, stdout }).toEqual({ status: 75, stdout: expect.stringMatching(/lab3: lost/) });
    await expectNothingLeft();
    expect(existsSync(hosts.launcher.path(join(run, 'verdict.json')))).toBe(true);
  });
});
