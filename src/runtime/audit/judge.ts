import type { AuditFinding } from '../../generated/audit.ts';
import { followHomes, hasAllHomes, isHome, listGpuRanks } from './audited-ranks.ts';
import { describeForeign, describeStray, type Stray } from './describe-finding.ts';
import { type Doubt, type Evidence, noteMemory, noteUse } from './evidence.ts';
import {
  type Holding,
  identify,
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
  const { previous, ranks } = evidence;
  evidence.previous = sample;
  evidence.samples++;
  evidence.homes = followHomes(evidence.knownHomes, evidence.audited, sample.gpus);
  noteMemory(evidence, sample, previous);
  for (const { name, processes } of sample.gpus) if (processes === null) evidence.silent.add(name);
  const holdings = listHoldings(sample);
  for (const holding of holdings) noteUse(ranks.get(holding.rank), holding);
  noteRunning(evidence, sample, holdings);
  noteDoubts(evidence, sample);
  return previous === null ? [] : comparePair(evidence, previous, sample);
}

function noteRunning({ ranks, arePidsKnown, homes }: Evidence, sample: Sample, holdings: readonly Holding[]) {
  const isOneHome = arePidsKnown && holdings.some(({ rank, gpu }) => isHome(homes, rank, gpu.key));
  for (const rank of sample.running) {
    const record = ranks.get(rank);
    if (record === undefined) continue;
    record.samples++;
    for (const key of isOneHome ? (homes.get(rank) ?? []) : []) {
      if (record.use.has(key)) continue;
      const { samples, sinceMs } = record.missed.get(key) ?? { samples: 0, sinceMs: sample.atMs };
      record.missed.set(key, { samples: samples + 1, sinceMs, untilMs: sample.atMs });
    }
  }
}

function comparePair(evidence: Evidence, first: Sample, second: Sample): readonly AuditFinding[] {
  const strange = listStrangePids(first, second);
  if (strange.length > 0) evidence.strangePids = strange;
  const lasting = listLasting(first, second);
  if (evidence.strangePids.length > 0 && !isAnyHome(evidence, lasting)) return [];
  for (const { rank, gpu } of lasting) {
    evidence.arePidsKnown = true;
    const record = evidence.ranks.get(rank);
    if (record !== undefined && isHome(evidence.homes, rank, gpu.key)) record.wasHome = true;
  }
  const found = [...addStrays(evidence, findStrays(evidence, lasting, second))];
  if (evidence.arePidsKnown) found.push(...addForeign(evidence, first, second));
  return found;
}

/** A rank on its own GPU proves that PIDs are ours: strange ones are then what ended and left memory behind. */
const isAnyHome = ({ ranks, homes }: Evidence, lasting: readonly Holding[]): boolean =>
  [...ranks.values()].some(({ wasHome }) => wasHome) ||
  lasting.some(({ rank, gpu }) => isHome(homes, rank, gpu.key));

/** What both samples saw of ranks on GPUs that are not their own, by rank and name of the GPU. */
function findStrays({ homes, ranks }: Evidence, lasting: readonly Holding[], second: Sample) {
  const present = listHoldings(second);
  return lasting
    .filter(({ rank, gpu }) => {
      const record = ranks.get(rank);
      // A rank one of whose planned GPUs was not found may be right wherever it is.
      return record !== undefined && hasAllHomes(homes, record.rank) && !isHome(homes, rank, gpu.key);
    })
    .map((holding) => {
      const others = present
        .filter(({ rank, gpu }) => gpu.key === holding.gpu.key && rank !== holding.rank)
        .map(({ rank }) => rank)
        .sort((a, b) => a - b);
      const isAtHome =
        !homes.has(holding.rank) ||
        lasting.some(({ rank, gpu }) => rank === holding.rank && isHome(homes, rank, gpu.key));
      return { ...holding, others, kind: chooseKind(holding, isAtHome, others.length > 0) };
    })
    .sort((a, b) => a.rank - b.rank || (a.gpu.name < b.gpu.name ? -1 : Number(a.gpu.name > b.gpu.name)));
}

