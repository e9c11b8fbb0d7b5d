import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { EXEC, hasExec, stateOf } from './exec-fixture.ts';
import { bash, makeLogs, order, runOf, serve, wrapExec } from './serve-fixture.ts';

describe.skipIf(!hasExec)('signals that end nothing', () => {
  it.each(['USR1', 'USR2'] as const)('%s reaches the ranks, by order and from outside', async (name) => {
    const logs = makeLogs();
    const serving = serve();
    const script = `trap 'echo got; n=$((n + 1))' ${name}; n=0; echo ready; while ((n < 2)); do sleep 0.02; done; exit 0`;
    serving.send(runOf(logs, bash(script)));
    const count = () =>
      existsSync(join(logs.path, 'rank-0.out')) ? logs.read('rank-0.out').split('\n').length : 0;
    await until('the rank', () => count() > 1);
    serving.send(order.signal(name));
    await until('the first', () => count() > 2);
    process.kill(serving.link.pid ?? 0, `SIG${name}`);
    await serving.finish();
    expect(serving.isWell()).toBe(true);
  });

  it('stop ranks, and let them go on', async () => {
    const logs = makeLogs();
    const serving = serve();
    serving.send(runOf(logs, ['sleep', '1000']));
    await serving.has('started');
    const pid = serving.all('started')[0]?.pid ?? 0;
    const isStopped = (): boolean => stateOf(pid) === 'T';
    serving.send(order.signal('TSTP'));
    await until('the stop', isStopped);
    serving.send(order.signal('CONT'));
    await until('the rank', () => !isStopped());
    serving.send(order.signal('TERM'));
    await serving.finish();
    expect(serving.all('ended')).toMatchObject([{ status: 143, killer: 15 }]);
  });
});

/** With one of its signals ignored when it is started, as by nohup, or by a shell without job control. */
describe.skipIf(!hasExec).each(['HUP', 'INT', 'QUIT'] as const)(
  'a guard under which %s is ignored',
  (name) => {
    it('goes on when it gets one', async () => {
      const logs = makeLogs();
      const serving = serve({ program: wrapExec(`trap '' ${name}; exec ${EXEC} "$@"`) });
      const script = 'grep SigIgn /proc/self/status; until [[ -e "$1" ]]; do sleep 0.05; done';
      const go = join(logs.path, 'go');
      serving.send(runOf(logs, bash(script, go)));
      await until('the rank', logs.hasOutput);
      for (const pid of [serving.link.pid, serving.all('hello')[0]?.pid])
        process.kill(pid ?? 0, `SIG${name}`);
      serving.send(order.beat());
      await serving.has('beat');
      writeFileSync(go, '');
      await serving.finish();
      // A program under nohup ignores HUP, too; that a shell ignores the others for what is in the background ends here.
      expect(logs.read('rank-0.out')).toMatch(name === 'HUP' ? /^SigIgn:\s0{15}1\n$/ : /^SigIgn:\s0{16}\n$/);
      expect([serving.all('interrupted'), serving.isWell()]).toEqual([[], true]);
    });
  },
);

describe.skipIf(!hasExec)('a signal that ends ranks', () => {
  it.each(['HUP', 'INT', 'QUIT', 'TERM'] as const)('is the one that was ordered: %s', async (name) => {
    const logs = makeLogs();
    const serving = serve();
    const script = `trap 'exit 42' ${name}; echo ready; while :; do sleep 0.05; done`;
    serving.send(runOf(logs, bash(script)));
    await until('the rank', logs.hasOutput);
    serving.send(order.signal(name));
    await serving.finish();
    expect(serving.all('ended')).toMatchObject([{ status: 42 }]);
  });

  it('reaches ranks that are stopped', async () => {
    const logs = makeLogs();
    const serving = serve();
    const script = "trap 'exit 42' TERM; echo ready; while :; do sleep 0.05; done";
    serving.send(runOf(logs, bash(script), { common: ['--grace', '10'] }));
    await until('the rank', logs.hasOutput);
    serving.send(order.signal('TSTP'));
    await until('the stop', () => stateOf(serving.all('started')[0]?.pid ?? 0) === 'T');
    serving.send(order.signal('TERM'));
    await serving.finish();
    expect(serving.all('ended')).toMatchObject([{ status: 42 }]);
  });
});
