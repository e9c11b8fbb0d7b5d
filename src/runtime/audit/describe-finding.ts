import { gpusOfRank, nameDevices } from '../../compiler/plan/group-ranks.ts';
import type { AuditFinding } from '../../generated/audit.ts';
import type { PlanRank } from '../../generated/plan.ts';
import type { AuditedRanks } from './audited-ranks.ts';
import type { Holding, SeenGpu, SeenProcess } from './sample.ts';

/** Memory for people: `300 MiB`, `1.5 GiB`. */
const formatBytes = (bytes: number): string =>
  bytes < 2 ** 30 ? `${Math.round(bytes / 2 ** 20)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const inBrackets = (bytes: number | null): string => (bytes === null ? '' : ` (${formatBytes(bytes)})`);

/** `rank 1 (lab1, GPU 1)`. */
const nameRank = (rank: PlanRank): string => `rank ${rank.rank} (${rank.node}, ${nameDevices(rank)})`;

const SHOWN = 4;

/** A rank on a GPU that is not its own. */
export interface Stray extends Holding {
  readonly kind: 'stray-context' | 'stray-memory' | 'shared-gpu';
  /** Who else is there: the rank whose GPU it is, and others. */
  readonly others: readonly number[];
}

export function describeStray(
  { kind, gpu, bytes, others, processes }: Stray,
  rank: PlanRank,
  visibility: AuditedRanks['visibility'],
): AuditFinding {
  const more = others.length > SHOWN ? ' and others' : '';
  const company = `rank ${others.slice(0, SHOWN).join(', ')}${more}`;
  const where = {
    'stray-context': `has a context on ${gpu.name}${inBrackets(bytes)}, which is not its own`,
    'stray-memory': `has memory on ${gpu.name}${inBrackets(bytes)}, which is not its own`,
    'shared-gpu': `works on ${gpu.name}${inBrackets(bytes)}, beside ${company}, and not on its own`,
  }[kind];
  return {
    ...about(kind, rank, gpu),
    severity: 'error',
    others: [...others],
    bytes,
    pids: processes.map(({ pid }) => pid),
    message: `${nameRank(rank)} ${where}`,
    help: adviseStray(rank, visibility),
  };
}

const about = <Kind extends AuditFinding['kind']>(kind: Kind, rank: PlanRank | null, gpu: SeenGpu) => ({
  kind,
  severity: 'note' as const,
  rank: rank?.rank ?? null,
  others: [],
  gpu: gpu.name,
  uuid: gpu.uuid,
  bytes: null,
  pids: [],
});

function adviseStray({ gpu }: PlanRank, visibility: AuditedRanks['visibility']): string {
  if (gpu === null)
    return 'it is planned as a CPU rank, which sees no GPU: find what changes CUDA_VISIBLE_DEVICES in it';
  if (visibility !== 'ordered')
    return 'it should see its own GPU only: find what changes CUDA_VISIBLE_DEVICES in it';
  return "set the device before the first CUDA call: torch.cuda.set_device(int(os.environ['LOCAL_RANK'])); or plan `launch.visibility: isolated`";
}

/** A GPU on which a rank was never seen, in so many samples. */
export interface Unopened {
  readonly gpu: SeenGpu;
  readonly samples: number;
  readonly seconds: number;
}

/** The finding about a rank that opened none of its GPUs. */
export function describeUnopened(rank: PlanRank, { gpu, samples, seconds }: Unopened): AuditFinding {
  const own = gpusOfRank(rank).length === 1 ? 'its GPU' : 'any of its GPUs';
  return {
    ...about('unopened-gpu', rank, gpu),
    severity: 'error',
    message: `${nameRank(rank)} has ended, and was not seen on ${own} in ${samples} samples over ${seconds} s in which others were on theirs`,
    help: 'it may have worked on the CPU: see whether its program found CUDA (torch.cuda.is_available()), and moves its model to cuda:LOCAL_RANK',
  };
}

/** The finding about a GPU that its rank did not open, although it opened others, which may be intended. */
export const describeIdle = (rank: PlanRank, { gpu, samples, seconds }: Unopened): AuditFinding => ({
  ...about('unopened-gpu', rank, gpu),
  message: `${nameRank(rank)} has ended, and was never seen on ${gpu.name} in ${samples} samples over ${seconds} s`,
  help: 'a GPU of its own lay idle: see how many devices its program takes (torch.cuda.device_count(), jax.local_devices()), or plan fewer by `mapping.gpusPerRank`',
});

export function describeForeign(gpu: SeenGpu, { pid, usedBytes, owner }: SeenProcess): AuditFinding {
  const command = owner.kind === 'foreign' && owner.command !== null ? ` (${owner.command})` : '';
  const bytes = usedBytes === 0 ? null : usedBytes;
  return {
    ...about('foreign-process', null, gpu),
    bytes,
    pids: [pid],
    message: `process ${pid}${command}, which is not known to be of this run, has come onto ${gpu.name}${inBrackets(bytes)}`,
    help: 'it takes memory and time from the ranks there; a rank that works in a container of its own may look like this, too',
  };
}
