import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { DriverAnswer, DriverSession } from '../driver/driver-session.ts';
import type { NativeGpuUse, NativeUses } from '../native.ts';
import { createAttributor, type ProcReader } from './attribute-processes.ts';
import { type AuditedRanks, findPlanned } from './audited-ranks.ts';
import { conclude, type Stop } from './conclude.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { addSample } from './judge.ts';
import { listGpus } from './list-gpus.ts';
import { buildReport } from './report.ts';
import type { SeenGpu } from './sample.ts';
import {
  explainBug,
  explainDelay,
  explainSilence,
  type RunningWatch,
  type Watch,
  watchGpus,
} from './watch-gpus.ts';

export interface AuditRequest {
  readonly audited: AuditedRanks;
  readonly mode: AuditReport['mode'];
  /** RANKPLAN_RUN_DIR of the ranks. */
  readonly folder: string;
  /** Null where there is nothing that it could tell. */
  readonly driver: Pick<DriverSession, 'observe'> | null;
  /** The processes of the machine whose driver it is. */
  readonly proc: ProcReader;
  readonly longestDelayMs: number;
}

/** An audit whose first sample is taken, and that waits for the ranks. */
export interface Audit {
  /** `guardPid`: the process that starts the ranks. `tell` gets what a sample adds, while they run. */
  readonly start: (
    guardPid: () => number | null,
    tell: (found: readonly AuditFinding[]) => void,
  ) => RankAudit;
}

export interface RankAudit {
  readonly noteStart: (rank: number, pid: number) => void;
  readonly noteEnd: (rank: number, status: number) => void;
  /** The planned GPUs as they were last seen, by index; null while nothing was. */
  readonly latest: () => ReadonlyMap<number, SeenGpu> | null;
  /** When all ranks have ended. */
  readonly end: () => AuditResult;
}

export interface AuditResult {
  readonly report: AuditReport;
  /** Findings that were not reported while ranks ran: only the end shows them. */
  readonly found: readonly AuditFinding[];
}

/** The ranks do not wait longer for a first sample, without them; an answer that takes longer is late. */
const BASELINE_MS = 2000;
/** A driver that takes longer counts as hung, and is not called again. */
const SAMPLE_MS = 10_000;

/** Samples the GPUs before the ranks are started. A driver that does not answer soon is not waited for. */
export async function prepareAudit(request: AuditRequest): Promise<Audit> {
  const first = request.driver === null ? null : await withinBaseline(request.driver.observe(SAMPLE_MS));
  return { start: (guardPid, tell) => startAudit(request, { first, guardPid, tell }) };
}

async function withinBaseline(
  answering: Promise<DriverAnswer<NativeUses>>,
): Promise<DriverAnswer<NativeUses> | null> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, BASELINE_MS, null);
  });
  const answer = await Promise.race([answering, passed]);
  clearTimeout(timer);
  return answer;
}

export interface Beginning {
  /** Null where no sample was taken, or the answer took too long. */
  readonly first: DriverAnswer<NativeUses> | null;
  readonly guardPid: () => number | null;
  readonly tell: (found: readonly AuditFinding[]) => void;
}

/** The GPUs are looked at while ranks run. */
export function startAudit(request: AuditRequest, beginning: Beginning): RankAudit {
  const { audited, mode, folder, proc } = request;
  const { first, tell } = beginning;
  const ranks = audited.ranks.map(({ rank }) => rank);
  const attributor = createAttributor({ guardPid: beginning.guardPid, folder, ranks }, proc);
  const see = (gpus: readonly NativeGpuUse[]) => listGpus(gpus, attributor.attribute);
  const baseline =
    first?.kind === 'found' ? { atMs: 0, running: new Set<number>(), gpus: see(first.gpus) } : null;
  const evidence = createEvidence(audited, baseline);
  let stopped = first === null || first.kind === 'found' ? null : explainSilence(first, SAMPLE_MS);
  const running = new Set<number>();
  const statuses = new Map<number, number>();
  const startMs = performance.now();
  let watch: RunningWatch | null = null;
  const look = () =>
    startWatch(request, {
      startMs,
      isPossible: stopped === null,
      running,
      see(gpus, begun) {
        const throughout = new Set(begun.running.filter((rank) => running.has(rank)));
        const found = addSample(evidence, { atMs: begun.atMs, running: throughout, gpus: see(gpus) });
        if (found.length > 0) tell(found);
      },
      stop(reason) {
        stopped = reason;
      },
    });
  const rest = (): void => {
    const owedMs = watch?.stop() ?? 0;
    watch = null;
    if (owedMs > BASELINE_MS) stopped = explainDelay(owedMs);
  };
  return {
    noteStart(rank, pid) {
      attributor.noteStart(rank, pid);
      running.add(rank);
      watch ??= look();
    },
    noteEnd(rank, status) {
      running.delete(rank);
      statuses.set(rank, status);
      if (running.size === 0) rest();
    },
    latest: () => (stopped === null ? describeLatest(evidence) : null),
    end() {
      rest();
      const conclusion = conclude(evidence, { statuses, stopped });
      return { report: buildReport(evidence, conclusion, mode), found: conclusion.found };
    },
  };
}

interface Watcher {
  /** Samples count their time from here, as performance.now() does. */
  readonly startMs: number;
  readonly isPossible: boolean;
  /** The ranks that run at the moment. */
  readonly running: ReadonlySet<number>;
  readonly see: Watch['see'];
  /** Why no more samples are taken. */
  readonly stop: (reason: Stop) => void;
}

function startWatch(
  { driver, longestDelayMs }: AuditRequest,
  { startMs, isPossible, running, see, stop }: Watcher,
): RunningWatch | null {
  if (driver === null || !isPossible) return null;
  return watchGpus({
    observe: () => driver.observe(SAMPLE_MS),
    longestDelayMs,
    begin: () => ({ atMs: performance.now() - startMs, running: [...running] }),
    see,
    giveUp: (silence) => stop(explainSilence(silence, SAMPLE_MS)),
    fail: (error) => stop(explainBug(error)),
  });
}

function describeLatest({ previous, audited }: Evidence): ReadonlyMap<number, SeenGpu> | null {
  if (previous === null) return null;
  return new Map(
    audited.node.gpus.flatMap((gpu) => {
      const seen = findPlanned(gpu, previous.gpus);
      return seen === null ? [] : [[gpu.index, seen] as const];
    }),
  );
}
