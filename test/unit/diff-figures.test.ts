import { describe, expect, test } from 'vitest';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { FIRST_SECTIONS } from '../../src/review/diff/format-diff.ts';
import { renderDiffMarkdown } from '../../src/review/diff/render-markdown.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { listSome } from '../../src/review/list-some.ts';
import { planOf } from '../compile-text.ts';

interface Options {
  readonly mapping?: object;
  readonly memory?: string;
  readonly bf16?: number;
  readonly hosts?: string;
}

const plan = ({ mapping = {}, memory = '40GiB', bf16 = 300, hosts = 'a[1-2]' }: Options = {}) =>
  planOf({
    nodes: [
      { hosts, gpus: { count: 2, memory: '80GiB', score: { score: 10, bf16: 250 } } },
      { hosts: 'b1', gpus: [{ index: 0, memory, score: { score: 5, bf16 } }] },
    ],
    mapping: { strategy: 'performance-ranked', ...mapping },
  });

/** The lines of text of the comparison, and those of markdown. */
function compare(old: Options, next: Options) {
  const diff = diffPlans(plan(old), plan(next));
  const names = ['old', 'new'] as const;
  return {
    diff,
    lines: renderDiffText(diff, names)
      .split('\n')
      .map((line) => line.trim().replace(/ {2,}/g, '  ')),
    markdown: renderDiffMarkdown(diff, names),
  };
}

describe('by memory', () => {
  const mapping = { by: 'memory' };

  test('there is no slowest GPU, and memory is told once, with its unit', () => {
    const { diff, lines } = compare({ mapping }, { mapping, memory: '20GiB' });
    expect(diff.consequences.new).toMatchObject({ by: 'memory', slowest: null, stepTime: null });
    expect(diff.facts).toMatchObject([{ fact: 'memoryBytes', gpus: ['b1:0'] }]);
    expect(lines).toContain('memory of b1:0: 40 GiB → 20 GiB');
    expect(lines).toContain('smallest memory  b1:0 (40 GiB)  b1:0 (20 GiB)');
    expect(lines[0]).toBe('no rank moves; step time unknown; facts of 1 GPU change');
    expect(lines.join()).not.toContain('slowest');
  });

  test('a cause has its unit', () => {
    const { lines } = compare({ mapping }, { mapping, memory: '160GiB' });
    expect(lines).toContain('memory of b1:0 40 GiB → 160 GiB');
  });
});

describe('by a metric', () => {
  const mapping = { by: 'bf16' };

  test('it is the metric that is named', () => {
    const { lines, markdown } = compare({ mapping }, { mapping, bf16: 200 });
    expect(lines[0]).toMatch(/^5 of 5 ranks move; step time \+25.0 % \(slowest GPU a1:0 250 → b1:0 200\)$/);
    expect(lines).toContain('bf16 of b1:0 300 → 200');
    expect(lines.join()).not.toContain('bf16 of b1:0: 300 → 200');
    expect(markdown).toContain('**`bf16` of `b1:0` `300` → `200`:**');
  });

  test('figures of two are told apart', () => {
    const { lines } = compare({}, { mapping });
    expect(lines).toContain('slowest GPU  b1:0 (score 5)  a1:0 (bf16 250)');
    expect(lines[0]).toContain('step time not comparable');
  });
});

describe('what comes and carries no rank', () => {
  const mapping = { worldSize: 4 };

  test.each([
    ['one of two nodes', { mapping: { worldSize: 6 } }, 'a[1-4]', ['a4']],
    ['all', { mapping }, 'a[1-4]', ['a[3-4]']],
    ['none', {}, 'a[1-4]', []],
  ] as const)('%s', (_, options, hosts, idle) => {
    const { lines } = compare({ mapping }, { ...options, hosts });
    const told = lines.filter((line) => line.startsWith('nodes added'));
    expect(told).toEqual(idle.map((name) => `nodes added, and idle (${name === 'a4' ? 1 : 2}): ${name}`));
    if (idle.length === 0 || idle[0] === 'a4') expect(lines.join()).toMatch(/a(3|\[3-4\]) added/);
  });
});

test('slots of nodes without a short name between them are said of the first, and of how many more', () => {
  const names = Array.from({ length: 40 }, (_, i) => `n${7 * i * i}`);
  const slots = names.flatMap((name) => [`${name}:0`, `${name}:1`]);
  expect(listSome(slots, (text) => text)).toBe('n0:0-1 and likewise on 39 more nodes');
});

test('of GPUs that are alike the first in the inventory is named, whatever rank it has', () => {
  const ranked = (second: number) => {
    const gpus = [10, second, 10].map((score, index) => ({ index, memory: '40GiB', score }));
    return planOf({ nodes: [{ hosts: 'a1', gpus }], mapping: { strategy: 'performance-ranked' } });
  };
  const lines = renderDiffText(diffPlans(ranked(11), ranked(12)), ['old', 'new']);
  expect(lines).toMatch(/^unchanged: .*slowest GPU a1:0 \(10\);/m);
  expect(lines).toMatch(/^unchanged: .*smallest memory a1:0 \(40 GiB\)(;|$)/m);
});

