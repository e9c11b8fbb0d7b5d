import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import { WARNING_CODES } from '../../src/generated/codes.ts';
import { compileText } from '../compile-text.ts';
import { readFrom } from '../read-beside.ts';
import { runs } from '../stage.ts';

/** `code line` of each finding, and whether there is a plan. */
function findings(text: string, files: Readonly<Record<string, string>> = {}) {
  const { diagnostics, plan } = compileText(text, readFrom(files));
  const found = diagnostics.map(({ code, primary: { file, start } }) => {
    const name = file.name === 'topology.yaml' ? '' : ` ${file.name}`;
    return `${code} ${positionAt(file, start).line}${name}`;
  });
  return { found, compiles: plan !== null };
}

/** Scores that nobody reads: RP3007 at the first of them, in line 6. */
const scored = ({ above = '', end = '', below = '' }) =>
  `version: 1\nname: x\nnodes:\n  - hosts: lab1\n    gpus:\n` +
  `${above}      - { index: 0, score: 2 }${end}\n${below}      - { index: 1 }\n`;

test('the warning that the others are about is there', () => {
  expect(findings(scored({}))).toEqual({ found: ['RP3007 6'], compiles: true });
});

describe('a comment that counts', () => {
  test.each([
    ['at the end of the line', { end: ' # rankplan-ignore RP3007: later' }],
    ['without blanks', { end: ' #rankplan-ignore RP3007:later' }],
    ['with several marks', { end: ' ## rankplan-ignore RP3007 : later' }],
    ['with a reason that looks like another one', { end: ' # rankplan-ignore RP3007: RP1234: x' }],
    ['alone above', { above: '      # rankplan-ignore RP3007: later\n' }],
    ['alone above in another column', { above: '# rankplan-ignore RP3007: later\n' }],
    ['alone above, with a tab', { above: '\t# rankplan-ignore RP3007: later\n' }],
    ['with other comments between', { above: '# rankplan-ignore RP3007: later\n# more\n  # words\n' }],
    ['with other words after the reason', { end: ' # rankplan-ignore RP3007: later # and more' }],
  ])('%s', (_, lines) => {
    expect(findings(scored(lines))).toEqual({ found: [], compiles: true });
  });

  test.each([{ above: '# rankplan-ignore RP3007: later\n' }, { end: ' # rankplan-ignore RP3007: x' }])(
    'with Windows line ends: %j',
    (lines) => {
      expect(findings(scored(lines).replaceAll('\n', '\r\n')).found).toEqual([]);
    },
  );

  test('for several codes, each of which must be there', () => {
    expect(findings(scored({ end: ' # rankplan-ignore RP3007, RP3021: later' })).found).toEqual(['RP1202 6']);
  });

  test('in an inventory file, once for all hosts that share it', () => {
    const inventory = (comment: string) =>
      `formatVersion: "1.0"\ngpus:\n  - { index: 0, score: 2 }${comment}\n  - { index: 1, score: 1 }\n`;
    const text =
      'version: 1\nname: x\nnodes:\n  - { hosts: a, inventory: i.yaml }\n  - { hosts: b, inventory: i.yaml }\n';
    expect(findings(text, { 'i.yaml': inventory(' # rankplan-ignore RP3007: no') }).found).toEqual([
      'RP1202 3 i.yaml',
    ]);
  });
});

