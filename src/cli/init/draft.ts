import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { Gpu } from '../../generated/inventory.ts';
import type { Domain } from '../../runtime/network/network.ts';
import type { ClusterGpus } from '../../runtime/slurm/cluster.ts';
import type { JobSettings } from './launch/sbatch.ts';

/** The kinds of a file that a user can name. */
export const FILE_SOURCES = ['sbatch', 'accelerate', 'rankfile', 'hostfile', 'network', 'slurm'] as const;
export type FileSource = (typeof FILE_SOURCES)[number];

export const KINDS = FILE_SOURCES.join(', ');

/** One entry of `nodes`. Without GPUs it has CPU ranks. */
export interface DraftEntry {
  /** A Slurm host list. */
  readonly hosts: string;
  /** Whether the hosts are slot names (`bind: job`). */
  readonly isClass?: boolean;
  readonly cpus?: number | null;
  /** Where the hosts are, from outside to inside. */
  readonly domain?: Domain;
  /** In the order of their indices. */
  readonly gpus: readonly ClusterGpus[];
  /** The indices of the GPUs, in this order, if all have one type; left out: from 0 on. */
  readonly indices?: readonly number[] | null;
  /** In place of `gpus`: the GPUs one by one, with what a driver says of them. */
  readonly devices?: readonly Gpu[];
  readonly cpuRanks?: number;
}

export interface DraftSlurm {
  /** Null if no one partition has all the nodes; the candidates then. */
  readonly partition: string | null;
  readonly candidates: readonly string[];
  /** The longest time that the partition gives; null when unlimited or not known. */
  readonly maxTime: string | null;
}

/** Which slots carry ranks, where that is known. */
export interface DraftMapping {
  readonly order: 'block' | 'cyclic';
  readonly exclude: readonly string[];
  /** Selectors, rank 0 first; null if the order is enough. */
  readonly ranks: readonly string[] | null;
}

export interface DraftLaunch {
  /** Null if it is not known. */
  readonly command: readonly string[] | null;
  readonly wrap: readonly string[];
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly port: number | null;
  /** Other things that the launcher would do, for which a topology has no key. */
  readonly leftOut: readonly string[];
}

/** A topology that was read from elsewhere, to be written out. */
export interface Draft {
  /** What was read: `batch job: 8 ranks on 2 nodes`. */
  readonly summary: string;
  /** A name that the input gives to the job. */
  readonly name?: string | null;
  /** What it was made from, in lines of a comment. */
  readonly origin: readonly string[];
  readonly entries: readonly DraftEntry[];
  /** What is left out and why, in lines of a comment. */
  readonly spared?: readonly string[];
  readonly slurm?: DraftSlurm;
  readonly mapping?: DraftMapping;
  readonly launch?: DraftLaunch;
  readonly job?: JobSettings | null;
}

export interface DraftOutcome {
  readonly draft: Draft | null;
  readonly diagnostics: readonly Diagnostic[];
}
