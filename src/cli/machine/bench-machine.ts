import type { InventoryDocument } from '../../generated/inventory.ts';
import { reportReason } from '../../runtime/probe/explain-failure.ts';
import type { Machine } from '../../runtime/probe/machine.ts';
import { type BenchRequest, benchGpus, listBenched } from '../../runtime/score/bench-gpus.ts';
import { explainNoGpus, listMarks, reportFlaws } from '../../runtime/score/explain-scores.ts';
import { BenchFailure } from '../../runtime/score/time-command.ts';
import { catchSignals } from '../catch-signals.ts';
import { endBySignal } from '../end-by-signal.ts';
import { printReported } from '../findings/print-findings.ts';
import { showProgress } from '../progress.ts';
import { requireExec } from '../require-exec.ts';
import { EnvironmentError } from '../verb.ts';
import { OUTLIVED, today, withScores } from './score-machine.ts';

const DEFAULT_TIMEOUT_SECONDS = 3600;

/**
 * `inventory` with what the user's own command says; each GPU runs it alone. Null if there is no GPU, which has been
 * printed then. A signal ends the command and all that it started, and then this process.
 */
export async function benchMachine(
  machine: Machine,
  inventory: InventoryDocument,
  bench: Pick<BenchRequest, 'command' | 'name' | 'repeats' | 'sizes'>,
  timeoutSeconds: number | null,
): Promise<InventoryDocument | null> {
  if (listBenched(machine).length === 0) {
    const given = process.env['CUDA_VISIBLE_DEVICES'];
    printReported((report) => reportReason(explainNoGpus(machine, given), report));
    return null;
  }
  const exec = requireExec('probe --bench');
  const progress = showProgress(process.stderr);
  let interruption: NodeJS.Signals | null = null;
  const signals = catchSignals({
    note(signal) {
      interruption ??= signal;
    },
    outlive: () => process.stderr.write(OUTLIVED),
    canPause: true,
  });
  const isOver = (): boolean => interruption !== null;
  try {
    const scores = await benchGpus({
      ...bench,
      machine,
      exec,
      timeoutMs: (timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
      date: today(),
      env: process.env,
      onRun: (done, of, { index }) => progress.show(() => `run ${done + 1} of ${of}, on GPU ${index}`),
      onStart: signals.passOnTo,
      isOver,
    });
    progress.end();
    const marks = [...scores].flatMap(([index, metrics]) => listMarks(index, metrics));
    printReported((report) => reportFlaws(marks, report));
    return withScores(inventory, scores);
  } catch (error) {
    if (isOver()) return inventory;
    if (error instanceof BenchFailure) throw new EnvironmentError(error.message);
    throw error;
  } finally {
    progress.end();
    signals.forget();
    if (interruption !== null) endBySignal(interruption);
  }
}
