import { describe, expect, test } from 'vitest';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import { compileText } from '../compile-text.ts';
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

const INDENTATION: readonly Row[] = [
  ['a key of an item, one blank too few', '1-2]\n    gpus:', '1-2]\n   ▸gpus:'],
  ['a key of an item, one too many', '1-2]\n    gpus:', '1-2]\n     ▸gpus:'],
  ['a key of an item below its dash', '1-2]\n    gpus:', '1-2]\n  ▸gpus:'],
  ['a key of an item at the start of the line', '1-2]\n    gpus:', '1-2]\n▸gpus:'],
  ['the last key of an item, one too few', '    gpus: {', '   ▸gpus: {'],
  ['the last key of an item, one too many', '    gpus: {', '     ▸gpus: {'],
  ['the first key of a map, two too few', '      count: 4', '    ▸count: 4'],
  ['the second key of a map, one too few', '      model: A', '     ▸model: A'],
  ['the second key of a map, one too many', '      model: A', '       ▸model: A'],
  ['an item, one too few', '  - hosts: lab3', ' ▸- hosts: lab3'],
  ['an item, one too many', '  - hosts: lab3', '   ▸- hosts: lab3'],
  ['an item and its keys, two too many', '  - hosts: lab3\n    g', '    ▸- hosts: lab3\n      g'],
  ['an item without its dash', '  - hosts: lab3', '  ▸hosts: lab3'],
  ['a section, one too many', 'mapping:', ' ▸mapping:'],
  ['a section, two too many', 'mapping:', '  ▸mapping:'],
  ['a map in a section, one too few', '  env:', ' ▸env:'],
  ['a map in a section, one too many', '  env:', '   ▸env:'],
  ['text of a block', 'GREETING: "hello"', 'GREETING: |\n  ▸hi'],
];

const TABS: readonly Row[] = [
  ['for all of the indentation', '    gpus: {', '▸\tgpus: {'],
  ['behind blanks', '    gpus: {', '  ▸\tgpus: {'],
  ['before a section', 'mapping:', '▸\tmapping:'],
  ['in a map', '  strategy', '▸\tstrategy'],
  ['in several lines', '  command: [python, train.py]', '  command:\n▸\t- python\n\t- train.py'],
  ['behind a dash', '- hosts: lab3', '-▸\thosts: lab3'],
  ['within braces', '{ count: 2, ', '{ count: 2,\n▸\t'],
];

const COLONS: readonly Row[] = [
  ['no blank behind it', 'name: train', '▸name:train'],
  ['no blank, one letter', 'name: train', '▸name:m'],
  ['no blank, in an item', 'hosts: lab3', '▸hosts:lab3'],
  ['no blank, before a brace', 'gpus: {', '▸gpus:{'],
  ['none', 'mapping:', '▸mapping'],
  ['an equals sign', 'name: train', '▸name = train'],
  ['two in a value', 'GREETING: "hello"', 'GREETING: say▸: hello'],
  ['at the end of a value', 'strategy: sequential', 'strategy: sequential▸:'],
  ['no blank behind a dash', '- hosts: lab3', '▸-hosts: lab3'],
  [
    'no blank behind the dashes of two items, keys below as far left',
    '  - hosts: lab[1-2]\n    gpus:\n      count: 4\n      model: A100\n  - hosts: lab3\n    g',
    '  ▸-hosts: lab[1-2]\n   gpus:\n     count: 4\n  -hosts: lab3\n   g',
  ],
];

