import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** The pipeline: a folder imports itself and those before it. `compile.ts`, above them all, imports any. */
const FOLDERS = 'source diagnostics values syntax inventory mapping sharing rules hazards plan roles'.split(
  ' ',
);

/** What the files below a folder import of each other, by their paths there. */
function readImports(folder: string, ending: RegExp, form: RegExp): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    ending.test(path),
  );
  return new Map(
    files.map((file) => {
      const imported = [...readFileSync(join(folder, file), 'utf8').matchAll(form)];
      const targets = imported.map(([, path = '']) => join(dirname(file), path));
      return [file, targets.filter((target) => ending.test(target))];
    }),
  );
}

/** Of `import … from`, `export … from`, `import('…')` and types alike; what is generated imports nothing. */
const IMPORTS = readImports(src, /\.ts$/, /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g);

const folderOf = (path: string): string => path.split('/').slice(0, -1)[0] ?? '';
const inCompiler = (path: string): readonly string[] =>
  path.startsWith('compiler/') ? [folderOf(path.replace('compiler/', ''))] : [];

test('every folder of the compiler has its place in the pipeline', () => {
  const folders = new Set([...IMPORTS.keys()].flatMap(inCompiler));
  expect([...folders].sort()).toEqual(['', ...FOLDERS].sort());
});

test('a folder imports earlier folders only', () => {
  const placeOf = (folder: string): number => (folder === '' ? FOLDERS.length : FOLDERS.indexOf(folder));
  const imports = [...IMPORTS]
    .flatMap(([file, targets]) =>
      inCompiler(file).flatMap((from) => targets.flatMap(inCompiler).map((to) => ({ from, to, file }))),
    )
    .filter(({ from, to }) => from !== to);
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter(({ from, to }) => placeOf(to) > placeOf(from))).toEqual([]);
});

test('no file of src imports itself in the end, not for types either', () => {
  expect(IMPORTS.size).toBeGreaterThan(300);
  expect(findCircle(IMPORTS)).toEqual([]);
});

/** Files that put a folder's folders together: each counts as a folder above its own. */
const ON_TOP: readonly string[] = [
  'cli/cli.ts',
  'cli/command-line.ts',
  'compiler/compile.ts',
  'emitters/emit-plan.ts',
];

test('no folder of src imports itself in the end', () => {
  const homeOf = (file: string): string => (ON_TOP.includes(file) ? file : dirname(file));
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of IMPORTS) {
    const from = homeOf(file);
    const known = folders.get(from) ?? new Set();
    for (const to of targets.map(homeOf)) if (to !== from) known.add(to);
    folders.set(from, known);
  }
  expect(findCircle(new Map([...folders].map(([from, to]) => [from, [...to].sort()])))).toEqual([]);
});

/** Of the guard, lowest first: a folder includes itself and those before it. */
const FLOORS = ['base', 'tell', 'ranks', 'logs', 'look', 'serve'];

test('the guard has floors, and no circle of includes', () => {
  const guard = join(src, '../native/exec');
  const includes = readImports(guard, /\.[ch]$/, /^#include "([^"]+)"/gm);
  const upwards = [...includes].flatMap(([file, targets]) =>
    targets
      .filter((target) => folderOf(file) !== '' && floorOf(target) > floorOf(file))
      .map((to) => `${file} → ${to}`),
  );
  expect(new Set([...includes.keys()].map(folderOf))).toEqual(new Set(['', ...FLOORS]));
  expect(upwards).toEqual([]);
  expect(findCircle(includes)).toEqual([]);
});

const floorOf = (file: string): number => FLOORS.indexOf(folderOf(file));

/** The files of one circle, in the order in which they import each other; empty where there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): readonly string[] => {
    if (above.includes(file)) return above.slice(above.indexOf(file));
    if (done.has(file)) return [];
    done.add(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...above, file]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test('a circle is found', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['d', ['b']],
  ]);
  expect(findCircle(imports)).toEqual(['b', 'd']);
});
