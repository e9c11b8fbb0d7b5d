// What a sampler says, which may be on another machine: in parts, late, not at all, or what no sampler would say.
import { expect, test, vi } from 'vitest';
import type { AuditReport } from '../../src/generated/audit.ts';
import { auditHosts, mergeReports } from '../../src/runtime/audit/audit-hosts.ts';
import { createGpuSampler } from '../../src/runtime/audit/gpu-sampler.ts';
import { planOf } from '../compile-text.ts';

const FOUND = {
  ...{ kind: 'found', library: '', openFailures: [], lacks: '', failure: { call: '', status: 0, text: '' } },
  ...{ gpus: [], guard: 90, seen: [], ancestors: [] },
};
const line = (answer: object): string => `nvmlInit_v2 -1\n${JSON.stringify(answer)}\n`;

test('an answer comes in parts, behind lines of its progress', async () => {
  const ask = vi.fn();
  const sampler = createGpuSampler(ask);
  const answer = sampler.observe(1000);
  expect(ask).toHaveBeenCalledOnce();
  for (const character of line(FOUND)) sampler.take(character);
  expect(await answer).toEqual(FOUND);
  expect(sampler.guardPid()).toBe(90);
  expect(sampler.takeUnasked()).toBe(null);
});

test('what is said without a question is kept, once', () => {
  const sampler = createGpuSampler(() => {});
  sampler.take(line(FOUND));
  expect(sampler.takeUnasked()).toEqual(FOUND);
  expect(sampler.takeUnasked()).toBe(null);
});

test('a driver that does not answer hangs in the call that it told last', async () => {
  vi.useFakeTimers();
  try {
    const sampler = createGpuSampler(() => {});
    const answer = sampler.observe(1000);
    sampler.take('nvmlDeviceGetMemoryInfo 3\n');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toEqual({ kind: 'hangs', call: 'nvmlDeviceGetMemoryInfo', gpu: 3 });
  } finally {
    vi.useRealTimers();
  }
});

test('processes are those of the last answer', () => {
  const sampler = createGpuSampler(() => {});
  const seen = { pid: 7, parent: 5, start: 70, exists: true, command: 'python', rank: 3, hasCuda: true };
  const ancestor = { pid: 5, parent: 1, start: 50 };
  sampler.take(line({ ...FOUND, seen: [seen], ancestors: [ancestor] }));
  expect([7, 5, 1].map(sampler.find)).toEqual([seen, ancestor, undefined]);
  sampler.take(line(FOUND));
  expect(sampler.find(7)).toBe(undefined);
});

const LIES: readonly (readonly [string, string])[] = [
  ['no JSON', '{nonsense}\n'],
  ['null', '{"kind":"found","gpus":null}\n'],
  ['GPUs that are none', '{"kind":"found","gpus":[null,1,{}]}\n'],
  ['processes that are none', '{"kind":"found","gpus":[],"guard":1,"seen":5,"ancestors":{}}\n'],
  ['a kind that there is not', '{"kind":"fine"}\n'],
  ['a line without an end', 'x'.repeat(2 ** 16)],
];

test.each(LIES)('%s makes a host unverified, and ends nothing', (_, text) => {
  const plan = planOf('version: 1\nname: two\nnodes: [{ hosts: "lab[1-2]", gpus: [{ index: 0 }] }]\n');
  const tell = vi.fn();
  const audit = auditHosts({
    ...{ plan, mode: 'enforce', isExplicit: false, longestDelayMs: 1000, ask: () => {}, tell },
  });
  for (const [rank, host] of ['lab1', 'lab2'].entries()) {
    audit.take({ event: 'sample', host, node: host, text });
    audit.take({ event: 'started', host, node: host, rank, pid: 100 + rank });
    audit.take({ event: 'ended', host, node: host, rank, status: 0, at: 0 });
  }
  const { report } = audit.end();
  expect(report).toMatchObject({ verdict: 'unverified', findings: [] });
  expect(report.ranks.map(({ host, rank }) => [host, rank])).toEqual([
    ['lab1', 0],
    ['lab2', 1],
  ]);
  expect(tell).not.toHaveBeenCalled();
});

test.each<[AuditReport['verdict'][], AuditReport['verdict']]>([
  [['verified', 'verified'], 'verified'],
  [['verified', 'unverified'], 'partial'],
  [['unverified', 'unverified'], 'unverified'],
  [['partial', 'unverified'], 'partial'],
  [['verified', 'misplaced'], 'misplaced'],
])('verdicts %j of hosts make %s', (verdicts, expected) => {
  const results = verdicts.map((verdict, rank) => ({
    found: [],
    report: {
      ...{ formatVersion: '1.0', node: `lab${rank}`, mode: 'warn' as const, verdict, reasons: [] },
      ...{ looks: 3, seconds: rank, findings: [], gpus: [] },
      ranks: [{ rank, gpu: 0, verified: verdict === 'verified', looks: 3, use: [] }],
    },
  }));
  expect(mergeReports(results, 'warn').report).toMatchObject({ verdict: expected, looks: 6, seconds: 1 });
});
