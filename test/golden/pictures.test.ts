import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pageScript, pageStyle, pictureStyle } from '../../src/generated/assets.ts';
import { runRankplan } from '../command/run-rankplan.ts';

/*
 * A case is a folder with `topology.yaml`, and what `rankplan show` prints of it in each format that has a file there.
 * UPDATE_GOLDEN=1 writes that again; read the difference before you commit it, and look at the picture. Styles and script are
 * files of src/review, and stand as their names here; so do, but for one picture, the colours of the scale.
 */
const CASES = resolve('test/golden/pictures');
const FORMATS = { svg: 'expected.svg', html: 'expected.html' };
const folders = readdirSync(CASES);

const withoutAssets = (text: string): string =>
  Object.entries({ pageStyle, pageScript, pictureStyle }).reduce(
    (rest, [name, asset]) => rest.replaceAll(asset, `(${name})`),
    text,
  );

const COLOURS = /(?<=\(pictureStyle\)).*?(?=\n<\/style>)/s;
const [colours = ''] = COLOURS.exec(readFileSync(join(CASES, 'uneven/expected.svg'), 'utf8')) ?? [];
const withoutColours = (name: string, text: string): string =>
  name === 'uneven' ? text : text.replace(colours, '(colours of uneven)');

const cases = folders.flatMap((name) =>
  Object.entries(FORMATS)
    .map((format) => [name, ...format] as const)
    .filter(([, , file]) => existsSync(join(CASES, name, file))),
);

test.each(cases)('%s as %s', (name, format, file) => {
  const { status, stdout } = runRankplan(['show', '--format', format, 'topology.yaml'], {
    cwd: join(CASES, name),
  });
  expect(status).toBe(0);
  const drawn = withoutColours(name, withoutAssets(stdout));
  const expected = join(CASES, name, file);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(expected, drawn);
  expect(drawn).toBe(readFileSync(expected, 'utf8'));
});

test('every format has a case, and no folder has other files', () => {
  expect([...new Set(cases.map(([, format]) => format))].sort()).toEqual(Object.keys(FORMATS).sort());
  for (const name of folders) {
    const known = new Set(['topology.yaml', ...Object.values(FORMATS)]);
    expect(readdirSync(join(CASES, name)).filter((file) => !known.has(file))).toEqual([]);
  }
});

test('the pictures of docs/review.md are small, and all are shown', () => {
  const page = readFileSync('docs/review.md', 'utf8');
  const named = [...page.matchAll(/!\[[^\]]+\]\(pictures\/([\w.-]+)\)/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(readdirSync('docs/pictures').sort());
  for (const name of named) expect(statSync(`docs/pictures/${name}`).size).toBeLessThan(60_000);
});
