import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { parsePlan } from '../../src/compiler/plan/parse-plan.ts';
import { renderPlan } from '../../src/compiler/plan/render-plan.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText } from '../compile-text.ts';
import { runs } from '../stage.ts';

const node = fc.record({
  hosts: fc.constantFrom(1, 1, 2),
  gpus: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 5 }),
  scores: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 }),
  cpuRanks: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  vendor: fc.constantFrom('nvidia', 'nvidia', 'nvidia', 'amd'),
});
const problem = fc.record({
  nodes: fc.array(node, { minLength: 1, maxLength: 3 }),
  vendor: fc.option(fc.constantFrom('nvidia', 'amd'), { freq: 4 }),
  mapping: fc.record({
    how: fc.constantFrom(
      { strategy: 'sequential' },
      { strategy: 'sequential', order: 'cyclic' },
      { strategy: 'performance-ranked' },
      { strategy: 'performance-ranked', order: 'score' },
    ),
    many: fc.constantFrom(
      {},
      {},
      {},
      {},
      {},
      { ranksPerGpu: 2 },
      { gpusPerRank: 2 },
      { gpusPerRank: 'node' },
    ),
    size: fc.constantFrom({}, {}, {}, {}, { worldSize: 2 }, { worldSize: 3 }, { worldSize: 4 }),
  }),
  launch: fc.record({
    visibility: fc.constantFrom({}, {}, { visibility: 'isolated' }),
    backend: fc.constantFrom({}, {}, {}, {}, { backend: 'nccl' }, { backend: 'gloo' }),
    command: fc.constantFrom('python', 'torchrun'),
    algorithm: fc.constantFrom({}, { NCCL_ALGO: 'NVLS' }, { NCCL_ALGO: '^ring' }, { NCCL_ALGO: 'NVLS,Ring' }),
    software: fc.record(
      {
        nccl: fc.constantFrom('2.18.5', '2.21.5', '2.27.3', '2.30.7', '2.31', '2.31.2+cuda13.3', '2.32.3'),
        rccl: fc.constantFrom('2.27.7', '2.28.3'),
        lightning: fc.constant('2.6.6'),
      },
      { requiredKeys: [] },
    ),
  }),
});
type Problem = typeof problem extends fc.Arbitrary<infer T> ? T : never;

function documentOf({ nodes, vendor, mapping, launch }: Problem): object {
  const listed = nodes.map(({ hosts, gpus, scores, cpuRanks, vendor: own }, i) => ({
    hosts: Array.from({ length: hosts }, (_, k) => `n${i}x${k}`),
    gpus: gpus.map((index, k) => ({ index, score: scores[k], vendor: vendor ?? own })),
    ...(cpuRanks === 0 ? {} : { cpuRanks }),
  }));
  const { visibility, backend, command, algorithm: env, software } = launch;
  return {
    nodes: listed,
    mapping: { ...mapping.how, ...mapping.many, ...mapping.size },
    launch: {
      ...visibility,
      ...backend,
      command: [command, 'train.py'],
      env,
      ...(Object.keys(software).length === 0 ? {} : { software }),
    },
  };
}

/** What is to be told, by what the plan says of each rank: nothing of the compiler's own. */
function tellNaively({ launch, ranks, nodes, backend, visibility, mapping }: LaunchPlan): readonly string[] {
  const nodeOf = new Map(nodes.map((node) => [node.name, node]));
  const onNode = new Map<string, number[]>();
  for (const { node, gpu } of ranks) onNode.set(node, [...(onNode.get(node) ?? []), gpu ?? -1]);
  const lists = [...onNode.values()];
  const vendors = new Set(
    ranks.map(({ node, gpu }) => nodeOf.get(node)?.gpus.find(({ index }) => index === gpu)?.vendor),
  );
  const isUneven = new Set(lists.map(({ length }) => length)).size > 1;
  const isShared = lists.some(({ length }) => length > 1);
  const isOutOfOrder = lists.some((list) => list.some((gpu, i) => gpu < (list[i - 1] ?? -1)));
  const { nccl, rccl, lightning } = launch.software ?? {};
  const isNccl = backend === 'nccl' && vendors.has('nvidia');
  const forces = ['NVLS', '^ring'].includes(launch.env['NCCL_ALGO'] ?? '');
  const told: Record<string, boolean> = {
    RP6001: launch.command?.[0] === 'torchrun' && isShared,
    RP6003: isNccl && forces && isOutOfOrder && nccl !== '2.18.5' && nccl !== '2.21.5',
    RP6004: isNccl && isUneven && nccl?.startsWith('2.31.2') === true,
    RP6005: backend === 'nccl' && vendors.has('amd') && isUneven && rccl === '2.27.7',
    RP6007:
      isNccl &&
      visibility === 'isolated' &&
      isShared &&
      mapping.ranksPerGpu === 1 &&
      nccl !== undefined &&
      nccl !== '2.18.5',
    RP6008: isUneven && lightning !== undefined,
  };
  return Object.keys(told).filter((code) => told[code]);
}

test('hazards are told where a plan has their shape, and nowhere else, of topologies and saved plans', () => {
  let plans = 0;
  const seen = new Set<string>();
  fc.assert(
    fc.property(problem, (given) => {
      const { plan, diagnostics } = compileText(documentOf(given));
      if (plan === null) return;
      plans++;
      const codes = (found: typeof diagnostics) =>
        [...new Set(found.map(({ code }) => code))].filter((code) => code.startsWith('RP60')).sort();
      const expected = tellNaively(plan);
      expect(codes(diagnostics)).toEqual(expected);
      const report = createReporter();
      parsePlan({ name: 'plan.json', text: renderPlan(plan).join('') }, report);
      expect(codes(report.diagnostics())).toEqual(expected);
      for (const code of expected) seen.add(code);
    }),
    { numRuns: runs(10_000, 1000) },
  );
  expect(plans).toBeGreaterThan(runs(10_000, 1000) / 3);
  expect(seen.size).toBe(6);
});
