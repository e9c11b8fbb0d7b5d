import { formatRankRanges, gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { AuditReason } from '../../generated/audit.ts';
import type { PlanRank } from '../../generated/plan.ts';
import { VENDOR_NAMES } from '../probe/sysfs.ts';
import { type Homes, hasAllHomes, isHome } from './audited-ranks.ts';
import type { Doubt, Evidence, RankRecord } from './evidence.ts';

/** Why ranks are not verified, ranks with the same reason together; nothing of those that are `accused` already. */
export function explainRanks(
  evidence: Evidence,
  accused: ReadonlySet<number | null>,
): readonly AuditReason[] {
  const unseen = [...evidence.ranks.values()]
    .filter(({ rank }) => !accused.has(rank.rank))
    .flatMap((record) => {
      const why = explainRank(evidence, record);
      return why === null ? [] : [{ rank: record.rank, code: why[0], text: why[1] }];
    });
  return [...groupBy(unseen, ({ code, text }) => `${code} ${text}`).values()].map((group) => {
    const { code, text } = group[0];
    const ranks = group.map(({ rank }) => rank);
    const subject = `${ranks.length === 1 ? 'rank' : 'ranks'} ${formatRankRanges(ranks)}`;
    return { code, ranks: ranks.map(({ rank }) => rank), message: `${subject}: ${text}` };
  });
}

/** The code of a reason, and what follows on the name of the rank. */
type Why = readonly [code: string, text: string];

function explainRank({ audited, homes, samples }: Evidence, record: RankRecord): Why | null {
  const { rank } = record;
  const once = [...record.use].find(([key]) => !isHome(homes, rank.rank, key) && !record.strayedTo.has(key));
  const planned = audited.node.gpus.find(({ index }) => index === rank.gpu);
  if (planned !== undefined && planned.vendor !== 'nvidia')
    return ['other-vendor', `the processes on GPUs of ${VENDOR_NAMES[planned.vendor]} are not looked at`];
  if (samples === 0) return null; // why, is said once for all
  if (!hasAllHomes(homes, rank))
    return ['gpu-not-found', `the driver does not list ${nameLost(rank, homes)}`];
  if (once !== undefined)
    return ['seen-once', `seen on ${once[1].gpu} as well, but not in two samples in a row`];
  if (record.doubts.has('unproven-elsewhere'))
    return ['unproven', 'what should be a process of it is on another GPU, and has not loaded CUDA'];
  if (rank.gpu === null || record.wasHome) return null;
  const doubt = DOUBTS.find(([name]) => record.doubts.has(name));
  if (doubt !== undefined) return doubt;
  return record.samples < 2
    ? ['too-short', `ran in ${record.samples} of the samples; two in a row are needed`]
    : ['not-seen', `not seen twice in a row on the planned GPU, in ${record.samples} samples`];
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
