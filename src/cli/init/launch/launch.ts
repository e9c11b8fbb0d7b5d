import type { Reporter } from '../../../compiler/diagnostics/reporter.ts';
import type { ReadFile } from '../../../compiler/inventory/read-inventory.ts';
import type { SourceFile, Span } from '../../../compiler/source/source-file.ts';
import { readSource } from '../../../compiler/syntax/read-source.ts';
import { MAX_SLOTS } from '../../../compiler/values/budget.ts';
import type { Options, Word } from './options.ts';
import { attempt, refuse, stop } from './refusal.ts';

export interface LaunchNode {
  /** A name, or a slot name where only the job knows the name. */
  readonly host: string;
  /** The GPUs that its ranks see, in their order: local rank i has the i-th. Empty for CPU ranks. */
  readonly gpus: readonly number[];
  /** Their type in Slurm's words. */
  readonly type: string | null;
  readonly ranks: number;
}

/** Where a launcher puts its ranks. */
export interface Placement {
  readonly nodes: readonly LaunchNode[];
  /** Whether hosts are slot names. */
  readonly isBound: boolean;
  /** `block`: a node after the other; `cyclic`: a rank for each in turn; or the node of each rank. */
  readonly order: 'block' | 'cyclic' | readonly number[];
  /** Whether each rank is a task of its own; else one task on each node starts the ranks there. */
  readonly ranksAreTasks?: boolean;
  readonly port?: number | null;
  /** What the launcher would put into the environment of the ranks. */
  readonly env?: ReadonlyMap<string, string>;
  /** Other things that the launcher would do, for which a topology has no key. */
  readonly leftOut?: readonly string[];
}

/** A placement with what is started there. */
export interface Launch extends Placement {
  readonly span: Span;
  /** What each rank runs; null if it is not known. */
  readonly command: readonly string[] | null;
  readonly wrap: readonly string[];
  /** What the batch job requests, together with the options of srun. */
  readonly job: Options | null;
}

/** The inputs for reading a launch. */
export interface Surroundings {
  readonly report: Reporter;
  readonly read: ReadFile;
  /** GPUs of each host by `--gpus`; 0 for CPU ranks, null if it was not given. */
  readonly gpus: number | null;
  /** The options of the batch job, or of srun by itself. */
  readonly job: Options | null;
  /** The nodes of the job, and what srun starts there. */
  readonly step: Step | null;
  /** The variable or key that chooses GPUs, as the launcher finds it. */
  readonly visible: { readonly name: string; readonly text: string } | null;
  readonly span: Span;
}

export interface Step {
  /** Whether srun starts them; without it a command runs once, on the first node. */
  readonly isStarted: boolean;
  readonly nodes: readonly string[];
  readonly isBound: boolean;
  readonly tasksPerNode: number;
  readonly order: 'block' | 'cyclic';
  /** The GPUs of each node; null if none are requested. */
  readonly gpus: { readonly count: number; readonly type: string | null } | null;
}

export const MAX_NODES = 65_536;
/** What a topology takes for one node. */
export const MAX_GPUS = 4096;

export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** Names for nodes that only the job knows: `node01` to `node16`. */
export function slotNames(count: number): readonly string[] {
  const width = String(count).length;
  return upTo(count).map((i) => `node${String(i + 1).padStart(width, '0')}`);
}

export function numberOf({ text, span }: Word, what: string): number {
  if (text === '') refuse(span, `${what} is empty`, 'is the variable set in the shell that gives the words?');
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_SLOTS)
    refuse(span, `\`${text}\` is no number for ${what}`, 'write a number from 1');
  return number;
}

export function optionNumber(options: Options, name: string, byDefault: number): number {
  const word = options.get(name);
  return word === undefined ? byDefault : numberOf(word, `\`--${name}\``);
}

export function portOf(word: Word | undefined): number | null {
  const port = Number(/:?(\d{1,5})$/.exec(word?.text ?? '')?.[1] ?? 0);
  return port >= 1024 && port <= 65_535 ? port : null;
}

/** Reads each line that is no comment, by itself; null for one that `read` refuses, with the finding reported. */
export function readLines<T>(
  file: SourceFile,
  report: Reporter,
  read: (line: Word) => T,
): readonly (T | null)[] {
  return [...file.text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) => {
    const text = line.replace(/#.*$/s, '').trim();
    const start = index + line.indexOf(text);
    const span = { file, start, end: start + text.length };
    return text === '' ? [] : [attempt(report, () => read({ text, span }))];
  });
}

/** A file that a launch names; `kind` is what `--from` calls it. */
export function readNamed({ text, span }: Word, kind: string, { read, report }: Surroundings): SourceFile {
  const found = read(text);
  const help = `name a file that is here, or give it to \`rankplan init --from ${kind}\` by itself`;
  if (found.kind !== 'bytes') refuse(span, `${text.slice(0, 200)} cannot be read (${kind})`, help);
  return readSource(found.name, found.bytes, report) ?? stop();
}
