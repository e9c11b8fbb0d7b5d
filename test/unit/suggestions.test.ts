import { describe, expect, test } from 'vitest';
import { applySuggestions } from '../../src/compiler/diagnostics/apply-suggestions.ts';
import type { Suggestion } from '../../src/compiler/diagnostics/suggestion.ts';
import { compileText } from '../compile-text.ts';

const HEAD = 'version: 1\nname: x\n';
const GPU = 'nodes: [{ hosts: n1, gpus: [{ index: 0 }] }]\n';
const SCORED = GPU.replace('0 }', '0, score: 1.5 }');

/** The suggestions of a topology: what they would make of it, and whether that is certain. */
function suggestionsOf(text: string) {
  return compileText(text).diagnostics.flatMap(({ code, suggestion }) =>
    suggestion === null ? [] : [{ code, suggestion, made: applySuggestions(text, [suggestion]).text }],
  );
}

describe('a suggestion that is certain', () => {
  test.each([
    ['a key that lacks a letter', 'exclud: []', 'exclude: []', 'RP1101'],
    ['a key with words joined otherwise', 'world_size: 1', 'worldSize: 1', 'RP1101'],
    ['a key in quotes', '"worldsize": 1', '"worldSize": 1', 'RP1101'],
    ['a choice', 'strategy: sequentail', 'strategy: sequential', 'RP1104'],
    ['a choice in quotes', "strategy: 'Sequential'", "strategy: 'sequential'", 'RP1104'],
    ['a number in quotes', 'worldSize: "1"', 'worldSize: 1', 'RP1103'],
    ['one item for a list', 'exclude: n1:0', 'exclude: [n1:0]', 'RP1103'],
    ['one item in quotes', 'exclude: "n1:0"', 'exclude: ["n1:0"]', 'RP1103'],
  ])('%s', (_, wrong, right, code) => {
    const mapping = (written: string) => `${HEAD}${GPU}mapping: { ${written} }\n`;
    expect(suggestionsOf(mapping(wrong))).toMatchObject([
      { code, suggestion: { isCertain: true }, made: mapping(right) },
    ]);
  });

  test.each([
    ['a number for a text', `version: 1\nname: 007\n${GPU}`, `version: 1\nname: "007"\n${GPU}`],
    ['the version as a text', `version: "1"\nname: x\n${GPU}`, `${HEAD}${GPU}`],
    ['a plural', HEAD + GPU.replace('0 }', '0, models: A }'), HEAD + GPU.replace('0 }', '0, model: A }')],
    ['a number that may be a map', HEAD + SCORED.replace('1.5', '"1.5"'), HEAD + SCORED],
    ['no version', `# lab\nname: x\n${GPU}`, `# lab\n${HEAD}${GPU}`],
    ['no version, CRLF', `name: x\r\n${GPU}`, `version: 1\r\nname: x\r\n${GPU}`],
    ['no version, JSON', '{"name": "x", "nodes": []}', '{"version": 1, "name": "x", "nodes": []}'],
  ])('%s', (_, wrong, right) => {
    const [first] = suggestionsOf(wrong);
    expect(first).toMatchObject({ suggestion: { isCertain: true }, made: right });
  });
});

describe('a comment that leaves nothing out is removed', () => {
  test.each([
    ['its line', 'mapping: {}\n  # rankplan-ignore RP3007: x\n', 'mapping: {}\n'],
    ['the last line', 'mapping: {}\n# rankplan-ignore RP3007: x', 'mapping: {}\n'],
    ['behind a value', 'mapping: {}  # rankplan-ignore RP3007: x\n', 'mapping: {}\n'],
    ['behind a value, CRLF', 'mapping: {} # rankplan-ignore RP3007: x\r\n', 'mapping: {}\r\n'],
  ])('%s', (_, wrong, right) => {
    expect(suggestionsOf(`${HEAD}${GPU}${wrong}`)).toMatchObject([
      { code: 'RP1202', suggestion: { isCertain: true }, made: `${HEAD}${GPU}${right}` },
    ]);
  });

  test.each([
    ['other codes stand beside it', '# rankplan-ignore RP3007, RP3021: x\n'],
    ['it goes on below', '# rankplan-ignore RP3007: x\n# (ticket 4711)\n'],
  ])('but not where %s', (_, wrong) => {
    expect(compileText(`${HEAD}${GPU}${wrong}`).diagnostics.map(({ code }) => code)).toContain('RP1202');
    expect(suggestionsOf(`${HEAD}${GPU}${wrong}`)).toEqual([]);
  });
});

describe('a suggestion that is a guess', () => {
  test.each([
    ['two letters differ', 'mapping: { wordlsizes: 1 }', 'RP1101', 'worldSize'],
    ['a key as near is taken', 'launch: { parallel: { tp: 1, etp: 1 } }', 'RP1101', 'ep'],
    ['a node', 'mapping: { exclude: ["n11:0"] }', 'RP2019', 'n1'],
    ['too many ranks', 'mapping: { worldSize: 3 }', 'RP3002', '1'],
  ])('%s', (_, wrong, code, replacement) => {
    expect(suggestionsOf(`${HEAD}${GPU}${wrong}\n`)).toMatchObject([
      { code, suggestion: { isCertain: false, replacement } },
    ]);
  });

  test('a model may have a name that differs by a letter', () => {
    const text = `${HEAD}models: { h100: { memory: 80G } }\nnodes: [{ hosts: n1, gpus: { model: h200, count: 1 } }]\n`;
    expect(suggestionsOf(text)).toMatchObject([{ code: 'RP2007', suggestion: { isCertain: false } }]);
  });
});

test.each([
  ['nothing is near', 'mapping: { colour: red }'],
  ['the key is there already', 'mapping: { worldSize: 1, world_size: 1 }'],
  ['the value is written with an escape', 'mapping: { strategy: "sequent\\x61il" }'],
  ['several items may be meant', 'mapping: { exclude: "n1:0 n1:1" }'],
])('there is none where %s', (_, wrong) => {
  const text = `${HEAD}${GPU}${wrong}\n`;
  expect(compileText(text).diagnostics).not.toEqual([]);
  expect(suggestionsOf(text)).toEqual([]);
});

describe('applying', () => {
  const file = { name: 'x', text: 'one two\r\nthree' };
  const edit = (start: number, end: number, replacement: string): Suggestion => ({
    span: { file, start, end },
    replacement,
    title: 'x',
    isCertain: true,
  });

  test('makes all that do not overlap, in any order', () => {
    const edits = [edit(9, 14, '3'), edit(0, 3, '1'), edit(2, 5, 'no')];
    expect(applySuggestions(file.text, edits).text).toBe('1 two\r\n3');
  });

  test('makes one of two insertions at a place, with the line ends of the file', () => {
    const edits = [edit(4, 4, 'a\n'), edit(4, 4, 'b\n')];
    expect(applySuggestions(file.text, edits).text).toBe('one a\r\ntwo\r\nthree');
  });

  test('of nothing changes nothing', () =>
    expect(applySuggestions(file.text, [])).toEqual({ text: file.text, made: [] }));
});
