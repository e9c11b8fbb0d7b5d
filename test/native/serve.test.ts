import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runs } from '../stage.ts';
import { EXEC, findProcesses, hasExec, listDescriptors, makeMarker } from './exec-fixture.ts';
import { bash, makeLogs, order, runOf, runToEnd, serve, strip, wrapExec } from './serve-fixture.ts';

const TRUE = ['true'];

describe.skipIf(!hasExec)('a guard that is ordered', () => {
  it('starts ranks, tells how each ends, and decides nothing', async () => {
    const script = 'echo out; echo err >&2; [[ $RANK != 1 ]] || exit 3; [[ $RANK != 2 ]] || kill -KILL $$';
    const { logs, serving, end } = await runToEnd(bash(script), { ranks: 3 });
    expect(serving.failure()).toBeNull();
    expect(end).toMatchObject({ status: 0, complaint: '' });
    const ended = [0, 1, 2].map((rank) => serving.all('ended').filter((event) => event.rank === rank));
    expect(ended.map(strip)).toEqual([
      [{ event: 'ended', rank: 0, status: 0 }],
      [{ event: 'ended', rank: 1, status: 3 }],
      [{ event: 'ended', rank: 2, status: 137, killer: 9 }],
    ]);
    expect(serving.events.slice(0, 2).map(({ event }) => event)).toEqual(['hello', 'begun']);
    expect(serving.events.at(-1)?.event).toBe('done');
    expect([0, 1, 2].map((rank) => [logs.read(`rank-${rank}.out`), logs.read(`rank-${rank}.err`)])).toEqual(
      Array(3).fill(['out\n', 'err\n']),
    );
  });

  it('gives a rank what the words say, no input, default signals, a session and none of its own descriptors', async () => {
    const script = `echo "$PWD $A [\${B-none}] [\${HOME-none}] $(cat | wc -c)"
      for n in {0..150}; do [[ -e /proc/$$/fd/$n ]] && echo "$n"; done; cut -d' ' -f5,6 /proc/$$/stat; echo $$; ulimit -Sn; exit 0`;
    const common = '--directory / --env A=1 --env B=2 --env HOME --open-files 200'.split(' ');
    const words = () => ['--env', 'A=own = x', '--env', 'B'];
    const { logs, serving } = await runToEnd(bash(script), { common, words });
    expect(serving.isWell()).toBe(true);
    const [place, ...rest] = logs.read('rank-0.out').trim().split('\n');
    const [group, pid, limit] = rest.splice(-3);
    expect([place, limit]).toEqual(['/ own = x [none] [none] 0', '200']);
    expect(group).toBe(`${pid} ${pid}`);
    expect(rest).toEqual(['0', '1', '2']); // bash may hold one of its own, above 150
  });

  it.each([
    ['the command is missing', [], ['/nope/x'], 127, { step: 'exec', subject: '/nope/x', errno: 2 }],
    ['the command is a folder', [], ['/tmp'], 126, { step: 'exec', subject: '/tmp', errno: 13 }],
    ['no such directory', ['--directory', '/nope'], TRUE, 126, { step: 'directory', subject: '/nope' }],
    ['the directory is a file', ['--directory', '/etc/passwd'], TRUE, 126, { step: 'directory', errno: 20 }],
    ['a log cannot be written', ['--stderr', '/nope/x'], TRUE, 126, { step: 'stderr', subject: '/nope/x' }],
    ['a log is nowhere', ['--stdout', '/nope/log'], TRUE, 126, { step: 'stdout', errno: 2 }],
    ['a log is a folder', ['--stdout', '/'], TRUE, 126, { step: 'stdout', errno: 21 }],
    ['its steps cannot be written', ['--steps', '/nope/x'], TRUE, 126, { step: 'steps' }],
  ])('says why a rank could not be started: %s', async (_, words, command, status, obstacle) => {
    const { serving } = await runToEnd(command, { words: () => words });
    expect(serving.all('obstacle')).toMatchObject([{ rank: 0, ...obstacle }]);
    expect(serving.all('ended')).toMatchObject([{ rank: 0, status }]);
    expect(serving.failure()).toBeNull();
  });

  it('warns of what a rank goes on without', async () => {
    const words = () => ['--cpus', '0,60000', '--open-files', '2000000000'];
    const { serving } = await runToEnd(TRUE, { words });
    expect(strip(serving.all('narrowed'))).toEqual([
      { event: 'narrowed', rank: 0, subject: '0,60000', outcome: '0' },
    ]);
    expect(serving.all('warning')).toMatchObject([{ rank: 0, step: 'limit of open files', errno: 22 }]);
    expect(serving.isWell()).toBe(true);
  });

  it('blocks and ignores no signal for a rank', async () => {
    const { logs } = await runToEnd(['grep', '-E', '^Sig(Blk|Ign)', '/proc/self/status']);
    expect(logs.read('rank-0.out')).toMatch(/^SigBlk:\s0{16}\nSigIgn:\s0{16}\n$/);
  });

  it('appends the times of steps where it is asked', async () => {
    const logs = makeLogs();
    const steps = join(logs.path, 'rank-0.steps');
    writeFileSync(steps, 'before\n');
    await runToEnd(bash('echo step >&$RANKPLAN_STEPS_FD'), { logs, words: () => ['--steps', steps] });
    expect(logs.read('rank-0.steps')).toBe('before\nstep\n');
  });

  it('keeps the logs of the attempt before', async () => {
    const logs = makeLogs();
    for (const name of ['rank-0.out', 'rank-0.error.json', 'rank-1.err', 'model.pt'])
      writeFileSync(join(logs.path, name), name);
    const { serving } = await runToEnd(TRUE, { logs, ranks: 2, common: ['--keep', '3'] });
    expect(readdirSync(join(logs.path, 'attempt-3')).sort()).toEqual([
      'rank-0.error.json',
      'rank-0.out',
      'rank-1.err',
    ]);
    expect([logs.read('model.pt'), logs.read('rank-0.out')]).toEqual(['model.pt', '']);
    expect(serving.isWell()).toBe(true);
  });

  it('starts nothing where these cannot be kept', async () => {
    const logs = makeLogs();
    writeFileSync(join(logs.path, 'attempt-0'), 'a file');
    writeFileSync(join(logs.path, 'rank-0.out'), 'old');
    const serving = serve();
    serving.send(runOf(logs, ['true'], { common: ['--keep', '0'] }));
    expect((await serving.link.ended).status).toBe(125);
    expect(serving.all('refused')[0]?.subject).toContain('attempt-0: Not a directory');
    expect(logs.read('rank-0.out')).toBe('old');
  });

  it('may have 512 ranks, with no descriptor for any of them', async () => {
    const ranks = runs(512, 128);
    const logs = makeLogs();
    const serving = serve({ ranks });
    serving.send(runOf(logs, ['sleep', '1000'], { ranks }));
    await serving.has('started', ranks);
    const pid = serving.all('hello')[0]?.pid ?? 0;
    expect(Object.keys(listDescriptors(pid)).length).toBeLessThan(16);
    serving.send(order.signal('TERM'));
    await serving.finish();
    expect(serving.all('ended').filter(({ status }) => status === 143)).toHaveLength(ranks);
    expect(serving.failure()).toBeNull();
  });

  it('answers the end of a log and what was recorded, also after all has ended', async () => {
    const logs = makeLogs();
    const file = join(logs.path, 'error.json');
    writeFileSync(file, `{"message":"${'é'.repeat(60_000)}"}`);
    const serving = serve();
    const script = `for i in {1..9000}; do echo "líne \\"$i\\""; done >&2; printf '\\x01\\xff\\0end' >&2; exit 5`;
    const words = () => ['--env', `TORCHELASTIC_ERROR_FILE=${file}`];
    serving.send(runOf(logs, bash(script), { words }));
    await serving.has('done');
    serving.send(order.last(0));
    serving.send(order.last(0));
    await serving.has('tail-end', 2);
    serving.link.close();
    expect((await serving.link.ended).status).toBe(0);
    expect(serving.failure()).toBeNull();
    const tail = serving.text('tail');
    expect(tail.slice(-30)).toBe('líne "8999"\nlíne "9000"\n\u0001\ufffd\0end'.slice(-30));
    expect(tail.length).toBeGreaterThan(16_000);
    expect(serving.text('recorded').slice(0, 20)).toBe(`{"message":"${'é'.repeat(8)}`);
  });

  it('says that there is nothing where a rank left nothing', async () => {
    const serving = serve();
    serving.send(runOf(makeLogs(), ['false']));
    await serving.has('done');
    serving.send(order.last(0));
    await serving.has('tail-end');
    expect([serving.all('tail'), serving.all('recorded')]).toEqual([[], []]);
    await serving.finish();
  });
});

describe.skipIf(!hasExec)('what was there before a guard', () => {
  it('is left alone', async () => {
    const marker = makeMarker();
    const child = `exec -a ${marker} sleep 1000 >/dev/null 2>&1 </dev/null &`;
    await runToEnd(TRUE, { program: wrapExec(`${child}\nexec ${EXEC} "$@"`) });
    const left = findProcesses(marker);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(left).toHaveLength(1);
  });
});
