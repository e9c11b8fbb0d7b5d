import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { ranksLeft } from './fault-bed.ts';
import { type Host, type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { launch, placeTopology } from './launch.ts';

/* Restarts and spares on four machines with two ranks each, of which the last is a spare. */
const JOB = '/srv/work/a job.yaml';
const PROGRAM = `echo "$RANK of $WORLD_SIZE on $HOSTNAME"
: >"/srv/work/here-$RANK-\${RANKPLAN_RESTART:-0}"
[[ $1 != fail || $RANK != 3 || $RANKPLAN_RESTART != 0 ]] || exit 7
[[ \${RANKPLAN_RESTART:-0} != 0 || $1 == end ]] || exec sleep 4242`;

interface Row {
  readonly name: string;
  readonly behaviour: 'fail' | 'work' | 'end';
  readonly restarts?: string;
  readonly before?: (hosts: Hosts) => unknown;
  /** When all ranks of the first attempt run. */
  readonly act?: (hosts: Hosts) => unknown;
  readonly after?: (hosts: Hosts) => unknown;
  readonly status: number;
  readonly says: RegExp;
  /** Where ranks 2 and 3 are at last. */
  readonly second: string;
}

const lab = ({ labs }: Hosts, number: number): Host => labs[number - 1] as Host;
const restart = (hosts: Hosts, number: number) => lab(hosts, number).start();

const ROWS: readonly Row[] = [
  {
    name: 'a rank fails',
    behaviour: 'fail',
    restarts: '2',
    status: 0,
    says: /^rankplan: lab2: rank 3 .*status 7[\s\S]*restart 1 of 2; logs of the attempt before: \/srv\/runs\/.*attempt-0 on each\n$/,
    second: 'lab2',
  },
  {
    name: 'a host is down at the start',
    behaviour: 'end',
    before: (hosts) => lab(hosts, 2).kill(),
    after: (hosts) => restart(hosts, 2),
    status: 0,
    says: /^rankplan: lab2 (cannot be used|was not ready).*\nrankplan: lab4 takes the place of lab2: 2 ranks .*\n$/,
    second: 'lab4',
  },
  {
    name: 'a host loses power',
    behaviour: 'work',
    restarts: '1',
    act: (hosts) => lab(hosts, 2).kill(),
    after: (hosts) => restart(hosts, 2),
    status: 0,
    says: /lab2: lost: .*\n.*a restart waits.*\n.*lab4 takes the place of lab2.*\n.*restart 1 of 1;.*\n$/,
    second: 'lab4',
  },
  {
    name: 'a host without restarts is lost',
    behaviour: 'work',
    act: (hosts) => lab(hosts, 2).kill(),
    after: (hosts) => restart(hosts, 2),
    status: 75,
    says: /lab2: lost: .*\n$/,
    second: 'lab2',
  },
  {
    name: 'a link is cut for a while, and the spare is down',
    behaviour: 'work',
    restarts: '1',
    before: (hosts) => lab(hosts, 4).kill(),
    act: async (hosts) => {
      await lab(hosts, 2).cut();
      setTimeout(() => void lab(hosts, 2).mend(), 7000);
    },
    after: (hosts) => restart(hosts, 4),
    status: 0,
    says: /lab2: lost: .*\n.*restart waits.*\n.*lab4 takes .* lab2: .*\n.*lab4 (cannot|was not).*\n.*lab2 takes .* lab4: .*\n.*restart 1 of 1;.*\n$/,
    second: 'lab2',
  },
];

const NODES = [
  { hosts: 'lab[1-3]', cpuRanks: 2 },
  { hosts: 'lab4', cpuRanks: 2, spare: true },
];
const LAUNCH = { command: ['bash', '-c', PROGRAM, 'rank'], grace: 2, workdir: '/srv' };
const TOPOLOGY = `nodes: ${JSON.stringify(NODES)}\nlaunch: ${JSON.stringify(LAUNCH)}\n`;

describe.skipIf(!hasHosts)('restarts and spares', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(4);
    placeTopology(hosts, JOB, TOPOLOGY);
  });
  afterAll(() => hosts?.stop());
  beforeEach(() => {
    for (const host of hosts.labs) for (const here of marksOf(host)) spawnSync('rm', [here]);
  });

  /** None of a host that is down. */
  const listFiles = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
  const marksOf = (host: Host): readonly string[] =>
    listFiles(host.path('/srv/work'))
      .filter((name) => name.startsWith('here-'))
      .map((name) => host.path(`/srv/work/${name}`));
  const isRunning = () => hosts.labs.flatMap(marksOf).length === 6;

  test.each(ROWS)(
    '$name',
    async ({ name, behaviour, restarts, before, act, after, status, says, second }) => {
      await before?.(hosts);
      const id = name.replace(/\W+/g, '-');
      const tries = restarts === undefined ? [] : ['--restarts', restarts];
      const words = [...launch(JOB), '--timeout', '8', ...tries, '--', behaviour];
      const ended = hosts.launcher.run(words, { env: { RANKPLAN_RUN_ID: id } });
      if (act !== undefined) {
        await until('every rank runs', isRunning);
        await act(hosts);
      }
      const outcome = await ended;
      const living = [hosts.launcher, ...hosts.labs];
      await after?.(hosts);
      await until('nothing is left', () => living.flatMap(ranksLeft).length === 0);
      expect(outcome).toMatchObject({ status, stderr: expect.stringMatching(says) });
      const host = hosts.labs.find((one) => one.name === second) as Host;
      if (status !== 0) return;
      expect(readFileSync(host.path(`/srv/runs/${id}/rank-3.out`), 'utf8')).toBe(`3 of 6 on ${second}\n`);
    },
  );
});
