import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile, Span } from '../../compiler/source/source-file.ts';
import { findWaiting, type Waiting } from '../../runtime/rescore/find-waiting.ts';
import { MIN_STEPS } from '../../runtime/rescore/fit-steps.ts';
import type { SlotSpeed } from '../../runtime/rescore/slot-speeds.ts';
import { type Evidence, findDoubts, list } from './find-doubts.ts';
import type { LoadedRun } from './load-runs.ts';
import type { Proposals } from './propose-scores.ts';
import { nameSpeed } from './render-proposals.ts';

interface Subject extends Evidence {
  readonly file: SourceFile;
  readonly slots: readonly SlotSpeed[];
  readonly lacking: readonly string[];
  readonly proposals: Proposals;
}

/** What stands in the way of new scores, and what they may not tell. */
export function findProblems(subject: Subject, report: Reporter): void {
  const place: Span = { file: subject.file, start: 0, end: 0 };
  if (findLacking(subject, place, report)) return;
  findUnmeasured(subject, report);
  for (const run of subject.runs) {
    const waiting = findWaiting(run);
    if (waiting !== null) tellWaiting(run, waiting, place, report);
  }
  findDoubts(subject.proposals.proposals, subject, place, report);
  for (const one of subject.proposals.singled) {
    const { speed, becomes } = one;
    report.warning(
      'RP5127',
      place,
      `${nameSpeed(speed)} counts as ${becomes}, and has one score with others that do not`,
      {
        help: `give it a score of its own: in \`gpus\` of a node with one host, an entry of its index alone with \`score: ${becomes}\``,
      },
    );
  }
}

function findLacking({ lacking, runs, slots }: Subject, place: Span, report: Reporter): boolean {
  if (lacking.length === 0 && slots.length > 0) return false;
  const isRecorded = runs.some(({ records }) => records.size > 0);
  report.error(
    'RP5125',
    place,
    lacking.length === 0 ? 'no rank of these runs was recorded' : `too few steps of ${list(lacking)}`,
    {
      help: isRecorded
        ? `a figure takes ${MIN_STEPS} steps with one number of samples: call \`rankplan.report_step(seconds)\` once a step`
        : 'start the ranks by `rankplan run --record` or `launch.sh --record`, and report each step',
    },
  );
  return true;
}

/** Figures of these runs and older ones are of two scales: all that ranks are mapped to must be new. */
export function findUnmeasured(
  { file, plan, slots }: Pick<Subject, 'file' | 'plan' | 'slots'>,
  report: Reporter,
): void {
  const place: Span = { file, start: 0, end: 0 };
  const known = new Set(slots.map(({ node, gpu }) => `${node}:${gpu}`));
  const missing = new Set<string>();
  for (const { node, gpu, gpus } of plan.ranks)
    for (const index of gpus ?? [gpu])
      if (!known.has(`${node}:${index}`))
        missing.add(index === null ? `the CPU slots of ${node}` : `${node}:${index}`);
  if (missing.size === 0) return;
  report.error(
    'RP5128',
    place,
    `these runs say nothing of ${list([...missing])}, which ranks are mapped to`,
    {
      help: 'name the folders of the run on all machines, or exclude what was not measured; old and new figures are of two scales',
    },
  );
}

function tellWaiting({ name }: LoadedRun, waiting: Waiting, place: Span, report: Reporter): void {
  const { kind, fastest, slowest, expected } = waiting;
  const times = [fastest, slowest].map((seconds) => Number(seconds.toPrecision(4))).join(' to ');
  const how = 'docs/rescore.md shows how to time what a rank does itself, without the time that it waits';
  if (kind === 'contradicts')
    report.error(
      'RP5129',
      place,
      `the ranks of ${name} took equally long (${times} s), where their scores and shares let expect ${Number(expected.toPrecision(2))} times as long: so it is when whole steps are timed`,
      { help: `${how}; if these GPUs are equally fast, give them one score, and then try again` },
    );
  else
    report.warning(
      'RP5129',
      place,
      `the ranks of ${name} took equally long in each step (${times} s), as if they had waited for each other`,
      { help: how },
    );
}
