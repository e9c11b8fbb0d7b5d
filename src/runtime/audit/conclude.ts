import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import type { AuditFinding, AuditReason, AuditReport } from '../../generated/audit.ts';
import { isHome, listGpuRanks } from './audited-ranks.ts';
import { describeIdle, describeUnopened, type Unopened } from './describe-finding.ts';
import { type Evidence, isVerified, type RankRecord } from './evidence.ts';
import { explainRanks } from './explain-verdict.ts';

export interface Conclusion {
  readonly verdict: AuditReport['verdict'];
  readonly reasons: readonly AuditReason[];
  /** What only the end of a rank shows. */
  readonly found: readonly AuditFinding[];
}

export interface RunEnd {
  /** The exit status of each rank that ended. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Why samples were not taken to the end, or not at all; null if they were. */
  readonly stopped: Stop | null;
}

/** Why no sample is taken, or no further one. */
export type Stop = Pick<AuditReason, 'code' | 'message'>;

/** What all samples together say, when the ranks have ended. */
export function conclude(evidence: Evidence, { statuses, stopped }: RunEnd): Conclusion {
  const found = listUnopened(evidence, statuses);
  const errors = [...evidence.findings.values(), ...found].filter(({ severity }) => severity === 'error');
  const accused = new Set(errors.map(({ rank }) => rank));
  const ranks = listGpuRanks(evidence.audited);
  const records = ranks.flatMap(({ rank }) => evidence.ranks.get(rank) ?? []);
  const isAnyHome = records.some(({ wasHome }) => wasHome);
  const reasons: AuditReason[] = [
    ...(stopped === null ? [] : [{ ...stopped, ranks: [] }]),
    ...explainNothing(evidence, stopped !== null),
    ...explainDriver(evidence),
    ...explainRanks(evidence, accused),
  ];
  const areVerified = records.length > 0 && records.every((record) => isVerified(record, evidence));
  if (errors.length > 0) return { verdict: 'misplaced', reasons, found };
  if (areVerified && reasons.length === 0) return { verdict: 'verified', reasons, found };
  return { verdict: isAnyHome ? 'partial' : 'unverified', reasons, found };
}

/** The document of schemas/audit.schema.json. */
export function buildReport(
  evidence: Evidence,
  { verdict, reasons, found }: Conclusion,
  mode: AuditReport['mode'],
): AuditReport {
  const { audited, samples, previous, findings, homes } = evidence;
  return {
    formatVersion: '1.0',
    node: audited.node.name,
    mode,
    verdict,
    reasons: [...reasons],
    looks: samples,
    seconds: Math.round(previous?.atMs ?? 0) / 1000,
    findings: [...findings.values(), ...found],
    gpus: [...evidence.gpus].map(([key, { gpu, baselineBytes, peakBytes, lastBytes }]) => ({
      gpu: gpu.name,
      uuid: gpu.uuid,
      ranks: listGpuRanks(audited).flatMap(({ rank }) => (isHome(homes, rank, key) ? [rank] : [])),
      totalBytes: gpu.totalBytes,
      baselineBytes,
      peakBytes,
      lastBytes,
    })),
    ranks: [...evidence.ranks.values()].map((record) => ({
      rank: record.rank.rank,
      gpu: record.rank.gpu,
      ...(record.rank.gpus === null ? {} : { gpus: record.rank.gpus }),
      verified: isVerified(record, evidence),
      looks: record.samples,
      use: [...record.use.values()],
    })),
  };
}

const ofAll = (code: string, message: string): AuditReason => ({ code, ranks: [], message });

function explainNothing({ audited, samples }: Evidence, isStopped: boolean): readonly AuditReason[] {
  if (audited.ranks.every(({ gpu }) => gpu === null))
    return [ofAll('no-gpu-ranks', 'no rank of this machine has a GPU, so there is nothing to verify')];
  if (listGpuRanks(audited).length === 0) return []; // each rank says so
  return samples === 0 && !isStopped
    ? [ofAll('too-short', 'the ranks had ended before the GPUs were looked at')]
    : [];
}

/** What the driver did not report, or not so that it says something of ranks. */
function explainDriver({ strangePids, ranks, unowned, silent }: Evidence): readonly AuditReason[] {
  const reasons: AuditReason[] = [];
  const shown = (items: Iterable<unknown>): string => [...items].slice(0, 8).join(', ');
  if (strangePids.length > 0 && ![...ranks.values()].some(({ wasHome }) => wasHome)) {
    const text = `the driver lists processes that this machine does not have (${shown(strangePids)}), as older ones do inside a container; so PIDs say nothing of ranks`;
    reasons.push(ofAll('pids-unknown', text));
  }
  const [first, ...others] = unowned;
  if (first !== undefined) {
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    const text = `process ${first[0]} on ${first[1]} is of this run, of an unknown rank${more}`;
    reasons.push(ofAll('unknown-process', text));
  }
  if (silent.size > 0) {
    const text = `the driver does not report the processes on ${shown(silent)}, so which ranks are there is unknown`;
    reasons.push(ofAll('no-process-list', text));
  }
  return reasons;
}

/** Ranks that ended with status 0 and did not open all their GPUs, although samples would have shown them there. */
function listUnopened(evidence: Evidence, statuses: RunEnd['statuses']): readonly AuditFinding[] {
  return listGpuRanks(evidence.audited).flatMap((rank) => {
    const record = evidence.ranks.get(rank.rank);
    if (record === undefined || statuses.get(rank.rank) !== 0 || record.doubts.size > 0) return [];
    const homes = [...(evidence.homes.get(rank.rank) ?? [])];
    const unopened = homes.flatMap((key) => findUnopened(evidence, record, key) ?? []);
    if (homes.some((key) => record.use.has(key))) return unopened.map((one) => describeIdle(rank, one));
    const [first] = unopened;
    return first === undefined || unopened.length < gpusOfRank(rank).length
      ? []
      : [describeUnopened(rank, first)];
  });
}

/** So many samples, over at least this time, must show other ranks on their own GPUs, and this rank not on this one. */
const ENOUGH_SAMPLES = 10;
const LONG_MS = 20_000;
/** Less than any context takes. */
const CONTEXT_BYTES = 64 * 2 ** 20;

function findUnopened({ gpus, strangePids }: Evidence, record: RankRecord, key: string): Unopened | null {
  const gpu = gpus.get(key);
  const missed = record.missed.get(key);
  if (gpu === undefined || missed === undefined || record.use.has(key)) return null;
  const wouldBeSeen = strangePids.length === 0 && (gpu.grownBytes ?? 0) < CONTEXT_BYTES;
  const ms = missed.untilMs - missed.sinceMs;
  return wouldBeSeen && missed.samples >= ENOUGH_SAMPLES && ms >= LONG_MS
    ? { gpu: gpu.gpu, samples: missed.samples, seconds: Math.floor(ms / 1000) }
    : null;
}
