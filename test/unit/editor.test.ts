import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { compile } from '../../src/compiler/compile.ts';
import { STRATEGIES } from '../../src/compiler/mapping/strategies.ts';
import { complete } from '../../src/editor/complete.ts';
import { define } from '../../src/editor/define.ts';
import { hover } from '../../src/editor/hover.ts';
import { isTopology } from '../../src/editor/is-topology.ts';
import type { Request } from '../../src/editor/locate.ts';
import { locate } from '../../src/editor/locate.ts';

const SOUND = `version: 1
name: lab
models:
  A100: { memory: 80GiB, score: { score: 100, bf16: 300 } }
  H100: { memory: 80GiB, score: { score: 180, bf16: 700 } }
nodes:
  - hosts: lab1
    gpus: [{ index: 0-1, model: A100 }, { index: 3, model: H100 }]
    cpuRanks: 1
  - hosts: dgx[01-03]
    gpus: { count: 2, model: H100 }
mapping:
  exclude: ['lab1:cpu0', 'dgx02']
`;

const compiled = (text: string) =>
  compile(text, { name: 'lab.yaml', read: (name) => ({ kind: 'missing', name }) });

/** The request at the mark `|`; what is known comes from the text `known`, as the editor had it before. */
function at(marked: string, known?: string): Request {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const compilation = compiled(text);
  const document = TextDocument.create('file:///lab.yaml', 'yaml', 1, text);
  return {
    document,
    offset,
    compilation,
    known: () => (known === undefined ? compilation : compiled(known)),
  };
}

describe('where a cursor is', () => {
  test.each<[string, string, (string | number)[], string]>([
    ['|', 'value', [], ''],
    ['na|me', 'value', [], 'name'],
    ['na|me: x', 'key', [], 'name'],
    ['version: 1\n|', 'key', [], ''],
    ['version: 1\nname: x|', 'value', ['name'], 'x'],
    ['mapping:\n  |', 'value', ['mapping'], ''],
    ['mapping:\n  by: score\n  or|', 'key', ['mapping'], 'or'],
    ['mapping:\n  by: score\n|', 'key', [], ''],
    ['mapping: { by: score, or|', 'key', ['mapping'], 'or'],
    ['mapping: { strategy: se|', 'value', ['mapping', 'strategy'], 'se'],
    ['mapping: {\n  strategy: se|', 'value', ['mapping', 'strategy'], 'se'],
    ['nodes:\n  - ho|', 'value', ['nodes', 0], 'ho'],
    ['nodes:\n  - hosts: a\n  - hosts: b\n    gp|', 'key', ['nodes', 1], 'gp'],
    ['nodes:\n- hosts: a\n- gpus:\n  - index: 0\n    mo|', 'key', ['nodes', 1, 'gpus', 0], 'mo'],
    ['mapping:\n  ranks: [lab1:0, "lab1:|2"', 'value', ['mapping', 'ranks', 1], 'lab1:2'],
    ['mapping:\n  ranks:\n    - lab1:|', 'value', ['mapping', 'ranks', 0], 'lab1:'],
    ['{"mapping": {"strategy": "se|"', 'value', ['mapping', 'strategy'], 'se'],
    ['{"mapping": {"by": "x",\n "str|', 'key', ['mapping'], 'str'],
    ['models:\n  A100 SXM: { memory: 80G|iB }', 'value', ['models', 'A100 SXM', 'memory'], '80GiB'],
    ['launch:\n  command: [python, tr|ain.py]', 'value', ['launch', 'command', 1], 'train.py'],
    ['launch:\n  setup: |\n', 'value', ['launch', 'setup'], ''],
    ['a: "unclosed\nmapping:\n  by: s|', 'value', ['a'], 's'],
    ['mapping: ]] }{\n  by: s|', 'value', [], 's'],
    ['gpus: [{ index: 0-|1 }]', 'value', ['gpus', 0, 'index'], '0-1'],
    ['inventory: "a/{h|ost}.json"', 'value', ['inventory'], 'a/{host}.json'],
  ])('%j', (marked, kind, path, word) => {
    const { document, offset } = at(marked);
    expect(locate(document.getText(), offset)).toMatchObject({ kind, path, word });
  });

  test.each(['name: x # a com|ment', '# by|'])('%j is nowhere', (marked) => {
    const { document, offset } = at(marked);
    expect(locate(document.getText(), offset)).toBeNull();
  });

  test('of every place of a text, cut off there or not, the answer is no crash', () => {
    const request = at(`${SOUND}|`);
    let answered = 0;
    for (let offset = 0; offset <= SOUND.length; offset++)
      for (const text of [SOUND, SOUND.slice(0, offset), `${SOUND.slice(0, offset)}{"[`]) {
        const document = TextDocument.create('file:///lab.yaml', 'yaml', 1, text);
        answered += complete({ ...request, document, offset }).length;
      }
    expect(answered).toBeGreaterThan(SOUND.length);
  });
});

