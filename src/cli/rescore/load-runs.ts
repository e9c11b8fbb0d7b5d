import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { printable } from '../../compiler/source/printable.ts';
import { readSteps, type StepFile, type StepRecords } from '../../runtime/rescore/read-steps.ts';
import type { RecordedRun } from '../../runtime/rescore/slot-speeds.ts';
import { rankFile } from '../../runtime/run/run-folder.ts';
import { printFindings } from '../findings/print-findings.ts';
import { digestOf } from '../input/digest.ts';
import { loadPlan } from '../input/load-plan.ts';
import { isFolder, reasonOf } from '../input/read-file.ts';
import { EnvironmentError } from '../verb.ts';

export interface LoadedRun extends RecordedRun {
  readonly name: string;
  /** The ranks that have left an exception. */
  readonly failed: readonly number[];
}

export const loadRuns = (folders: readonly string[], report: Reporter): readonly LoadedRun[] =>
  joinMachines(folders.map((folder) => loadRun(folder.replace(/(?<=.)\/+$/, ''), report)));

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

/** Its own, and beside it what `run --collect` has brought of other hosts. */
function listPlaces(folder: string): readonly string[] {
  const hosts = join(folder, 'hosts');
  const names = isFolder(hosts) ? readdirSync(hosts).sort() : [];
  return [folder, ...names.filter((name) => !name.startsWith('.')).map((name) => join(hosts, name))];
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
  if (plan.roles !== null)
    throw new EnvironmentError(`${name} is of a plan with roles: steps are compared in one program (RP4203)`);
  const records = new Map<number, StepRecords>();
  const places = listPlaces(folder);
  const find = (rank: number, kind: 'steps' | 'error.json'): string | undefined =>
    places.map((place) => rankFile(place, rank, kind)).find((path) => existsSync(path));
  for (const { rank, share } of plan.ranks) {
    const path = find(rank, 'steps');
    if (path === undefined) continue;
    const found = read(path, share);
    records.set(rank, found.records);
    warnOfRecords(path, found, share, report);
  }
  const failed = plan.ranks.map(({ rank }) => rank).filter((rank) => find(rank, 'error.json') !== undefined);
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

function warnOfRecords(
  path: string,
  { unread: { count, first }, unsized }: StepFile,
  share: number | null,
  report: Reporter,
): void {
  const warn = (message: string) =>
    report.warning('RP5126', { file: { name: path, text: '' }, start: 0, end: 0 }, message, { help: RECORD });
  if (count === 1) warn(`line ${first} is no record, and left out`);
  if (count > 1) warn(`${count} lines are no records, line ${first} first, and left out`);
  const taken = share === null ? 'as work that is equal on all ranks' : `as the rank's share, ${share}`;
  if (unsized > 0) warn(`${unsized} records have no \`samples\`: each counts ${taken}`);
}

/** Two commands are two methods, as in `probe --bench`. */
export function nameMethod([first]: readonly RecordedRun[]): string {
  const command = JSON.stringify(first?.plan.launch.command ?? null);
  return `steps/1:${digestOf([command]).slice(0, 12)}`;
}
