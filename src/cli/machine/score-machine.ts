import { existsSync, readFileSync } from 'node:fs';
import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import { validateInventory } from '../../compiler/inventory/parse-inventory.ts';
import { parseDocument } from '../../compiler/syntax/parse-document.ts';
import { readSource } from '../../compiler/syntax/read-source.ts';
import type { InventoryDocument } from '../../generated/inventory.ts';
import type { Machine } from '../../runtime/probe/machine.ts';
import { rememberFigures, reportSlower } from '../../runtime/score/remember-figures.ts';
import type { ProgressBar } from '../../runtime/score/run-probe.ts';
import { outlivesLogin } from '../catch-signals.ts';
import { printFindings, printReported } from '../findings/print-findings.ts';
import { showProgress } from '../progress.ts';

export const OUTLIVED = 'rankplan: SIGHUP: the login has ended; the measuring goes on (TERM ends it)\n';

/**
 * `inventory` with the scores of this machine's GPUs in it; null when they cannot be measured, which has been printed
 * then. Without `timeoutSeconds` the time fits the number of GPUs. The variables choose other files than the usual ones (docs/scores.md).
 */
export async function scoreMachine(
  machine: Machine,
  inventory: InventoryDocument,
  isSolo: boolean,
  timeoutSeconds: number | null,
): Promise<InventoryDocument | null> {
  const { scoreGpus } = await import('../../runtime/score/score-gpus.ts');
  const { RANKPLAN_PROBE, RANKPLAN_CUDA, RANKPLAN_CUBLAS, RANKPLAN_NVML } = process.env;
  const report = createReporter();
  const progress = showProgress(process.stderr);
  const hold = (): void => void process.stderr.write(OUTLIVED);
  if (outlivesLogin()) process.on('SIGHUP', hold);
  const request = {
    ...{ machine, isSolo, date: today(), env: process.env },
    ...{ explicit: RANKPLAN_PROBE || null, folder: __dirname },
    libraries: { cuda: RANKPLAN_CUDA || null, nvml: RANKPLAN_NVML || null, cublas: RANKPLAN_CUBLAS || null },
    timeoutMs: timeoutSeconds === null ? null : timeoutSeconds * 1000,
    onProgress: (bar: ProgressBar) => progress.show((width) => bar.render(width)),
  };
  const scores = await scoreGpus(request, report);
  process.off('SIGHUP', hold);
  progress.end();
  printFindings(report.diagnostics(), process.stderr);
  return scores === null ? null : withScores(inventory, scores);
}

export function withScores(
  inventory: InventoryDocument,
  scores: ReadonlyMap<number, InventoryDocument['gpus'][number]['scores']>,
): InventoryDocument {
  const gpus = inventory.gpus.map((gpu) => {
    const measured = scores.get(gpu.index);
    return measured === undefined ? gpu : { ...gpu, scores: { ...gpu.scores, ...measured } };
  });
  return { ...inventory, gpus };
}

/** A day is enough to know how old a figure is. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** The inventory with what its cards usually have, by the file that it will replace; what is slower than that is printed. */
export function compareWithEarlier(path: string, inventory: InventoryDocument): InventoryDocument {
  const before = readInventory(path);
  if (before === null) return inventory;
  printReported((report) => reportSlower(inventory, before, report));
  return rememberFigures(inventory, before);
}

/** Null if there is no inventory; the code that writes the file reports one that is not an inventory. */
function readInventory(path: string): InventoryDocument | null {
  if (!existsSync(path)) return null;
  const report = createReporter();
  const file = readSource(path, readFileSync(path), report);
  const value = file === null ? null : parseDocument(file, report)?.value;
  return validateInventory(value).length === 0 ? (value as InventoryDocument) : null;
}
