import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';

/*
 * A case is a folder with two topologies, and what `rankplan diff` prints of them: as text, and in each other format that has a
 * file there. The old one is `old.yaml`, or that of the case `exclusion`, edited by `old.sed`; the new one is `new.yaml`, or the
 * old one, edited by `new.sed`.
 * UPDATE_GOLDEN=1 writes that again; read the difference before you commit it.
 */
const CASES = resolve('test/golden/diffs');
const FORMATS = { text: 'expected.txt', markdown: 'expected.md', json: 'expected.json' };
const cases = readdirSync(CASES).flatMap((name) =>
  Object.entries(FORMATS)
    .map((format) => [name, ...format] as const)
    .filter(([, format, file]) => format === 'text' || existsSync(join(CASES, name, file))),
);

/** The folder with the topologies of a case. */
function writeTopologies(name: string): string {
  const folder = makeFolder('rankplan-diff-');
  let text = readFileSync(join(CASES, 'exclusion/old.yaml'), 'utf8');
  for (const side of ['old', 'new']) {
    const [whole = '', script = ''] = ['yaml', 'sed'].map((kind) => join(CASES, name, `${side}.${kind}`));
    if (existsSync(whole)) text = readFileSync(whole, 'utf8');
    if (existsSync(script)) text = spawnSync('sed', ['-f', script], { input: text, encoding: 'utf8' }).stdout;
    writeFileSync(join(folder, `${side}.yaml`), text);
  }
  return folder;
}

test.each(cases)('%s as %s', (name, format, file) => {
  const args = ['diff', '--exit-code', '--format', format, 'old.yaml', 'new.yaml'];
  const { status, stdout } = runRankplan(args, { cwd: writeTopologies(name) });
  expect(status).toBe(name === 'nothing' ? 0 : 1);
  const expected = join(CASES, name, file);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(expected, stdout);
  expect(stdout).toBe(readFileSync(expected, 'utf8'));
});

test('every format has a case, and no folder has other files', () => {
  expect([...new Set(cases.map(([, format]) => format))].sort()).toEqual(Object.keys(FORMATS).sort());
  const known = new Set(['old.yaml', 'old.sed', 'new.yaml', 'new.sed', ...Object.values(FORMATS)]);
  for (const name of readdirSync(CASES))
    expect(readdirSync(join(CASES, name)).filter((file) => !known.has(file))).toEqual([]);
});

test('docs/review.md shows what rankplan prints', () => {
  const page = readFileSync('docs/review.md', 'utf8');
  expect(page).toContain(readFileSync(join(CASES, 'exclusion/expected.txt'), 'utf8'));
  const args = ['explain', 'examples/heterogeneous/topology.yaml', '--rank', '1'];
  const { stdout } = runRankplan(args);
  expect(page).toContain(`$ rankplan ${args.join(' ')}\n${stdout}`);
});
