import { groupBy } from '../../compiler/values/lists.ts';
import type { NativeUse } from '../driver/parse-answer.ts';
import { MPS_SERVER } from '../native.ts';

/** The owner of a process on a GPU. */
export type Owner =
  /** It belongs to this rank, and it is proven: it has CUDA's library loaded. */
  | { readonly kind: 'rank'; readonly rank: number }
  /** It should be this rank's by its PID, and has no CUDA library, or does not let us see: it may be another's PID. */
  | { readonly kind: 'unproven'; readonly rank: number }
  /** It belongs to an unknown rank of this run. */
  | { readonly kind: 'run' }
  /** It does not belong to this run, as far as can be seen. */
  | { readonly kind: 'foreign'; readonly command: string | null }
  /** This machine has no such process: it has ended, or the PID is one of another PID namespace. */
  | { readonly kind: 'absent' };

export interface SeenProcess {
  readonly pid: number;
  /** In the kernel's ticks. */
  readonly start: number | null;
  /** Null if it is unknown. */
  readonly usedBytes: number | null;
  readonly owner: Owner;
}

/** A GPU that programs can use: a whole one, or an instance of one that is divided by MIG. */
export interface SeenGpu extends Pick<NativeUse, 'uuid' | 'usedBytes' | 'totalBytes'> {
  /** Stays the same from sample to sample. */
  readonly key: string;
  /** As people know it: `GPU 3`. */
  readonly name: string;
  /** In CUDA's order; null for a MIG instance, which is known by its UUID. */
  readonly index: number | null;
  readonly utilization: number | null;
  /** Null if the driver does not report them. */
  readonly processes: readonly SeenProcess[] | null;
}

/** What was on the GPUs of this machine at one moment. */
export interface Sample {
  readonly atMs: number;
  readonly gpus: readonly SeenGpu[];
  /** The ranks that ran when the sample began, and when it was over. */
  readonly running: ReadonlySet<number>;
}

/** What one rank holds on one GPU. */
export interface Holding {
  readonly rank: number;
  readonly gpu: SeenGpu;
  /** Null if the driver reports no amount for any of its processes. */
  readonly bytes: number | null;
  readonly processes: readonly SeenProcess[];
}

/** Everything that ranks hold in a sample, by rank and GPU. */
export function listHoldings({ gpus }: Sample): readonly Holding[] {
  return gpus.flatMap((gpu) => {
    const ofRank = groupBy(gpu.processes ?? [], ({ owner }) => (owner.kind === 'rank' ? owner.rank : -1));
    return [...ofRank].flatMap(([rank, processes]) => {
      // A driver that translates PIDs may say 0 for what it does not know.
      const total = processes.reduce((sum, { usedBytes }) => sum + (usedBytes ?? 0), 0);
      return rank < 0 ? [] : [{ rank, gpu, processes, bytes: total === 0 ? null : total }];
    });
  });
}

export const isMpsProgram = (command: string | null): boolean => command?.startsWith(MPS_SERVER) === true;

/** A server that holds a GPU for its clients, and that is started when the first of them comes. */
export const isMpsServer = ({ owner }: SeenProcess): boolean =>
  owner.kind === 'foreign' && isMpsProgram(owner.command);

/** PIDs are reused, so a process is its PID and its start. */
export const identify = ({ pid, start }: SeenProcess): string => `${pid}@${start}`;

/** What is in both samples, as in the second one: the same process of the same rank on the same GPU. */
export function listLasting(first: Sample, second: Sample): readonly Holding[] {
  const keyOf = ({ rank, gpu }: Holding) => `${rank} ${gpu.key}`;
  const before = new Map(listHoldings(first).map((holding) => [keyOf(holding), holding]));
  return listHoldings(second).filter((holding) => {
    const known = new Set(before.get(keyOf(holding))?.processes.map(identify));
    return holding.processes.some((process) => known.has(identify(process)));
  });
}

/**
 * PIDs that both samples list and that this machine does not have. Then the driver counts PIDs of another namespace, as
 * older ones do in a container, and one that seems to be a rank's may be another process's.
 */
export function listStrangePids(first: Sample, second: Sample): readonly number[] {
  const absent = ({ gpus }: Sample) => {
    const all = gpus.flatMap(({ processes }) => processes ?? []);
    return new Set(all.filter(({ owner }) => owner.kind === 'absent').map(({ pid }) => pid));
  };
  const before = absent(first);
  return [...absent(second)].filter((pid) => before.has(pid)).sort((a, b) => a - b);
}
