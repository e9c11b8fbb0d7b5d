import { describe, expect, it } from 'vitest';
import { some } from '../stage.ts';
import { EXEC, findProcesses, hasExec, hasScanningExec, makeMarker, SCANNING_EXEC } from './exec-fixture.ts';
import { bash, makeLogs, runOf, serve } from './serve-fixture.ts';

const LEAVE = 'exec -a "$1" sleep 1000';

/** What a rank starts and does not end; `$1` is the marker of the test's processes. */
const LEFTOVERS = {
  'a child in the background': `bash -c '${LEAVE}' rank "$1" &`,
  'a session of its own': `setsid bash -c '${LEAVE}' rank "$1" &`,
  'a daemon of two forks': `(setsid bash -c "bash -c 'exec -a $1 sleep 1000' &" &)`,
  'a daemon that ignores TERM': `(setsid bash -c 'trap "" TERM HUP INT; while :; do sleep 1; done' "$1" &)`,
  'a daemon with no environment': `(env -i setsid bash -c 'trap "" TERM; while :; do sleep 1; done' "$1" &)`,
  'a tree': `(setsid bash -c 'for i in 1 2 3; do bash -c "trap : TERM; sleep 1000 & wait; wait" $0 & done; wait' "$1" &)`,
  'a fork that goes on and on': `bash -c 'trap "" TERM; for i in {1..200}; do (exec -a $0 sleep 0.5) & sleep 0.01; done' "$1" &`,
};

const ENDS = [
  { how: 'exits', end: 'exit 4', status: 4 },
  { how: 'is killed', end: 'kill -KILL $$', status: 137 },
  { how: 'kills its session', end: 'kill -TERM 0; sleep 9', status: 143 },
];

const CASES = some(
  [EXEC, SCANNING_EXEC].flatMap((program) =>
    Object.entries(LEFTOVERS).flatMap(([name, script]) =>
      ENDS.map((end) => ({
        ...end,
        program,
        kernel: program === EXEC ? 'lists' : 'does not list',
        name,
        script,
      })),
    ),
  ),
  4, // every kind of leftover and of end under one of the kernels
);

describe.skipIf(!hasExec || !hasScanningExec)('what a rank leaves behind is ended', () => {
  it.each(CASES)('$name, where it $how and the kernel $kernel children', async (each) => {
    const { program, script, end, status } = each;
    const marker = makeMarker();
    const ready = `${script}\nuntil grep -qsz "$1" /proc/[0-9]*/cmdline; do sleep 0.02; done; sleep 0.1; ${end}`;
    const serving = serve({ program });
    serving.send(runOf(makeLogs(), bash(ready, marker)));
    await serving.has('done');
    const left = findProcesses(marker);
    await serving.finish();
    const ended = serving.all('ended').map((event) => event.status);
    expect({ ended, left, failure: serving.failure() }).toEqual({ ended: [status], left: [], failure: null });
  });
});
