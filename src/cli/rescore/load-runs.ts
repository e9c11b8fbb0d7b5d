import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { printable } from '../../compiler/source/printable.ts';
import { readSteps } from '../../runtime/rescore/read-steps.ts';
import type { RecordedRun } from '../../runtime/rescore/slot-speeds.ts';
import { rankFile } from '../../runtime/run/run-folder.ts';
import { printFindings } from '../findings/print-findings.ts';
import { loadPlan } from '../input/load-plan.ts';
import { isFolder, reasonOf } from '../input/read-file.ts';
import { EnvironmentError } from '../verb.ts';

/** What the ranks of these runs have reported. */
export const loadRuns = (folders: readonly string[], report: Reporter): readonly RecordedRun[] =>
  folders
    .flatMap((folder) => withCollected(folder.replace(/(?<=.)\/+$/, '')))
    .map((folder) => loadRun(folder, report));

/** `launch.sh --collect` has put beside a run what other hosts recorded of it. */
function withCollected(folder: string): readonly string[] {
  const hosts = join(folder, 'hosts');
  const names = isFolder(hosts) ? readdirSync(hosts).sort() : [];
  const isRecorded = (run: string) => existsSync(join(run, 'plan.json'));
  const collected = names
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(hosts, name))
    .filter(isRecorded);
  return isRecorded(folder) || collected.length === 0 ? [folder, ...collected] : collected;
}

function loadRun(folder: string, report: Reporter): RecordedRun {
  const name = printable(folder);
  const hint = 'it is the folder of a run with `--record`, such as runs/20261122-153101-lab1-8480';
  if (!isFolder(folder)) throw new EnvironmentError(`${name} is no folder: ${hint}`);
  const { plan, diagnostics } = loadPlan(join(folder, 'plan.json'), null);
  if (plan === null) {
    printFindings(diagnostics, process.stderr);
    throw new EnvironmentError(`${name} has no sound plan.json: ${hint}`);
  }
  const records = new Map<number, RecordedRun['records'] extends ReadonlyMap<number, infer R> ? R : never>();
  for (const { rank } of plan.ranks) {
    const path = rankFile(folder, rank, 'steps');
    const found = read(path);
    if (found === null) continue;
    records.set(rank, found.records);
    if (found.unread.length > 0) tellUnread(path, found.unread, report);
  }
  return { plan, records };
}

function read(path: string) {
  try {
    return readSteps(path);
  } catch (error) {
    throw new EnvironmentError(`cannot read ${printable(path)}: ${reasonOf(error)}`);
  }
}

function tellUnread(path: string, lines: readonly number[], report: Reporter): void {
  const [first] = lines;
  const what =
    lines.length === 1
      ? `line ${first} is no record`
      : `${lines.length} lines are no records, line ${first} first`;
  report.warning('RP5126', { file: { name: path, text: '' }, start: 0, end: 0 }, `${what}, and left out`, {
    help: 'a record is a line like {"step": 12, "seconds": 0.213, "samples": 20}; `rankplan.report_step` writes it',
  });
}

/** Two commands are two methods, as in `probe --bench`. */
export function nameMethod(runs: readonly RecordedRun[]): string {
  const commands = runs.map(({ plan: { launch } }) => launch.command);
  const digest = createHash('sha256')
    .update(JSON.stringify(commands[0] ?? null))
    .digest('hex');
  return `steps/1:${digest.slice(0, 12)}`;
}
