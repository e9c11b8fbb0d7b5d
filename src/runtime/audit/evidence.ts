import type { AuditFinding } from '../../generated/audit.ts';
import type { PlanRank } from '../../generated/plan.ts';
import { type AuditedRanks, followHomes, type Homes, isHome } from './audited-ranks.ts';
import type { Holding, Sample, SeenGpu } from './sample.ts';

/** Everything that the samples so far have shown. */
export interface Evidence {
  readonly audited: AuditedRanks;
  readonly baseline: Sample | null;
  /** The last one. */
  previous: Sample | null;
  samples: number;
  /** In the last sample. */
  homes: Homes;
  /** What each planned GPU, by its index, was found to be, whether it is still there or not. */
  readonly knownHomes: Map<number, string>;
  readonly ranks: ReadonlyMap<number, RankRecord>;
  readonly gpus: Map<string, GpuRecord>;
  /** By what they are about: a stray that grows takes the place of the smaller one. */
  readonly findings: Map<string, AuditFinding>;
  /** PIDs that two samples in a row listed and this machine does not have; those of the last such samples. */
  strangePids: readonly number[];
  /** Names of GPUs of which a sample did not tell the processes. */
  readonly silent: Set<string>;
  /** Processes of this run that no rank is known for, by PID, with the name of their GPU. */
  readonly unowned: Map<number, string>;
  /** Whether the driver's PIDs are known to be ours: two samples in a row saw a process of a rank. */
  arePidsKnown: boolean;
}

/** `baseline`: a sample from before the ranks were started. */
export function createEvidence(audited: AuditedRanks, baseline: Sample | null): Evidence {
  const knownHomes = new Map<number, string>();
  return {
    audited,
    baseline,
    previous: null,
    samples: 0,
    homes: followHomes(knownHomes, audited, baseline?.gpus ?? []),
    knownHomes,
    ranks: new Map(audited.ranks.map((rank) => [rank.rank, createRecord(rank)])),
    gpus: new Map(),
    findings: new Map(),
    strangePids: [],
    silent: new Set(),
    unowned: new Map(),
    arePidsKnown: false,
  };
}

/** What was seen of a rank on one GPU. */
export interface Use {
  /** The GPU's name. */
  readonly gpu: string;
  samples: number;
  peakBytes: number | null;
  lastBytes: number | null;
}

/** Why it may have been on its own GPU without being recognized there; the last one: on another. */
export type Doubt =
  | 'no-process-list'
  | 'unproven'
  | 'mps'
  | 'unknown-process'
  | 'absent-process'
  | 'unproven-elsewhere';

/** What was seen of a rank. */
export interface RankRecord {
  readonly rank: PlanRank;
  /** In how many samples it ran. */
  samples: number;
  /** By the key of the GPU. */
  readonly use: Map<string, Use>;
  /** Two samples in a row saw it on a GPU of its own. */
  wasHome: boolean;
  /** And would have seen it on any other. */
  wasHomeInFullView: boolean;
  /** Keys of GPUs, not its own, on which two samples in a row have seen it. */
  readonly strayedTo: Set<string>;
  readonly doubts: Set<Doubt>;
  /** GPUs of its own on which no sample saw it, by key. */
  readonly missed: Map<string, Missed>;
}

/** Samples without a rank on a GPU of its own, while other ranks were seen on theirs. */
export interface Missed {
  readonly samples: number;
  readonly sinceMs: number;
  readonly untilMs: number;
}

export const createRecord = (rank: PlanRank): RankRecord => ({
  rank,
  samples: 0,
  use: new Map(),
  wasHome: false,
  wasHomeInFullView: false,
  strayedTo: new Set(),
  doubts: new Set(),
  missed: new Map(),
});

export function noteUse({ use }: RankRecord, { gpu, bytes }: Holding): void {
  const before = use.get(gpu.key) ?? { gpu: gpu.name, samples: 0, peakBytes: null, lastBytes: null };
  use.set(gpu.key, {
    gpu: gpu.name,
    samples: before.samples + 1,
    peakBytes: largest(before.peakBytes, bytes),
    lastBytes: bytes,
  });
}

export function noteMissed({ missed }: RankRecord, key: string, atMs: number): void {
  const before = missed.get(key) ?? { samples: 0, sinceMs: atMs };
  missed.set(key, { samples: before.samples + 1, sinceMs: before.sinceMs, untilMs: atMs });
}

/** Seen twice on a GPU of its own, and never on another. */
export const isVerified = ({ wasHomeInFullView, use, rank }: RankRecord, homes: Homes): boolean =>
  wasHomeInFullView && [...use.keys()].every((key) => isHome(homes, rank.rank, key));

export const largest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** Less than any context takes. */
export const CONTEXT_BYTES = 64 * 2 ** 20;

/** The memory of a GPU, whoever uses it. */
export interface GpuRecord {
  readonly gpu: SeenGpu;
  readonly baselineBytes: number | null;
  peakBytes: number | null;
  lastBytes: number | null;
  /** By how much two samples in a row were above the baseline. */
  grownBytes: number | null;
}

export function noteMemory(
  records: Map<string, GpuRecord>,
  { gpus }: Sample,
  before: { readonly baseline: Sample | null; readonly previous: Sample | null },
): void {
  for (const gpu of gpus) {
    const { usedBytes, key } = gpu;
    const baselineBytes = usedIn(before.baseline, key);
    const known = records.get(key);
    const grown = smallest(
      subtract(usedBytes, baselineBytes),
      subtract(usedIn(before.previous, key), baselineBytes),
    );
    records.set(key, {
      gpu,
      baselineBytes,
      peakBytes: largest(known?.peakBytes ?? null, usedBytes),
      lastBytes: usedBytes,
      grownBytes: largest(known?.grownBytes ?? null, grown),
    });
  }
}

export const usedIn = (sample: Sample | null, key: string): number | null =>
  sample?.gpus.find((gpu) => gpu.key === key)?.usedBytes ?? null;

const subtract = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;

const smallest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.min(a, b);
