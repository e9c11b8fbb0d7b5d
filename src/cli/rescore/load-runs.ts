import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { printable } from '../../compiler/source/printable.ts';
import { readSteps, type StepFile, type StepRecords } from '../../runtime/rescore/read-steps.ts';
import type { RecordedRun } from '../../runtime/rescore/slot-speeds.ts';
import { rankFile } from '../../runtime/run/run-folder.ts';
import { printFindings } from '../findings/print-findings.ts';
import { loadPlan } from '../input/load-plan.ts';
import { isFolder, reasonOf } from '../input/read-file.ts';
import { EnvironmentError } from '../verb.ts';

export interface LoadedRun extends RecordedRun {
  /** As messages name it. */
  readonly name: string;
  /** The ranks that have left an exception. */
  readonly failed: readonly number[];
}

/** What the ranks of these runs have reported. */
export const loadRuns = (folders: readonly string[], report: Reporter): readonly LoadedRun[] =>
  joinMachines(
    folders
      .flatMap((folder) => withCollected(folder.replace(/(?<=.)\/+$/, '')))
      .map((folder) => loadRun(folder, report)),
  );

/** Folders of one plan with other ranks are those of one run, on machines without a common one: ranks are compared in a run. */
function joinMachines(runs: readonly LoadedRun[]): readonly LoadedRun[] {
  const joined: (LoadedRun & { readonly text: string })[] = [];
  for (const run of runs) {
    const text = JSON.stringify(run.plan);
    const isApart = (one: LoadedRun) => [...run.records.keys()].every((rank) => !one.records.has(rank));
    const index = joined.findIndex((one) => one.text === text && isApart(one));
    const first = joined[index];
    if (first === undefined) joined.push({ ...run, text });
    else {
      const records = new Map([...first.records, ...run.records]);
      joined[index] = { ...first, records, failed: [...first.failed, ...run.failed] };
    }
  }
  return joined;
}

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

function loadRun(folder: string, report: Reporter): LoadedRun {
  const name = printable(folder);
  const hint = 'it is the folder of a run with `--record`, such as runs/20261122-153101-lab1-8480';
  if (!isFolder(folder)) throw new EnvironmentError(`${name} is no folder: ${hint}`);
  const { plan, diagnostics } = loadPlan(join(folder, 'plan.json'), null);
  if (plan === null) {
    printFindings(diagnostics, process.stderr);
    throw new EnvironmentError(`${name} has no sound plan.json: ${hint}`);
  }
  const records = new Map<number, StepRecords>();
  for (const { rank, share } of plan.ranks) {
    const path = rankFile(folder, rank, 'steps');
    const found = read(path, share);
    if (found === null) continue;
    records.set(rank, found.records);
    tellUnread(path, found, report);
    tellUnsized(path, found, share, report);
  }
  const failed = plan.ranks
    .map(({ rank }) => rank)
    .filter((rank) => existsSync(rankFile(folder, rank, 'error.json')));
  return { plan, records, name, failed };
}

function read(path: string, share: number | null) {
  try {
    return readSteps(path, share);
  } catch (error) {
    throw new EnvironmentError(`cannot read ${printable(path)}: ${reasonOf(error)}`);
  }
}

const RECORD =
  'a record is a line like {"step": 12, "seconds": 0.213, "samples": 20}; `rankplan.report_step` writes it';

const placeOf = (path: string) => ({ file: { name: path, text: '' }, start: 0, end: 0 });

function tellUnread(path: string, { unread: { count, first } }: StepFile, report: Reporter): void {
  if (count === 0) return;
  const what =
    count === 1 ? `line ${first} is no record` : `${count} lines are no records, line ${first} first`;
  report.warning('RP5126', placeOf(path), `${what}, and left out`, { help: RECORD });
}

function tellUnsized(path: string, { unsized }: StepFile, share: number | null, report: Reporter): void {
  if (unsized === 0) return;
  const taken = share === null ? 'as work that is equal on all ranks' : `as the rank's share, ${share}`;
  report.warning('RP5126', placeOf(path), `${unsized} records have no \`samples\`: each counts ${taken}`, {
    help: RECORD,
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
