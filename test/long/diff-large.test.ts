import { expect, test } from 'vitest';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { renderDiffMarkdown } from '../../src/review/diff/render-markdown.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { planOf } from '../compile-text.ts';
import { expectCpuSeconds } from '../cpu-time.ts';

const large = (h100: number, hosts: readonly string[], mapping: object = {}) =>
  planOf({
    version: 1,
    name: 'large',
    models: { A100: { score: 100 }, H100: { score: h100 } },
    nodes: hosts.map((range) => ({
      hosts: range,
      gpus: { count: 8, model: range.startsWith('a') ? 'A100' : 'H100' },
    })),
    mapping: { strategy: 'performance-ranked', ...mapping },
    workload: { globalBatch: 1_600_000 },
  });

const everyOther = Array.from({ length: 3000 }, (_, i) => `a${String(2 * i).padStart(5, '0')}`).join();

test.each([
  ['one change', large(90, ['a[00001-06250]', 'h[00001-06250]'])],
  [
    'thousands of changes',
    large(90, [`h[00001-05000],z[1-2000]`, everyOther], { exclude: ['h00007'], worldSize: 70_000 }),
  ],
])('a diff of 100,000 ranks by %s is short and does not take long', (_, next) => {
  const old = large(140, ['a[00001-06250]', 'h[00001-06250]']);
  let [moves, text, markdown] = [0, '', ''];
  expectCpuSeconds(10, () => {
    const diff = diffPlans(old, next);
    moves = diff.moves.length;
    [text, markdown] = [renderDiffText(diff, ['a', 'b']), renderDiffMarkdown(diff, ['a', 'b'])];
  });
  expect(moves).toBeGreaterThan(60_000);
  expect(text.length).toBeLessThan(6000);
  expect(markdown.length).toBeLessThan(12_000);
});
