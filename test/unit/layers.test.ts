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

test('no file of src imports itself in the end, not for types either', () => {
  const src = resolve(root, '..');
  const all = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const imports = new Map(
    all.map((file) => {
      const text = readFileSync(join(src, file), 'utf8');
      const targets = [...text.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
      return [file, targets.filter((target) => target.endsWith('.ts'))];
    }),
  );
  expect(imports.size).toBeGreaterThan(300);
  expect(findCircle(imports)).toEqual([]);
});

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
