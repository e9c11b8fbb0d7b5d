import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { compile } from '../../compiler/compile.ts';
import { printable } from '../../compiler/source/printable.ts';
import { replaceFile } from '../../runtime/replace-file.ts';
import type { Policy } from '../findings/finding-policy.ts';
import { createReader, type InputFile, readInput, reasonOf } from '../input/read-file.ts';
import { EnvironmentError } from '../verb.ts';
import type { Mendable } from './find-mendable.ts';
import { mendText } from './mend-text.ts';

/** A topology with what can be mended in it. */
export interface FixedFile {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** The findings that are gone, each at its place in the text as it was just before. */
  readonly made: readonly Mendable[];
  readonly write: () => void;
}

/** Mends the text of a topology, and writes nothing yet. Null for a saved plan, and for what is no text. */
export function fixFile(path: string, root: string | null, policy: Policy): FixedFile | null {
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

/** Null where the text would not become the same bytes again. */
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
    replaceFile(target, mended, stat);
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
  if ((stat.mode & 0o222) === 0 || !isWritable(target)) return 'it is read-only';
  if (stat.nlink > 1) return 'it has several names (hard links), which would become different files';
  return readFileSync(target).equals(bytes) ? null : 'it has changed since it was read';
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
