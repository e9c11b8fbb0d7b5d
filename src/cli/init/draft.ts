import type { Domain } from '../../runtime/network/network.ts';
import type { ClusterGpus, ClusterNode } from '../../runtime/slurm/cluster.ts';

/** A node that a topology can have. */
export interface DraftNode extends ClusterNode {
  /** Neighbours of one type together. */
  readonly gpus: readonly ClusterGpus[];
  readonly domain?: Domain;
}

/** One entry of `nodes`. */
export interface DraftEntry {
  /** A Slurm host list. */
  readonly hosts: string;
  /** Whether the hosts are slot names (`bind: job`). */
  readonly isClass: boolean;
  readonly cpus: number | null;
  /** Where the hosts are, from outside to inside; left out where nobody says. */
  readonly domain?: Domain;
  /** In the order of their indices. */
  readonly gpus: readonly ClusterGpus[];
  /** Of GPUs of one type: which they are, in this order; without it 0 and on. */
  readonly indices?: readonly number[] | null;
  /** Where there are no GPUs. */
  readonly cpuRanks: number;
}

/** What is only told in a comment, with the reason. */
export interface SparedEntry {
  /** Written as a comment; null where no entry would do. */
  readonly entry: DraftEntry | null;
  /** On one line. */
  readonly why: string;
}

export interface DraftSlurm {
  /** Null where no one partition has all the nodes; the candidates then. */
  readonly partition: string | null;
  readonly candidates: readonly string[];
  /** The longest time that the partition gives; null when unlimited or not known. */
  readonly maxTime: string | null;
}

/** Which slots carry ranks, where that is known. */
export interface DraftMapping {
  readonly order: 'block' | 'cyclic';
  readonly exclude: readonly string[];
  /** Selectors, rank 0 first; null where the order is enough. */
  readonly ranks: readonly string[] | null;
}

export interface DraftLaunch {
  /** Null where it is not known. */
  readonly command: readonly string[] | null;
  /** Why it is not. */
  readonly unknown: string | null;
  readonly port: number | null;
}

/** What a batch job asked for besides its nodes. */
export interface DraftJob {
  readonly settings: readonly (readonly [key: string, value: string | number])[];
  /** Options that have no key of their own. */
  readonly leftOut: readonly string[];
}

/** A topology that was read from elsewhere, to be written out. */
export interface Draft {
  readonly name: string;
  /** A path for the editor's modeline, or null. */
  readonly schema: string | null;
  /** What it was made from, on one line. */
  readonly origin: string;
  readonly entries: readonly DraftEntry[];
  readonly spared: readonly SparedEntry[];
  readonly slurm: DraftSlurm | null;
  readonly mapping?: DraftMapping;
  readonly launch?: DraftLaunch;
  readonly job?: DraftJob | null;
}
