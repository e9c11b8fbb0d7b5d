import { describe, expect, it } from 'vitest';
import { EXEC, findProcesses, hasExec, hasScanningExec, makeMarker, SCANNING_EXEC } from './exec-fixture.ts';
import { bash, makeLogs, runOf, serve } from './serve-fixture.ts';

const LEAVE = 'exec -a "$1" sleep 1000';

/** What a rank starts and does not end; `$1` is the marker of the test's processes. */
const LEFTOVERS = {
  'a child in the background': `bash -c '${LEAVE}' rank "$1" &`,
  'a session of its own': `setsid bash -c '${LEAVE}' rank "$1" &`,
  'a daemon of two forks': `(setsid bash -c "bash -c 'exec -a $1 sleep 1000' &" &)`,
  'a daemon that ignores TERM': `(setsid bash -c 'trap "" TERM HUP INT; while :; do sleep 0.05; done' "$1" &)`,
  'a daemon with no environment': `(env -i setsid bash -c 'trap "" TERM; while :; do sleep 0.05; done' "$1" &)`,
  'a tree': `(setsid bash -c 'for i in 1 2 3; do bash -c "trap : TERM; sleep 1000 & wait; wait" $0 & done; wait' "$1" &)`,
  'a fork that goes on and on': `bash -c 'trap "" TERM; for i in {1..200}; do (exec -a $0 sleep 0.5) & sleep 0.01; done' "$1" &`,
};

const ENDS = [
  { how: 'exits', end: 'exit 4', status: 4 },
  { how: 'is killed', end: 'kill -KILL $$', status: 137 },
  { how: 'kills its session', end: 'kill -TERM 0; sleep 9', status: 143 },
];

async function expectNothingLeft(script: string, program: string): Promise<void> {
  for (const { how, end, status } of ENDS) {
    const marker = makeMarker();
    const ready = `${script}\nuntil grep -qsz "$1" /proc/[0-9]*/cmdline; do :; done; sleep 0.1; ${end}`;
    const serving = serve({ program });
    serving.send(runOf(makeLogs(), bash(ready, marker)));
    await serving.has('done');
    const left = findProcesses(marker);
    await serving.finish();
    const ended = serving.all('ended').map((event) => event.status);
    expect({ how, ended, left, failure: serving.failure() }).toEqual({
      ...{ how, ended: [status], left: [], failure: null },
    });
  }
}

describe.skipIf(!hasExec)('what a rank leaves behind is ended', () => {
  it.each(Object.entries(LEFTOVERS))('%s', (_name, script) => expectNothingLeft(script, EXEC));
});

describe.skipIf(!hasScanningExec)('and where the kernel does not list children', () => {
  it.each(Object.entries(LEFTOVERS))('%s', (_name, script) => expectNothingLeft(script, SCANNING_EXEC));
});
