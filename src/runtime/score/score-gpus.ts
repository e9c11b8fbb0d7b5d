import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Metric } from '../../generated/inventory.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import { describeMetric, describePeers, type Provenance } from './describe-metric.ts';
import {
  explainFailed,
  explainInvisible,
  explainLate,
  explainMissingProgram,
  explainNoGpus,
  explainUnscored,
  reportLeftOut,
} from './explain-scores.ts';
import { type Flaw, listFlaws, reportFlaws } from './flaws.ts';
import { type ProbeDocument, type ProbedGpu, parseProbeDocument } from './probe-document.ts';
import { createProgressBar, type ProgressBar } from './progress.ts';
import { findProbe, listMethods, type MetricMethods, type ProbePlaces, runProbe } from './run-probe.ts';
import type { CachedScores, CacheKey, ScoreCache } from './score-cache.ts';
import { planPasses, type ScorePass } from './score-passes.ts';

export interface ScoreRequest extends ProbePlaces {
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
  readonly cache: ScoreCache;
  readonly onProgress: (bar: ProgressBar) => void;
}

/** Metrics by the index of the GPU, each with its name. */
export type Scores = ReadonlyMap<number, Readonly<Record<string, Metric>>>;

/**
 * Measures this machine's GPUs by rankplan-probe. Returns null, and says why, where a GPU has no scores at all; a metric
 * that could not be measured, and a figure that is not to be trusted, is a warning. It always comes back.
 */
export async function scoreGpus(request: ScoreRequest, report: Reporter): Promise<Scores | null> {
  const program = findProbe(request);
  const methods = listMethods(program);
  if ('reason' in methods) return explainMissingProgram(program, methods.reason, report);
  const passes = planPasses(request.machine, request.env['CUDA_VISIBLE_DEVICES']);
  if (passes.length === 0) return explainNoGpus(request.machine, request.env, report);
  reportLeftOut(request.machine, passes, request.env, report);
  const errorsBefore = report.errorCount();
  const run = { ...request, program, methods: methods.metrics, report };
  const scores = new Map<number, Readonly<Record<string, Metric>>>();
  for (const found of await inTurns(passes, request.isSolo, (pass) => scorePass(run, pass, passes))) {
    for (const [index, metrics] of found) scores.set(index, metrics);
  }
  return report.errorCount() === errorsBefore ? scores : null;
}

interface Run extends ScoreRequest {
  readonly program: string;
  readonly methods: readonly MetricMethods[];
  readonly report: Reporter;
}

