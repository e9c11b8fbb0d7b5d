import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { codeSpan, renderDiffMarkdown } from '../../src/review/diff/render-markdown.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { ATTACKS, HARMFUL, tamePlan, withTexts } from '../hostile-texts.ts';
import { runs } from '../stage.ts';

test.each(ATTACKS)('%j stays text in the terminal and in markdown', (text) => {
  for (const [plain, markdown] of renderAll(text)) {
    expect(plain.replaceAll('\n', '')).not.toMatch(HARMFUL);
    expectHarmless(markdown);
  }
});

test('any text at all is a code span of one line that reads as that text', () => {
  const characters = fc.constantFrom('`', ' ', '\\', '|', '<', '>', '\n', '@', 'a', '\u202e', '``');
  fc.assert(
    fc.property(
      fc.array(characters).map((parts) => parts.join('')),
      (text) => {
        const span = codeSpan(text);
        expect(span).not.toMatch(HARMFUL);
        expect(readSpans(`x${span}y`)).toBe('xy');
      },
    ),
    { numRuns: runs(2000, 200) },
  );
});

function renderAll(text: string): (readonly [string, string])[] {
  const hostile = withTexts(text);
  const pairs = [
    [tamePlan, hostile],
    [hostile, tamePlan],
    [hostile, withTexts(`${text}2`)],
  ] as const;
  return pairs.map(([old, next]) => {
    const diff = diffPlans(old, next);
    const names = [`${text}old`, text] as const;
    return [renderDiffText(diff, names), renderDiffMarkdown(diff, names)];
  });
}

/** Everything outside of code spans is made of our own words. */
function expectHarmless(markdown: string): void {
  for (const line of markdown.split('\n')) {
    expect(line).not.toMatch(HARMFUL);
    for (const part of readCells(line)) {
      const ours = readSpans(part).replace(FOLDS, '');
      expect(ours).not.toMatch(/[`<>|@[\]!\\&$~_]|https?:|javascript/);
    }
  }
}

const FOLDS = /^(<details><summary>(\d+ lines|every rank)<\/summary>|<\/details>)$/;

/** The cells of a table's row, split before spans are read, at each bar without a backslash; any other line as it is. */
function readCells(line: string): readonly string[] {
  if (!line.startsWith('|')) return [line];
  const [before, ...cells] = line.split(/(?<!\\)\|/);
  expect([before, cells.pop(), cells.length]).toEqual(['', '', 3]);
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** Removes code spans as CommonMark finds them: a run of backticks up to the next run of the same length. */
function readSpans(line: string): string {
  let outside = '';
  for (let at = 0; at < line.length; ) {
    const opening = /^`+/.exec(line.slice(at))?.[0];
    if (opening === undefined) {
      outside += line[at++];
      continue;
    }
    const rest = line.slice(at + opening.length);
    const closing = [...rest.matchAll(/`+/g)].find(([run]) => run.length === opening.length);
    expect(closing, `an open code span in ${line}`).toBeDefined();
    at += opening.length + (closing?.index ?? 0) + opening.length;
  }
  return outside;
}
