import { describe, expect, test } from 'vitest';
import { renderPlan } from '../../src/compiler/plan/render-plan.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { compileText, errorCodes } from '../compile-text.ts';
import { parseSaved } from '../saved-plans.ts';

/** Two nodes of four cards each, with the figures given; the second topology value is what `mapping` says more. */
function measure(figures: readonly number[], mapping = '', more = 'workload: { globalBatch: 1000 }\n') {
  const fileOf = (name: string) => {
    const first = name === 'a.json' ? 0 : 4;
    const gpus = figures.slice(first, first + 4).map((value, index) => ({
      index,
      model: 'A100',
      memoryBytes: 2 ** 36,
      scores: { bf16: { value, unit: 'TFLOP/s', method: 'gemm/1' } },
    }));
    return JSON.stringify({ formatVersion: '1.0', gpus });
  };
  const text = `version: 1\nname: x\nnodes: [{ hosts: [a, b], inventory: "{host}.json" }]\nmapping: { strategy: performance-ranked, by: bf16${mapping} }\n${more}`;
  return compileText(text, (name) => ({ kind: 'bytes', bytes: fileOf(name), name }));
}

function planOf(...args: Parameters<typeof measure>): LaunchPlan {
  const { plan, diagnostics } = measure(...args);
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}

const codesOf = ({ diagnostics }: ReturnType<typeof measure>) => diagnostics.map(({ code }) => code);

const pacesOf = ({ nodes }: LaunchPlan) => nodes.flatMap(({ gpus }) => gpus.map(({ pace }) => pace));
const slotsOf = ({ ranks }: LaunchPlan) => ranks.map(({ node, gpu }) => `${node}${gpu}`);

const FIRST = [311.2, 312.6, 313.1, 310.8, 312, 309.9, 312.2, 314];
const AGAIN = [312.4, 311, 312.9, 312.1, 309.7, 313.3, 311.8, 310.2];

describe('cards of one model', () => {
  test('keep their ranks and shares when they are measured again', () => {
    const [first, again] = [planOf(FIRST), planOf(AGAIN)];
    expect(pacesOf(first)).toEqual(Array(8).fill(310));
    expect(again.ranks).toEqual(first.ranks);
    expect(first.mapping.tolerance).toBe(0.05);
    expect(first.formatVersion).toBe('1.0');
    expect(diffPlans(first, again)).toMatchObject({
      headline: 're-measured, nothing moves: 8 GPUs count as before',
      same: false,
      changes: [],
      moves: [],
      facts: [],
      remeasured: ['a:0', 'a:1', 'a:2', 'a:3', 'b:0', 'b:1', 'b:2', 'b:3'],
    });
    expect(diffPlans(first, first).same).toBe(true);
  });

  test('change only lines of GPUs in plan.json', () => {
    const [first, again] = [FIRST, AGAIN].map((figures) => renderPlan(planOf(figures)).join('').split('\n'));
    const differ = (first ?? []).filter((line, i) => line !== again?.[i]);
    expect(differ).toHaveLength(8);
    expect(differ.every((line) => /"score":[\d.]+,"pace":310,/.test(line))).toBe(true);
  });

  test('go by their figures where nothing is tolerated', () => {
    const plan = planOf(FIRST, ', tolerance: 0%, order: score');
    expect(plan.mapping.tolerance).toBe(0);
    expect(pacesOf(plan)).toEqual(Array(8).fill(null));
    expect(slotsOf(plan).slice(0, 2)).toEqual(['b3', 'a2']);
  });

  test('that count as something else by another tolerance were measured once', () => {
    const text = renderDiffText(diffPlans(planOf(FIRST), planOf(FIRST, ', tolerance: 0%')), ['old', 'new']);
    expect(text).toContain('bf16 of b:3 measured 314, counts as 310 → 314');
    expect(text).not.toContain('314 → 314');
  });

  test('that are faster than the others count as these, and no rank follows them', () => {
    const fast = planOf(FIRST.with(5, 345), ', order: score');
    expect(pacesOf(fast)).toEqual(Array(8).fill(310));
    expect(fast.ranks).toEqual(planOf(FIRST, ', order: score').ranks);
  });

  test('that are slower now are the cause of what moves', () => {
    const slow = FIRST.with(0, 270);
    const diff = diffPlans(planOf(FIRST), planOf(slow));
    const measured = { old: [311.2, 311.2], new: [270, 270] };
    expect(diff.changes).toEqual([{ kind: 'pace', what: ['a:0'], old: 310, new: 270, measured }]);
    expect(diff.facts).toEqual([{ fact: 'pace', gpus: ['a:0'], old: 310, new: 270, measured }]);
    expect(diff.consequences.new.slowest).toEqual({ gpu: 'a:0', score: 270, pace: 270, gpus: 1 });
    expect(diff.consequences.old.slowest).toEqual({ gpu: 'a:0', score: 311.2, pace: 310, gpus: 8 });
    expect(renderDiffText(diff, ['old', 'new'])).toContain(
      'bf16 of a:0 measured 311.2 → 270, counts as 310 → 270',
    );
    expect(diff.moves.map(({ rank }) => rank)).toEqual([0, 1, 2, 3]);
    expect(diff.moves.every(({ cause }) => cause === 0)).toBe(true);
    expect(diff.headline).toMatch(/^4 of 8 ranks move;/);
  });

  test('of a machine that is slower as a whole are named, though they count as before', () => {
    const written = 'models: { A100: { score: { bf16: 310 } } }\n';
    const [before, after] = [
      planOf(FIRST, '', written),
      planOf(
        FIRST.map((figure, i) => (i < 4 ? 0.96 * figure : figure)),
        '',
        written,
      ),
    ];
    const diff = diffPlans(before, after);
    expect(diff.machines).toMatchObject([{ node: 'a', gpus: 4 }]);
    expect(diff.machines[0]?.change).toBeCloseTo(-0.04, 6);
    expect(diff.headline).toBe('re-measured, nothing moves: 4 GPUs count as before; a is slower as a whole');
    expect(renderDiffText(diff, ['old', 'new'])).toContain('a is 4.0 % slower (the middle one of 4 GPUs)');
    const back = diffPlans(after, before);
    expect(back.headline).toBe('re-measured, nothing moves: 4 GPUs count as before');
    expect(back.machines[0]?.change).toBeCloseTo(1 / 0.96 - 1, 6);
  });

  test('of which all count as another figure are named with what was measured', () => {
    const faster = FIRST.map((figure) => 1.1 * figure);
    const diff = diffPlans(planOf(FIRST), planOf(faster));
    expect(diff.facts).toHaveLength(1);
    expect(diff.facts[0]).toMatchObject({ fact: 'pace', old: 310, measured: { old: [309.9, 314] } });
    expect(renderDiffText(diff, ['old', 'new'])).toMatch(
      /bf16 of a:0-3, b:0-3: measured 309\.9 to 314 → 34[\d.]+ to 34[\d.]+, counts as 310 → 340/,
    );
  });

  test('are compared by the figure that the topology gives the model', () => {
    const models = 'models: { A100: { score: { bf16: 305 } } }\n';
    expect(pacesOf(planOf(FIRST, '', models))).toEqual(Array(8).fill(305));
    // What is far from the median is no figure of these cards.
    const far = 'models: { A100: { score: { bf16: 400 } } }\n';
    expect(pacesOf(planOf(FIRST, '', far))).toEqual(Array(8).fill(310));
  });

  test('of two kinds are told, and where figures are not read they are not', () => {
    const kinds = [312, 268, 316, 267, 313, 269, 314, 266];
    expect(codesOf(measure(kinds))).toEqual(['RP3027']);
    expect(codesOf(measure(kinds, ', tolerance: 0%'))).toEqual([]);
    expect(codesOf(measure(kinds, ', tolerance: 20%'))).toEqual([]);
    expect(codesOf(measure(FIRST.with(0, 270)))).toEqual([]);
    // Faster ones hold still, and count as less than they are.
    expect(codesOf(measure([312, 311, 313, 310, 312, 350, 351, 352]))).toEqual(['RP3027']);
  });

  test('share GPUs, and make ranks together, by what they count as', () => {
    const shared = ', ranksPerGpu: 2';
    expect(planOf(AGAIN, shared).ranks).toEqual(planOf(FIRST, shared).ranks);
    const teams = ', gpusPerRank: 2';
    expect(planOf(AGAIN, teams).ranks).toEqual(planOf(FIRST, teams).ranks);
    expect(planOf(FIRST, teams).ranks[0]?.why).toContain('620');
  });
});

