import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { DriverAnswer, DriverSession } from '../driver/driver-session.ts';
import type { NativeGpuUse, NativeUses } from '../native.ts';
import { within } from '../within.ts';
import { createAttributor, listGpus, type ProcReader } from './attribute-processes.ts';
import { type AuditedRanks, findPlanned } from './audited-ranks.ts';
import { conclude } from './conclude.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { addSample } from './judge.ts';
import { buildReport } from './report.ts';
import type { SeenGpu } from './sample.ts';
import { explainDelay, explainSilence, type RunningWatch, SAMPLE_MS, watchGpus } from './watch-gpus.ts';

export interface AuditRequest {
  readonly audited: AuditedRanks;
  readonly mode: AuditReport['mode'];
  /** RANKPLAN_RUN_DIR of the ranks. */
  readonly folder: string;
  /** Null if the driver could report nothing. */
  readonly driver: Pick<DriverSession, 'observe'> | null;
  readonly proc: ProcReader;
  readonly longestDelayMs: number;
}

export type RankAudit = ReturnType<typeof startAudit>;

export interface AuditResult {
  readonly report: AuditReport;
  /** Findings that were not reported while ranks ran: only the end shows them. */
  readonly found: readonly AuditFinding[];
}

/** The ranks do not wait longer for a first sample, without them; an answer that takes longer is late. */
const BASELINE_MS = 2000;

/**
 * Samples the GPUs before the ranks are started. A driver that does not answer soon is not waited for. `guardPid`: the
 * process that starts the ranks; `tell` gets what a sample adds, while they run.
 */
export async function prepareAudit(request: AuditRequest) {
  const { driver } = request;
  const first = driver === null ? null : await within(BASELINE_MS, driver.observe(SAMPLE_MS));
  return {
    start: (guardPid: Beginning['guardPid'], tell: Beginning['tell']) =>
      startAudit(request, { first, guardPid, tell }),
  };
}

interface Beginning {
  /** Null if no sample was taken, or the answer took too long. */
  readonly first: DriverAnswer<NativeUses> | null;
  readonly guardPid: () => number | null;
  readonly tell: (found: readonly AuditFinding[]) => void;
}

/** The GPUs are looked at while ranks run. */
export function startAudit(request: AuditRequest, { first, guardPid, tell }: Beginning) {
  const { audited, mode, folder, proc, driver, longestDelayMs } = request;
  const ranks = audited.ranks.map(({ rank }) => rank);
  const attributor = createAttributor({ guardPid, folder, ranks }, proc);
  const see = (gpus: readonly NativeGpuUse[]) => listGpus(gpus, attributor.attribute);
  const baseline =
    first?.kind === 'found' ? { atMs: 0, running: new Set<number>(), gpus: see(first.gpus) } : null;
  const evidence = createEvidence(audited, baseline);
  let stopped = first === null || first.kind === 'found' ? null : explainSilence(first);
  const running = new Set<number>();
  const statuses = new Map<number, number>();
  const startMs = performance.now();
  let watch: RunningWatch | null = null;
  const look = (answers: Pick<DriverSession, 'observe'>): RunningWatch =>
    watchGpus({
      observe: () => answers.observe(SAMPLE_MS),
      longestDelayMs,
      begin: () => ({ atMs: performance.now() - startMs, running: [...running] }),
      see(gpus, { atMs, running: before }) {
        const throughout = new Set(before.filter((rank) => running.has(rank)));
        const found = addSample(evidence, { atMs, running: throughout, gpus: see(gpus) });
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
    noteStart(rank: number, pid: number): void {
      attributor.noteStart(rank, pid);
      running.add(rank);
      if (driver !== null && stopped === null) watch ??= look(driver);
    },
    noteEnd(rank: number, status: number): void {
      running.delete(rank);
      statuses.set(rank, status);
      if (running.size === 0) rest();
    },
    /** The planned GPUs as they were last seen, by index; null while nothing was. */
    latest: () => (stopped === null ? describeLatest(evidence) : null),
    end(): AuditResult {
      rest();
      const conclusion = conclude(evidence, { statuses, stopped });
      return { report: buildReport(evidence, conclusion, mode), found: conclusion.found };
    },
  };
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
