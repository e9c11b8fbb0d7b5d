import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { NativeGpuUse } from '../driver/parse-answer.ts';
import { createAttributor, listGpus } from './attribute-processes.ts';
import { type AuditedRanks, findPlanned } from './audited-ranks.ts';
import { buildReport, conclude } from './conclude.ts';
import { Evidence } from './evidence.ts';
import type { GpuSampler } from './gpu-sampler.ts';
import { addSample } from './judge.ts';
import type { SeenGpu } from './sample.ts';
import { explainDelay, explainSilence, type RunningWatch, SAMPLE_MS, watchGpus } from './watch-gpus.ts';

export interface AuditRequest {
  readonly audited: AuditedRanks;
  readonly mode: AuditReport['mode'];
  readonly sampler: GpuSampler;
  /** Its answers say something about the ranks. */
  readonly isSampled: boolean;
  readonly longestDelayMs: number;
  /** Gets what a sample adds, while the ranks run. */
  readonly tell: (found: readonly AuditFinding[]) => void;
}

export type RankAudit = ReturnType<typeof startAudit>;

export interface AuditResult {
  readonly report: AuditReport;
  /** Findings that were not reported while ranks ran: only the end shows them. */
  readonly found: readonly AuditFinding[];
}

/** An answer that takes longer is late, where the ranks end before it comes. */
const LATE_MS = 2000;

/** The GPUs of a host are looked at while ranks run. Its sampler has looked once before they were started. */
export function startAudit({ audited, mode, sampler, isSampled, longestDelayMs, tell }: AuditRequest) {
  const ranks = audited.ranks.map(({ rank }) => rank);
  const attributor = createAttributor(ranks, sampler);
  const see = (gpus: readonly NativeGpuUse[]) => listGpus(gpus, attributor.attribute);
  const first = isSampled ? sampler.takeUnasked() : null;
  const baseline =
    first?.kind === 'found' ? { atMs: 0, running: new Set<number>(), gpus: see(first.gpus) } : null;
  const evidence = new Evidence(audited, baseline);
  let stopped = first === null || first.kind === 'found' ? null : explainSilence(first);
  const running = new Set<number>();
  const statuses = new Map<number, number>();
  const startMs = performance.now();
  let watch: RunningWatch | null = null;
  const look = (): RunningWatch =>
    watchGpus({
      observe: () => sampler.observe(SAMPLE_MS),
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
    if (owedMs > LATE_MS) stopped = explainDelay(owedMs);
  };
  return {
    noteStart(rank: number, pid: number): void {
      attributor.noteStart(rank, pid);
      running.add(rank);
      if (isSampled && stopped === null) watch ??= look();
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
