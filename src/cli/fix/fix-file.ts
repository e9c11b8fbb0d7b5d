import { readFileSync, realpathSync, statSync } from 'node:fs';
import { compile } from '../../compiler/compile.ts';
import { printable } from '../../compiler/source/printable.ts';
import { positionAt } from '../../compiler/source/source-file.ts';
import { replaceFile } from '../../runtime/replace-file.ts';
import type { Policy } from '../findings/finding-policy.ts';
import { count } from '../findings/print-findings.ts';
import { createReader, type InputFile, readInput, reasonOf } from '../input/read-file.ts';
import { EnvironmentError, EXIT, UsageError } from '../verb.ts';
import type { Mendable } from './find-mendable.ts';
import { mendText } from './mend-text.ts';
import { renderPatch, showPatch } from './render-patch.ts';

export interface FixOptions {
  readonly root: string | null;
  readonly diff: boolean;
  readonly fix: boolean;
  readonly format: string;
  readonly quiet: boolean;
}

/** Fixes topologies, or shows the changes; returns the exit status. A file that cannot be fixed is not changed. */
export function fixFiles(paths: readonly string[], options: FixOptions, policy: Policy): number {
  refuseOptions(paths, options);
  let status: number = EXIT.fine;
  const fixed: FixedFile[] = [];
  for (const path of new Set(paths)) {
    try {
      const file = fixFile(path, options.root, policy);
      if (file === null || file.made.length === 0) continue;
      if (options.fix) file.write();
      fixed.push(file);
      printFix(file, options);
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      process.stderr.write(`rankplan: ${printable(error.message)}\n`);
      status = EXIT.environment;
    }
  }
  const edits = count(fixed.flatMap(({ made }) => made).length, 'edit');
  if (options.fix || fixed.length === 0) return status;
  process.stderr.write(`${edits} in ${count(fixed.length, 'file')}: \`rankplan check --fix\` makes them\n`);
  return Math.max(status, EXIT.findings);
}

function refuseOptions(paths: readonly string[], { fix, diff, format }: FixOptions): void {
  if (fix && paths.includes('-'))
    throw new UsageError('`--fix` needs a file: of stdin, `--diff` shows what it would change');
  if (diff && format !== 'text')
    throw new UsageError(`\`--diff\` prints a patch: give it without \`--format ${format}\``);
}

/** A patch and what machines read are not mixed with words. */
function printFix({ name, before, after, made }: FixedFile, options: FixOptions): void {
  const { stdout, stderr } = process;
  if (options.diff) {
    const patch = renderPatch(name, before, after);
    stdout.write(stdout.isTTY ? showPatch(patch) : patch);
  }
  if (!options.fix || options.quiet) return;
  const stream = options.diff || options.format !== 'text' ? stderr : stdout;
  stream.write(made.map((one) => `${describeEdit(one)}\n`).join(''));
}

function describeEdit({ code, primary, suggestion }: Mendable): string {
  const { line, column } = positionAt(primary.file, primary.start);
  return printable(`${primary.file.name}:${line}:${column}: mended[${code}]: ${suggestion.title}`);
}

interface FixedFile {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** The findings that are gone, each at its place in the text as it was just before. */
  readonly made: readonly Mendable[];
  readonly write: () => void;
}

/** Fixes the text of a topology, and writes nothing yet. Null for a saved plan, and for bytes that are not text. */
function fixFile(path: string, root: string | null, policy: Policy): FixedFile | null {
  const input = readInput(path);
  const before = input.isPlan ? null : decode(input.bytes);
  if (before === null) return null;
  const mark = before.startsWith(MARK) ? MARK : '';
  const read = createReader(path, root);
  const { name } = input;
  const options = { name, read, allowParentPaths: root !== null, maxPerCode: Number.POSITIVE_INFINITY };
  const find = (text: string) => policy(compile(text, options).diagnostics);
  const { text, made } = mendText(before.slice(mark.length), { name, find });
  const after = mark + text;
  return { name, before, after, made, write: () => writeMended(path, input, Buffer.from(after)) };
}

const MARK = '\ufeff';

/** Null if the text would not give the same bytes again. */
function decode(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}

/** Writes through a link to the file itself, which keeps its owner and mode. */
export function writeMended(path: string, { bytes }: InputFile, mended: Buffer): void {
  try {
    const target = realpathSync(path);
    const stat = statSync(target);
    const why = whyNotWritable(target, bytes);
    if (why !== null) throw refuse(path, why);
    replaceFile(target, mended, { like: stat });
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    const isForeign = (error as NodeJS.ErrnoException).code === 'EPERM';
    throw refuse(path, isForeign ? 'it would get another owner' : reasonOf(error));
  }
}

const refuse = (path: string, why: string) =>
  new EnvironmentError(`cannot change ${printable(path)}, which is as it was: ${why}`);

function whyNotWritable(target: string, bytes: Buffer): string | null {
  const stat = statSync(target);
  if (!stat.isFile()) return 'it is no file';
  if ((stat.mode & 0o222) === 0) return 'it is read-only';
  if (stat.nlink > 1) return 'it has several names (hard links), which would become different files';
  return readFileSync(target).equals(bytes) ? null : 'it has changed since it was read';
}
