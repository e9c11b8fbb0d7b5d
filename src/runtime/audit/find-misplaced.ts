import { type Homes, isHome } from './audited-ranks.ts';
import {
  type Holding,
  isMpsServer,
  listHoldings,
  listLasting,
  type Sample,
  type SeenGpu,
  type SeenProcess,
} from './sample.ts';

export type StrayKind = 'stray-context' | 'stray-memory' | 'shared-gpu';

/** A rank on a GPU that is not its own. */
export interface Stray extends Holding {
  readonly kind: StrayKind;
  /** Who else is there: the rank whose GPU it is, and others. */
  readonly others: readonly number[];
}

/** More than a context, the modules of the libraries and their workspaces take. */
export const SUBSTANTIAL_BYTES = 2 ** 30;

export interface Wanderers {
  /** CPU ranks have none. */
  readonly homes: Homes;
  /** Whether a rank may have a home that was not found: of such a one nothing can be said. */
  readonly isHomeless: (rank: number) => boolean;
}

/** What both samples saw of ranks on GPUs that are not their own. */
export function findStrays(first: Sample, second: Sample, wanderers: Wanderers): readonly Stray[] {
  const lasting = listLasting(first, second);
  const present = listHoldings(second);
  return lasting
    .filter((holding) => isAway(holding, wanderers))
    .map((holding) => {
      const others = present
        .filter(({ rank, gpu }) => gpu.key === holding.gpu.key && rank !== holding.rank)
        .map(({ rank }) => rank)
        .sort((a, b) => a - b);
      const { homes } = wanderers;
      const isAtHome =
        !homes.has(holding.rank) ||
        lasting.some(({ rank, gpu }) => rank === holding.rank && isHome(homes, rank, gpu.key));
      return { ...holding, others, kind: chooseKind(holding, isAtHome, others.length > 0) };
    });
}

/** Whether a rank is on a GPU that is not its own. */
const isAway = ({ rank, gpu }: Holding, { homes, isHomeless }: Wanderers): boolean =>
  !isHomeless(rank) && !isHome(homes, rank, gpu.key);

/** A rank that works beside another instead of on its own GPU is worse than one that is on both. */
function chooseKind({ bytes }: Holding, isAtHome: boolean, hasCompany: boolean): StrayKind {
  const isSmall = bytes !== null && bytes < SUBSTANTIAL_BYTES;
  if (!isAtHome && hasCompany && !isSmall) return 'shared-gpu';
  return bytes === null || isSmall ? 'stray-context' : 'stray-memory';
}

export interface ForeignProcess {
  readonly gpu: SeenGpu;
  readonly process: SeenProcess;
}

const identify = (gpu: SeenGpu, { pid, start }: SeenProcess): string => `${gpu.key} ${pid}@${start}`;

/** Processes of others that both samples see on these GPUs, and that were not there before the ranks. */
export function findForeignProcesses(
  [first, second]: readonly [Sample, Sample],
  baseline: Sample,
  keys: ReadonlySet<string>,
): readonly ForeignProcess[] {
  const list = ({ gpus }: Sample): readonly ForeignProcess[] =>
    gpus
      .filter(({ key }) => keys.has(key))
      .flatMap((gpu) => (gpu.processes ?? []).map((process) => ({ gpu, process })))
      .filter(({ process }) => process.owner.kind === 'foreign' && !isMpsServer(process));
  const identities = (sample: Sample) =>
    new Set(list(sample).map(({ gpu, process }) => identify(gpu, process)));
  const [before, earlier] = [identities(first), identities(baseline)];
  return list(second).filter(({ gpu, process }) => {
    const identity = identify(gpu, process);
    return before.has(identity) && !earlier.has(identity);
  });
}
