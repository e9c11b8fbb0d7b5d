import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import type { Span } from '../../src/compiler/source/source-file.ts';
import {
  containerSpan,
  firstKeySpan,
  keySpan,
  textEntries,
  valueSpan,
} from '../../src/compiler/syntax/document.ts';
import { parseFully } from '../../src/compiler/syntax/parse-document.ts';
import { parseUsual } from '../../src/compiler/syntax/parse-usual.ts';
import { createDice } from '../mutate-document.ts';
import { runs } from '../stage.ts';

type Dice = (count: number) => number;

const at = ({ start, end }: Span) => `${start}-${end}`;

/** A value with all that the compiler asks of its places. */
function describeValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : value;
  const whole = [at(containerSpan(value)), at(firstKeySpan(value))];
  if (Array.isArray(value))
    return [whole, value.map((item, i) => [at(valueSpan(value, i)), describeValue(item)])];
  const places = textEntries(value).map(({ key, text, ...spans }) => [
    key,
    text,
    at(spans.keySpan()),
    at(spans.valueSpan()),
  ]);
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    at(keySpan(value, key)),
    at(valueSpan(value, key)),
    describeValue(item),
  ]);
  return [whole, places, entries];
}

/** What the full parser makes of a text; null where it finds a mistake. */
function readFully(text: string): unknown {
  const report = createReporter();
  const parsed = parseFully({ name: 't', text }, report, () => report.error('RP1003', NOWHERE, 'refused'));
  return parsed === null || report.errorCount() > 0 ? null : [describeValue(parsed.value)];
}

const NOWHERE: Span = { file: { name: 't', text: '' }, start: 0, end: 0 };

function readUsual(text: string): unknown {
  const file = { name: 't', text };
  const parsed = parseUsual(file, []);
  return parsed === null ? null : [describeValue(parsed.value)];
}

const SCALARS = [
  'a',
  'lab1',
  '1',
  '-2',
  '0',
  '007',
  '1.5',
  '.5',
  '1e3',
  '1_0',
  '0x1f',
  '+1',
  'true',
  'False',
  'null',
  '~',
  'no',
];
const MORE = [
  '"a b"',
  "'it''s'",
  '""',
  '"x: y"',
  'a b',
  'a:b',
  'x#y',
  '-1-',
  '12:00',
  '5f2a',
  '1e999',
  '-0',
  '.',
  '-.',
  'é',
];
const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(list.length)] as T;

const scalar = (dice: Dice): string => pick(dice, dice(2) === 0 ? SCALARS : MORE);
const key = (dice: Dice, i: number): string =>
  dice(9) === 0 ? `"k ${i}"` : `${pick(dice, ['k', 'host', '1', 'a b'])}${i}`;
const comment = (dice: Dice): string => (dice(8) === 0 ? ' # why' : '');

function flow(dice: Dice, depth: number): string {
  const isMap = dice(2) === 0;
  const items = Array.from({ length: dice(4) }, (_, i) => {
    const value = depth > 0 && dice(4) === 0 ? flow(dice, depth - 1) : scalar(dice);
    return isMap ? `${key(dice, i)}: ${value}` : value;
  });
  const text = items.join(pick(dice, [', ', ',', ',\n         ', ', # c\n        ']));
  const trailing = items.length > 0 && dice(6) === 0 ? ',' : '';
  return isMap ? `{ ${text}${trailing} }` : `[${text}${trailing}]`;
}

const inline = (dice: Dice): string => (dice(3) === 0 ? flow(dice, 2) : scalar(dice));

/** Lines of a block collection, as people write them. */
function block(dice: Dice, indent: number, depth: number): string[] {
  const isMap = dice(2) === 0;
  const pad = ' '.repeat(indent);
  return Array.from({ length: 1 + dice(3) }, (_, i) => {
    const lines = dice(9) === 0 ? [`${' '.repeat(dice(6))}# a comment`] : dice(15) === 0 ? [''] : [];
    const lead = isMap ? `${pad}${key(dice, i)}:` : `${pad}-`;
    if (depth === 0 || dice(2) === 0) return [...lines, `${lead} ${inline(dice)}${comment(dice)}`];
    const below = block(dice, indent + (isMap ? pick(dice, [0, 1, 2, 4]) : 2), depth - 1);
    const [first = '', ...others] = below;
    const compact = !isMap && dice(2) === 0 && first.trim() !== '' && !first.includes('#');
    if (compact) return [...lines, `${lead} ${first.slice(indent + 2)}`, ...others];
    return [...lines, `${lead}${comment(dice)}`, ...below];
  }).flat();
}

const STRAY = [
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ':',
  ': ',
  ',',
  '- ',
  '-',
  '#',
  ' #',
  '? ',
  '&a ',
  '*a',
  '!t ',
  '|',
  '>',
  '%',
  '@',
  '`',
  '---\n',
  '\\',
  'a',
  '0',
];

/** One to three characters more or less, or a line moved. */
function damage(text: string, dice: Dice): string {
  let damaged = text;
  for (let left = dice(4); left > 0; left--) {
    const from = dice(damaged.length + 1);
    const until = dice(2) === 0 ? from : from + 1 + dice(3);
    damaged = damaged.slice(0, from) + (dice(3) === 0 ? '' : pick(dice, STRAY)) + damaged.slice(until);
  }
  return damaged;
}

test('what is read in the short way has the values and the places that the full parser gives', () => {
  let [taken, sound] = [0, 0];
  const all = runs(200_000, 5000);
  for (let seed = 0; seed < all; seed++) {
    const dice = createDice(seed);
    const text = damage(
      `${block(dice, 0, dice(4)).join(pick(dice, ['\n', '\n', '\r\n']))}${pick(dice, ['', '\n', '\n\n'])}`,
      dice,
    ).replace(/\r(?!\n)/g, ''); // no file with such a line end gets here
    const usual = readUsual(text);
    if (usual === null) continue;
    taken++;
    const full = readFully(text);
    if (full !== null) sound++;
    if (JSON.stringify(usual) !== JSON.stringify(full))
      expect({ seed, text, usual }).toEqual({ seed, text, usual: full });
  }
  expect(sound).toBe(taken);
  expect(taken).toBeGreaterThan(all / 5);
});

test('so are the topologies that people write, nearly all', () => {
  const texts = ['test/reasonable', 'examples', 'test/golden/cases'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.yaml'))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  );
  const usual = texts.filter((text) => readUsual(text) !== null);
  for (const text of usual) expect(readUsual(text)).toEqual(readFully(text));
  expect(usual.length / texts.length).toBeGreaterThan(0.9);
});
