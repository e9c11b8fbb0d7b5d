// The coordinator with imitated guards: several hosts on one machine, and faults that no real guard makes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startRankplan } from '../native/run-fixture.ts';
import { makeFolder } from '../scratch.ts';

const GUARD = resolve('test/unit/fake-guard.mjs');

/** What ssh would do: each host has a home of its own. FAULTS has lines like `lab2 status 256`. */
const VIA = `#!/bin/bash
here=\${BASH_SOURCE[0]%/*} host=$1
mkdir -p "$here/$host"
[[ $host != down ]] || { echo 'ssh: connect to host down port 22: No route to host' >&2; exit 255; }
while read -r name fault; do [[ $name != "$host" ]] || export FAKE_GUARD=$fault; done <"$here/faults"
cd "$here/$host" && HOME=$here/$host exec sh -c "$2"
`;

interface Topology {
  readonly hosts?: string;
  readonly script?: string;
  readonly nodes?: readonly object[];
  readonly faults?: string;
  readonly words?: readonly string[];
}

function startHosts({ hosts = 'lab[1-3]', script = 'exit 0', nodes, faults = '', words = [] }: Topology) {
  const folder = makeFolder('hosts-run-');
  const via = join(folder, 'via');
  writeFileSync(via, VIA, { mode: 0o755 });
  writeFileSync(join(folder, 'faults'), faults);
  mkdirSync(join(folder, 'work'));
  const topology = {
    version: 1,
    name: 'job',
    nodes: nodes ?? [{ hosts, cpuRanks: 2 }],
    launch: {
      command: ['bash', '-c', script],
      master: { address: '127.0.0.2', port: 'auto' },
      workdir: join(folder, 'work'),
      grace: '1s',
    },
  };
  writeFileSync(join(folder, 'topology.yaml'), JSON.stringify(topology));
  const started = startRankplan(folder, ['run', 'topology.yaml', '--all', '--via', via, ...words], {
    env: { RANKPLAN_EXEC: GUARD, RANKPLAN_RUN_ID: 'one' },
  });
  const read = (path: string): string => readFileSync(join(folder, 'work/runs/one', path), 'utf8');
  const verdict = () => JSON.parse(readFileSync(join(folder, 'runs/one/verdict.json'), 'utf8')) as object;
  return { ...started, folder, read, verdict };
}

it('starts the ranks of all hosts, where nothing of the plan lies', async () => {
  const { ended, read, verdict } = startHosts({ script: 'echo $RANK $MASTER_PORT $RANKPLAN_RUN_DIR' });
  expect((await ended).status).toBe(0);
  const said = [0, 1, 2, 3, 4, 5].map((rank) => read(`rank-${rank}.out`).trim().split(' '));
  expect(said.map(([rank]) => rank)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(new Set(said.map(([, ...others]) => others.join(' '))).size).toBe(1);
  expect(verdict()).toMatchObject({ status: 0, ranks: { planned: 6, well: 6, failed: 0 }, failed: null });
});

it('has the status of the rank that failed first, and its last words', async () => {
  const script = '[[ $RANK != 3 ]] || { echo boom >&2; exit 7; }; sleep 1000 & wait';
  const { ended, verdict } = startHosts({ script });
  const { status, stderr } = await ended;
  expect(status).toBe(7);
  expect(stderr).toMatch(
    /^rankplan: lab2: rank 3 \(lab2, CPU\) failed with status 7; its log: .*\n {2}boom\n/m,
  );
  expect(verdict()).toMatchObject({ status: 7, failed: { host: 'lab2', rank: 3 } });
});

it.each([
  ['status 256', /lab2: it does not speak as rankplan-exec does/],
  ['dies', /lab2: /],
])('never takes a host for well that lies or dies: %s', async (fault, words) => {
  const { ended } = startHosts({ faults: `lab2 ${fault}\n` });
  const { status, stderr } = await ended;
  expect(status).toBe(75);
  expect(stderr).toMatch(words);
});

it('does not lose a host that shows output after a failure for longer than ranks may take to end', async () => {
  const script = '[[ $RANK != 0 ]] || exit 5; sleep 1000 & wait';
  const { ended, verdict } = startHosts({ hosts: 'lab[1-2]', script, faults: 'lab2 late\n' });
  const { status, stderr } = await ended;
  expect(status).toBe(5);
  expect(stderr).not.toContain('did not say');
  expect(verdict()).toMatchObject({ hosts: [{ isLost: false }, { isLost: false }] });
});

it('names a host that gives no sign', async () => {
  const { ended } = startHosts({
    faults: 'lab3 silent\n',
    script: 'sleep 1000 & wait',
    words: ['--patience', '2', '--timeout', '4'],
  });
  const { status, stderr } = await ended;
  expect(status).toBe(75);
  expect(stderr).toContain('rankplan: lab3: lost: no sign of it for ');
});

it('starts nothing where a check fails or a host is down', async () => {
  const nodes = [
    { hosts: 'lab1', cpuRanks: 1 },
    { hosts: 'down', cpuRanks: 1 },
    { hosts: 'lab2', cpuRanks: 1 },
  ];
  const { ended, folder } = startHosts({ nodes, faults: 'lab2 command\n' });
  const { status, stderr } = await ended;
  expect(status).toBe(78);
  expect(stderr).toContain('No route to host');
  expect(stderr).toContain("rankplan: lab2: 'bash' is not a command on this host");
  expect(stderr).toContain('rankplan: 1 of 3 hosts are ready; nothing was started\n');
  expect(existsSync(join(folder, 'runs'))).toBe(false);
});

it('puts a spare into the place of a host that is down', async () => {
  const nodes = [
    { hosts: 'lab1', cpuRanks: 1 },
    { hosts: 'down', cpuRanks: 1 },
    { hosts: 'lab9', cpuRanks: 1, spare: true },
  ];
  const { ended, read } = startHosts({ nodes, script: 'echo $RANK $RANKPLAN_NODE' });
  const { status, stderr } = await ended;
  expect(stderr).toContain('rankplan: lab9 takes the place of down: 1 rank goes there, and no other moves\n');
  expect(status).toBe(0);
  expect(read('rank-1.out')).toBe('1 lab9\n');
});

it('starts all ranks again, with a new port', async () => {
  const script = 'echo $RANKPLAN_RESTART $MASTER_PORT; [[ $RANK != 3 || $RANKPLAN_RESTART == 1 ]]';
  const { ended, read } = startHosts({ script, words: ['--restarts', '2'] });
  const { status, stderr } = await ended;
  expect(status).toBe(0);
  expect(stderr).toContain('rankplan: restart 1 of 2; logs of the attempt before: ');
  expect(read('rank-5.out')).toMatch(/^1 \d+\n$/);
});

it('ends the ranks of all hosts by a signal', async () => {
  const { ended, child, folder } = startHosts({ script: ': >"ready-$RANK"; sleep 1000 & wait' });
  const areReady = () =>
    [0, 1, 2, 3, 4, 5].every((rank) => existsSync(join(folder, 'work', `ready-${rank}`)));
  await expect.poll(areReady).toBe(true);
  child.kill('SIGTERM');
  expect((await ended).status).toBe(143);
});
