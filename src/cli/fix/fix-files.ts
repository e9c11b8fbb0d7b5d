import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { printable } from '../../compiler/source/printable.ts';
import { positionAt } from '../../compiler/source/source-file.ts';
import type { Policy } from '../findings/finding-policy.ts';
import { count, useColours } from '../findings/print-findings.ts';
import { EnvironmentError, EXIT, UsageError } from '../verb.ts';
import type { Mendable } from './find-mendable.ts';
import { type FixedFile, fixFile } from './fix-file.ts';
import { paintPatch, renderPatch } from './render-patch.ts';

export interface FixOptions {
  readonly root: string | null;
  /** Shows each change as a patch. */
  readonly diff: boolean;
  readonly fix: boolean;
  readonly format: string;
  readonly quiet: boolean;
}

/** Mends topologies, or shows what that would change; returns the exit status. A file that cannot be is left, and said. */
export function fixFiles(paths: readonly string[], options: FixOptions, policy: Policy): number {
  refuseOptions(paths, options);
  let status: number = EXIT.fine;
  const fixed: FixedFile[] = [];
  for (const path of withoutLinks(paths)) {
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

/** A file has one change, also where a link leads to it. */
function withoutLinks(paths: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  for (const path of paths) {
    const target = path !== '-' && existsSync(path) ? realpathSync(path) : path;
    if (!known.has(target) || !isLink(path)) known.set(target, path);
  }
  return [...known.values()];
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** A patch and what machines read are not mixed with words. */
function printFix({ name, before, after, made }: FixedFile, options: FixOptions): void {
  const { stdout, stderr } = process;
  if (options.diff) {
    const patch = renderPatch(name, before, after);
    stdout.write(stdout.isTTY ? paintPatch(patch, useColours(stdout)) : patch);
  }
  if (!options.fix || options.quiet) return;
  const stream = options.diff || options.format !== 'text' ? stderr : stdout;
  stream.write(made.map((one) => `${describe(one)}\n`).join(''));
}

function describe({ code, primary, suggestion }: Mendable): string {
  const { line, column } = positionAt(primary.file, primary.start);
  return printable(`${primary.file.name}:${line}:${column}: mended[${code}]: ${suggestion.title}`);
}
