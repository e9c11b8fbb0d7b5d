// A rank that says that another left it is gone first, and the other is blamed: on one host, and on several.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProcesses, hasExec } from '../native/exec-fixture.ts';
import { type RunOutcome, startRun, writeJob } from '../native/run-fixture.ts';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';

/** What else means that another left is in hosts-verdict.test.ts. */
const LEFT = 'RuntimeError: [gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:52908.';

/** Where ranks tell each other how far they are. */
const makeMeeting = (): string => join(makeFolder('meeting-'), 'a');

/** `failing` has its exception, and is gone when `victim` is: status 9 after status 5. */
const script = (meeting: string, victim: number, failing: number | null) => `
wait_for() { until [[ -e ${meeting}-$1 ]]; do sleep 0.02; done; }
case $RANK in
  ${victim}) ${failing === null ? '' : 'wait_for exception;'} echo '${LEFT}' >&2
    for frame in {0..60}; do echo "frame #$frame: c10d::ProcessGroup::work(...) (a rather long line)" >&2; done
    : >${meeting}-victim; exit 5 ;;
  ${failing}) echo 'the loss is nan' >&2; : >${meeting}-exception; wait_for victim; sleep 0.2; exit 9 ;;
esac
while :; do sleep 0.1; done`;

/** What ssh would do: each host has a home of its own. */
const VIA = `#!/bin/sh
home=\${0%/*}/$1 && mkdir -p "$home" && cd "$home" && HOME=$home exec sh -c "$2"
`;

const HOSTS = [{ hosts: 'lab[1-3]', cpuRanks: 2 }];

/** Four ranks here, or two on each of three hosts, which are all this machine. */
function startRanks(hosts: 'one host' | 'three', script: string) {
  const master = {
    master: { address: '127.0.0.2', port: 'auto' },
    workdir: makeFolder('work-'),
    grace: '5s',
  };
  if (hosts === 'one host') {
    const job = writeJob({ ranks: 4, script, launch: { grace: '5s' } });
    return { ...startRun(job), marker: job.marker };
  }
  const job = writeJob({ nodes: HOSTS, script, launch: master });
  const via = join(job.folder, 'via');
  writeFileSync(via, VIA, { mode: 0o755 });
  const words = ['--all', '--via', via, '--patience', '60', '--timeout', '120'];
  return { ...startRun(job, words), marker: job.marker };
}

async function expectVerdict(outcome: Promise<RunOutcome>, marker: string, code: number, who: RegExp) {
  const { status, stderr } = await outcome;
  expect({ status, stderr }).toEqual({ status: code, stderr: expect.stringMatching(who) });
  expect(stderr.match(/rank \d \(/g)).toHaveLength(1);
  await until('the ranks to end', () => findProcesses(marker).length === 0);
}

describe.skipIf(!hasExec)('the first failure', { timeout: 3 * HANG_MS }, () => {
  it('is that of the rank that was left, though it came later', async () => {
    const { ended, marker } = startRanks('one host', script(makeMeeting(), 0, 1));
    await expectVerdict(ended, marker, 9, /: rank 1 .*status 9.*\n {2}the loss is nan\n/);
  });

  it('is that of another host', async () => {
    const { ended, marker } = startRanks('three', script(makeMeeting(), 0, 5));
    await expectVerdict(ended, marker, 9, /: lab3: rank 5 .*status 9.*\n {2}the loss is nan\n/);
  });

  it('is of who says so, where nobody else fails', async () => {
    const { ended, marker } = startRanks('one host', script(makeMeeting(), 2, null));
    await expectVerdict(ended, marker, 5, /: rank 2 .*status 5/);
  });

  it('stays when somebody ends the run meanwhile', async () => {
    const meeting = makeMeeting();
    const { child, ended, marker } = startRanks('three', script(meeting, 2, null));
    await until('the victim to end', () => existsSync(`${meeting}-victim`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
    await expectVerdict(ended, marker, 5, /: lab2: rank 2 .*status 5/);
  });
});
