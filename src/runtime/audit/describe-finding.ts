import { gpusOfRank, nameDevices } from '../../compiler/plan/group-ranks.ts';
import type { AuditFinding } from '../../generated/audit.ts';
import type { PlanRank } from '../../generated/plan.ts';
import type { AuditedRanks } from './audited-ranks.ts';
import type { Stray } from './find-misplaced.ts';
import type { SeenGpu, SeenProcess } from './sample.ts';

/** Memory for people: `300 MiB`, `1.5 GiB`; empty where it is unknown. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return '';
  return bytes < 2 ** 30 ? `${Math.round(bytes / 2 ** 20)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

/** `rank 1 (lab1, GPU 1)`. */
export const nameRank = (rank: PlanRank): string => `rank ${rank.rank} (${rank.node}, ${nameDevices(rank)})`;

const SHOWN = 4;

const nameRanks = (ranks: readonly number[]): string =>
  `rank ${ranks.slice(0, SHOWN).join(', ')}${ranks.length > SHOWN ? ' and others' : ''}`;

const listPids = (processes: readonly SeenProcess[]): number[] => processes.map(({ pid }) => pid);

export function describeStray(
  stray: Stray,
  rank: PlanRank,
  visibility: AuditedRanks['visibility'],
): AuditFinding {
  const { kind, gpu, bytes, others, processes } = stray;
  const amount = bytes === null ? '' : ` (${formatBytes(bytes)})`;
  const where = {
    'stray-context': `has a context on ${gpu.name}${amount}, which is not its own`,
    'stray-memory': `has memory on ${gpu.name}${amount}, which is not its own`,
    'shared-gpu': `works on ${gpu.name}${amount}, beside ${nameRanks(others)}, and not on its own`,
  }[kind];
  return {
    kind,
    severity: 'error',
    rank: rank.rank,
    others: [...others],
    gpu: gpu.name,
    uuid: gpu.uuid,
    bytes,
    pids: listPids(processes),
    message: `${nameRank(rank)} ${where}`,
    help: adviseStray(rank, visibility),
  };
}

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

/** Of a rank that opened none of its GPUs. */
export function describeUnopened(rank: PlanRank, unopened: Unopened): AuditFinding {
  const { samples, seconds } = unopened;
  const own = gpusOfRank(rank).length === 1 ? 'its GPU' : 'any of its GPUs';
  return {
    ...unopenedFinding(rank, unopened),
    severity: 'error',
    message: `${nameRank(rank)} has ended, and was not seen on ${own} in ${samples} samples over ${seconds} s in which others were on theirs`,
    help: 'it may have worked on the CPU: see whether its program found CUDA (torch.cuda.is_available()), and moves its model to cuda:LOCAL_RANK',
  };
}

/** Of one that opened others of its GPUs, which may be intended. */
export function describeIdle(rank: PlanRank, unopened: Unopened): AuditFinding {
  const { gpu, samples, seconds } = unopened;
  return {
    ...unopenedFinding(rank, unopened),
    severity: 'note',
    message: `${nameRank(rank)} has ended, and was never seen on ${gpu.name} in ${samples} samples over ${seconds} s`,
    help: 'a GPU of its own lay idle: see how many devices its program takes (torch.cuda.device_count(), jax.local_devices()), or plan fewer by `mapping.gpusPerRank`',
  };
}

const unopenedFinding = ({ rank }: PlanRank, { gpu: { name, uuid } }: Unopened) => ({
  kind: 'unopened-gpu' as const,
  rank,
  others: [],
  gpu: name,
  uuid,
  bytes: null,
  pids: [],
});

export function describeImbalance(
  rank: PlanRank,
  gpu: SeenGpu,
  held: { readonly bytes: number; readonly usualBytes: number; readonly others: readonly number[] },
): AuditFinding {
  return {
    kind: 'unbalanced-memory',
    severity: 'note',
    rank: rank.rank,
    others: [...held.others],
    gpu: gpu.name,
    uuid: gpu.uuid,
    bytes: held.bytes,
    pids: [],
    message: `${nameRank(rank)} held up to ${formatBytes(held.bytes)}${gpusOfRank(rank).length === 1 ? '' : ` on ${gpu.name}`}, where ranks with the same work on the same model of GPU held ${formatBytes(held.usualBytes)}`,
    help: 'intended for stages of a pipeline and the like; otherwise see what only some ranks keep on their GPU, such as a checkpoint loaded without map_location or gathered results',
  };
}

export function describeForeign(gpu: SeenGpu, { pid, usedBytes, owner }: SeenProcess): AuditFinding {
  const command = owner.kind === 'foreign' && owner.command !== null ? ` (${owner.command})` : '';
  const bytes = usedBytes === 0 ? null : usedBytes;
  return {
    kind: 'foreign-process',
    severity: 'note',
    rank: null,
    others: [],
    gpu: gpu.name,
    uuid: gpu.uuid,
    bytes,
    pids: [pid],
    message: `process ${pid}${command}, which is not known to be of this run, has come onto ${gpu.name}${bytes === null ? '' : ` (${formatBytes(bytes)})`}`,
    help: 'it takes memory and time from the ranks there; a rank that works in a container of its own may look like this, too',
  };
}
