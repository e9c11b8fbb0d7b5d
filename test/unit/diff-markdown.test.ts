import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { codeSpan, renderDiffMarkdown } from '../../src/review/diff/render-markdown.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { planOf } from '../compile-text.ts';

const base = planOf({
  version: 1,
  name: 'base',
  nodes: [{ hosts: 'lab1', gpus: { count: 2, model: 'A100', score: 1 } }],
  launch: { command: ['a'], env: { A: 'x' } },
});

/** A plan whose texts are all hostile, also those that the schema keeps tame: a renderer must not rely on it. */
function withTexts(text: string): LaunchPlan {
  const plan = structuredClone(base);
  const [node] = plan.nodes;
  if (node === undefined) throw new Error('the base has a node');
  return {
    ...plan,
    name: text,
    master: { node: text, address: text, port: 1 },
    nodes: [
      { ...node, name: text, env: { [text]: text }, gpus: node.gpus.map((gpu) => ({ ...gpu, model: text })) },
    ],
    ranks: plan.ranks.map((rank) => ({ ...rank, node: text })),
    mapping: { ...plan.mapping, exclude: [text] },
    launch: { ...plan.launch, command: [text], env: { [text]: text, A: text }, workdir: text, setup: [text] },
  };
}

const ATTACKS = [
  '`',
  '``` `` `',
  '`code` **bold**',
  '\\`',
  '|a|b|',
  '<script>alert(1)</script>',
  '</details></summary><img src=x onerror=alert(1)>',
  '@octocat #12 https://evil.example/',
  '[link](javascript:alert(1))',
  '![](https://evil.example/x.png)',
  'line\nend\n\n# heading',
  '\r\n- item',
  '\u2028\u2029\u0085',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  '\u202egnp.exe\u2066\u200b\ufeff\u061c',
  '\ud800',
  ' → rank 0: ',
  '~~~',
  '$x^2$ :tada:',
  '&lt;b&gt;',
  '   ',
  '',
];

// Where the marked text could do harm there may be none: controls, line ends, invisible and bidirectional characters.
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

test.each(ATTACKS)('%j stays text in the terminal', (text) => {
  for (const rendered of renderAll(text).map(([plain]) => plain))
    expect(rendered.replaceAll('\n', '')).not.toMatch(HARMFUL);
});

test.each(ATTACKS)('%j stays text in markdown', (text) => {
  for (const [, rendered] of renderAll(text)) expectHarmless(rendered);
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
    { numRuns: 2000 },
  );
});

function renderAll(text: string): (readonly [string, string])[] {
  const hostile = withTexts(text);
  const pairs = [
    [base, hostile],
    [hostile, base],
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
  const [, ...lines] = markdown.split('\n');
  for (const line of [markdown.split('\n')[0] ?? '', ...lines]) {
    expect(line).not.toMatch(HARMFUL);
    const outside = readSpans(line);
    const ours = outside.replace(/^(<details><summary>\d+ lines<\/summary>|<\/details>)$/, '');
    expect(ours).not.toMatch(/[`<>|@[\]!\\&$~_]|https?:|javascript/);
  }
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