/** More than a context, the modules of the libraries and their workspaces take. */
const SUBSTANTIAL_BYTES = 2 ** 30;

/** A rank that works beside another instead of on its own GPU is worse than one that is on both. */
function chooseKind({ bytes }: Holding, isAtHome: boolean, hasCompany: boolean): Stray['kind'] {
  const isSmall = bytes !== null && bytes < SUBSTANTIAL_BYTES;
  if (!isAtHome && hasCompany && !isSmall) return 'shared-gpu';
  return bytes === null || isSmall ? 'stray-context' : 'stray-memory';
}

function* addStrays({ ranks, audited, findings }: Evidence, strays: readonly Stray[]) {
  for (const stray of strays) {
    const record = ranks.get(stray.rank);
    if (record === undefined) continue;
    record.strayedTo.add(stray.gpu.key);
    const key = `${stray.rank} ${stray.gpu.key}`;
    const finding = describeStray(stray, record.rank, audited.visibility);
    const known = findings.get(key);
    if (known !== undefined && BY_WEIGHT.indexOf(known.kind) >= BY_WEIGHT.indexOf(finding.kind)) continue;
    findings.set(key, finding);
    yield finding;
  }
}

const BY_WEIGHT: readonly AuditFinding['kind'][] = ['stray-context', 'stray-memory', 'shared-gpu'];

/** Processes of others that both samples see on planned GPUs, and that were not there before the ranks. */
function* addForeign({ audited, homes, findings, baseline }: Evidence, first: Sample, second: Sample) {
  if (baseline === null) return; // who was there before is unknown
  const planned = new Set(listGpuRanks(audited).flatMap(({ rank }) => [...(homes.get(rank) ?? [])]));
  const list = ({ gpus }: Sample) =>
    gpus
      .filter(({ key }) => planned.has(key))
      .flatMap((gpu) => (gpu.processes ?? []).map((process) => ({ gpu, process })))
      .filter(({ process }) => process.owner.kind === 'foreign' && !isMpsServer(process))
      .map((found) => ({ ...found, key: `${found.gpu.key} ${identify(found.process)}` }));
  const [before, earlier] = [first, baseline].map((sample) => new Set(list(sample).map(({ key }) => key)));
  for (const { gpu, process, key } of list(second)) {
    if (!before?.has(key) || earlier?.has(key) || findings.has(key)) continue;
    const finding = describeForeign(gpu, process);
    findings.set(key, finding);
    yield finding;
  }
}

/** Notes what leaves ranks in doubt: processes that may be theirs, which is not proven. */
function noteDoubts({ ranks, homes, baseline, unowned }: Evidence, sample: Sample): void {
  const gpus = new Map(sample.gpus.map((gpu) => [gpu.key, gpu]));
  for (const rank of sample.running)
    for (const key of homes.get(rank) ?? [])
      for (const doubt of listDoubts(gpus.get(key), baseline)) ranks.get(rank)?.doubts.add(doubt);
  for (const gpu of sample.gpus) {
    for (const { pid, owner } of gpu.processes ?? []) {
      if (owner.kind === 'run') unowned.set(pid, gpu.name);
      if (owner.kind === 'unproven' && !isHome(homes, owner.rank, gpu.key))
        ranks.get(owner.rank)?.doubts.add('unproven-elsewhere');
    }
  }
}

function listDoubts(gpu: SeenGpu | undefined, baseline: Sample | null): readonly Doubt[] {
  if (gpu === undefined) return [];
  if (gpu.processes === null) return ['no-process-list'];
  const before = baseline?.gpus.find(({ key }) => key === gpu.key)?.processes?.map(identify);
  return gpu.processes.flatMap((process: SeenProcess): readonly Doubt[] => {
    const { owner } = process;
    if (isMpsServer(process)) return ['mps'];
    if (owner.kind === 'unproven') return ['unproven'];
    if (owner.kind === 'absent') return ['absent-process'];
    return owner.kind === 'rank' || before?.includes(identify(process)) ? [] : ['unknown-process'];
  });
}