/** MIG instances together means that many processes at once. */
async function inTurns<T, R>(
  items: readonly T[],
  isSolo: boolean,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  if (!isSolo) return Promise.all(items.map(work));
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function scorePass(run: Run, pass: ScorePass, passes: readonly ScorePass[]): Promise<Scores> {
  const neighbours = passes.reduce((sum, { gpus }) => sum + gpus.length, 0);
  const cached = readAll(run, pass, neighbours);
  if (cached !== null) return cached;
  const bar = createProgressBar(
    run.methods.map(({ metric }) => metric),
    pass.gpus.length,
  );
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
  if (ended.kind === 'missing') return nothing(explainMissingProgram(run.program, ended.reason, run.report));
  if (ended.kind === 'late') return nothing(explainLate(deadlineMs, bar.pending(), run.report));
  const document = ended.kind === 'ended' ? parseProbeDocument(ended.stdout) : null;
  if (document === null || document.failure !== null)
    return nothing(explainUnscored(ended, document?.failure ?? null, bar.pending(), run.report));
  return takeScores(run, pass, document, neighbours);
}

const nothing = (_: null): Scores => new Map();

function listArguments({ isSolo, date, libraries }: Run, deadlineMs: number): readonly string[] {
  const files = Object.entries(libraries).flatMap(([name, file]) =>
    file === null ? [] : [`--${name}`, file],
  );
  // Should this process be killed, so is the other, in any case after that time.
  const deadline = ['--deadline', String(Math.ceil(deadlineMs / 1000) + 5)];
  return [...(isSolo ? ['--solo'] : []), '--date', date, ...deadline, ...files];
}

/** Ten seconds are usual; a machine whose processors are busy, or that has many GPUs to start, takes longer. */
function allowTime(gpus: number, isSolo: boolean): number {
  return 1000 * (isSolo ? 60 + 30 * gpus + gpus * gpus : 60 + 10 * gpus);
}

function takeScores(run: Run, pass: ScorePass, document: ProbeDocument, neighbours: number): Scores {
  const provenance: Provenance = {
    suffix: suffixOf(run),
    date: run.date,
    driver: run.machine.driver ?? document.driver,
  };
  const scores = new Map<number, Readonly<Record<string, Metric>>>();
  const flaws: Flaw[] = [];
  for (const gpu of pass.gpus) {
    const probed = document.gpus.find(({ uuid }) => isSame(uuid, gpu));
    if (probed === undefined) explainInvisible(gpu, run.env, run.report);
    else if (probed.failure !== null) explainFailed(gpu, probed.failure, probed.failedAt, run.report);
    else flaws.push(...listFlaws(gpu, probed, (uuid) => pass.gpus.find((other) => isSame(uuid, other))));
    if (probed === undefined || probed.failure !== null) continue;
    const metrics = describeAll(probed, provenance);
    scores.set(gpu.index, metrics);
    keep(run, gpu, probed, metrics, neighbours);
  }
  reportFlaws(flaws, run.report);
  return scores;
}

function describeAll(probed: ProbedGpu, provenance: Provenance): Readonly<Record<string, Metric>> {
  const figures = probed.metrics.flatMap((outcome): [string, Metric][] =>
    'value' in outcome ? [[outcome.metric, describeMetric(outcome, provenance)]] : [],
  );
  const peer = describePeers(probed.peers, provenance);
  return Object.fromEntries(peer === null ? figures : [...figures, ['peer', peer]]);
}

/** Figures of one pass do not compare with those of the other. */
const suffixOf = ({ isSolo }: ScoreRequest): string => (isSolo ? '+solo' : '');

function keyOf(run: Run, gpu: MachineGpu, neighbours: number): CacheKey | null {
  const { uuid } = gpu;
  const { driver } = run.machine;
  if (uuid === null || driver === null) return null;
  return { uuid, driver, pass: run.isSolo ? 'solo' : 'together', neighbours };
}

/** Only what is whole and good is kept: the rest may be better next time. */
function keep(
  run: Run,
  gpu: MachineGpu,
  probed: ProbedGpu,
  metrics: Readonly<Record<string, Metric>>,
  neighbours: number,
): void {
  const key = keyOf(run, gpu, neighbours);
  const absent = probed.metrics.flatMap((outcome) =>
    'absent' in outcome && outcome.lasting ? [outcome.metric] : [],
  );
  const scores = { metrics, absent: neighbours < 2 || gpu.parent !== null ? [...absent, 'peer'] : absent };
  const isGood = Object.values(metrics).every(({ quality }) => quality === 'ok');
  if (key !== null && isGood && isWhole(scores, run)) run.cache.write(key, scores);
}

/** A figure for each metric by a method of this version, unless the hardware has none. */
function isWhole({ metrics, absent }: CachedScores, run: Run): boolean {
  return run.methods.every(({ metric, methods }) => {
    const method = metrics[metric]?.method;
    return absent.includes(metric) || methods.some((name) => `${name}${suffixOf(run)}` === method);
  });
}

/** The cached scores of a pass, if every GPU has some: all are measured at once or not at all. */
function readAll(run: Run, pass: ScorePass, neighbours: number): Scores | null {
  const scores = new Map<number, Readonly<Record<string, Metric>>>();
  for (const gpu of pass.gpus) {
    const key = keyOf(run, gpu, neighbours);
    const cached = key === null ? null : run.cache.read(key);
    if (cached === null || !isWhole(cached, run)) return null;
    scores.set(gpu.index, cached.metrics);
  }
  return scores;
}

/** CUDA does not tell the kind of a device in its UUID. */
function isSame(probed: string, { uuid }: MachineGpu): boolean {
  return uuid?.replace(/^(GPU|MIG)-/, '').toLowerCase() === probed.toLowerCase();
}
