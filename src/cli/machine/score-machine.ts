import { homedir } from 'node:os';
import { join } from 'node:path';
import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import type { InventoryDocument } from '../../generated/inventory.ts';
import type { Machine } from '../../runtime/probe/machine.ts';
import { outlivesLogin } from '../catch-signals.ts';
import { printFindings } from '../findings/print-findings.ts';
import { showProgress } from '../show-progress.ts';

export interface ScoreOptions {
  readonly isSolo: boolean;
  /** Scores of earlier runs may be taken. */
  readonly usesCache: boolean;
  /** Null for a time that fits the number of GPUs. */
  readonly timeoutSeconds: number | null;
}

const OUTLIVED = 'rankplan: SIGHUP: the login has ended; the measuring goes on (TERM ends it)\n';

/**
 * `inventory` with the scores of this machine's GPUs in it; null when they cannot be measured, which has been printed
 * then. The variables choose other files than the usual ones (docs/scores.md).
 */
export async function scoreMachine(
  machine: Machine,
  inventory: InventoryDocument,
  { isSolo, usesCache, timeoutSeconds }: ScoreOptions,
): Promise<InventoryDocument | null> {
  const { scoreGpus } = await import('../../runtime/score/score-gpus.ts');
  const { NO_CACHE, openScoreCache } = await import('../../runtime/score/score-cache.ts');
  const { RANKPLAN_PROBE, RANKPLAN_CUDA, RANKPLAN_CUBLAS, RANKPLAN_NVML, XDG_CACHE_HOME } = process.env;
  const report = createReporter();
  const progress = showProgress(process.stderr);
  const hold = (): void => void process.stderr.write(OUTLIVED);
  if (outlivesLogin()) process.on('SIGHUP', hold);
  const scores = await scoreGpus(
    {
      machine,
      isSolo,
      explicit: RANKPLAN_PROBE || null,
      folder: __dirname,
      date: today(),
      libraries: {
        cuda: RANKPLAN_CUDA || null,
        nvml: RANKPLAN_NVML || null,
        cublas: RANKPLAN_CUBLAS || null,
      },
      env: process.env,
      timeoutMs: timeoutSeconds === null ? null : timeoutSeconds * 1000,
      cache: usesCache
        ? openScoreCache(join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'rankplan', 'scores'))
        : NO_CACHE,
      onProgress: (bar) => progress.show((width) => bar.render(width)),
    },
    report,
  );
  process.off('SIGHUP', hold);
  progress.end();
  printFindings(report.diagnostics(), process.stderr);
  return scores === null ? null : withScores(inventory, scores);
}

export function withScores(
  inventory: InventoryDocument,
  scores: ReadonlyMap<number, InventoryDocument['gpus'][number]['scores']>,
): InventoryDocument {
  return {
    ...inventory,
    gpus: inventory.gpus.map((gpu) => {
      const measured = scores.get(gpu.index);
      return measured === undefined ? gpu : { ...gpu, scores: { ...gpu.scores, ...measured } };
    }),
  };
}

/** A day is enough to know how old a figure is. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
