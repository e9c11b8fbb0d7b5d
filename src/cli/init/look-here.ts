import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { compareText, createReporter } from '../../compiler/diagnostics/reporter.ts';
import { positionAt } from '../../compiler/source/source-file.ts';
import { readSource } from '../../compiler/syntax/read-source.ts';
import { readInput } from '../input/read-file.ts';
import { detectKind, type FileKind } from './detect-kind.ts';
import { type DraftOutcome, draftFrom } from './draft-from.ts';

/** A file of the working directory that `init` can read. */
export interface FoundFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly outcome: DraftOutcome;
  /** Why it is no topology, on one line; null where it is. */
  readonly problem: string | null;
}

/** A folder may hold anything: more, or larger files, are not looked at. */
const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024;

const NAMES =
  /\.(?:sh|bash|sbatch|slurm|job|sub|batch|ya?ml|json)$|^[^.]*(?:host|machine|rankfile|nodes)[^.]*(?:\.txt|\.conf)?$|\.rankfile$/i;

/** What says most about a job comes first. */
const ORDER: readonly FileKind[] = ['script', 'accelerate', 'rankfile', 'hostfile'];

/** Looks through the names and texts of the working directory, and changes nothing: the best fit first. */
export function lookForFiles(gpus: number | null): readonly FoundFile[] {
  const names = listNames().filter((name) => NAMES.test(name));
  return names
    .slice(0, MAX_FILES)
    .flatMap((name) => lookInto(name, gpus) ?? [])
    .sort(
      (a, b) =>
        Number(a.problem !== null) - Number(b.problem !== null) ||
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
        compareText(a.path, b.path),
    );
}

function listNames(): readonly string[] {
  try {
    const files = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isFile());
    return files.map(({ name }) => name).sort(compareText);
  } catch {
    return []; // a folder that may not be listed: what is written says that there was nothing
  }
}

function lookInto(name: string, gpus: number | null): FoundFile | null {
  try {
    if (statSync(name).size > MAX_BYTES) return null;
    const text = readSource(name, readInput(`./${name}`).bytes, createReporter())?.text ?? '';
    const kind = detectKind(text);
    if (!ORDER.includes(kind)) return null;
    const outcome = draftFrom(null, {
      path: `./${name}`,
      gpus,
      partition: null,
      classes: false,
      domains: null,
    });
    const error = outcome.diagnostics.find(({ severity }) => severity === 'error');
    // A script without a launcher is about something else.
    if (outcome.entries === null && (error === undefined || error.code === 'RP5119')) return null;
    const line = error === undefined ? 0 : positionAt(error.primary.file, error.primary.start).line;
    const problem = error === undefined ? null : `line ${line}: ${error.message}`;
    return { path: name, kind, outcome, problem };
  } catch {
    return null; // gone meanwhile, or not to be read
  }
}

/** Whether a program is on the PATH. */
export function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '' && statSync(join(folder, program)).isFile();
    } catch {
      return false;
    }
  });
}
