import type { AuditedGpu, AuditedUse, AuditFinding } from '../../generated/audit.ts';
import type { PlanRank } from '../../generated/plan.ts';
import { type AuditedRanks, followHomes, type Homes, isHome } from './audited-ranks.ts';
import type { Holding, Sample, SeenGpu } from './sample.ts';

/** Everything that the samples so far have shown. */
export class Evidence {
  readonly audited: AuditedRanks;
  /** The sample from before the ranks were started. */
  readonly baseline: Sample | null;
  previous: Sample | null = null;
  samples = 0;
  /** The key of the real GPU by planned index; it stays when the GPU disappears. */
  readonly knownHomes = new Map<number, string>();
  /** In the last sample. */
  homes: Homes;
  readonly ranks: ReadonlyMap<number, RankRecord>;
  readonly gpus = new Map<string, GpuRecord>();
  /** By rank and GPU, or by process: a worse finding about the same rank and GPU replaces the earlier one. */
  readonly findings = new Map<string, AuditFinding>();
  /** PIDs in two samples in a row that this machine does not have; only the latest such list is kept. */
  strangePids: readonly number[] = [];
  /** Names of GPUs of which a sample did not report the processes. */
  readonly silent = new Set<string>();
  /** Processes of this run that no rank is known for, by PID, with the name of their GPU. */
  readonly unowned = new Map<number, string>();
  /** Whether the driver's PIDs are known to be ours: two samples in a row saw a process of a rank. */
  arePidsKnown = false;

  constructor(audited: AuditedRanks, baseline: Sample | null) {
    this.audited = audited;
    this.baseline = baseline;
    this.homes = followHomes(this.knownHomes, audited, baseline?.gpus ?? []);
    this.ranks = new Map(audited.ranks.map((rank) => [rank.rank, new RankRecord(rank)]));
  }
}

/** Why a rank may have used its own GPU without being seen there; `unproven-elsewhere`: another GPU. */
export type Doubt =
  | 'no-process-list'
  | 'unproven'
  | 'mps'
  | 'unknown-process'
  | 'absent-process'
  | 'unproven-elsewhere';

export class RankRecord {
  readonly rank: PlanRank;
  /** In how many samples it ran. */
  samples = 0;
  /** What was seen of it on each GPU, by its key. */
  readonly use = new Map<string, AuditedUse>();
  /** Two samples in a row saw it on a GPU of its own. */
  wasHome = false;
  /** Keys of GPUs, not its own, on which two samples in a row have seen it. */
  readonly strayedTo = new Set<string>();
  readonly doubts = new Set<Doubt>();
  /** By the key of a GPU of its own: samples without it there, while other ranks were seen on theirs. */
  readonly missed = new Map<string, Readonly<{ samples: number; sinceMs: number; untilMs: number }>>();

  constructor(rank: PlanRank) {
    this.rank = rank;
  }
}

export function noteUse(record: RankRecord | undefined, { gpu, bytes }: Holding): void {
  const before = record?.use.get(gpu.key);
  record?.use.set(gpu.key, {
    gpu: gpu.name,
    looks: (before?.looks ?? 0) + 1,
    peakBytes: largest(before?.peakBytes ?? null, bytes),
    lastBytes: bytes,
  });
}

/** Seen twice on a GPU of its own, and never on another, though it would have been seen there. */
export const isVerified = ({ wasHome, use, rank }: RankRecord, { homes, silent }: Evidence): boolean =>
  wasHome && silent.size === 0 && [...use.keys()].every((key) => isHome(homes, rank.rank, key));

/** The memory in use on a GPU, by any process. */
interface GpuRecord extends Readonly<Pick<AuditedGpu, 'baselineBytes' | 'peakBytes' | 'lastBytes'>> {
  readonly gpu: SeenGpu;
  /** How much two samples in a row were above the baseline. */
  readonly grownBytes: number | null;
}

export function noteMemory({ gpus, baseline }: Evidence, sample: Sample, previous: Sample | null): void {
  for (const gpu of sample.gpus) {
    const { usedBytes, key } = gpu;
    const [baselineBytes, beforeBytes] = [usedIn(baseline, key), usedIn(previous, key)];
    const known = gpus.get(key);
    const grown =
      usedBytes === null || beforeBytes === null || baselineBytes === null
        ? null
        : Math.min(usedBytes, beforeBytes) - baselineBytes;
    gpus.set(key, {
      gpu,
      baselineBytes,
      peakBytes: largest(known?.peakBytes ?? null, usedBytes),
      lastBytes: usedBytes,
      grownBytes: largest(known?.grownBytes ?? null, grown),
    });
  }
}

const usedIn = (sample: Sample | null, key: string): number | null =>
  sample?.gpus.find((gpu) => gpu.key === key)?.usedBytes ?? null;

const largest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