describe('a comment that does not count', () => {
  test.each([
    ['after an empty line', { above: '# rankplan-ignore RP3007: no\n\n' }, ['RP1202 6', 'RP3007 8']],
    ['below', { below: '# rankplan-ignore RP3007: no\n' }, ['RP3007 6', 'RP1202 7']],
    ['of another code', { end: ' # rankplan-ignore RP3021: no' }, ['RP3007 6', 'RP1202 6']],
    ['without a reason', { end: ' # rankplan-ignore RP3007' }, ['RP3007 6', 'RP1201 6']],
    ['with an empty reason', { end: ' # rankplan-ignore RP3007:  ' }, ['RP3007 6', 'RP1201 6']],
    ['without a code', { end: ' # rankplan-ignore: all' }, ['RP3007 6', 'RP1201 6']],
    ['with another word', { end: ' # rankplan-ignore-next RP3007: no' }, ['RP3007 6', 'RP1201 6']],
    ['with a code in small letters', { end: ' # rankplan-ignore rp3007: no' }, ['RP3007 6', 'RP1201 6']],
    ['with half a list', { end: ' # rankplan-ignore RP3007,: no' }, ['RP3007 6', 'RP1201 6']],
    ['of something else', { end: ' # see rankplan-ignore RP3007: no' }, ['RP3007 6']],
  ])('%s', (_, lines, expected) => {
    expect(findings(scored(lines))).toEqual({ found: expected, compiles: true });
  });

  test.each(["'", '"'])('in a text in %s', (quote) => {
    const text = `version: 1\nname: x\nnodes: [{ hosts: a, env: { A: ${quote}x # rankplan-ignore RP3007: no${quote} }, gpus: { count: 2, score: 1 } }]\n`;
    expect(findings(text)).toEqual({ found: ['RP3007 3'], compiles: true });
  });

  test('in a text block', () => {
    const text = `${scored({})}launch:\n  setup:\n    - |\n      # rankplan-ignore RP3021: no\n      true\n`;
    expect(findings(text).found).toEqual(['RP3007 6']);
  });
});

describe('an error', () => {
  const twice = (comment: string) =>
    `version: 1\nname: x\nnodes: [{ hosts: a, gpus: { count: 1 } }, { hosts: a, gpus: { count: 1 } }]${comment}\n`;

  test('stays, and naming it is an error of its own', () => {
    const [error] = findings(twice('')).found;
    const code = error?.split(' ')[0] ?? '';
    expect(findings(twice(` # rankplan-ignore ${code}: no`))).toEqual({
      found: [error, 'RP1203 3'],
      compiles: false,
    });
  });

  test('cannot be named where there is none', () => {
    expect(findings(scored({ end: ' # rankplan-ignore RP3007, RP9999: no' }))).toEqual({
      found: ['RP1203 6'],
      compiles: false,
    });
  });

  test('of a code that may be a warning says why it stays', () => {
    const text =
      'version: 1\nname: x\nnodes: [{ hosts: "a[1-2]", gpus: { count: 1 } }]\n' +
      'launch: { master: { address: localhost } } # rankplan-ignore RP3015: no\n';
    const { diagnostics } = compileText(text);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['RP3015', 'error']]);
    expect(diagnostics[0]?.notes.join()).toContain('this is an error');
  });

  test('hides what is not known: comments that nothing met are not told', () => {
    const text = twice(' # rankplan-ignore RP3007: no');
    expect(findings(text).found.filter((found) => found.startsWith('RP12'))).toEqual([]);
  });
});

test('a cluster is not there: comments about it are not judged', () => {
  expect(findings(scored({ end: ' # rankplan-ignore RP3007, RP5105: in repair' })).found).toEqual([]);
});

test('a hundred thousand of them, or a tenth, take no longer than the file', () => {
  const stack = '# rankplan-ignore RP3007: later\n'.repeat(runs(100_000, 10_000));
  const { found } = findings(scored({ above: stack }));
  expect(new Set(found.map((line) => line.split(' ')[0]))).toEqual(new Set(['RP1202']));
  expect(found).toHaveLength(100);
});

test('two million codes in one comment are no list', () => {
  const codes = Array(2_000_000).fill('RP3007').join();
  expect(findings(scored({ end: ` # rankplan-ignore ${codes}: all` })).found).toEqual([
    'RP3007 6',
    'RP1201 6',
  ]);
});

test.each(['RP1001', 'RP1202', 'RP3001', 'RP5114', 'RP5201'])('%s cannot be left out', (code) => {
  expect(WARNING_CODES).not.toContain(code);
  expect(findings(scored({ end: ` # rankplan-ignore ${code}: later` })).found).toEqual(['RP1203 6']);
});

test('the example of docs/checking.md leaves out what is there, and all of it', () => {
  const [, example] = /```yaml\n(nodes:\n[\s\S]*?)```/.exec(readFileSync('docs/checking.md', 'utf8')) ?? [];
  const text = `version: 1\nname: x\n${example}`;
  expect(findings(text)).toEqual({ found: [], compiles: true });
  expect(findings(text.replaceAll('rankplan-ignore', 'ignored')).found).toEqual(['RP3007 6', 'RP3021 11']);
});
