import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../src/compiler', import.meta.url));

/** The pipeline: a folder imports itself and those before it. `compile.ts`, above them all, imports any. */
const FOLDERS = [
  'source',
  'diagnostics',
  'values',
  'syntax',
  'inventory',
  'mapping',
  'sharing',
  'rules',
  'hazards',
  'plan',
  'roles',
] as const;

/** `import … from`, `export … from`, `import('…')` and types alike. */
const IMPORT = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

const folderOf = (path: string): string => path.split('/').slice(0, -1)[0] ?? '';

/** Each import of another folder of the compiler, as `folder → folder (file)`. */
function listImports(): readonly { readonly from: string; readonly to: string; readonly file: string }[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(IMPORT)]
      .map(([, path = '']) => relative(root, resolve(dirname(join(root, file)), path)))
      .filter((target) => !target.startsWith('..'))
      .map((target) => ({ from: folderOf(file), to: folderOf(target), file }))
      .filter(({ from, to }) => from !== to);
  });
}

test('every folder of the compiler has its place in the pipeline', () => {
  const folders = new Set(files.map(folderOf));
  expect([...folders].sort()).toEqual(['', ...FOLDERS].sort());
});

test('a folder imports earlier folders only', () => {
  const placeOf = (folder: string): number =>
    folder === '' ? FOLDERS.length : FOLDERS.indexOf(folder as never);
  const imports = listImports();
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter(({ from, to }) => placeOf(to) > placeOf(from))).toEqual([]);
});

const src = resolve(root, '..');

/** What each file of src imports of src, by path; what is generated imports nothing. */
const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((file) => {
      const text = readFileSync(join(src, file), 'utf8');
      const targets = [...text.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
      return [file, targets.filter((target) => target.endsWith('.ts'))];
    }),
);

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

/** Imports that make circles of folders. Who removes one removes its line; none is added. */
const CIRCLES: readonly (readonly [from: string, to: string])[] = [];

test('no folder of src imports itself in the end, but for the circles that are listed', () => {
  const homeOf = (file: string): string => (ON_TOP.includes(file) ? file : dirname(file));
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of IMPORTS) {
    const from = homeOf(file);
    const known = folders.get(from) ?? new Set();
    for (const to of targets.map(homeOf)) if (to !== from) known.add(to);
    folders.set(from, known);
  }
  const gone = CIRCLES.filter(([from, to]) => folders.get(from)?.delete(to) !== true);
  expect(gone, 'these imports are gone: remove their lines').toEqual([]);
  expect(findCircle(new Map([...folders].map(([from, to]) => [from, [...to].sort()])))).toEqual([]);
});

/** Of the guard, lowest first: a folder includes itself and those before it. */
const FLOORS = ['base', 'tell', 'ranks', 'logs', 'look', 'serve'];

test('the guard has floors, and no circle of includes', () => {
  const guard = resolve(root, '../../native/exec');
  const all = readdirSync(guard, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.[ch]$/.test(path),
  );
  const includes = new Map(
    all.map((file) => {
      const text = readFileSync(join(guard, file), 'utf8');
      return [
        file,
        [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, path = '']) => join(dirname(file), path)),
      ];
    }),
  );
  const upwards = [...includes].flatMap(([file, targets]) =>
    targets
      .filter((target) => folderOf(file) !== '' && floorOf(target) > floorOf(file))
      .map((to) => `${file} → ${to}`),
  );
  expect(new Set(all.map(folderOf))).toEqual(new Set(['', ...FLOORS]));
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
