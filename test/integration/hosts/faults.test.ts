import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { compileJob } from './compile-job.ts';
import {
  type Fault,
  type FaultBed,
  freeze,
  letGo,
  ranksLeft,
  signal,
  startFaultBed,
  thaw,
  WORK,
} from './fault-bed.ts';
import { canHaveHosts } from './harness/hosts.ts';

/*
 * What goes wrong with several hosts, each on five of them: the status and the host that is named are right, and no rank
 * is left anywhere. RANKPLAN_FAULT_ROUNDS=12 takes each row so often; RANKPLAN_FAULT_TIMES=FILE gets the times;
 * RANKPLAN_FAULT_FANOUT=2 lets lab1 and lab4 be relays (tree.test.ts).
 */
interface Row extends Fault {
  readonly name: string;
  /** Null: killed. */
  readonly status: number | null;
  readonly says: RegExp;
  /** About the launcher's own ssh to lab3, of which there is none in a tree. */
  readonly isFlat?: true;
  /** No rank may have run on any host. */
  readonly isRefused?: true;
}

const KEY = '/srv/home/root/.ssh/id_ed25519';
const KNOWN = '/srv/home/root/.ssh/known_hosts';
const LEADER = /rankplan-exec\S* .*--hosts/;
const QUICK = ['--timeout', '5'];

const editKnown =
  (edit: (text: string) => string) =>
  ({ launcher }: FaultBed) => {
    const text = readFileSync(launcher.path(KNOWN), 'utf8');
    writeFileSync(launcher.path(`${KNOWN}.kept`), text);
    writeFileSync(launcher.path(KNOWN), edit(text));
  };
const restoreKnown = ({ launcher }: FaultBed) =>
  renameSync(launcher.path(`${KNOWN}.kept`), launcher.path(KNOWN));
const bySignal = (name: NodeJS.Signals) => (bed: FaultBed) => signal(bed, LEADER, name);

const ROWS: readonly Row[] = [
  { name: 'nothing', behaviour: 'end', status: 0, says: /^(?![\s\S]*lost)/ },
  {
    name: 'a bad cable',
    behaviour: 'end',
    before: ({ lab3 }) => lab3.worsen(50, 0.01),
    after: ({ lab3 }) => lab3.mend(),
    status: 0,
    says: /^(?![\s\S]*lost)/,
  },
  {
    name: 'host down at start',
    options: QUICK,
    before: ({ lab3 }) => lab3.kill(),
    after: async ({ lab3, place }) => {
      await lab3.start();
      place(lab3);
    },
    status: 78,
    says: /lab3 (was not ready|cannot be used)/,
    isRefused: true,
  },
  {
    name: 'wrong key, where a password would be asked for',
    before: async ({ launcher }) => {
      renameSync(launcher.path(KEY), launcher.path(`${KEY}.kept`));
      await launcher.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', KEY]);
    },
    after: ({ launcher }) => {
      renameSync(launcher.path(`${KEY}.kept`), launcher.path(KEY));
      rmSync(launcher.path(`${KEY}.pub`)); // ssh would offer that
    },
    status: 78,
    says: /lab1 cannot be used: .*Permission denied[\s\S]*lab5 cannot be used: .*Permission denied/,
    isRefused: true,
  },
  {
    name: 'changed host key',
    isFlat: true,
    before: editKnown((text) =>
      text.replace(/^lab3,(\S+) .*/m, (_, address) => `lab3,${address} ${keyOf(text, 'lab2')}`),
    ),
    after: restoreKnown,
    status: 78,
    says: /lab3 cannot be used: .*Host key verification failed/,
    isRefused: true,
  },
  {
    name: 'unknown host',
    isFlat: true,
    before: editKnown((text) => text.replace(/^lab3,.*\n/m, '')),
    after: restoreKnown,
    status: 78,
    says: /lab3 cannot be used: .*Host key verification failed/,
    isRefused: true,
  },
  {
    name: 'no bash',
    before: ({ lab3 }) => lab3.run(['mount', '--bind', '/dev/null', '/usr/bin/bash']),
    after: ({ lab3 }) => lab3.run(['umount', '/usr/bin/bash']),
    status: 78,
    says: /lab3 /,
    isRefused: true,
  },
  {
    name: 'stale plan',
    before: ({ lab3, place }) => place(lab3, stale),
    after: ({ lab3, place }) => place(lab3),
    status: 78,
    says: /lab3: .*another plan/,
    isRefused: true,
  },
  {
    name: 'no directory',
    before: ({ lab3 }) => rmSync(lab3.path(`${WORK}/job`), { recursive: true }),
    after: ({ lab3, place }) => place(lab3),
    status: 78,
    says: /lab3 .*No such file/,
    isRefused: true,
  },
  {
    name: 'port taken on the master only',
    before: async ({ labs: [lab1] }) => {
      lab1?.spawn(['python3', '-c', LISTEN]);
      await until('it listens', () => lab1 !== undefined && existsSync(lab1.path(`${WORK}/listens`)));
    },
    after: ({ labs: [lab1] }) => lab1?.run(['bash', '-c', `rm ${WORK}/listens; : </dev/tcp/localhost/29555`]),
    status: 78,
    says: /lab1: .*29555/,
    isRefused: true,
  },
  {
    name: 'disk full',
    before: ({ lab3 }) => lab3.run(['bash', '-c', 'cat /dev/zero >/srv/full']),
    after: ({ lab3 }) => rmSync(lab3.path('/srv/full')),
    status: 78,
    says: /lab3: .*(disk|No space)/,
    isRefused: true,
  },
  {
    name: 'link cut before',
    options: QUICK,
    before: ({ lab3 }) => lab3.cut(),
    after: ({ lab3 }) => lab3.mend(),
    status: 78,
    says: /lab3 /,
    isRefused: true,
  },
  {
    name: 'host frozen before',
    options: QUICK,
    before: ({ lab3 }) => freeze(lab3),
    after: ({ lab3 }) => thaw(lab3),
    status: 78,
    says: /lab3 /,
    isRefused: true,
  },
  {
    name: 'link cut while ranks run',
    act: ({ lab3 }) => lab3.cut(),
    after: ({ lab3 }) => lab3.mend(),
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'link cut after its ranks have ended',
    behaviour: 'third-ends-first',
    act: async (bed) => {
      await until('the third has ended', () => ranksLeft(bed.lab3).length === 0);
      await bed.lab3.cut();
      letGo(bed);
    },
    after: ({ lab3 }) => lab3.mend(),
    status: 0,
    says: /^(?![\s\S]*lost)/,
  },
  {
    name: 'host frozen',
    act: ({ lab3 }) => freeze(lab3),
    after: ({ lab3 }) => thaw(lab3),
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'plug pulled',
    act: ({ lab3 }) => lab3.kill(),
    after: async ({ lab3, place }) => {
      await lab3.start();
      place(lab3);
    },
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'ssh killed',
    isFlat: true,
    act: (bed) => signal(bed, /^ssh .* lab3 /, 'SIGKILL'),
    status: 75,
    says: /lab3: lost/,
  },
  {
    name: 'rank dies on lab3',
    behaviour: 'one-fails',
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5[\s\S]*lost a wheel/,
  },
  {
    name: 'two hosts fail at once',
    behaviour: 'two-fail',
    act: letGo,
    status: 7,
    says: /lab(2: .*rank 2|5: .*rank 9)/,
  },
  {
    name: 'rank dies, others ignore TERM',
    behaviour: 'one-fails-others-ignore',
    act: letGo,
    status: 7,
    says: /lab3: .*rank 5/,
  },
  { name: 'launcher: TERM', act: bySignal('SIGTERM'), status: 143, says: /^/ },
  { name: 'launcher: INT', act: bySignal('SIGINT'), status: 130, says: /^/ },
  { name: 'launcher: HUP', act: bySignal('SIGHUP'), status: 129, says: /^/ },
  { name: 'launcher: QUIT', act: bySignal('SIGQUIT'), status: 131, says: /^/ },
  { name: 'launcher: KILL', act: bySignal('SIGKILL'), status: null, says: /^/ },
  {
    name: 'launcher: KILL, ranks ignore TERM',
    behaviour: 'ignore',
    act: bySignal('SIGKILL'),
    status: null,
    says: /^/,
  },
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
];

