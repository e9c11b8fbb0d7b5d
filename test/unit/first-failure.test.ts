// A rank that says that another left it is gone first, and the other is blamed: on one host, and on several.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { makeFolder } from '../scratch.ts';
import {
  findProcesses,
  launcherUnder,
  makeMarker,
  makePlan,
  type Outcome,
  until,
  writeOutput,
} from './launch-sh-fixture.ts';
import { HOSTS_MS, writeHosts } from './launch-sh-hosts-fixture.ts';

const LEFT = [
  'RuntimeError: [gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:52908.',
  'ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely.\nNet : Connection closed by remote peer lab1<42830>',
  'NCCL error: remote process exited or there was a network error, NCCL version 2.21.5',
];

/** Where ranks tell each other how far they are. */
const makeMeeting = (): string => join(makeFolder('meeting-'), 'a');

/** `failing` has its exception, and is gone when `victim` is: status 9 after status 5. */
const script = (meeting: string, victim: number, failing: number | null, words: string) => `
wait_for() { until [[ -e ${meeting}-$1 ]]; do sleep 0.02; done; }
case $RANK in
  ${victim}) ${failing === null ? '' : 'wait_for exception;'} echo '${words}' >&2
    for frame in {0..60}; do echo "frame #$frame: c10d::ProcessGroup::work(...) (a rather long line)" >&2; done
    : >${meeting}-victim; exit 5 ;;
  ${failing}) echo 'the loss is nan' >&2; : >${meeting}-exception; wait_for victim; sleep 0.2; exit 9 ;;
esac
while :; do sleep 0.1; done`;

function writeOne(text: string) {
  const marker = makeMarker();
  const launch = { command: ['bash', '-c', `: ${marker}; ${text}`], graceSeconds: 5 };
  return { marker, directory: writeOutput(makePlan({ ranks: 4, launch })), words: [] as string[] };
}

describe.skipIf(!hasExec)('the first failure', { timeout: HOSTS_MS }, () => {
  const { launch, start } = launcherUnder({ RANKPLAN_EXEC: EXEC });

  async function expectVerdict({ status, stderr }: Outcome, marker: string, code: number, who: RegExp) {
    expect({ status, stderr }).toEqual({ status: code, stderr: expect.stringMatching(who) });
    expect(stderr.match(/rank \d \(/g)).toHaveLength(1);
    await until(() => findProcesses(marker).length === 0);
  }

  it.each(LEFT)('on one host: %s', async (words) => {
    const { directory, marker } = writeOne(script(makeMeeting(), 0, 1, words));
    await expectVerdict(
      await launch(directory, []),
      marker,
      9,
      /: rank 1 .*status 9.*\n {2}the loss is nan\n$/,
    );
  });

  it.each([
    ['another host', 0, 5, /: lab3: rank 5 .*status 9.*\n {2}the loss is nan\n$/],
    ['the same host', 4, 5, /: lab3: rank 5 .*status 9.*\n {2}the loss is nan\n$/],
  ])('is that of %s', async (_, victim, failing, who) => {
    const text = script(makeMeeting(), victim, failing, LEFT[0] ?? '');
    const { directory, marker, words } = writeHosts(text);
    await expectVerdict(await launch(directory, words), marker, 9, who);
  });

  it('is of who says so, where nobody else fails', async () => {
    const text = script(makeMeeting(), 2, null, LEFT[0] ?? '');
    const one = writeOne(text);
    await expectVerdict(await launch(one.directory, []), one.marker, 5, /: rank 2 .*status 5/);
    const { directory, marker, words } = writeHosts(text);
    await expectVerdict(await launch(directory, words), marker, 5, /: lab2: rank 2 .*status 5/);
  });

  it.each(['one host', 'three'])('stays when somebody ends the run meanwhile: on %s', async (hosts) => {
    const meeting = makeMeeting();
    const text = script(meeting, 2, null, LEFT[0] ?? '');
    const { directory, marker, words } = hosts === 'three' ? writeHosts(text) : writeOne(text);
    const { child, ended } = start(join(directory, 'launch.sh'), words);
    await until(() => existsSync(`${meeting}-victim`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
    await expectVerdict(await ended, marker, 5, /: rank 2 .*status 5|: lab2: rank 2 .*status 5/);
  });
});
