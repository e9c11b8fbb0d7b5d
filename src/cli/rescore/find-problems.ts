import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { findWaiting } from '../../runtime/rescore/find-waiting.ts';
import { MIN_STEPS } from '../../runtime/rescore/fit-steps.ts';
import type { SlotSpeed } from '../../runtime/rescore/slot-speeds.ts';
import { type Evidence, findDoubts, list, type Warn } from './find-doubts.ts';
import type { LoadedRun } from './load-runs.ts';
import { nameSpeed, type Proposals } from './propose-scores.ts';

interface Subject extends Evidence {
  readonly file: SourceFile;
  readonly slots: readonly SlotSpeed[];
  readonly lacking: readonly string[];
  readonly proposals: Proposals;
}

const wholeOf = (file: SourceFile) => ({ file, start: 0, end: 0 });

/** Reports problems that prevent new scores, and problems that make them doubtful. */
export function findProblems(subject: Subject, report: Reporter): void {
  if (findLacking(subject, report)) return;
  const warn: Warn = (code, message, help) => report.warning(code, wholeOf(subject.file), message, { help });
  findUnmeasured(subject, report);
  for (const run of subject.runs) reportWaiting(run, subject.file, report, warn);
  findDoubts(subject.proposals.proposals, subject, warn);
  for (const { speed, becomes } of subject.proposals.singled) {
    const message = `${nameSpeed(speed)} counts as ${becomes}, and has one score with others that do not`;
    const entry = `in \`gpus\` of a node with one host, an entry of its index alone with \`score: ${becomes}\``;
    warn('RP5127', message, `give it a score of its own: ${entry}`);
  }
}

function findLacking({ file, lacking, runs, slots }: Subject, report: Reporter): boolean {
  if (lacking.length === 0 && slots.length > 0) return false;
  const isRecorded = runs.some(({ records }) => records.size > 0);
  const what =
    lacking.length === 0 ? 'no rank of these runs was recorded' : `too few steps of ${list(lacking)}`;
  report.error('RP5125', wholeOf(file), what, {
    help: isRecorded
      ? `a figure takes ${MIN_STEPS} steps with one number of samples: call \`rankplan.report_step(seconds)\` once a step`
      : 'start the ranks by `rankplan run --record`, and report each step',
  });
  return true;
}

/** Figures of these runs and older ones are of two scales: all that ranks are mapped to must be new. */
export function findUnmeasured(
  { file, plan, slots }: Pick<Subject, 'file' | 'plan' | 'slots'>,
  report: Reporter,
): void {
  const known = new Set(slots.map(({ node, gpu }) => `${node}:${gpu}`));
  const missing = new Set<string>();
  for (const { node, gpu, gpus } of plan.ranks)
    for (const index of gpus ?? [gpu])
      if (!known.has(`${node}:${index}`))
        missing.add(index === null ? `the CPU slots of ${node}` : `${node}:${index}`);
  if (missing.size === 0) return;
  const what = `these runs say nothing of ${list([...missing])}, which ranks are mapped to`;
  report.error('RP5128', wholeOf(file), what, {
    help: 'name the folders of the run on all machines, or exclude what was not measured; old and new figures are of two scales',
  });
}

function reportWaiting(run: LoadedRun, file: SourceFile, report: Reporter, warn: Warn): void {
  const waiting = findWaiting(run);
  if (waiting === null) return;
  const { kind, fastest, slowest, expected } = waiting;
  const times = [fastest, slowest].map((seconds) => Number(seconds.toPrecision(4))).join(' to ');
  const how = 'docs/scores.md shows how to time what a rank does itself, without the time that it waits';
  if (kind === 'together') {
    const what = `the ranks of ${run.name} took equally long in each step (${times} s), as if they had waited for each other`;
    warn('RP5129', what, how);
    return;
  }
  const what = `the ranks of ${run.name} took equally long (${times} s), where their scores and shares let expect ${Number(expected.toPrecision(2))} times as long: so it is when whole steps are timed`;
  const help = `${how}; if these GPUs are equally fast, give them one score, and then try again`;
  report.error('RP5129', wholeOf(file), what, { help });
}
