import { statSync } from 'node:fs';
import { compareText, createReporter } from '../../compiler/diagnostics/reporter.ts';
import { oneLine, printable } from '../../compiler/source/printable.ts';
import { positionAt } from '../../compiler/source/source-file.ts';
import { readSource } from '../../compiler/syntax/read-source.ts';
import { count } from '../../review/list-some.ts';
import { attempt } from '../../runtime/try-read.ts';
import { listFiles } from '../input/find-topologies.ts';
import { readInput } from '../input/read-file.ts';
import { discoverMachine } from '../machine/driver-access.ts';
import { EnvironmentError, UsageError } from '../verb.ts';
import { detectKind, type FileKind, findLauncherLine } from './detect-kind.ts';
import type { DraftOutcome } from './draft.ts';
import { draftFrom, NO_OPTIONS } from './draft-from.ts';
import { draftThisMachine } from './from-probe.ts';

/** The first topology for this place. */
export interface Proposal {
  readonly lines: readonly string[];
  readonly from: string;
  /** Its draft is null if nothing was found. */
  readonly outcome: DraftOutcome;
}

/** Looks what is here: a launch in this folder, Slurm, GPUs. The first of them that gives a topology is proposed. */
export async function propose(): Promise<Proposal> {
  const files = lookForFiles();
  const lines = describeFiles(files);
  const [best] = files;
  if (best !== undefined && best.problem === null)
    return { lines, from: printable(best.path), outcome: best.outcome };
  const slurm = proposeSlurm();
  if (slurm.outcome.draft !== null) return { ...slurm, lines: [...lines, ...slurm.lines] };
  const machine = await proposeMachine();
  const seen = files.length === 0 ? ['no batch job, hostfile or rankfile in this folder'] : lines;
  return { ...machine, lines: [...seen, ...slurm.lines, ...machine.lines] };
}

/** A file of the working directory that `init` can read. */
interface FoundFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly outcome: DraftOutcome;
  /** Why the file is not a topology, on one line; null if it is one. */
  readonly problem: string | null;
}

/** A folder may hold anything: more, or larger files, are not looked at. */
const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024;
const MAX_LINES = 8;

const NAMES =
  /\.(?:sh|bash|sbatch|slurm|job|sub|batch|ya?ml|json)$|^[^.]*(?:host|machine|rankfile|nodes)[^.]*(?:\.txt|\.conf)?$|\.rankfile$/i;

/** What says most about a job comes first. */
const ORDER: readonly FileKind[] = ['sbatch', 'accelerate', 'rankfile', 'hostfile', 'script'];

/** Looks through the names and texts of the working directory, and changes nothing: the best fit first. */
function lookForFiles(): readonly FoundFile[] {
  const rank = ({ problem, kind }: FoundFile) => (problem === null ? 0 : ORDER.length) + ORDER.indexOf(kind);
  return listFiles('.')
    .filter((name) => NAMES.test(name))
    .sort(compareText)
    .slice(0, MAX_FILES)
    .flatMap((name) => attempt(() => lookInto(name)) ?? []) // gone meanwhile, or not to be read
    .sort((a, b) => rank(a) - rank(b));
}

function lookInto(name: string): FoundFile | null {
  const stat = statSync(name);
  if (!stat.isFile() || stat.size > MAX_BYTES) return null;
  const text = readSource(name, readInput(`./${name}`).bytes, createReporter())?.text ?? '';
  const kind = detectKind(text);
  // A script without a launcher is about something else.
  if (!ORDER.includes(kind) || (kind === 'script' && findLauncherLine(text) === null)) return null;
  const outcome = draftFrom(null, { ...NO_OPTIONS, path: `./${name}` });
  const error = outcome.diagnostics.find(({ severity }) => severity === 'error');
  if (error === undefined) return { path: name, kind, outcome, problem: null };
  const { line } = positionAt(error.primary.file, error.primary.start);
  return { path: name, kind, outcome, problem: `line ${line}: ${error.message}` };
}

function describeFiles(files: readonly FoundFile[]): readonly string[] {
  const lines = files.slice(0, MAX_LINES).map(({ path, outcome, problem }) => {
    const name = oneLine(printable(path), 60);
    return problem === null ? `${name}: ${outcome.draft?.summary}` : `${name}: no map: ${oneLine(problem)}`;
  });
  return files.length > MAX_LINES ? [...lines, `and ${files.length - MAX_LINES} more files`] : lines;
}

const none = (line: string): Proposal => ({
  lines: [line],
  from: '',
  outcome: { draft: null, diagnostics: [] },
});

function proposeSlurm(): Proposal {
  try {
    const outcome = draftFrom('slurm', NO_OPTIONS);
    if (outcome.draft === null)
      return none('Slurm: its answer cannot be read (`rankplan init --from slurm`)');
    return { lines: ['Slurm: a cluster'], from: 'what Slurm says of its nodes', outcome };
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof UsageError)
      return none(`no Slurm: ${oneLine(error.message, 80)}`);
    throw error;
  }
}

/** A first file does not wait for a driver that hangs. */
const DRIVER_SECONDS = 10;

async function proposeMachine(): Promise<Proposal> {
  const { machine } = await discoverMachine(DRIVER_SECONDS);
  if (machine === null || machine.gpus.length === 0) return none('no GPU that a driver knows of');
  if (machine.sick.length > 0) return none('GPUs, and not all of them can be used (`rankplan probe`)');
  return {
    lines: [`this machine: ${count(machine.gpus.length, 'GPU')} (\`rankplan probe --score\` measures them)`],
    from: 'the GPUs of this machine',
    outcome: { diagnostics: [], draft: draftThisMachine(machine) },
  };
}
