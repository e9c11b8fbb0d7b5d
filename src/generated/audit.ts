// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * The machine that it is about, in a report of several.
 */
export type Host = string;
/**
 * The global rank.
 */
export type RankNumber = number;
/**
 * The ranks that it is about; empty where it is about all.
 */
export type Ranks = RankNumber[];
/**
 * The GPU: by its index in PCI bus order, a MIG instance by its UUID.
 */
export type GpuName = string;
/**
 * Bytes; null where the driver does not say.
 */
export type Bytes = number | null;

/**
 * Whether the ranks of one machine, or of all hosts of a plan, were on the GPUs of the plan while they ran, as far as the driver let it be seen.
 */
export interface AuditReport {
  /**
   * Version of this format.
   */
  formatVersion: string;
  /**
   * The node of the plan that this machine is; of several hosts the first.
   */
  node: string;
  /**
   * What a misplaced rank has for a consequence: a warning, or the end of the run.
   */
  mode: 'warn' | 'enforce';
  /**
   * `verified`: every GPU rank was seen on a GPU of its own, twice in a row, and never on another. `misplaced`: a finding is an error. `partial`: some of it was seen. `unverified`: nothing was.
   */
  verdict: 'verified' | 'misplaced' | 'partial' | 'unverified';
  /**
   * What could not be seen, and why.
   */
  reasons: AuditReason[];
  /**
   * How often the GPUs were looked at while the ranks ran; of several hosts the sum.
   */
  looks: number;
  /**
   * From the start of the ranks to the last look.
   */
  seconds: number;
  /**
   * What is not as planned.
   */
  findings: AuditFinding[];
  /**
   * The GPUs of the machine, planned or not, with MIG instances in place of the GPUs that are divided.
   */
  gpus: AuditedGpu[];
  /**
   * The ranks that were looked at.
   */
  ranks: AuditedRank[];
}
/**
 * Something that could not be seen.
 */
export interface AuditReason {
  host?: Host;
  /**
   * Of which kind it is; docs/verify.md lists them.
   */
  code: string;
  ranks: Ranks;
  /**
   * The same for people.
   */
  message: string;
}
/**
 * Something that is not as planned, seen twice in a row.
 */
export interface AuditFinding {
  host?: Host;
  /**
   * What it is.
   */
  kind:
    | 'stray-context'
    | 'stray-memory'
    | 'shared-gpu'
    | 'unopened-gpu'
    | 'unbalanced-memory'
    | 'foreign-process';
  /**
   * An error contradicts the plan; a note may be intended.
   */
  severity: 'error' | 'note';
  /**
   * The rank that it is about; null for a process of somebody else.
   */
  rank: number | null;
  /**
   * The other ranks on that GPU.
   */
  others: RankNumber[];
  gpu: GpuName;
  /**
   * The GPU's UUID; null where the driver does not say.
   */
  uuid: string | null;
  bytes: Bytes;
  /**
   * The processes.
   *
   * Items: A process.
   */
  pids: number[];
  /**
   * The same for people.
   */
  message: string;
  /**
   * What to do.
   */
  help: string;
}
/**
 * A GPU, or an instance of one that is divided by MIG.
 */
export interface AuditedGpu {
  host?: Host;
  gpu: GpuName;
  /**
   * Its UUID; null where the driver does not say.
   */
  uuid: string | null;
  /**
   * The ranks that are planned for it.
   */
  ranks: RankNumber[];
  totalBytes: Bytes;
  /**
   * Used before the ranks were started; null where nobody looked in time.
   */
  baselineBytes: number | null;
  peakBytes: Bytes;
  lastBytes: Bytes;
}
/**
 * One rank.
 */
export interface AuditedRank {
  host?: Host;
  rank: RankNumber;
  /**
   * The index of its GPU in the plan, of several the first; null for a CPU rank.
   */
  gpu: number | null;
  /**
   * The indices of all its GPUs, where it has several.
   *
   * Items: The index of a GPU.
   */
  gpus?: number[];
  /**
   * Whether it was seen on a GPU of its own, twice in a row, and never on another; false for a CPU rank.
   */
  verified: boolean;
  /**
   * In how many looks it ran.
   */
  looks: number;
  /**
   * The GPUs on which it was seen.
   */
  use: AuditedUse[];
}
/**
 * What a rank held on one GPU.
 */
export interface AuditedUse {
  gpu: GpuName;
  /**
   * In how many looks it was there.
   */
  looks: number;
  peakBytes: Bytes;
  lastBytes: Bytes;
}
