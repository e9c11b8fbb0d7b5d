import { formatRankRanges, gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { AuditReason } from '../../generated/audit.ts';
import type { PlanRank } from '../../generated/plan.ts';
import { type Homes, hasAllHomes, isHome, listGpuRanks } from './audited-ranks.ts';
import { CONTEXT_BYTES, type Doubt, type Evidence, type RankRecord } from './evidence.ts';

interface Unseen {
  readonly code: string;
  readonly rank: PlanRank;
  /** What follows on the name of the rank. */
  readonly text: string;
}

/** Why ranks are not verified, ranks with the same reason together; nothing of those that are `accused` already. */
export function explainRanks(
  evidence: Evidence,
  accused: ReadonlySet<number | null>,
): readonly AuditReason[] {
  const unseen = [...evidence.ranks.values()]
    .filter(({ rank }) => !accused.has(rank.rank))
    .flatMap((record) => explainRank(evidence, record) ?? []);
  return [...groupBy(unseen, ({ code, text }) => `${code} ${text}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const ranks = group.map(({ rank }) => rank);
    const subject = `${ranks.length === 1 ? 'rank' : 'ranks'} ${formatRankRanges(ranks)}`;
    return [{ code: first.code, ranks: ranks.map(({ rank }) => rank), message: `${subject}: ${first.text}` }];
  });
}

const VENDORS: Readonly<Record<string, string>> = { amd: 'AMD', intel: 'Intel' };

function explainRank({ audited, homes, samples }: Evidence, record: RankRecord): Unseen | null {
  const { rank } = record;
  const because = (code: string, text: string): Unseen => ({ code, rank, text });
  const once = [...record.use].find(([key]) => !isHome(homes, rank.rank, key) && !record.strayedTo.has(key));
  const planned = audited.node.gpus.find(({ index }) => index === rank.gpu);
  if (planned !== undefined && planned.vendor !== 'nvidia')
    return because('other-vendor', `the processes on GPUs of ${VENDORS[planned.vendor]} are not looked at`);
  if (samples === 0) return null; // why, is said once for all
  if (!hasAllHomes(homes, rank))
    return because('gpu-not-found', `the driver does not list ${nameLost(rank, homes)}`);
  if (once !== undefined)
    return because('seen-once', `seen on ${once[1].gpu} as well, but not in two samples in a row`);
  if (record.doubts.has('unproven-elsewhere'))
    return because('unproven', 'what should be a process of it is on another GPU, and has not loaded CUDA');
  if (rank.gpu === null || record.wasHomeInFullView) return null;
  if (record.wasHome)
    return because('seen-apart', 'seen on the planned GPU, but not whether there is more on another');
  const [doubt] = DOUBTS.filter(([name]) => record.doubts.has(name));
  if (doubt !== undefined) return because(...doubt);
  return record.samples < 2
    ? because('too-short', `ran in ${record.samples} of the samples; two in a row are needed`)
    : because('not-seen', `not seen twice in a row on the planned GPU, in ${record.samples} samples`);
}

function nameLost(rank: PlanRank, homes: Homes): string {
  const [planned, found] = [gpusOfRank(rank).length, homes.get(rank.rank)?.size ?? 0];
  return planned === 1 ? 'the planned GPU' : `${planned - found} of its ${planned} planned GPUs`;
}

/** The most telling first. */
const DOUBTS: readonly (readonly [Doubt, string])[] = [
  ['no-process-list', 'the driver does not report the processes on the planned GPU'],
  ['mps', 'the planned GPU is shared by MPS, and the driver lists its server in place of the ranks'],
  ['unproven', 'a process of it is on a GPU and has not loaded CUDA, so it may be another one with that PID'],
  ['unknown-process', 'a process is on the planned GPU, and whether it belongs to the rank is unknown'],
  ['absent-process', 'a process was on the planned GPU that this machine does not have, or not any more'],
];

/**
 * Where no process could be recognized, the memory in use says something: whether it grew on the planned GPUs, and on no
 * others. Whose it is, it does not say. Null where there is nothing to compare.
 */
export function explainMemory({
  audited,
  homes,
  gpus,
}: Evidence): { readonly reason: AuditReason; readonly isAsPlanned: boolean } | null {
  const known = [...gpus.values()].filter(({ grownBytes }) => grownBytes !== null);
  const ranks = listGpuRanks(audited);
  const ownOf = (rank: PlanRank): readonly string[] => [...(homes.get(rank.rank) ?? [])];
  const planned = new Set(ranks.flatMap(ownOf));
  const hasGrown = known.filter(({ grownBytes }) => (grownBytes ?? 0) >= CONTEXT_BYTES);
  if (hasGrown.length === 0) return null;
  const elsewhere = hasGrown.filter(({ gpu }) => !planned.has(gpu.key)).map(({ gpu }) => gpu.name);
  const grown = new Set(hasGrown.map(({ gpu }) => gpu.key));
  const ofIdle = new Set(ranks.map(ownOf).flatMap((own) => (own.some((key) => grown.has(key)) ? [] : own)));
  const idle = known.filter(({ gpu }) => ofIdle.has(gpu.key)).map(({ gpu }) => gpu.name);
  const isAsPlanned =
    elsewhere.length === 0 && idle.length === 0 && ranks.every((rank) => hasAllHomes(homes, rank));
  const deviations = [
    ...(idle.length === 0 ? [] : [`did not grow on ${idle.join(', ')}`]),
    ...(elsewhere.length === 0 ? [] : [`grew on ${elsewhere.join(', ')}, for which no rank is planned`]),
  ];
  const what = isAsPlanned ? 'grew on the planned GPUs, and on no other' : deviations.join(', and ');
  return {
    isAsPlanned,
    reason: {
      code: 'memory-only',
      ranks: [],
      message: `no rank was seen on its GPU; the memory in use ${what}${isAsPlanned ? '' : ': see audit.json'}`,
    },
  };
}