test('memory is not measured, and the tolerance has no part in it', () => {
  const text =
    'version: 1\nname: x\nnodes: [{ hosts: a, gpus: [{ index: 0, memory: 80GiB }, { index: 1, memory: 79GiB }] }]\nmapping: { strategy: performance-ranked, by: memory }\n';
  const { plan } = compileText(text);
  expect(plan?.mapping.tolerance).toBe(null);
  expect(plan?.formatVersion).toBe('1.0');
});

describe('a saved plan', () => {
  const saved = renderPlan(planOf(FIRST)).join('');
  const codesOfPlan = (text: string) => parseSaved(text).found.map(({ code }) => code);

  test('is read with what its GPUs count as', () => {
    expect(codesOfPlan(saved)).toEqual([]);
  });

  test.each([
    ['a pace without a tolerance', saved.replace(/\n +"tolerance": 0.05,/, '')],
    ['a pace that is far above the score', saved.replace('"score":311.2', '"score":31.2')],
  ])('with %s contradicts itself', (_, text) => {
    expect(text).not.toBe(saved);
    expect(codesOfPlan(text)).toEqual(['RP4005']);
  });
});

test('a tolerance is a percentage, and stands where figures are compared', () => {
  const errors = (mapping: string) =>
    errorCodes(
      compileText(
        `version: 1\nname: x\nnodes: [{ hosts: a, gpus: [{ index: 0, score: 1 }, { index: 1, score: 2 }] }]\nmapping: { ${mapping} }\n`,
      ),
    );
  expect(errors('strategy: performance-ranked, tolerance: 2.5%')).toEqual([]);
  expect(errors('strategy: performance-ranked, tolerance: 50%')).toEqual([]);
  expect(errors('strategy: performance-ranked, tolerance: 51%')).toEqual(['RP1105']);
  expect(errors('strategy: performance-ranked, tolerance: "5"')).toEqual(['RP1105']);
  expect(errors('strategy: performance-ranked, tolerance: 0.05')).toEqual(['RP1103']);
  expect(errors('tolerance: 5%')).toEqual(['RP3017']);
});
