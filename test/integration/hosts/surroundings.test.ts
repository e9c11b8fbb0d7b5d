import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { compileJob } from './compile-job.ts';
import { ranksLeft } from './fault-bed.ts';
import { canHaveHosts, type Host, type Hosts, startHosts } from './harness/hosts.ts';

/* Who is not root, paths that no shell likes, a plan without hosts, and `rankplan run --all`: on three hosts. */
const ALICE = 2001;
const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const PLACE = `/srv/work/alice's "first" $(job) &\\ more`;
const isPossible = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

// What each rank does: launch.sh -- BEHAVIOUR.
const RANK = `#!/bin/bash
echo "$RANK of $WORLD_SIZE on $HOSTNAME as $(id -un) in $PWD"
: >here-$RANK
case $1 in
  fail) ((RANK != 4)) || { echo "it's lost" >&2; exit 7; }; exec sleep 4242 ;;
  work) exec sleep 4242 ;;
  flood) ((RANK != 4)) || yes | head -c 1G; exit 0 ;;
esac
`;
const launch = { command: ['./rank'], grace: 2 };

describe.skipIf(!isPossible)('launch.sh --all elsewhere', () => {
  const folder = makeFolder('rankplan-surroundings-');
  let hosts: Hosts;
  const everywhere = (): readonly Host[] => [hosts.launcher, ...hosts.labs];

  beforeAll(async () => {
    hosts = await startHosts(3);
    place('named', "nodes: [{ hosts: 'lab[1-3]', cpuRanks: 2 }]");
    place('bound', "nodes: [{ hosts: 'any[1-3]', bind: job, cpuRanks: 2 }]");
    place('far', "nodes: [{ hosts: 'lab[1-3]', cpuRanks: 2 }]", { user: 'alice', directory: 'jobs/far' });
  });
  afterAll(() => hosts?.stop());

  function place(name: string, nodes: string, remote?: object): void {
    const out = compileJob(folder, name, `${nodes}\nlaunch: ${JSON.stringify({ ...launch, remote })}\n`);
    for (const host of everywhere()) {
      const path = host.path(PLACE);
      mkdirSync(path, { recursive: true });
      cpSync(out, `${path}/${name}`, { recursive: true });
      writeFileSync(`${path}/rank`, RANK, { mode: 0o755 });
      for (const entry of ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })])
        chownSync(`${path}/${entry}`, ALICE, ALICE);
    }
  }

  const asAlice = { user: 'alice', cwd: PLACE } as const;
  const left = () => everywhere().flatMap(ranksLeft);
  const began = (): number =>
    hosts.labs.flatMap((host) => readdirSync(host.path(PLACE)).filter((name) => name.startsWith('here-')))
      .length;

  /** Its status, and what it printed; `act` is done once every rank runs. */
  async function run(words: readonly string[], act?: () => void): Promise<[number | null, string]> {
    for (const host of everywhere()) await host.run(['bash', '-c', 'rm -f here-*'], asAlice);
    let isOver = false;
    const ended = hosts.launcher.run(words, asAlice).finally(() => {
      isOver = true;
    });
    if (act !== undefined) {
      await until('every rank runs', () => isOver || began() === 6);
      act();
    }
    const { status, stdout, stderr } = await ended;
    await until(`nothing is left: ${stdout}${stderr}`, () => left().length === 0);
    return [status, stdout + stderr];
  }

  const signal = (command: RegExp, name: NodeJS.Signals): void => {
    const found = hosts.launcher.left().filter((process) => command.test(process.command));
    expect(found).not.toEqual([]);
    for (const { pid } of found) process.kill(pid, name);
  };
  const NODE = [process.execPath, resolve('dist/rankplan.cjs'), 'run'];

  test.each([
    ['launch.sh', ['named/launch.sh', '--all']],
    ['run', [...NODE, 'named', '--all']],
    ['launch.sh of a plan that is bound', ['bound/launch.sh', '--all', '--nodes', 'lab1,lab2,lab3']],
  ])('%s: alice’s ranks work in her directory, on each host', async (_, words) => {
    const [status, text] = await run([...words, '--tee']);
    expect(status, text).toBe(0);
    for (const rank of [0, 1, 2, 3, 4, 5])
      expect(text).toContain(`${rank} of 6 on lab${1 + (rank >> 1)} as alice in ${PLACE}\n`);
  });

  test.each([
    ['launch.sh', ['named/launch.sh', '--all']],
    ['run', [...NODE, 'named', '--all']],
  ])('%s: a rank that fails decides', async (_, words) => {
    const [status, text] = await run([...words, '--', 'fail']);
    expect(status, text).toBe(7);
    expect(text).toMatch(/lab3: rank 4 .*failed with status 7[\s\S]*it's lost/);
  });

  test('a plan that is bound takes its hosts in the order of --nodes', async () => {
    const [status, text] = await run(['bound/launch.sh', '--all', '--tee', '--nodes', 'lab3,lab1,lab2']);
    expect(status, text).toBe(0);
    expect(text).toContain('[rank 0 lab3] 0 of 6 on lab3 as alice');
    expect(text).toContain('[rank 5 lab2] 5 of 6 on lab2 as alice');
  });

  test('messages about a plan that is bound name its hosts', async () => {
    const [status, text] = await run(['bound/launch.sh', '--all', '--nodes', 'lab3,lab1,lab2', '--', 'fail']);
    expect(status, text).toBe(7);
    expect(text).toMatch(/^launch\.sh: lab2: rank 4 \(lab2, CPU\) failed with status 7/m);
  });

  test('a disk that fills while ranks run is told, though their program takes no notice', async () => {
    const [status, text] = await run(['named/launch.sh', '--all', '--', 'flood']);
    for (const host of hosts.labs) await host.run(['rm', '-rf', `${PLACE}/named/runs`]);
    expect(status, text).toBe(0);
    expect(text).toMatch(/^launch\.sh: lab3: warning: the disk of .*\/runs\/\S+ is full: /m);
    expect(text).not.toMatch(/lab[12]: warning/);
  });

  test('root’s launcher reaches alice’s copy in her home, as launch.remote says', async () => {
    const words = [`${PLACE}/far/launch.sh`, '--all', '--push', '--tee'];
    const { status, stdout, stderr } = await hosts.launcher.run(words, { cwd: PLACE });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('5 of 6 on lab3 as alice in ');
    for (const host of hosts.labs) expect(existsSync(host.path('/srv/home/alice/jobs/far/runs'))).toBe(true);
  });

  test('a directory from which a run goes on is not replaced', async () => {
    const far = (...words: string[]) =>
      hosts.launcher.run([`${PLACE}/far/launch.sh`, '--all', '--push', ...words], { cwd: PLACE });
    const begun = await far('--detach', '--', 'work');
    expect(begun.status, begun.stderr).toBe(0);
    writeFileSync(hosts.launcher.path(`${PLACE}/far/new.py`), '');
    const { status, stderr } = await far('--dry-run');
    expect(status, stderr).toBe(78);
    expect(stderr.match(/lab\d: a run goes on in \S+\/far \(its guard: process \d+\)/g)).toHaveLength(3);
    await hosts.launcher.run([...NODE.slice(0, 2), 'stop', begun.stdout.trim()], { cwd: PLACE });
    await until('nothing is left', () => left().length === 0);
    expect((await far('--dry-run')).status).toBe(0);
  });

  test('a copy into which nobody may write is a refusal of --dry-run, too', async () => {
    const lab3 = hosts.labs[2];
    const own = async (owner: string) => lab3?.run(['chown', '-R', owner, `${PLACE}/named`]);
    await own('root');
    const [status, text] = await run(['named/launch.sh', '--all', '--dry-run']);
    await own('alice');
    expect(status, text).toBe(78);
    expect(text).toMatch(/^launch\.sh: lab3: \S.*\/named\/runs cannot be written: /m);
  });

  test('a rankplan-exec that does not run is a refusal', async () => {
    const broken = hosts.labs[2]?.path(`${PLACE}/named/lib/rankplan-exec-${arch}`) ?? '';
    const whole = readFileSync(broken);
    writeFileSync(broken, whole.subarray(0, 1000));
    const [status, text] = await run(['named/launch.sh', '--all', '--dry-run']);
    writeFileSync(broken, whole);
    expect(status, text).toBe(78);
    expect(text).toMatch(/lab3: \S.*\/lib\/rankplan-exec-\S+ does not run on this host/);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    '%s to `rankplan run --all` ends all ranks on all hosts',
    async (name) => {
      const statuses = { SIGINT: 130, SIGTERM: 143, SIGKILL: null };
      const [status, text] = await run([...NODE, 'named', '--all', '--', 'work'], () =>
        signal(/rankplan\.cjs run named/, name),
      );
      expect(status, text).toBe(statuses[name]);
    },
  );
});
