// The coordinator with imitated guards: several hosts on one machine, and faults that no real guard makes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runThere } from '../native/run-fixture.ts';
import { makeFolder } from '../scratch.ts';

/** Hosts only look whether it starts, which takes Node longer than a shell. */
const GUARD = `#!/bin/sh
[ "$1" != --version ] || exit 0
exec '${process.execPath}' '${resolve('test/unit/fake-guard.mjs')}' "$@"
`;

/** What ssh would do: each host has a home of its own. FAULTS has lines like `lab2 status 256`. */
const VIA = `#!/bin/bash
here=\${BASH_SOURCE[0]%/*} host=$1
mkdir -p "$here/$host"
[[ $host != down ]] || { echo 'ssh: connect to host down port 22: No route to host' >&2; exit 255; }
while read -r name fault; do [[ $name != "$host" ]] || export FAKE_GUARD=$fault; done <"$here/faults"
cd "$here/$host" && HOME=$here/$host exec sh -c "$2"
`;

interface Topology {
  readonly script?: string;
  readonly nodes?: readonly object[];
  readonly faults?: string;
  readonly words?: readonly string[];
}

const TWO = [{ hosts: 'lab[1-2]', cpuRanks: 2 }];

function runHosts({ script = 'exit 0', nodes = TWO, faults = '', words = [] }: Topology) {
  const folder = makeFolder('hosts-run-');
  const via = join(folder, 'via');
  const guard = join(folder, 'guard');
  writeFileSync(via, VIA, { mode: 0o755 });
  writeFileSync(guard, GUARD, { mode: 0o755 });
  writeFileSync(join(folder, 'faults'), faults);
  mkdirSync(join(folder, 'work'));
  const topology = {
    version: 1,
    name: 'job',
    nodes,
    launch: {
      command: ['bash', '-c', script],
      master: { address: '127.0.0.2', port: 'auto' },
      workdir: join(folder, 'work'),
      grace: '1s',
    },
  };
  writeFileSync(join(folder, 'topology.yaml'), JSON.stringify(topology));
  const command = ['run', 'topology.yaml', '--all', '--via', via, '--timeout', '600'];
  const env = { RANKPLAN_EXEC: guard, RANKPLAN_RUN_ID: 'one' };
  const outcome = runThere(folder, [...command, ...words], { env });
  const read = (path: string): string => readFileSync(join(folder, 'work/runs/one', path), 'utf8');
  const verdict = () => JSON.parse(readFileSync(join(folder, 'runs/one/verdict.json'), 'utf8')) as object;
  return { ...outcome, folder, read, verdict };
}

it.each([
  ['status 256', /lab2: it does not speak as rankplan-exec does/],
  ['dies', /lab2: /],
])('never takes a host for well that lies or dies: %s', (fault, words) => {
  const { status, stderr } = runHosts({ faults: `lab2 ${fault}\n` });
  expect(status).toBe(75);
  expect(stderr).toMatch(words);
});

it('does not lose a host that shows output after a failure for longer than ranks may take to end', () => {
  const script = '[[ $RANK != 0 ]] || exit 5; sleep 1000 & wait';
  const { status, stderr, verdict } = runHosts({ script, faults: 'lab2 late\n' });
  expect(status).toBe(5);
  expect(stderr).not.toContain('did not say');
  expect(verdict()).toMatchObject({ hosts: [{ isLost: false }, { isLost: false }] });
});

it('compares failures of hosts by their clocks', () => {
  const script = `case $RANK in
    0) until [[ -e failed ]]; do sleep 0.05; done; sleep 1; exit 6 ;;
    2) >failed; exit 5 ;;
    *) sleep 1000 & wait ;;
  esac`;
  const { status, stderr } = runHosts({ script, faults: 'lab1 deaf\nlab2 ahead\n' });
  expect(stderr).toContain('rankplan: lab2: warning: its clock is 3600 s ahead\n');
  expect(stderr).toMatch(/^rankplan: lab2: .*rank 2 .*failed with status 5/m);
  expect(status).toBe(5);
});

it('names a host that gives no sign', () => {
  const { status, stderr } = runHosts({
    faults: 'lab2 silent\n',
    script: 'sleep 1000 & wait',
    words: ['--patience', '6'],
  });
  expect(status).toBe(75);
  expect(stderr).toContain('rankplan: lab2: lost: no sign of it for ');
});

it('starts nothing where a check fails or a host is down', () => {
  const nodes = [
    { hosts: 'lab1', cpuRanks: 1 },
    { hosts: 'down', cpuRanks: 1 },
    { hosts: 'lab2', cpuRanks: 1 },
  ];
  const { status, stderr, folder } = runHosts({ nodes, faults: 'lab2 command\n' });
  expect(status).toBe(78);
  expect(stderr).toContain('No route to host');
  expect(stderr).toContain("rankplan: lab2: 'bash' is not a command on this host");
  expect(stderr).toContain('rankplan: 1 of 3 hosts are ready; nothing was started\n');
  expect(existsSync(join(folder, 'runs'))).toBe(false);
});

it('puts a spare into the place of a host that is down', () => {
  const nodes = [
    { hosts: 'lab1', cpuRanks: 1 },
    { hosts: 'down', cpuRanks: 1 },
    { hosts: 'lab9', cpuRanks: 1, spare: true },
  ];
  const { status, stderr, read } = runHosts({ nodes, script: 'echo $RANK $RANKPLAN_NODE' });
  expect(stderr).toContain('rankplan: lab9 takes the place of down: 1 rank goes there, and no other moves\n');
  expect(status).toBe(0);
  expect(read('rank-1.out')).toBe('1 lab9\n');
});
