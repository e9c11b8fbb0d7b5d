import { expect, test } from 'vitest';
import { chooseProcess, chooseStack, readStallAnswers } from '../../src/runtime/hosts/stall-answers.ts';
import { hasWorked, type RankUse } from '../../src/runtime/stall/samples.ts';

const use = (cpuMs: number, bytes: number | null): RankUse => ({
  ...{ state: 'S', about: 7, cpuMs, bytes, isJoined: true },
});

test('a few bytes that a server read when it was asked are no work, and neither is a little CPU time', () => {
  expect(hasWorked(use(0, 1000), use(0, 1024), 5000)).toBe(false);
  expect(hasWorked(use(0, 1000), use(0, 5000), 5000)).toBe(true);
  expect(hasWorked(use(0, null), use(0, 5000), 5000)).toBe(false);
  expect(hasWorked(use(100, null), use(200, null), 5000)).toBe(false);
  expect(hasWorked(use(100, null), use(400, null), 5000)).toBe(true);
});

const fact = (subject: string, value: string) => ({
  event: 'fact' as const,
  question: 'worker',
  subject,
  value,
});
const trace = (pid: number, count: number) =>
  fact(
    `fr_trace_json /tmp/w/1.${pid}`,
    `"entries":[{"collective_seq_id":${count},"process_group":["0","default_pg"],"profiling_name":"gloo:all_reduce","record_id":${count}}]`,
  );
const stack = (pid: number, name: string) =>
  fact(`dump_traceback /tmp/w/1.${pid}`, `Current thread 0x1:\n  File "/home/me/a.py", line 1 in ${name}\n`);

test("a rank's own process counts before those that it has started", () => {
  const { traces, stacks } = readStallAnswers([
    trace(30, 50),
    trace(20, 6),
    stack(30, 'helper'),
    stack(20, 'train'),
  ]);
  const found = chooseProcess(traces.get('/tmp/w/1'), 20);
  expect([found?.pid, found?.found.position?.count]).toEqual([20, 6]);
  expect(chooseStack(stacks.get('/tmp/w/1'), 20, 20)?.where).toBe('train, a.py:1');
});

test('where a wrapper started the program, the process that enters collectives counts', () => {
  const { traces, stacks } = readStallAnswers([
    fact('fr_trace_json /tmp/w/1.10', '"entries":[]'),
    ...[trace(40, 9), trace(30, 5), stack(10, 'wrapper'), stack(30, 'train')],
  ]);
  const traced = chooseProcess(traces.get('/tmp/w/1'), 10)?.pid ?? null;
  expect(traced).toBe(30);
  expect(chooseStack(stacks.get('/tmp/w/1'), 10, null)?.where).toBe('wrapper, a.py:1');
  expect(chooseStack(stacks.get('/tmp/w/1'), 10, traced)?.where).toBe('train, a.py:1');
  expect(chooseStack(stacks.get('/tmp/w/1'), 10, 50)).toBeNull();
  expect(chooseProcess(traces.get('/tmp/w/2'), 10)).toBeNull();
});
