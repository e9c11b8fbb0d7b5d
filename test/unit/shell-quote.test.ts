import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteShell, quoteShellWords } from '../../src/compiler/plan/shell-quote.ts';
import { anyText } from '../any-text.ts';
import { runs } from '../stage.ts';

/** What a shell makes of some words, each ended by a NUL. */
function expandWords(shell: string, words: string): readonly string[] {
  const output = execFileSync(shell, ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

const hostile = fc.string({ unit: fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;#~=-\n\t\r %^', 'a', 'ü', '☃') });
const word = fc.oneof(anyText, hostile).map((text) => Buffer.from(text.replaceAll('\0', '')).toString());

describe('quoteShell', () => {
  it.each(['bash', 'sh'])('means the text itself to %s', (shell) => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        expect(expandWords(shell, quoteShellWords(words))).toEqual(words);
      }),
      { numRuns: runs(150) },
    );
  });

  it.each([
    ['train.py', 'train.py'],
    ['a=b:/c,d@e%f+g-h_1', 'a=b:/c,d@e%f+g-h_1'],
    ['', "''"],
    ['~', "'~'"],
    ["it's", "'it'\\''s'"],
    ['a\nb', "'a\nb'"],
  ])('writes %j as %s', (text, quoted) => {
    expect(quoteShell(text)).toBe(quoted);
  });

  it('refuses a NUL', () => {
    expect(() => quoteShell('a\0b')).toThrow('NUL');
  });
});
