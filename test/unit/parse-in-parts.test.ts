import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInParts } from '../../src/compiler/plan/parse-in-parts.ts';
import { planOf, planText } from '../compile-text.ts';

const textOf = (hosts: string) =>
  planText(
    planOf(`version: 1\nname: t\nnodes: [{hosts: "${hosts}", gpus: {count: 4}}, {hosts: b1, cpuRanks: 2}]`),
  ) ?? '';
const SMALL = textOf('a[1-2]');
const LARGE = textOf('a[1-1500]');

/** What it gives; null, too, where it throws: then the whole is parsed. */
function partsOf(text: string): object | null {
  try {
    return parseInParts(text);
  } catch {
    return null;
  }
}

describe('a plan parsed in parts', () => {
  test.each([SMALL, LARGE])('is the same', (text) => {
    expect(parseInParts(text)).toEqual(JSON.parse(text));
    expect(JSON.stringify(parseInParts(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test.each([
    [
      'nodes of another object',
      SMALL.replace('"env": {}', '"env": {\n  "nodes": [\n1\n  ],\n  "ranks": [\n2\n  ]}'),
    ],
    ['nodes again', SMALL.replace('\n  "nodes"', '\n  "nodes": [1],\n  "nodes"')],
    ['nodes once more', SMALL.replace(/\n\}\s*$/, ',"nodes":[1],"ranks":[2]}')],
    ['a list of lists', SMALL.replace('"nodes": [\n', '"nodes": [[\n').replace('\n  ]', '\n  ]]')],
  ])('is never another than the whole: %s', (_, text) => {
    const parts = partsOf(text);
    if (parts !== null) expect(parts).toEqual(JSON.parse(text));
    expect(text).not.toBe(SMALL);
  });

  test.each([
    [
      'blanks as a part',
      LARGE.replace('"nodes": [\n', `"nodes": [\n${' '.repeat(70_000)},\n    {"name":"x"},`),
    ],
    ['an end that is missing', LARGE.slice(0, -3)],
    ['a comma too many', LARGE.replace('\n  ],', ',\n  ],')],
  ])('is not valid where the whole is not: %s', (_, text) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(partsOf(text)).toBeNull();
  });

  test('is the whole, whatever was changed', () => {
    const piece = fc.constantFrom(
      '',
      ',',
      '[',
      ']',
      '{',
      '}',
      '"',
      '\n  ]',
      '1',
      '\n  "ranks": [\n',
      '"nodes":[1],',
    );
    fc.assert(
      fc.property(fc.nat(SMALL.length), fc.nat(3), piece, (at, length, put) => {
        const text = SMALL.slice(0, at) + put + SMALL.slice(at + length);
        const parts = partsOf(text);
        if (parts !== null) expect(parts).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });
});
