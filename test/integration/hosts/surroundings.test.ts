import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { ranksLeft } from './fault-bed.ts';
import { type Host, type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { launch, placeTopology, RANKPLAN } from './launch.ts';

/* Who is not root, paths that no shell likes, a plan without hosts, and `rankplan run --all`: on three hosts. */
const ALICE = 2001;
const PLACE = `/srv/work/alice's "first" $(job) &\\ more`;

// What each rank does, by the word behind `--`.
const RANK = `#!/bin/bash
echo "$RANK of $WORLD_SIZE on $HOSTNAME as $(id -un) in $PWD"
: >here-$RANK
case $1 in
  fail) ((RANK != 4)) || { echo "it's lost" >&2; exit 7; }; exec sleep 4242 ;;
  work) exec sleep 4242 ;;
  wait) until [[ -e go ]]; do sleep 0.05; done; ((RANK != 4)) || exit 7 ;;
  steps) for i in {0..19}; do echo "{\\"step\\": $i, \\"seconds\\": 0.$((RANK + 1)), \\"samples\\": 10}"; done >&"$RANKPLAN_STEPS_FD" ;;
  flood) ((RANK != 4)) || yes | head -c 1G; exit 0 ;;
esac
`;
const SCORED = `nodes: [{ hosts: 'lab[1-3]', gpus: [{ index: 0, model: X, score: 1 }, { index: 1, model: Y, score: 2 }] }]
workload: { globalBatch: 60, shares: proportional }`;
const LAUNCH = { command: ['./rank'], grace: 2 };

describe.skipIf(!hasHosts)('run --all elsewhere', () => {
  let hosts: Hosts;
  const everywhere = (): readonly Host[] => [hosts.launcher, ...hosts.labs];

  beforeAll(async () => {
    hosts = await startHosts(3);
    place('named', "nodes: [{ hosts: 'lab[1-3]', cpuRanks: 2 }]");
    place('bound', "nodes: [{ hosts: 'any[1-3]', bind: job, cpuRanks: 2 }]");
    place('scored', SCORED);
    place('far', "nodes: [{ hosts: 'lab[1-3]', cpuRanks: 2 }]", { user: 'alice', directory: 'jobs/far' });
  });
  afterAll(() => hosts?.stop());

  function place(name: string, nodes: string, remote?: object): void {
    for (const host of everywhere()) {
      const path = host.path(PLACE);
      mkdirSync(path, { recursive: true });
      const text = `${nodes}\nlaunch: ${JSON.stringify({ ...LAUNCH, remote })}\n`;
      if (host === hosts.launcher) placeTopology(hosts, `${PLACE}/${name}.yaml`, text);
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
  test.each([
    ['run', launch('named.yaml')],
    ['run of a plan that is bound', [...launch('bound.yaml'), '--nodes', 'lab1,lab2,lab3']],
  ])('%s: alice’s ranks work in her directory, on each host', async (_, words) => {
    const [status, text] = await run([...words, '--tee']);
    expect(status, text).toBe(0);
    for (const rank of [0, 1, 2, 3, 4, 5])
      expect(text).toContain(`${rank} of 6 on lab${1 + (rank >> 1)} as alice in ${PLACE}\n`);
  });

  test('a rank that fails decides', async () => {
    const [status, text] = await run([...launch('named.yaml'), '--', 'fail']);
    expect(status, text).toBe(7);
    expect(text).toMatch(/lab3: rank 4 .*failed with status 7[\s\S]*it's lost/);
  });

  test('a plan that is bound takes its hosts in the order of --nodes', async () => {
    const [status, text] = await run([...launch('bound.yaml'), '--tee', '--nodes', 'lab3,lab1,lab2']);
    expect(status, text).toBe(0);
    expect(text).toContain('[rank 0 lab3] 0 of 6 on lab3 as alice');
    expect(text).toContain('[rank 5 lab2] 5 of 6 on lab2 as alice');
  });

  test('bound.json says which machine was which node', async () => {
    const env = { RANKPLAN_RUN_ID: 'bound' };
    const words = [...launch('bound.yaml'), '--nodes', 'lab3,lab1,lab2'];
    const { status, stderr } = await hosts.launcher.run(words, { ...asAlice, env });
    expect(status, stderr).toBe(0);
    const bound = readFileSync(hosts.launcher.path(`${PLACE}/runs/bound/bound.json`), 'utf8');
    expect(bound).toMatch(/any1[^}]*lab3[\s\S]*any2[^}]*lab1[\s\S]*any3[^}]*lab2/);
  });

  test('step times of all hosts come home, and give scores', async () => {
    const env = { RANKPLAN_RUN_ID: 'recorded' };
    const words = [...launch('scored.yaml'), '--record', '--collect', '--no-verify', '--audit', 'off'];
    const { status, stderr } = await hosts.launcher.run([...words, '--', 'steps'], { ...asAlice, env });
    expect(status, stderr).toBe(0);
    const rescore = [...RANKPLAN, 'rescore', 'runs/recorded', '--topology', 'scored.yaml'];
    const scored = await hosts.launcher.run(rescore, asAlice);
    expect(scored.status, scored.stdout + scored.stderr).toBe(0);
    expect(scored.stdout).toContain("+nodes: [{ hosts: 'lab[1-3]', gpus: [{ index: 0, model: X, score: 33 }");
  });

  test('a command of nohup goes on when the login that started it has ended', async () => {
    const words = launch('named.yaml').map((word) => `'${word}'`);
    const env = 'RANKPLAN_RUN_ID=outlived';
    const begin = `cd "$(cat /srv/work/place)"; ${env} nohup ${words.join(' ')} -- wait >log 2>&1 </dev/null & until [ -e runs/outlived ]; do sleep 0.1; done`;
    writeFileSync(hosts.launcher.path('/srv/work/place'), PLACE);
    for (const host of everywhere()) await host.run(['bash', '-c', 'rm -f here-* go'], asAlice);
    const login = await hosts.labs[0]?.run(['ssh', '-tt', 'launcher', begin], { user: 'alice' });
    expect(login?.status, login?.stderr).toBe(0);
    await until('every rank runs', () => began() === 6);
    for (const host of hosts.labs) writeFileSync(host.path(`${PLACE}/go`), '');
    const verdict = hosts.launcher.path(`${PLACE}/runs/outlived/verdict.json`);
    await until('it has a verdict', () => existsSync(verdict));
    const failed = { status: 7, failed: { host: 'lab3', rank: 4 } };
    expect(JSON.parse(readFileSync(verdict, 'utf8'))).toMatchObject(failed);
    await until('nothing is left', () => left().length === 0);
  });

  test('messages about a plan that is bound name its hosts', async () => {
    const [status, text] = await run([...launch('bound.yaml'), '--nodes', 'lab3,lab1,lab2', '--', 'fail']);
    expect(status, text).toBe(7);
    expect(text).toMatch(/^rankplan: lab2: rank 4 \(lab2, CPU\) failed with status 7/m);
  });

  test('a disk that fills while ranks run is told, though their program takes no notice', async () => {
    const [status, text] = await run([...launch('named.yaml'), '--', 'flood']);
    for (const host of hosts.labs) await host.run(['rm', '-rf', `${PLACE}/runs`]);
    expect(status, text).toBe(0);
    expect(text).toMatch(/^rankplan: lab3: warning: the disk of .*\/runs\/\S+ is full: /m);
    expect(text).not.toMatch(/lab[12]: warning/);
  });

  test('root’s launcher starts alice’s ranks, whose logs lie in her home, as launch.remote says', async () => {
    const words = [...launch('far.yaml'), '--tee'];
    const { status, stdout, stderr } = await hosts.launcher.run(words, { cwd: PLACE });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('5 of 6 on lab3 as alice in ');
    for (const host of hosts.labs) expect(existsSync(host.path('/srv/home/alice/jobs/far/runs'))).toBe(true);
  });

  test('a folder into which nobody may write is a refusal of --dry-run, too', async () => {
    const lab3 = hosts.labs[2];
    const own = async (owner: string) => lab3?.run(['chown', '-R', owner, PLACE]);
    await own('root');
    const [status, text] = await run([...launch('named.yaml'), '--dry-run']);
    await own('alice');
    expect(status, text).toBe(78);
    expect(text).toMatch(/^rankplan: lab3: \S.*\/runs\/\S+ cannot be made: .*launch\.remote\.directory/m);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    '%s to `rankplan run --all` ends all ranks on all hosts',
    async (name) => {
      const statuses = { SIGINT: 130, SIGTERM: 143, SIGKILL: null };
      const [status, text] = await run([...launch('named.yaml'), '--', 'work'], () =>
        signal(/rankplan\.cjs run named/, name),
      );
      expect(status, text).toBe(statuses[name]);
    },
  );
});