describe('completion', () => {
  const labels = (marked: string, known?: string) => complete(at(marked, known)).map(({ label }) => label);

  test.each<[string, string[]]>([
    ['|', 'version name nodes models mapping workload stages launch slurm roles end'.split(' ')],
    [
      'version: 1\n|\nnodes: []\nname: x',
      ['models', 'mapping', 'workload', 'stages', 'launch', 'slurm', 'roles', 'end'],
    ],
    ['mapping:\n  strategy: |', STRATEGIES.map(({ name }) => name)],
    ['mapping: { by: x, strategy: "|', STRATEGIES.map(({ name }) => name)],
    ['workload: { globalBatch: 4, |, multipleOf: 2 }', ['shares', 'samples', 'memory']],
    ['slurm:\n  exclusive: |', ['true', 'false']],
    ['version: |', ['1']],
    ['name: |', []],
    [
      'nodes:\n  - hosts: a\n    gpus: { |',
      ['count', 'model', 'memory', 'score', 'fixedSeconds', 'maxSamples', 'gres', 'vendor'],
    ],
  ])('%j', (marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  const typing = (line: string) => `${SOUND.slice(0, SOUND.indexOf('mapping:'))}mapping:\n  ${line}`;
  test.each<[string, string[]]>([
    ['by: |', ['score', 'memory', 'bf16']],
    ['exclude: [|', ['lab1', 'dgx01', 'dgx02', 'dgx03']],
    ['exclude: ["d|', ['dgx01', 'dgx02', 'dgx03']],
    ['ranks:\n    - lab1:|', ['lab1:0', 'lab1:1', 'lab1:3', 'lab1:cpu0']],
    ['ranks: ["dgx01:|', ['dgx01:0-1', 'dgx01:0', 'dgx01:1']],
    ['ranks: [nobody:|', []],
  ])('names of the topology: %j', (line, expected) => {
    expect(labels(typing(line), SOUND)).toEqual(expected);
  });

  test('a model of a GPU, and the models that nobody has described', () => {
    expect(labels('nodes:\n  - hosts: a\n    gpus: { count: 1, model: |', SOUND)).toEqual(['A100', 'H100']);
    const undescribed = SOUND.replace(/models:\n(?: {2}.*\n)+/, '');
    expect(labels('models:\n  H100: { }\n  |', undescribed)).toEqual(['A100']);
  });

  test('what is put in the place of the word is a key with its colon, and keeps quotes and a colon that are there', () => {
    const edit = (marked: string) => complete(at(marked)).find(({ label }) => label === 'strategy')?.textEdit;
    const range = (from: number, to: number) => ({
      start: { line: 1, character: from },
      end: { line: 1, character: to },
    });
    expect(edit('mapping:\n  str|')).toEqual({ newText: 'strategy: ', range: range(2, 5) });
    expect(edit('mapping:\n  str|: x')).toEqual({ newText: 'strategy', range: range(2, 5) });
    expect(edit('{"mapping": {\n  "str|')).toEqual({ newText: 'strategy', range: range(3, 6) });
  });
});

describe('hover', () => {
  const hovered = (marked: string): string => {
    const answer = hover(at(marked));
    return answer === null ? '' : (answer.contents as { value: string }).value;
  };

  test('a key says what it means, with an example; a value what that one means', () => {
    expect(hovered(SOUND.replace('cpuRanks', 'cpu|Ranks'))).toMatch(
      /^\*\*cpuRanks\*\*: How many CPU slots.*cpuRanks: 4/s,
    );
    expect(hovered('mapping: { strategy: perf|ormance-ranked }')).toMatch(
      /^`performance-ranked`: The fastest GPUs/,
    );
    expect(hovered('name: x\nfoo|: 3')).toBe('');
  });

  test('a node says which ranks it carries, several say it in a line each', () => {
    expect(hovered(SOUND.replace('hosts: lab1', 'hosts: la|b1'))).toContain('lab1: node 0');
    expect(hovered(SOUND.replace('hosts: dgx', 'hosts: d|gx'))).toContain(
      'dgx01  ranks 3-4\ndgx02  no rank\ndgx03  ranks 5-6\n',
    );
  });

  test('a GPU says which rank it carries and why, with lines', () => {
    const text = hovered(SOUND.replace('index: 3', 'index: |3'));
    expect(text).toContain('rank 2 is on lab1:3 (H100)');
    expect(text).toMatch(/GPU .*\[line 8\]/);
    expect(hovered(SOUND.replace('0-1', '0-|1'))).toContain('lab1:0  rank 0\nlab1:1  rank 1\n');
  });

  test('a selector says what it does', () => {
    expect(hovered(SOUND.replace("'lab1:cpu0'", "'lab1:c|pu0'"))).toContain('lab1:cpu0 carries no rank');
    expect(hovered(SOUND.replace("'dgx02'", "'dgx|02'"))).toContain('dgx02:0  no rank\ndgx02:1  no rank');
  });
});

describe('definition', () => {
  const defined = (marked: string) =>
    define(at(marked, marked.replace('|', '')), (path) => `file:///${path}`);

  test('an inventory leads to its files, a model to its facts, a selector to its node', () => {
    const files = SOUND.replace(/gpus: \{ count.*/, 'inventory: "in|ventory/{host}.json"');
    expect(defined(files).map(({ uri }) => uri)).toEqual(
      ['1', '2', '3'].map((n) => `file:///inventory/dgx0${n}.json`),
    );
    const lineOf = (marked: string) => defined(marked).map(({ range }) => range.start);
    expect(lineOf(SOUND.replace('model: H100', 'model: H|100'))).toEqual([{ line: 4, character: 2 }]);
    expect(lineOf(SOUND.replace("'dgx02'", "'dg|x02'"))).toEqual([{ line: 9, character: 11 }]);
    expect(lineOf(SOUND.replace('name: lab', 'name: l|ab'))).toEqual([]);
  });
});

test.each([
  ['rankplan.yaml', '', true],
  ['/a/b/dgx.rankplan.yml', '', true],
  ['/a/b/notrankplan.yaml', '', false],
  ['topology.yaml', '- topology: default\n', false],
  ['topology.yaml', 'version: 1\n', true],
  ['x.yaml', 'version: 1\nservices: {}\n', false],
  ['x.yaml', 'name: x\nversion: 1\nnodes:\n', true],
  ['x.json', '{\n  "version": 1,\n  "nodes": []\n}', true],
  ['x.yaml', '# yaml-language-server: $schema=../node_modules/rankplan/schemas/topology.schema.json\n', true],
])('%s with %j: %j', (name, text, expected) => {
  expect(isTopology({ languageId: 'yaml', name, text })).toBe(expected);
});
