import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import type { AuditFinding, AuditReason, AuditReport } from '../../generated/audit.ts';
import { listGpuRanks } from './audited-ranks.ts';
import { describeIdle, describeImbalance, describeUnopened, type Unopened } from './describe-finding.ts';
import { CONTEXT_BYTES, type Evidence, isVerified, type RankRecord } from './evidence.ts';
import { explainMemory, explainRanks } from './explain-verdict.ts';
import { findImbalances } from './find-imbalance.ts';

export interface Conclusion {
  readonly verdict: AuditReport['verdict'];
  readonly reasons: readonly AuditReason[];
  /** What only the end of a rank shows. */
  readonly found: readonly AuditFinding[];
}

/** How the run ended. */
export interface RunEnd {
  /** The status of each rank that ended. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Why samples were not taken to the end, or not at all; null where they were. */
  readonly stopped: Stop | null;
}

/** Why no sample is taken, or no further one. */
export interface Stop {
  readonly code: string;
  readonly message: string;
}

/** What all samples together say, when the ranks have ended. */
export function conclude(evidence: Evidence, { statuses, stopped }: RunEnd): Conclusion {
  const found = [...listUnopened(evidence, statuses), ...listImbalances(evidence)];
  const errors = [...evidence.findings.values(), ...found].filter(({ severity }) => severity === 'error');
  const accused = new Set(errors.map(({ rank }) => rank));
  const reasons: AuditReason[] = [
    ...(stopped === null ? [] : [{ ...stopped, ranks: [] }]),
    ...explainNothing(evidence, stopped !== null),
    ...explainPids(evidence),
    ...explainUnowned(evidence),
    ...explainSilence(evidence),
    ...explainRanks(evidence, accused),
  ];
  const records = listGpuRanks(evidence.audited).flatMap(({ rank }) => evidence.ranks.get(rank) ?? []);
  const memory = records.some(({ wasHome }) => wasHome) ? null : explainMemory(evidence);
  if (memory !== null) reasons.push(memory.reason);
  const verdict = chooseVerdict(records, {
    areVerified: records.every((record) => isVerified(record, evidence.homes)),
    hasErrors: errors.length > 0,
    hasReasons: reasons.length > 0,
    isMemoryAsPlanned: memory?.isAsPlanned === true,
  });
  return { verdict, reasons, found };
}

const TOO_SHORT = {
  code: 'too-short',
  ranks: [],
  message: 'the ranks had ended before the GPUs were looked at',
};
const NO_GPU_RANKS = {
  code: 'no-gpu-ranks',
  ranks: [],
  message: 'no rank of this machine has a GPU, so there is nothing to verify',
};

function explainNothing({ audited, samples }: Evidence, isStopped: boolean): readonly AuditReason[] {
  if (audited.ranks.every(({ gpu }) => gpu === null)) return [NO_GPU_RANKS];
  if (listGpuRanks(audited).length === 0) return []; // each rank says so
  return samples === 0 && !isStopped ? [TOO_SHORT] : [];
}

function chooseVerdict(
  records: readonly RankRecord[],
  seen: {
    readonly areVerified: boolean;
    readonly hasErrors: boolean;
    readonly hasReasons: boolean;
    readonly isMemoryAsPlanned: boolean;
  },
): AuditReport['verdict'] {
  if (seen.hasErrors) return 'misplaced';
  if (records.length > 0 && seen.areVerified && !seen.hasReasons) return 'verified';
  return records.some(({ wasHome }) => wasHome) || seen.isMemoryAsPlanned ? 'partial' : 'unverified';
}

/** Ranks that ended well and opened none of their GPUs, or some and not all, where they would have been seen there. */
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

/** So many samples, over so long a time, must show other ranks on GPUs of their own, and this rank not on this one. */
const ENOUGH_SAMPLES = 10;
const LONG_MS = 20_000;

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

function listImbalances({ ranks, homes, audited, gpus }: Evidence): readonly AuditFinding[] {
  return findImbalances([...ranks.values()], homes, audited.node).flatMap(({ record, key, ...held }) => {
    const gpu = gpus.get(key)?.gpu;
    return gpu === undefined ? [] : [describeImbalance(record.rank, gpu, held)];
  });
}

function explainPids({ strangePids, ranks }: Evidence): readonly AuditReason[] {
  if (strangePids.length === 0 || [...ranks.values()].some(({ wasHome }) => wasHome)) return [];
  const shown = strangePids.slice(0, 8).join(', ');
  return [
    {
      code: 'pids-unknown',
      ranks: [],
      message: `the driver lists processes that this machine does not have (${shown}), as older ones do inside a container; so PIDs say nothing of ranks`,
    },
  ];
}

function explainUnowned({ unowned }: Evidence): readonly AuditReason[] {
  const [first, ...others] = unowned;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const message = `process ${first[0]} on ${first[1]} is of this run, of an unknown rank${more}`;
  return [{ code: 'unknown-process', ranks: [], message }];
}

function explainSilence({ silent }: Evidence): readonly AuditReason[] {
  if (silent.size === 0) return [];
  const names = [...silent].slice(0, 8).join(', ');
  return [
    {
      code: 'no-process-list',
      ranks: [],
      message: `the driver does not report the processes on ${names}, so which ranks are there is unknown`,
    },
  ];
}
