import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProcesses } from '../native/exec-fixture.ts';
import { until } from '../patience.ts';
import { start, writeScript } from './launch-sh-fixture.ts';

const LIMIT = 20;

/** A limit on processes binds none of root's, so it takes another user, of whom no process runs yet. */
const canChangeUser = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;
let nextUser = 60_000_000 + process.pid;

function startLimited(directory: string) {
  chmodSync(dirname(directory), 0o755);
  chmodSync(directory, 0o777);
  const user = String(nextUser++);
  const script = `ulimit -u ${LIMIT}; exec "$1/launch.sh"`;
  const call = ['--reuid', user, '--regid', user, '--clear-groups', 'bash', '-c', script, 'bash', directory];
  return start('setpriv', call);
}

// Bash tries for 15 seconds before it gives up.
describe.skipIf(!canChangeUser)('when no more processes can be started', () => {
  it('launch.sh says so and ends the ranks, and a signal is heeded all the same', async () => {
    const failed = writeScript('exec -a "$1" sleep 1000', 2 * LIMIT);
    const ended = writeScript('exec -a "$1" sleep 1000', 2 * LIMIT);
    const ofFailed = startLimited(failed.directory);
    const ofEnded = startLimited(ended.directory);
    await until('launch.sh', () => findProcesses(ended.marker).length > LIMIT / 2);
    ofEnded.child.kill('SIGTERM');
    expect(await ofFailed.ended).toMatchObject({
      status: 78,
      stderr: expect.stringMatching(/\nlaunch\.sh: no more processes can be started here: see ulimit -u\n$/),
    });
    expect(await ofEnded.ended).toMatchObject({
      status: 143,
      stderr: expect.not.stringContaining('no more processes'),
    });
    for (const { directory, marker } of [failed, ended]) {
      // A launcher that cannot start a process does not wait for those that it has killed.
      await until('none is left', () => findProcesses(marker).length + findProcesses(directory).length === 0);
    }
  });
});
