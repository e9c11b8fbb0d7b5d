import { renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { compileJob } from './compile-job.ts';
import {
  type FaultBed,
  freeze,
  LEADER,
  letGo,
  type Row,
  ranksLeft,
  signal,
  startFaultBed,
  thaw,
  WORK,
} from './fault-bed.ts';
import { canHaveHosts, type Host } from './harness/hosts.ts';

/* `--fanout 2` on five hosts: lab1 relays for lab2 and lab3, lab4 for lab5. */
const KEY = '/srv/home/root/.ssh/id_ed25519';
const RELAY = /rankplan-exec\S* .*--relay/;
const LOST = /lab1: lost[\s\S]*lab1: it is between this host and lab2, lab3,/;

const lab = ({ labs }: FaultBed, number: number): Host => labs[number - 1] as Host;
const sshOn = (host: Host): number => host.left().filter(({ command }) => /^ssh /.test(command)).length;
const restart = async (bed: FaultBed, number: number) => {
  await lab(bed, number).start();
  bed.place(lab(bed, number));
};

const ROWS: readonly Row[] = [
  {
    name: 'nothing',
    behaviour: 'third-ends-first',
    act: async (bed) => {
      await until('the third has ended', () => ranksLeft(bed.lab3).length === 0);
      expect([bed.launcher, ...bed.labs].map(sshOn)).toEqual([2, 1, 0, 0, 1, 0]);
      letGo(bed);
    },
    status: 0,
    says: /^$/,
  },
  {
    name: 'link of a relay cut',
    act: (bed) => lab(bed, 1).cut(),
    after: (bed) => lab(bed, 1).mend(),
    status: 75,
    says: LOST,
  },
  {
    name: 'relay frozen',
    act: (bed) => freeze(lab(bed, 1)),
    after: (bed) => thaw(lab(bed, 1)),
    status: 75,
    says: LOST,
  },
  {
    name: 'plug of a relay pulled',
    act: (bed) => lab(bed, 1).kill(),
    after: (bed) => restart(bed, 1),
    status: 75,
    says: LOST,
  },
  {
    name: 'relay killed',
    act: (bed) => signal({ launcher: lab(bed, 1) }, RELAY, 'SIGKILL'),
    status: 75,
    says: LOST,
  },
  {
    name: 'ssh of a relay killed',
    act: (bed) => signal({ launcher: lab(bed, 1) }, /^ssh .* lab3 /, 'SIGKILL'),
    status: 75,
    says: /^(?![\s\S]*lab[1245]: lost)[\s\S]*lab3: lost/,
  },
  {
    name: 'link of one behind a relay cut',
    act: ({ lab3 }) => lab3.cut(),
    after: ({ lab3 }) => lab3.mend(),
    status: 75,
    says: /^(?![\s\S]*lab[1245]: lost)[\s\S]*lab3: lost/,
  },
  {
    name: 'rank dies behind a relay',
    behaviour: 'one-fails-others-ignore',
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5[\s\S]*lost a wheel/,
  },
  { name: 'launcher: KILL', act: (bed) => signal(bed, LEADER, 'SIGKILL'), status: null, says: /^/ },
  {
    name: 'Ctrl-C twice, ranks ignore TERM',
    behaviour: 'ignore',
    act: async (bed) => {
      signal(bed, LEADER, 'SIGINT');
      await sleep(300);
      signal(bed, LEADER, 'SIGINT');
    },
    status: 130,
    says: /^/,
  },
  {
    name: 'a relay without keys: its hosts are reached from the launcher',
    before: (bed) => renameSync(lab(bed, 1).path(KEY), lab(bed, 1).path(`${KEY}.kept`)),
    behaviour: 'third-ends-first',
    act: async (bed) => {
      await until('the third has ended', () => ranksLeft(bed.lab3).length === 0);
      expect([bed.launcher, ...bed.labs].map(sshOn)).toEqual([3, 0, 0, 0, 1, 0]);
      letGo(bed);
    },
    after: (bed) => renameSync(lab(bed, 1).path(`${KEY}.kept`), lab(bed, 1).path(KEY)),
    status: 0,
    says: /^$/,
  },
  {
    name: 'a relay that cannot be one is the only host that refuses',
    before: (bed) => rmSync(lab(bed, 1).path(`${WORK}/job`), { recursive: true }),
    after: (bed) => bed.place(lab(bed, 1)),
    status: 78,
    says: /^launch\.sh: lab1 cannot be used.*No such file.*\nlaunch\.sh: 4 of 5 hosts are ready; .*\n$/,
  },
  {
    name: 'a relay that is down at the start is the only host that is missing',
    options: ['--timeout', '60'],
    before: (bed) => lab(bed, 1).kill(),
    after: (bed) => restart(bed, 1),
    status: 78,
    says: /^launch\.sh: lab1 (cannot be used|was not ready).*\nlaunch\.sh: 4 of 5 hosts are ready; .*\n$/,
  },
];

const isPossible = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

describe.skipIf(!isPossible)('launch.sh --all --fanout 2', () => {
  let bed: FaultBed;
  beforeAll(async () => {
    const topology = `nodes: [{ hosts: 'lab[1-5]', cpuRanks: 2 }]
launch: { command: [bash, ${WORK}/rank.sh], grace: 2, master: { port: 29555 } }
`;
    bed = await startFaultBed(compileJob(makeFolder('rankplan-tree-'), 'job', topology));
  });
  afterAll(() => bed?.stop());

  test.each(ROWS)('$name', async (row) => {
    const { status, text } = await bed.run({ ...row, options: ['--fanout', '2', ...(row.options ?? [])] });
    expect.soft(text).toMatch(row.says);
    expect.soft(status, text).toBe(row.status);
  });
});
