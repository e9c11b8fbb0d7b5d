import type { AuditFinding } from '../../generated/audit.ts';
import { followHomes, hasAllHomes, isHome, listGpuRanks } from './audited-ranks.ts';
import { describeForeign, describeStray } from './describe-finding.ts';
import { type Doubt, type Evidence, noteMemory, noteMissed, noteUse, type RankRecord } from './evidence.ts';
import { findForeignProcesses, findStrays, type Stray, type Wanderers } from './find-misplaced.ts';
import {
  isComplete,
  isMpsServer,
  listHoldings,
  listLasting,
  listStrangePids,
  type Sample,
  type SeenGpu,
  type SeenProcess,
} from './sample.ts';

/**
 * Takes a sample into account; returns what it adds to the findings. Nothing is found, and no rank is verified, by one
 * sample alone: two in a row must agree.
 */
export function addSample(evidence: Evidence, sample: Sample): readonly AuditFinding[] {
  const { previous, ranks, baseline } = evidence;
  evidence.previous = sample;
  evidence.samples++;
  evidence.homes = followHomes(evidence.knownHomes, evidence.audited, sample.gpus);
  noteMemory(evidence.gpus, sample, { baseline, previous });
  for (const { name, processes } of sample.gpus) if (processes === null) evidence.silent.add(name);
  const holdings = listHoldings(sample);
  for (const holding of holdings) {
    const record = ranks.get(holding.rank);
    if (record !== undefined) noteUse(record, holding);
  }
  const isOneHome = holdings.some(({ rank, gpu }) => isHome(evidence.homes, rank, gpu.key));
  for (const rank of sample.running) noteRunning(evidence, sample, { record: ranks.get(rank), isOneHome });
  noteDoubts(evidence, sample);
  return previous === null ? [] : comparePair(evidence, previous, sample);
}

function noteRunning(
  { arePidsKnown, homes }: Evidence,
  { atMs }: Sample,
  { record, isOneHome }: { readonly record: RankRecord | undefined; readonly isOneHome: boolean },
): void {
  if (record === undefined) return;
  record.samples++;
  if (!arePidsKnown || !isOneHome) return;
  for (const key of homes.get(record.rank.rank) ?? [])
    if (!record.use.has(key)) noteMissed(record, key, atMs);
}

function comparePair(evidence: Evidence, first: Sample, second: Sample): readonly AuditFinding[] {
  const strange = listStrangePids(first, second);
  if (strange.length > 0) evidence.strangePids = strange;
  if (evidence.strangePids.length > 0 && !isAnyHome(evidence, first, second)) return [];
  const wanderers = describeWanderers(evidence);
  noteArrivals(evidence, first, second);
  const found = [...listStrayFindings(evidence, first, second, wanderers)];
  if (evidence.arePidsKnown) found.push(...listForeignFindings(evidence, first, second));
  return found;
}

/** A rank on its own GPU proves that PIDs are ours: strange ones are then what ended and left memory behind. */
const isAnyHome = ({ ranks, homes }: Evidence, first: Sample, second: Sample): boolean =>
  [...ranks.values()].some(({ wasHome }) => wasHome) ||
  listLasting(first, second).some(({ rank, gpu }) => isHome(homes, rank, gpu.key));

/** A rank one of whose planned GPUs was not found may be right wherever it is. */
function describeWanderers({ homes, ranks }: Evidence): Wanderers {
  return {
    homes,
    isHomeless(rank) {
      const record = ranks.get(rank);
      return record === undefined || !hasAllHomes(homes, record.rank);
    },
  };
}

/** Which ranks both samples saw on their own GPU, and whether they could have seen them on any other. */
function noteArrivals(evidence: Evidence, first: Sample, second: Sample): void {
  const canSeeAll = isComplete(first) && isComplete(second);
  for (const { rank, gpu } of listLasting(first, second)) {
    evidence.arePidsKnown = true;
    const record = evidence.ranks.get(rank);
    if (record === undefined || !isHome(evidence.homes, rank, gpu.key)) continue;
    record.wasHome = true;
    if (canSeeAll) record.wasHomeInFullView = true;
  }
}

const inOrder = (strays: readonly Stray[]): readonly Stray[] =>
  strays.toSorted((a, b) => a.rank - b.rank || compareNames(a.gpu.name, b.gpu.name));

const compareNames = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function* listStrayFindings(evidence: Evidence, first: Sample, second: Sample, wanderers: Wanderers) {
  const { ranks, audited, findings } = evidence;
  for (const stray of inOrder(findStrays(first, second, wanderers))) {
    const record = ranks.get(stray.rank);
    if (record === undefined) continue;
    record.strayedTo.add(stray.gpu.key);
    const key = `${stray.rank} ${stray.gpu.key}`;
    const finding = describeStray(stray, record.rank, audited.visibility);
    const known = findings.get(key);
    if (known !== undefined && WEIGHT[known.kind] >= WEIGHT[finding.kind]) continue;
    findings.set(key, finding);
    yield finding;
  }
}

const WEIGHT: Readonly<Record<AuditFinding['kind'], number>> = {
  'stray-context': 1,
  'stray-memory': 2,
  'shared-gpu': 3,
  'unopened-gpu': 0,
  'unbalanced-memory': 0,
  'foreign-process': 0,
};

function* listForeignFindings(
  { audited, homes, findings, baseline }: Evidence,
  first: Sample,
  second: Sample,
) {
  if (baseline === null) return; // who was there before is unknown
  const planned = new Set(listGpuRanks(audited).flatMap(({ rank }) => [...(homes.get(rank) ?? [])]));
  for (const { gpu, process } of findForeignProcesses([first, second], baseline, planned)) {
    const key = `${gpu.key} ${process.pid}@${process.start}`;
    if (findings.has(key)) continue;
    const finding = describeForeign(gpu, process);
    findings.set(key, finding);
    yield finding;
  }
}

/** Notes what leaves ranks in doubt: processes that may be theirs, which is not proven. */
export function noteDoubts({ ranks, homes, baseline, unowned }: Evidence, sample: Sample): void {
  const gpus = new Map(sample.gpus.map((gpu) => [gpu.key, gpu]));
  for (const rank of sample.running) {
    for (const key of homes.get(rank) ?? []) {
      const home = gpus.get(key);
      if (home === undefined) continue;
      for (const doubt of listDoubts(home, baseline)) ranks.get(rank)?.doubts.add(doubt);
    }
  }
  for (const gpu of sample.gpus) {
    for (const { pid, owner } of gpu.processes ?? []) {
      if (owner.kind === 'run') unowned.set(pid, gpu.name);
      if (owner.kind === 'unproven' && !isHome(homes, owner.rank, gpu.key))
        ranks.get(owner.rank)?.doubts.add('unproven-elsewhere');
    }
  }
}

function listDoubts(gpu: SeenGpu, baseline: Sample | null): readonly Doubt[] {
  if (gpu.processes === null) return ['no-process-list'];
  const before = baseline?.gpus.find(({ key }) => key === gpu.key)?.processes ?? [];
  const wasThere = ({ pid, start }: SeenProcess): boolean =>
    before.some((known) => known.pid === pid && known.start === start);
  return gpu.processes.flatMap((process): readonly Doubt[] => {
    const { owner } = process;
    if (isMpsServer(process)) return ['mps'];
    if (owner.kind === 'unproven') return ['unproven'];
    if (owner.kind === 'absent') return ['absent-process'];
    return owner.kind === 'rank' || wasThere(process) ? [] : ['unknown-process'];
  });
}
