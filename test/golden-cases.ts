import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

export const CASES = 'test/golden/cases';
export const EXAMPLES = 'examples';

interface Case {
  readonly name: string;
  readonly source: string;
  /** Options of `compile`. */
  readonly args: readonly string[];
  readonly expected: string;
}

export const folders = (parent: string): string[] =>
  readdirSync(parent).filter((name) => statSync(join(parent, name)).isDirectory());

export const GOLDEN_CASES: readonly Case[] = [
  ...folders(CASES).map((name) => ({
    name,
    source: join(CASES, name),
    args: argsOf(join(CASES, name)),
    expected: join(CASES, name, 'expected'),
  })),
  ...folders(EXAMPLES).map((name) => ({
    name: `example ${name}`,
    source: join(EXAMPLES, name),
    args: argsOf(join(EXAMPLES, name)),
    expected: join('test/golden/examples', name, 'expected'),
  })),
];

function argsOf(source: string): string[] {
  const path = join(source, 'args.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

/** Every file of a folder with its mode (as far as git keeps it) and its text. */
export function listing(folder: string): Record<string, { executable: boolean; text: string }> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [
        relative(folder, path),
        { executable: (statSync(path).mode & 0o100) !== 0, text: readFileSync(path, 'utf8') },
      ]),
  );
}
