import { readFileSync, realpathSync, statSync } from 'node:fs';
import { compile } from '../../compiler/compile.ts';
import { printable } from '../../compiler/source/printable.ts';
import { positionAt } from '../../compiler/source/source-file.ts';
import { replaceFile } from '../../runtime/replace-file.ts';
import type { Policy } from '../findings/finding-policy.ts';
import { count } from '../findings/print-findings.ts';
import { createReader, type InputFile, readInput, reasonOf } from '../input/read-file.ts';
import { catchEnvironment, EnvironmentError, EXIT, UsageError } from '../verb.ts';
import type { Fixable } from './find-fixable.ts';
import { fixText } from './fix-text.ts';
import { renderPatch } from './render-patch.ts';

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
  const explain = ({ message }: EnvironmentError): number => {
    process.stderr.write(`rankplan: ${printable(message)}\n`);
    status = EXIT.environment;
    return 0;
  };
  const made = [...new Set(paths)].map((path) =>
    catchEnvironment(() => fixFile(path, options, policy), explain),
  );
  const edits = made.reduce((sum, number) => sum + number, 0);
  if (options.fix || edits === 0) return status;
  const files = count(made.filter((number) => number > 0).length, 'file');
  process.stderr.write(`${count(edits, 'edit')} in ${files}: \`rankplan check --fix\` makes them\n`);
  return Math.max(status, EXIT.findings);
}

function refuseOptions(paths: readonly string[], { fix, diff, format }: FixOptions): void {
  if (fix && paths.includes('-'))
    throw new UsageError('`--fix` needs a file: of stdin, `--diff` shows what it would change');
  if (diff && format !== 'text')
    throw new UsageError(`\`--diff\` prints a patch: give it without \`--format ${format}\``);
}

/** Fixes a topology, or shows how; returns how many edits it takes: none of a saved plan, and of bytes that are not text. */
function fixFile(path: string, options: FixOptions, policy: Policy): number {
  const input = readInput(path);
  const before = input.isPlan ? null : decode(input.bytes);
  if (before === null) return 0;
  const mark = before.startsWith(MARK) ? MARK : '';
  const { name } = input;
  const { root } = options;
  const read = createReader(path, root);
  const given = { name, read, allowParentPaths: root !== null, maxPerCode: Number.POSITIVE_INFINITY };
  const find = (text: string) => policy(compile(text, given).diagnostics);
  const { text, made } = fixText(before.slice(mark.length), { name, find });
  if (made.length === 0) return 0;
  const after = mark + text;
  if (options.fix) writeFixed(path, input, Buffer.from(after));
  const { stdout, stderr } = process;
  if (options.diff) stdout.write(renderPatch(name, before, after, stdout.isTTY));
  // A patch and what machines read are not mixed with words.
  const stream = options.diff || options.format !== 'text' ? stderr : stdout;
  if (options.fix && !options.quiet) stream.write(made.map((one) => `${describeEdit(one)}\n`).join(''));
  return made.length;
}

function describeEdit({ code, primary, suggestion }: Fixable): string {
  const { line, column } = positionAt(primary.file, primary.start);
  return printable(`${primary.file.name}:${line}:${column}: fixed[${code}]: ${suggestion.title}`);
}

/** Some editors begin a file with a byte order mark. */
export const MARK = '\ufeff';

/** Null if the text would not give the same bytes again. */
function decode(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}

/** Writes through a link to the file itself, which keeps its owner and mode. */
export function writeFixed(path: string, { bytes }: InputFile, fixed: Buffer): void {
  try {
    const target = realpathSync(path);
    const stat = statSync(target);
    const why = whyNotWritable(target, bytes);
    if (why !== null) throw refuse(path, why);
    replaceFile(target, fixed, { like: stat });
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
