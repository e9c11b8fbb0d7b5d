import { expect } from 'vitest';
import type { AuditFinding } from '../../src/generated/audit.ts';
import type { PlanGpu, PlanNode, PlanRank } from '../../src/generated/plan.ts';
import type { AuditedRanks } from '../../src/runtime/audit/audited-ranks.ts';
import { type Conclusion, conclude, type RunEnd } from '../../src/runtime/audit/conclude.ts';
import { Evidence } from '../../src/runtime/audit/evidence.ts';
import { addSample } from '../../src/runtime/audit/judge.ts';
import type { Owner, Sample, SeenGpu, SeenProcess } from '../../src/runtime/audit/sample.ts';
import { planOf } from '../compile-text.ts';

export const MIB = 2 ** 20;
export const GIB = 2 ** 30;

export interface PlanOptions {
  /** The GPU of each rank, or its GPUs; null for a CPU rank. */
  readonly ranks: readonly (number | readonly number[] | null)[];
  readonly gpus?: readonly Partial<PlanGpu>[];
  readonly shares?: readonly number[];
  readonly visibility?: AuditedRanks['visibility'];
}

const [NODE] = planOf({
  nodes: [{ hosts: 'lab1', gpus: { count: 1, model: 'A100', memory: '80GiB' } }],
}).nodes as [PlanNode];
const [GPU] = NODE.gpus as [PlanGpu];

/** Ranks of one node, with as many GPUs as are named. */
export function plan({ ranks, gpus, shares, visibility = 'ordered' }: PlanOptions): AuditedRanks {
  const count = Math.max(0, ...ranks.flatMap((own) => own ?? -1).map((gpu) => gpu + 1));
  const facts = gpus ?? Array.from({ length: count }, () => ({}));
  const node: PlanNode = {
    ...NODE,
    cpuRanks: ranks.filter((gpu) => gpu === null).length,
    gpus: facts.map((given, index) => ({ ...GPU, index, ...given })),
  };
  const planned = ranks.map<PlanRank>((own, rank) => ({
    rank,
    node: 'lab1',
    localRank: rank,
    gpu: typeof own === 'object' ? (own?.[0] ?? null) : own,
    gpus: typeof own === 'object' && own !== null ? [...own] : null,
    cpuSlot: own === null ? rank : null,
    share: shares?.[rank] ?? null,
    why: '',
  }));
  return { visibility, node, ranks: planned };
}

/** A process of a rank, with the PID 100 + rank unless another is given; bytes as the driver says them. */
export const of = (
  rank: number,
  usedBytes: number | null = 300 * MIB,
  pid = 100 + rank,
  start = 1,
): SeenProcess => ({ pid, start, usedBytes, owner: { kind: 'rank', rank } });

export const by = (
  owner: Owner,
  pid: number,
  usedBytes: number | null = 500 * MIB,
  start = 1,
): SeenProcess => ({ pid, start, usedBytes, owner });

export const FOREIGN: Owner = { kind: 'foreign', command: 'python' };
export const ABSENT: Owner = { kind: 'absent' };

/** Processes by the number of their GPU; null: the driver does not report. */
export type OnGpus = readonly (readonly SeenProcess[] | null)[];

export interface SampleOptions {
  readonly at?: number;
  /** All, unless given. */
  readonly running?: readonly number[];
  /** Of each GPU; what its processes use, unless given. */
  readonly used?: readonly (number | null)[];
  readonly gpus?: readonly Partial<SeenGpu>[];
}

export const sample = (
  on: OnGpus,
  { at = 0, running = [0, 1, 2, 3], used, gpus }: SampleOptions = {},
): Sample => ({
  atMs: at,
  running: new Set(running),
  gpus: on.map((processes, i) => ({
    key: `GPU-${i}`,
    name: `GPU ${i}`,
    uuid: `GPU-${i}`,
    index: i,
    usedBytes:
      used?.[i] === undefined
        ? (processes ?? []).reduce((sum, { usedBytes }) => sum + (usedBytes ?? 0), 0)
        : used[i],
    totalBytes: 80 * GIB,
    utilization: 50,
    processes,
    ...gpus?.[i],
  })),
});

export interface Judged extends Conclusion {
  readonly evidence: Evidence;
  /** What was found while the ranks ran, in order, as `kind rank GPU`. */
  readonly told: readonly string[];
  /** With what only the end shows. */
  readonly all: readonly string[];
}

export const word = ({ kind, rank, gpu }: AuditFinding): string => `${kind} ${rank} ${gpu}`;

/** Judges samples; all ranks end well unless said otherwise. */
export function judge(
  audited: AuditedRanks,
  samples: readonly Sample[],
  { baseline = null, end = {} }: { baseline?: Sample | null; end?: Partial<RunEnd> } = {},
): Judged {
  const evidence = new Evidence(audited, baseline);
  const told = samples.flatMap((one) => addSample(evidence, one).map(word));
  const statuses = new Map(audited.ranks.map(({ rank }) => [rank, 0]));
  const conclusion = conclude(evidence, { statuses, stopped: null, ...end });
  return { ...conclusion, evidence, told, all: [...told, ...conclusion.found.map(word)] };
}

/** The same sample again and again, at these times. */
export const repeat = (
  on: OnGpus,
  times: readonly number[],
  options: SampleOptions = {},
): readonly Sample[] => times.map((at) => sample(on, { ...options, at }));

export const everySecond = (seconds: number): readonly number[] =>
  Array.from({ length: seconds }, (_, i) => 1000 * (i + 1));

/** The reasons of a verdict, as `code ranks`. */
export const codesOf = ({ reasons }: Judged): readonly string[] =>
  reasons.map(({ code, ranks }) => [code, ranks.join(',')].join(' ').trim());

/** Expects a doubt: the verdict, which accuses nobody, and the reasons, as `code ranks`. */
export function expectDoubt(judged: Judged, verdict: string, ...reasons: readonly string[]): void {
  expect({ verdict: judged.verdict, all: judged.all, reasons: codesOf(judged) }).toEqual({
    ...{ verdict, all: [], reasons },
  });
}

export const VERIFIED = { verdict: 'verified', reasons: [], all: [] };