describe('settings', () => {
  const settingsOf = (old: object, next: object, entry: readonly [object, object] = [{}, {}]) => {
    const [before, after] = [old, next].map((more, i) =>
      planOf({ nodes: [{ hosts: 'a1', gpus: { count: 1 }, ...entry[i] }], ...more }),
    );
    if (before === undefined || after === undefined) throw new Error('there are two');
    const lines = renderDiffText(diffPlans(before, after), ['old', 'new']).split('\n');
    return [...Object.values(FIRST_SECTIONS), 'settings']
      .filter((title) => lines.includes(title))
      .flatMap((title) => {
        const first = lines.indexOf(title) + 1;
        return lines.slice(first, lines.indexOf('', first)).map((line) => line.trim());
      });
  };

  test('a section that comes or goes is told by what it says, and hides nothing else', () => {
    const slurm = { slurm: { partition: 'gpu' }, launch: { master: { port: 29500 } } };
    const lines = settingsOf(slurm, {}, [{ bind: 'job' }, {}]);
    expect(lines).toContain('slurm.partition: "gpu" → not set');
    expect(lines).toContain('bind of a1: "job" → "name": it decides which machine is the node');
    expect(lines.join()).not.toMatch(/null → not set|\[\] → not set|more/);
    expect(settingsOf({}, slurm).join()).not.toMatch(/not set → (null|\[\])/);
    expect(settingsOf({ mapping: { exclude: [] } }, { launch: { setup: ['true'] } })).toEqual([
      'launch.setup: [] → ["true"]: it is shell that runs before each rank',
    ]);
  });

  test('values that differ in what cannot be seen look different', () => {
    const plan = planOf({ nodes: [{ hosts: 'a1', gpus: { count: 1 } }] });
    const workdir = (text: string) => ({ ...plan, launch: { ...plan.launch, workdir: text } });
    const diff = diffPlans(workdir('/a\u200bb'), workdir('/a\u202eb\u{e0041}'));
    expect(renderDiffText(diff, ['old', 'new'])).toContain(
      'launch.workdir: "/a\\u200bb" → "/a\\u202eb\\udb40\\udc41": it decides what relative paths of the command mean',
    );
  });
});

test('another card is told before scores, and of scores what changed most', () => {
  const measured = (uuid: string, factor: (index: number) => number) => {
    const gpus = Array.from({ length: 16 }, (_, index) => ({
      index,
      uuid: `GPU-${index === 15 ? uuid : `0${index}`.slice(-2)}`,
      score: (100 + index) * factor(index),
    }));
    return planOf({ nodes: [{ hosts: 'a1', gpus }], mapping: { strategy: 'performance-ranked' } });
  };
  const old = measured('a', () => 1);
  const drifted = measured('b', (index) => (index === 14 ? 0.5 : 1.25));
  const lines = renderDiffText(diffPlans(old, drifted), ['old', 'new']).split('\n');
  const first = lines.indexOf('facts of GPUs') + 1;
  expect(lines.slice(first, first + 3).map((line) => line.trim())).toEqual([
    'uuid of a1:15: "GPU-a" → "GPU-b"',
    'score of a1:14: 114 → 57',
    'score of a1:4: 104 → 130', // those before it are the causes of moves
  ]);
});

test('a shift counts GPUs, however many ranks each has', () => {
  const shared = (exclude: readonly string[]) =>
    planOf({ nodes: [{ hosts: 'a[1-4]', gpus: { count: 2 } }], mapping: { ranksPerGpu: 2, exclude } });
  const lines = renderDiffText(diffPlans(shared([]), shared(['a2:0'])), ['old', 'new']);
  expect(lines).toMatch(/^10 of 16 ranks move, 2 removed; step time unknown\n/);
  expect(lines).toContain(
    '\n  ranks 4–13 move up by one GPU (a2:1 … a4:1)\n  ranks 14–15 removed from a4:1\n',
  );
});

test('a setting of the mapping that moves no rank is counted in the verdict', () => {
  const ordered = (order: string) =>
    planOf({ nodes: [{ hosts: 'a1', gpus: { count: 4 } }], mapping: { order } });
  const diff = diffPlans(ordered('block'), ordered('cyclic'));
  expect(diff.headline).toBe('no rank moves; step time unknown; 1 setting changes: mapping.order');
});

test('the verdict tells a throughput that is not the inverse of the step time, also when it stays', () => {
  const shared = (ranksPerGpu: number) =>
    planOf({ nodes: [{ hosts: 'a1', gpus: { count: 2, score: 100 } }], mapping: { ranksPerGpu } });
  expect(diffPlans(shared(1), shared(2)).headline).toContain('step time +100.0 %, throughput unchanged');
});

test('the verdict counts a setting of the mapping that no cause has told', () => {
  // The slowest GPU was the last rank's: what moves ranks is another change.
  const scored = (scores: readonly number[], exclude: readonly string[]) =>
    planOf({
      nodes: [{ hosts: 'a1', gpus: scores.map((score, index) => ({ index, score })) }],
      mapping: { strategy: 'performance-ranked', worldSize: 2, exclude },
    });
  const both = diffPlans(scored([9, 8, 1], []), scored([7, 8, 1], ['a1:2']));
  expect(both.headline).toMatch(/^2 of 2 ranks move; .*; 1 setting changes: mapping\.exclude$/);
  expect(renderDiffText(both, ['old', 'new'])).toContain('mapping.exclude');
  const told = diffPlans(scored([9, 8, 1], []), scored([9, 8, 1], ['a1:0']));
  expect(told.headline).not.toContain('setting');
});