/** Until somebody connects. */
const LISTEN = `import socket
listener = socket.socket(); listener.bind(("", 29555)); listener.listen()
open("${WORK}/listens", "w")
listener.accept()`;

const keyOf = (known: string, name: string): string =>
  new RegExp(`^${name},\\S+ (.*)`, 'm').exec(known)?.[1] ?? '';

let stale = '';

const compile = (folder: string, name: string, grace: number): string =>
  compileJob(
    folder,
    name,
    `nodes: [{ hosts: 'lab[1-5]', cpuRanks: 2 }]
launch: { command: [bash, ${WORK}/rank.sh], grace: ${grace}, master: { port: 29555 } }
`,
  );

const isPossible = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');
const rounds = Number(process.env['RANKPLAN_FAULT_ROUNDS'] ?? 1);
const times = process.env['RANKPLAN_FAULT_TIMES'];
const fanout = process.env['RANKPLAN_FAULT_FANOUT'];
const tree = fanout === undefined ? [] : ['--fanout', fanout];

describe.skipIf(!isPossible)('launch.sh --all', () => {
  let bed: FaultBed;
  beforeAll(async () => {
    const folder = makeFolder('rankplan-faults-');
    stale = compile(folder, 'stale', 3);
    bed = await startFaultBed(compile(folder, 'job', 2));
  });
  afterAll(() => bed?.stop());

  const rows = ROWS.filter(({ isFlat }) => fanout === undefined || isFlat !== true);
  const runs = Array.from({ length: rounds }, () => rows).flat();
  test.each(runs)('$name', async (row) => {
    const options = [...tree, ...(row.options ?? [])];
    const { status, text, at } = await bed.run({ ...row, options });
    if (times !== undefined)
      writeFileSync(times, `${JSON.stringify({ name: row.name, ...at, status, text })}\n`, {
        flag: 'a',
      });
    expect.soft(text).toMatch(row.says);
    expect.soft(status, text).toBe(row.status);
    if (row.isRefused === true) {
      const began = await Promise.all(bed.labs.map((host) => host.run(['bash', '-c', `ls ${WORK}/here-*`])));
      expect(began.map(({ stdout }) => stdout).join('')).toBe('');
    }
  });
});
