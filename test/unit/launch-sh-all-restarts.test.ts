// launch.sh --all --restarts: after a failure all ranks of all hosts start anew.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { findProcesses, launcherUnder, until } from './launch-sh-fixture.ts';
import { HOSTS_MS, writeHosts } from './launch-sh-hosts-fixture.ts';

/** What a rank finds that says which attempt is its own. */
const SHOW =
  'echo "$RANKPLAN_RESTART $TORCHELASTIC_RESTART_COUNT of $TORCHELASTIC_MAX_RESTARTS, port $MASTER_PORT"';

describe.skipIf(!hasExec)('--all --restarts', { timeout: HOSTS_MS }, () => {
  const { launch, start } = launcherUnder({ RANKPLAN_EXEC: EXEC, RANKPLAN_RUN_ID: 'again' });
  const nothingIsLeft = (marker: string) => until(() => findProcesses(marker).length === 0);

  it('starts all ranks anew, each attempt with a port and logs of its own', async () => {
    const script = `${SHOW}; [[ $RANK != 3 || $RANKPLAN_RESTART == 2 ]] || exit 7; [[ $RANKPLAN_RESTART == 2 ]] || sleep 1000`;
    const { directory, marker, words } = writeHosts(script);
    const { status, stderr } = await launch(directory, [...words, '--restarts', '3']);
    expect(status).toBe(0);
    expect(stderr.match(/rank 3 \(lab2, CPU\) failed with status 7/g)?.length).toBe(2);
    expect(stderr.match(/restart \d of 3; logs of the attempt before: .*/g)).toEqual([
      'restart 1 of 3; logs of the attempt before: runs/again/attempt-0 on each',
      'restart 2 of 3; logs of the attempt before: runs/again/attempt-1 on each',
    ]);
    const run = join(directory, 'runs', 'again');
    const ports = ['attempt-0', 'attempt-1', ''].map((attempt, restart) => {
      const logs = [0, 1, 2, 3, 4, 5].map((rank) => join(run, attempt, `rank-${rank}.out`));
      // A rank may be ended before it is there; rank 3 decides.
      const said = logs.map((log) => (existsSync(log) ? readFileSync(log, 'utf8') : ''));
      if (attempt === '') expect(said).not.toContain('');
      const [port] = said[3]?.match(/\d+(?=\n)/) ?? [];
      for (const line of said) expect(['', `${restart} ${restart} of 3, port ${port}\n`]).toContain(line);
      return port;
    });
    expect(new Set(ports).size).toBe(3);
    expect(readdirSync(run).filter((name) => name.startsWith('attempt'))).toEqual(['attempt-0', 'attempt-1']);
    await nothingIsLeft(marker);
  });

  it('gives up after the last one, with its status', async () => {
    const { directory, words } = writeHosts('exit $((40 + RANKPLAN_RESTART))');
    const { status, stderr } = await launch(directory, [...words, '--restarts=1']);
    expect(status).toBe(41);
    expect(stderr).toMatch(/no restart: this was the last attempt\n$/);
  });

  it.each([
    ['exit 78', 78, 'a rank refused to run (status 78)'],
    ['exec /nowhere/at/all', 127, 'a rank cannot be started'],
  ])('does not try again what would only fail again: %s', async (script, expected, reason) => {
    const { directory, words } = writeHosts(script);
    const { status, stderr } = await launch(directory, [...words, '--restarts', '2']);
    expect(status).toBe(expected);
    expect(stderr).toContain(`launch.sh: no restart: ${reason}\n`);
  });

  it('starts nothing anew for somebody who ends the run', async () => {
    const here = '$RANKPLAN_RUN_DIR/here';
    const script = `trap 'sleep 2; exit 5' TERM; [[ $RANK == 0 ]] || { : >"${here}-$RANK"; sleep 1000 & wait; }
until [[ -e ${here}-1 && -e ${here}-2 && -e ${here}-3 && -e ${here}-4 && -e ${here}-5 ]]; do sleep 0.1; done; exit 3`;
    const { directory, marker, words } = writeHosts(script);
    const { child, ended } = start(join(directory, 'launch.sh'), [...words, '--restarts', '9']);
    let said = '';
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    await until(() => said.includes('failed with status 3'));
    child.kill('SIGTERM');
    const { status, stderr } = await ended;
    expect({ status, restarts: stderr.match(/restart/g) }).toEqual({ status: 3, restarts: null });
    await nothingIsLeft(marker);
  });

  it('refuses what is no number of restarts', async () => {
    const { directory, words } = writeHosts('exit 0');
    const { status, stderr } = await launch(directory, [...words, '--restarts', 'often']);
    expect(status).toBe(78);
    expect(stderr).toContain("--restarts 'often' is not a number of restarts");
  });
});