const QUOTES: readonly Row[] = [
  ['not closed, on the last line', '"hello"', '▸"hello'],
  ['not closed, another one below', 'train\n', '▸"train\n'],
  ['not closed, none below', 'train\n', "▸'train\n"],
  ['not closed, in braces', 'model: V100', 'model: ▸"V100'],
  ['not closed, in brackets', 'python, train.py', '"python", ▸"train.py'],
  ['not closed before a comma', 'python, train.py', '▸"python, "train.py"'],
  ['within quotes', '"hello"', '"say "▸hi" now"'],
  ['an apostrophe', '"hello"', "'don'▸t'"],
  ['an apostrophe with a backslash', '"hello"', "'don\\'▸t'"],
  ['text behind them', '"hello"', '"hello" ▸you'],
  ['\\$', '"hello"', '"▸\\$HOME"'],
  ['a path of Windows', '"hello"', '"C:▸\\work\\data"'],
  ['a value with @', '"hello"', '▸@foo'],
  ['a value with a backquote', '"hello"', '▸`date`'],
  ['a value with %', '"hello"', '▸%d'],
  ['a value with a brace', '"hello"', '▸{host}.x'],
  ['an item with @', 'python, train.py', 'python, ▸@args.txt'],
  ['an item with %', 'python, train.py', 'python, ▸%d'],
  ['an item with a backquote', 'python, train.py', 'python, ▸`date`, %d, "a, b"'],
  ['an item that is a dash', 'python, train.py', 'python, ▸-, -c, - a'],
  ['an apostrophe in an item', 'python, train.py', "python, ▸'it's fine', 'x'"],
  ['quotes in the quotes of an item', 'python, train.py', 'bash, -c, ▸"echo "hi""'],
  ['an apostrophe in a value of a map', 'env:\n    GREETING: "hello"', "env: { A: don't, B: ▸'don't' }"],
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
  ['one that closes too far left', '{ count: 2, model: V100 }', '{\n      count: 2,\n      model: V100\n▸}'],
  ['a list that closes too far left', '[python, train.py]', '[\n    python,\n    train.py\n▸]'],
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

const LEFTOVERS: readonly Row[] = [
  ['one mark of a merge', 'mapping:', '▸>>>>>>> branch\nmapping:'],
  ['the middle of a merge', 'mapping:', '▸=======\nmapping:'],
  ['a fence of Markdown', 'version: 1', '▸```yaml\nversion: 1'],
  ['a here-document', 'version: 1', "▸cat > rankplan.yaml <<'EOF'\nversion: 1"],
  ['the end of a here-document', '"hello"\n', '"hello"\n▸EOF\n'],
  ['a comment of another language', 'mapping:', '▸// the mapping\nmapping:'],
];

const TABLES = { INDENTATION, TABS, COLONS, QUOTES, BRACKETS, CHARACTERS, LEFTOVERS };

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
  const { line, column } = positionAt(found.primary.file, found.primary.start);
  const { span, replacement = '' } = found.suggestion ?? {};
  const written = text.includes('\r\n') ? replacement.replaceAll('\n', '\r\n') : replacement;
  const mended = span && text.slice(0, span.start) + written + text.slice(span.end);
  return { ...found, place: `${line}:${column}`, mended };
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

test('a carriage return alone ends no line', () => {
  const { diagnostics } = compileText(SOUND.replaceAll('\n', '\r'));
  expect(diagnostics.map(({ code, primary }) => [code, primary.start])).toEqual([['RP1009', 10]]);
  expect(compileText(SOUND.replaceAll('\n', '\r\n')).plan).not.toBeNull();
});

test.each(some([...INDENTATION, ...COLONS, ...BRACKETS]))(
  '%s, and another slip below: the first is told',
  (...row) => {
    const { text, place } = breakText(row);
    for (const second of ['  gpu: x\n y: 1', '  a: "', '>>>>>>> x'])
      expect(findOnly(`${text}slurm:\n${second}\n`).place, second).toBe(place);
  },
);

describe('a merge conflict', () => {
  const conflict = (base: string) =>
    SOUND.replace('name: train\n', `<<<<<<< HEAD\nname: train\n${base}=======\nname: other\n>>>>>>> b\n`);

  test.each(['', '||||||| base\nname: old\n'])('%j', (base) => {
    const [found, ...rest] = compileText(conflict(base)).diagnostics;
    expect(rest).toEqual([]);
    expect(found?.code).toBe('RP1010');
    expect(positionAt(found?.primary.file ?? { name: '', text: '' }, found?.primary.start ?? 0).line).toBe(2);
    expect(found?.labels).toHaveLength(2);
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
