import { describe, expect, test } from 'vitest';
import { compileText, placeOf } from '../compile-text.ts';
import { some } from '../stage.ts';

const MARK = '▸';
const SOUND = `version: 1
name: train
nodes:
  - hosts: lab[1-2]
    gpus:
      count: 4
      model: A100
  - hosts: lab3
    gpus: { count: 2, model: V100 }
mapping:
  strategy: sequential
launch:
  command: [python, train.py]
  env:
    GREETING: "hello"
`;

/** What is replaced in a topology that is sound; the mark stands where the finding must be. */
type Row = readonly [what: string, from: string, to: string];

const TABS: readonly Row[] = [
  ['for all of the indentation', '    gpus: {', '▸\tgpus: {'],
  ['behind blanks', '    gpus: {', '  ▸\tgpus: {'],
  ['before a section', 'mapping:', '▸\tmapping:'],
  ['in a map', '  strategy', '▸\tstrategy'],
  ['in several lines', '  command: [python, train.py]', '  command:\n▸\t- python\n\t- train.py'],
  ['behind a dash', '- hosts: lab3', '-▸\thosts: lab3'],
  ['within braces', '{ count: 2, ', '{ count: 2,\n▸\t'],
];

const QUOTES: readonly Row[] = [
  ['not closed, on the last line', '"hello"', '▸"hello'],
  ['not closed, another one below', 'train\n', '▸"train\n'],
  ['not closed, none below', 'train\n', "▸'train\n"],
  ['not closed, in braces', 'model: V100', 'model: ▸"V100'],
  ['not closed, in brackets', 'python, train.py', '"python", ▸"train.py'],
  ['not closed before a comma', 'python, train.py', '▸"python, "train.py"'],
];

const BRACKETS: readonly Row[] = [
  ['a brace that is not closed', '{ count: 2, model: V100 }', '▸{ count: 2, model: V100'],
  ['over lines', '{ count: 2, model: V100 }', '▸{\n      count: 2,\n      model: V100'],
  [
    'over lines, an empty one behind',
    '{ count: 2, model: V100 }',
    '▸{\n      count: 2,\n      model: V100\n',
  ],
  ['a bracket that is not closed', '[python, train.py]', '▸[python, train.py'],
  ['a brace too many', 'V100 }', 'V100 }▸}'],
  ['a bracket too many', 'train.py]', 'train.py]▸]'],
  ['a bracket for a brace', 'V100 }', 'V100 ▸]'],
  ['a brace for a bracket', 'train.py]', 'train.py▸}'],
  ['no comma', '{ count: 2, model', '{ count: ▸2 model'],
  [
    'a host list in braces',
    '    gpus: {',
    '    gpus: { count: 1 }\n  - { hosts: ▸lab[4-5], cpuRanks: 1 }\n  - hosts: lab6\n    gpus: {',
  ],
  ['a variable in brackets', 'train.py]', '▸${SCRIPT}]'],
  ['a variable in braces', 'env:\n    GREETING: "hello"', 'env: { A: ▸${HOME} }'],
];

const CHARACTERS: readonly Row[] = [
  ['a no-break space behind a colon', 'name: train', 'name:▸\u00a0train'],
  ['a no-break space in the indentation', '      model', '   ▸\u00a0  model'],
  ['a no-break space before an item', '  - hosts: lab3', '▸\u00a0 - hosts: lab3'],
  ['a no-break space behind a dash', '- hosts: lab3', '-▸\u00a0hosts: lab3'],
  ['an ideographic space', 'name: train', 'name:▸\u3000train'],
  ['a full-width colon', 'name: train', 'name▸：train'],
  ['a full-width colon and a blank', 'name: train', 'name▸： train'],
  ['a full-width comma', '{ count: 2, model', '{ count: 2▸， model'],
  ['a dash of a word processor', '- hosts: lab3', '▸– hosts: lab3'],
];

const TABLES = { TABS, QUOTES, BRACKETS, CHARACTERS };

function breakText([, from, to]: Row): { readonly text: string; readonly place: string } {
  expect(SOUND.split(from).length, from).toBe(2);
  const [before = '', behind = ''] = SOUND.replace(from, () => to).split(MARK);
  const lines = before.split('\n');
  return { text: before + behind, place: `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}` };
}

