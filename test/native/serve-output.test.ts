import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { EXEC, findProcesses, hasExec, makeMarker } from './exec-fixture.ts';
import { bash, makeLogs, order, PROBE, runOf, runToEnd, serve, WITH_MIG } from './serve-fixture.ts';

const MUCH = 1 << 20;
const TEE = ['--show', 'all'];

describe.skipIf(!hasExec)('what ranks write', () => {
  it('is shown with --show all, each line behind its label, and the logs have it without', async () => {
    const script = `printf 'a\\n\\nb {"event":"done"}\\n'; printf 'no end' >&2`;
    const { logs, serving } = await runToEnd(bash(script), { ranks: 2, credit: MUCH, common: TEE });
    const lines = (rank: number) => serving.output.filter((line) => line.includes(`[rank ${rank}] `));
    for (const rank of [0, 1]) {
      expect(lines(rank)).toEqual([
        ...['a', '', 'b {"event":"done"}'].map((text) => `stdout [rank ${rank}] ${text}`),
        `stderr [rank ${rank}] no end`,
      ]);
    }
    expect(logs.read('rank-0.err')).toBe('no end');
    expect(serving.isWell()).toBe(true);
  });

  it('comes in pieces where a line is long, which end where a character does', async () => {
    const text = join(makeLogs().path, 'text');
    const line = 'ä→😀'.repeat(5000);
    writeFileSync(text, line);
    const { serving } = await runToEnd(['cat', text], { credit: MUCH, common: TEE });
    const pieces = serving.output.map((piece) => piece.split(' '));
    expect(serving.output.length).toBeGreaterThan(8);
    expect(pieces.map(([stream]) => stream)).toEqual([
      ...Array.from({ length: pieces.length - 1 }, () => 'stdout…'),
      'stdout',
    ]);
    expect(pieces.map(([, ...words]) => words.join(' ')).join('')).toBe(`[rank 0] ${line}`);
  });

  it('comes as far as it is asked for, and beats before the rest', async () => {
    const logs = makeLogs();
    const serving = serve({ patience: 1000 });
    serving.send(runOf(logs, bash('for i in {1..5000}; do echo "line $i"; done'), { common: TEE }));
    await serving.has('ended');
    serving.grant(3000);
    await until('the first', () => serving.output.length > 50);
    for (let beats = 1; beats <= 3; beats++) {
      serving.send(order.beat());
      await serving.has('beat', beats);
    }
    expect(serving.output.length).toBeLessThan(200);
    expect(serving.all('done')).toEqual([]);
    while (serving.all('done').length === 0) {
      serving.grant(16384);
      serving.send(order.beat());
      await serving.has('beat', serving.all('beat').length + 1);
    }
    await serving.finish();
    expect(serving.output.at(-1)).toBe('stdout [rank 0] line 5000');
    expect(serving.output).toHaveLength(5000);
    expect(serving.failure()).toBeNull();
  });

  it.each([
    ['the launcher is gone', (serving: ReturnType<typeof serve>) => serving.link.close()],
    ['it orders to kill', (serving: ReturnType<typeof serve>) => serving.send(order.signal('KILL'))],
    [
      'somebody ends the guard',
      (serving: ReturnType<typeof serve>) => void process.kill(serving.link.pid ?? 0, 'SIGTERM'),
    ],
  ])('waits for a launcher that asks for no more, until %s', async (_, act) => {
    const serving = serve();
    serving.send(runOf(makeLogs(), bash('yes "a line" | head -n 90000'), { common: TEE }));
    await serving.has('ended');
    act(serving);
    await serving.finish();
    expect(serving.output).toEqual([]);
    expect(serving.failure()).toBeNull();
  });

  it('is 4 MB, and whole', async () => {
    const script = 'yes 0123456789012345678 | head -c 4000000';
    const { serving } = await runToEnd(bash(script), { credit: 1 << 30, common: TEE });
    expect(serving.output).toHaveLength(200_000);
    expect(serving.isWell()).toBe(true);
  });

  it('is told by its last line with --show lines', async () => {
    const logs = makeLogs();
    const serving = serve();
    const script = `printf 'first\\n10%%\\r20%% ä\\r'; until [[ -e "$1" ]]; do sleep 0.05; done; echo bad >&2`;
    const go = join(logs.path, 'go');
    serving.send(runOf(logs, bash(script, go), { common: ['--show', 'lines'] }));
    await serving.has('line');
    writeFileSync(go, '');
    await serving.finish();
    expect(serving.all('line').map(({ text }) => text)).toEqual(['20% ä', 'bad']);
  });
});

describe.skipIf(!hasExec)('a launcher that does not read', () => {
  it('does not keep the guard from ending all when it is gone', async () => {
    const logs = makeLogs();
    const marker = makeMarker();
    const child = spawn(EXEC, ['--serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.on('error', () => {});
    const ready = join(logs.path, 'ready');
    const script = `(setsid bash -c 'trap "" TERM; while :; do sleep 0.1; done' "$1" &); : >${ready}; sleep 1000`;
    child.stdin.write(runOf(logs, bash(script, marker)));
    await until('the rank', () => existsSync(ready));
    child.stdin.write(order.beat().repeat(100_000)); // nobody reads the answers
    child.stdin.destroy();
    await until('the end', () => findProcesses(marker).length === 0);
    await until('the guard', () => child.exitCode !== null);
  });
});

describe.skipIf(!hasExec)('who uses the GPUs', () => {
  it('is told before the ranks start, and when it is asked', async () => {
    const serving = serve({ env: WITH_MIG });
    serving.send(runOf(makeLogs(), ['sleep', '1000'], { common: ['--sampler', PROBE] }));
    await serving.has('started');
    const count = () => serving.text('sample').split('"kind":"found"').length - 1;
    await until('the first answer', () => count() === 1);
    serving.send(order.observe());
    await until('the second', () => count() === 2);
    serving.send(order.signal('TERM'));
    await serving.finish();
    const names = serving.events.map(({ event }) => event);
    expect(names.indexOf('sample')).toBeLessThan(names.indexOf('begun'));
    expect(serving.failure()).toBeNull();
  });

  it('is not told by a program that is not there, and ranks start', async () => {
    const { serving } = await runToEnd(['true'], { common: ['--sampler', '/nope/probe'] });
    expect(serving.text('sample')).toContain('"how":"status 127"');
    expect(serving.isWell()).toBe(true);
  });
});
