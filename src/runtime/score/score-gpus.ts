import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Metric } from '../../generated/inventory.ts';
import { findNative, type NativePlaces } from '../native.ts';
import { reportReason } from '../probe/explain-failure.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import {
  explainFailed,
  explainInvisible,
  explainMissingProgram,
  explainNoGpus,
  explainUnscored,
  type Flaw,
  listFlaws,
  reportFlaws,
  reportLeftOut,
} from './explain-scores.ts';
import {
  describeMetric,
  describePeers,
  type ProbeDocument,
  type ProbedGpu,
  type Provenance,
  parseProbeDocument,
} from './probe-document.ts';
import { createProgressBar, listMetrics, type ProgressBar, runProbe } from './run-probe.ts';
import { planPasses, type ScorePass } from './score-passes.ts';

export interface ScoreRequest extends NativePlaces {
  readonly machine: Machine;
  /** One GPU after the other, instead of all at once. */
  readonly isSolo: boolean;
  /** `2026-11-21`: every score says when it was measured. */
  readonly date: string;
  /** Files of driver libraries; null for those that the linker finds. */
  readonly libraries: Readonly<Record<'cuda' | 'nvml' | 'cublas', string | null>>;
  readonly env: NodeJS.ProcessEnv;
  /** How long all of it may take; null for a time that fits the number of GPUs. */
  readonly timeoutMs: number | null;
  readonly onProgress: (bar: ProgressBar) => void;
}

/** Metrics by the index of the GPU, each with its name. */
export type Scores = ReadonlyMap<number, Readonly<Record<string, Metric>>>;

/**
 * Measures this machine's GPUs by rankplan-probe. Returns null, and says why, where a GPU has no scores at all; a metric
 * that could not be measured, and a figure that is not to be trusted, is a warning. It always comes back.
 */
export async function scoreGpus(request: ScoreRequest, report: Reporter): Promise<Scores | null> {
  const { machine, env } = request;
  const given = env['CUDA_VISIBLE_DEVICES'];
  const program = findNative(request, 'rankplan-probe');
  const found = listMetrics(program);
  if ('reason' in found) return reportReason(explainMissingProgram(program, found.reason), report);
  const passes = planPasses(machine, given);
  if (passes.length === 0) return reportReason(explainNoGpus(machine, given), report);
  reportLeftOut(machine, passes, given, report);
  const errorsBefore = report.errorCount();
  const scores = new Map<number, Readonly<Record<string, Metric>>>();
  const run = { ...request, program, stages: found.metrics, scores, report };
  if (request.isSolo) for (const pass of passes) await scorePass(run, pass);
  else await Promise.all(passes.map((pass) => scorePass(run, pass))); // MIG instances together means that many processes at once
  return report.errorCount() === errorsBefore ? scores : null;
}

interface Run extends ScoreRequest {
  readonly program: string;
  /** The metrics in their order. */
  readonly stages: readonly string[];
  /** Gets what the passes measure. */
  readonly scores: Map<number, Readonly<Record<string, Metric>>>;
  readonly report: Reporter;
}

async function scorePass(run: Run, pass: ScorePass): Promise<void> {
  const bar = createProgressBar(run.stages, pass.gpus.length);
  const deadlineMs = run.timeoutMs ?? allowTime(pass.gpus.length, run.isSolo);
  const ended = await runProbe({
    program: run.program,
    args: listArguments(run, deadlineMs),
    env: pass.visible === null ? run.env : { ...run.env, CUDA_VISIBLE_DEVICES: pass.visible },
    deadlineMs,
    onProgress: (line) => {
      bar.add(line);
      run.onProgress(bar);
    },
  });
  const document = ended.kind === 'ended' ? parseProbeDocument(ended.stdout) : null;
  if (document !== null && document.failure === null) return takeScores(run, pass, document);
  const why =
    ended.kind === 'missing'
      ? explainMissingProgram(run.program, ended.reason)
      : explainUnscored(ended, document?.failure ?? null, bar.pending(), deadlineMs);
  reportReason(why, run.report);
}

function listArguments({ isSolo, date, libraries }: Run, deadlineMs: number): readonly string[] {
  const files = Object.entries(libraries).flatMap(([name, file]) =>
    file === null ? [] : [`--${name}`, file],
  );
  // Should this process be killed, so is the other, in any case after that time.
  const deadline = ['--deadline', String(Math.ceil(deadlineMs / 1000) + 5)];
  return [...(isSolo ? ['--solo'] : []), '--date', date, ...deadline, ...files];
}

/** Ten seconds are usual; a machine whose processors are busy, or that has many GPUs to start, takes longer. */
const allowTime = (gpus: number, isSolo: boolean): number =>
  1000 * (isSolo ? 60 + 30 * gpus + gpus * gpus : 60 + 10 * gpus);

function takeScores(run: Run, pass: ScorePass, document: ProbeDocument): void {
  const driver = run.machine.driver ?? document.driver;
  // Figures of one pass do not compare with those of the other.
  const provenance: Provenance = { suffix: run.isSolo ? '+solo' : '', date: run.date, driver };
  const flaws: Flaw[] = [];
  for (const gpu of pass.gpus) {
    const probed = document.gpus.find(({ uuid }) => isSame(uuid, gpu));
    if (probed === undefined) {
      reportReason(explainInvisible(gpu, run.env['CUDA_VISIBLE_DEVICES']), run.report);
      continue;
    }
    if (probed.failure !== null) {
      reportReason(explainFailed(gpu, probed.failure, probed.failedAt), run.report);
      continue;
    }
    flaws.push(...listFlaws(gpu, probed, (uuid) => pass.gpus.find((other) => isSame(uuid, other))));
    run.scores.set(gpu.index, describeAll(probed, provenance));
  }
  reportFlaws(flaws, run.report);
}

function describeAll(probed: ProbedGpu, provenance: Provenance): Readonly<Record<string, Metric>> {
  const figures = probed.metrics.flatMap((outcome): [string, Metric][] =>
    'value' in outcome ? [[outcome.metric, describeMetric(outcome, provenance)]] : [],
  );
  const peer = describePeers(probed.peers, provenance);
  return Object.fromEntries(peer === null ? figures : [...figures, ['peer', peer]]);
}

/** A UUID from CUDA has no prefix for the kind of device. */
const isSame = (probed: string, { uuid }: MachineGpu): boolean =>
  uuid?.replace(/^(GPU|MIG)-/, '').toLowerCase() === probed.toLowerCase();