/** The only finding of a text, its place, and the text as its help would have it. */
function findOnly(text: string) {
  const { diagnostics } = compileText(text);
  expect(diagnostics.map(({ code }) => code)).toEqual(['RP1003']);
  const [found] = diagnostics;
  if (found === undefined) throw new Error('nothing was found');
  const { span, replacement = '' } = found.suggestion ?? {};
  const written = text.includes('\r\n') ? replacement.replaceAll('\n', '\r\n') : replacement;
  const mended = span && text.slice(0, span.start) + written + text.slice(span.end);
  return { ...found, place: placeOf(found), mended };
}

describe.each(Object.entries(TABLES))('%s', (_, rows) => {
  test.each(rows)('%s: found where it is, and mended by what is said', (...row) => {
    const { text, place } = breakText(row);
    const found = findOnly(text);
    expect(found.place).toBe(place);
    expect(found.help).toBeTruthy();
    const { plan, diagnostics } = compileText(found.mended ?? '');
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(plan).not.toBeNull();
  });

  test.each(some(rows))('%s: the same with the line ends of Windows', (...row) => {
    const { text, place } = breakText(row);
    const found = findOnly(text.replaceAll('\n', '\r\n'));
    expect(found.place).toBe(place);
    expect(compileText(found.mended ?? '').plan).not.toBeNull();
    expect(found.mended).not.toMatch(/[^\r]\n/);
  });
});

test('each kind has its own words', () => {
  const messages = Object.values(TABLES).map((rows) =>
    rows.map((row) => findOnly(breakText(row).text).message.replace(/`[^`]*`/g, '')),
  );
  for (const [i, own] of messages.entries()) {
    const others = new Set(messages.filter((_, k) => k !== i).flat());
    expect(own.filter((message) => others.has(message))).toEqual([]);
  }
});

test.each([
  ['an escape that is none', '"▸\\$HOME"'],
  ['text behind a quote', '"hello" ▸you'],
  ['a sign that begins no text', '▸@foo'],
])('%s: what the parser finds, in plain words', (_, to) => {
  const { text, place } = breakText(['', '"hello"', to]);
  const found = findOnly(text);
  expect(found.place).toBe(place);
  expect(found.help).toMatch(/quote/);
});

test('a carriage return alone ends no line', () => {
  const { diagnostics } = compileText(SOUND.replaceAll('\n', '\r'));
  expect(diagnostics.map(({ code, primary }) => [code, primary.start])).toEqual([['RP1009', 10]]);
  expect(compileText(SOUND.replaceAll('\n', '\r\n')).plan).not.toBeNull();
});

test.each(some([...QUOTES, ...BRACKETS]))('%s, and another slip below: the first is told', (...row) => {
  const { text, place } = breakText(row);
  for (const second of ['  gpu: x\n y: 1', '  a: "', '>>>>>>> x'])
    expect(findOnly(`${text}slurm:\n${second}\n`).place, second).toBe(place);
});

describe('a merge conflict', () => {
  const conflict = (base: string) =>
    SOUND.replace('name: train\n', `<<<<<<< HEAD\nname: train\n${base}=======\nname: other\n>>>>>>> b\n`);

  test.each(['', '||||||| base\nname: old\n'])('%j', (base) => {
    const found = compileText(conflict(base)).diagnostics;
    expect(found).toMatchObject([{ code: 'RP1010', labels: [{}, {}] }]);
    expect(found.map(placeOf)).toEqual(['2:1']);
  });

  test('within brackets, where the text would parse', () => {
    const text =
      '{"version": 1,\n<<<<<<< HEAD\n"name": "a",\n=======\n"name": "b",\n>>>>>>> b\n"nodes": []}\n';
    expect(compileText(text).diagnostics.map(({ code }) => code)).toEqual(['RP1010']);
  });

  test('but not its marks where they are text', () => {
    const setup = `${SOUND}  setup:\n    - |\n      cat <<<<<<< HEAD\n      <<<<<<< HEAD\n      =======\n      >>>>>>> b\n`;
    expect(compileText(setup).diagnostics).toEqual([]);
  });
});
