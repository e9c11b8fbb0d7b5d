import { createReporter, type Reporter, requireReason } from '../../compiler/diagnostics/reporter.ts';
import type { ReadFile } from '../../compiler/inventory/read-inventory.ts';
import { printable } from '../../compiler/source/printable.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { readSource } from '../../compiler/syntax/read-source.ts';
import { createReader, readInput } from '../input/read-file.ts';
import { catchEnvironment, UsageError } from '../verb.ts';
import { detectKind, type FileKind, findLauncherLine } from './detect-kind.ts';
import { type Draft, type DraftOutcome, type FileSource, KINDS } from './draft.ts';
import { describeLaunch, draftLaunch } from './draft-launch.ts';
import { draftFromNetwork } from './from-network.ts';
import { draftFromSlurm, type SlurmDraftOptions } from './from-slurm.ts';
import { readAccelerateConfig } from './launch/accelerate.ts';
import { placeSlots } from './launch/hostfile.ts';
import type { Placement, Surroundings } from './launch/launch.ts';
import type { Word } from './launch/options.ts';
import { placeByRankfile } from './launch/rankfile.ts';
import { GPU_VARIABLES, readLaunch } from './launch/read-launch.ts';
import { assume, attempt, refuse, stop } from './launch/refusal.ts';
import { enterJob } from './launch/sbatch.ts';
import { placeJob } from './launch/srun.ts';

export interface DraftOptions extends SlurmDraftOptions {
  readonly gpus: number | null;
  /** The words of a launch, as a shell gives them to a program. */
  readonly words: readonly string[] | null;
}

export const NO_OPTIONS: DraftOptions = {
  path: null,
  gpus: null,
  partition: null,
  classes: false,
  words: null,
};

/** Reads a draft topology from a file of another tool; without `source` the content decides the kind of the file. */
export function draftFrom(source: FileSource | null, options: DraftOptions): DraftOutcome {
  const report = createReporter();
  const draft = attempt(report, () => readDraft(source, options, report));
  requireReason('topology', draft, report);
  return { draft, diagnostics: report.diagnostics() };
}

function readDraft(source: FileSource | null, options: DraftOptions, report: Reporter): Draft {
  const { path, words } = options;
  if (words !== null && source !== null && source !== 'sbatch') refuseWords();
  if (words !== null && path === null) return fromWords(words, surround(NO_FILE, options, report));
  if (source === 'slurm') return draftFromSlurm(options, report);
  if (path === null)
    throw new UsageError(`name the file: \`rankplan init --from ${source} FILE\`, or - for stdin`);
  const { name, bytes } = readInput(path);
  const file = readSource(name, bytes, report) ?? stop();
  const kind = source ?? detectKind(file.text);
  if (kind === 'slurm') return draftFromSlurm(options, report);
  if (words !== null && kind !== 'sbatch') refuseWords();
  return READERS[kind](file, surround(file, options, report), words);
}

export function refuseWords(): never {
  throw new UsageError('words behind `--` stand alone, or beside a batch job: `init --from FILE -- srun …`');
}

const NO_FILE: SourceFile = { name: '<command>', text: '' };

/** Paths in words are relative to the current folder, and the environment is ours; a file's paths, to its folder. */
function surround(file: SourceFile, { path, gpus, words }: DraftOptions, report: Reporter): Surroundings {
  const name = GPU_VARIABLES.find((variable) => process.env[variable] !== undefined);
  const visible = words === null || name === undefined ? null : { name, text: process.env[name] ?? '' };
  const read = words === null ? createReader(path ?? '-', null) : readAnywhere;
  return { report, gpus, read, job: null, step: null, visible, span: { file, start: 0, end: 0 } };
}

const readAnywhere: ReadFile = (path) =>
  catchEnvironment<ReturnType<ReadFile>>(
    () => ({ kind: 'bytes', ...readInput(path) }),
    () => ({ kind: 'unreadable', name: path }),
  );

const fromWords = (texts: readonly string[], around: Surroundings): Draft =>
  draftLaunch(readLaunch(placeWords(texts), around), 'the words of a launch');

/** The words of a command with their places in a line that shows them. */
function placeWords(texts: readonly string[]): readonly Word[] {
  const shown = texts.map((text) =>
    /^[\w@%+=:,./-]+$/.test(text) ? text : printable(`'${text.replaceAll("'", "'\\''")}'`),
  );
  const file = { name: NO_FILE.name, text: shown.join(' ') };
  let end = -1;
  return texts.map((text, at) => {
    const start = end + 1;
    end = start + (shown[at]?.length ?? 0);
    return { text, span: { file, start, end } };
  });
}

const fromPlacement = (placement: Placement, { span, job }: Surroundings, what: string): Draft =>
  draftLaunch({ ...placement, span, job, command: null, wrap: [] }, what);

type Reader = (file: SourceFile, around: Surroundings, words: DraftOptions['words']) => Draft;

const JOB_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Reads what the `#SBATCH` lines request, and the words of the launch if they are given. */
const fromJob: Reader = (file, outer, words) => {
  const around = enterJob(file, outer);
  const name = around.job?.get('job-name')?.text ?? '';
  const draft = words === null ? fromTasks(file, around) : fromWords(words, around);
  return { ...draft, name: JOB_NAME.test(name) ? name : null };
};

function fromTasks(file: SourceFile, around: Surroundings): Draft {
  const placement = placeJob(around);
  const place = findLauncherLine(file.text);
  const message = `only the \`#SBATCH\` lines are read, so this launch is taken as ${describeLaunch(placement)}`;
  const help =
    'give its words behind `--`, and your shell expands them: `rankplan init --from FILE -- srun …`';
  if (place !== null) assume({ report: around.report, span: { file, ...place } }, message, help);
  return fromPlacement(placement, around, 'a batch job of Slurm');
}

function refuseScript(file: SourceFile): never {
  const span = { file, ...(findLauncherLine(file.text) ?? { start: 0, end: 0 }) };
  const help =
    'give the words of the launch behind `--`, and your shell expands them: `rankplan init -- torchrun …`';
  refuse(span, 'a script is not read: only a shell knows what its words become', help, 'RP5119');
}

/** A call of `torch.multiprocessing.spawn`, by the usual names of its module. */
const SPAWNS = /^[ \t]*(?:torch\.)?(?:mp|multiprocessing)\.spawn\s*\(/m;

function refuseUnknown(file: SourceFile, { span }: Surroundings): never {
  if (SPAWNS.test(file.text))
    refuse(
      span,
      'the program starts its ranks itself: how many, and on which GPUs, is known only when it runs',
      'begin with `rankplan init --host HOSTS --gpus N`, and let the program take RANK, LOCAL_RANK and WORLD_SIZE instead of `mp.spawn`',
      'RP5119',
    );
  const help = `name what it is, \`--from KIND FILE\`, of ${KINDS}`;
  refuse(span, 'this is nothing that init reads', help, 'RP5119');
}

const READERS: Readonly<Record<Exclude<FileKind, 'slurm'>, Reader>> = {
  sbatch: fromJob,
  accelerate: (file, around) =>
    fromPlacement(readAccelerateConfig(file, around), around, 'a configuration of Accelerate'),
  rankfile: (file, around) => fromPlacement(placeByRankfile(file, around), around, 'a rankfile'),
  hostfile: (file, around) => fromPlacement(placeSlots(file, around), around, 'a hostfile'),
  network: draftFromNetwork,
  script: refuseScript,
  unknown: refuseUnknown,
};
