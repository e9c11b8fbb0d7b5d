import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { STRATEGIES } from '../../src/compiler/mapping/strategies.ts';
import type { PlanNode } from '../../src/generated/plan.ts';
import type { TopologyDocument } from '../../src/generated/topology.ts';
import { compileText, errorCodes, planOf } from '../compile-text.ts';
import { expectInvariants, slotOf } from '../invariants.ts';
import { mapNaively, type NaiveMapping, selectorOf } from '../naive-mapping.ts';
import { readBeside } from '../read-beside.ts';
import { some } from '../stage.ts';

/** What of an inventory decides whether a combination can work. */
interface Traits {
  readonly gpus?: false;
  readonly scored?: false;
  readonly cpuSlots?: 'alone' | 'beside GPUs';
  readonly mig?: true;
  readonly mixedVendors?: true;
  readonly intel?: true;
}

const INVENTORIES: Readonly<Record<string, Traits>> = {
  amd: {},
  'cpu-only': { gpus: false, cpuSlots: 'alone' },
  'gpus-and-cpus': { cpuSlots: 'beside GPUs' },
  intel: { intel: true },
  'inventory-files': {},
  'job-bound': {},
  mig: { mig: true },
  'one-box': {},
  'thousand-nodes': {},
  'three-models': {},
  'two-vendors': { mixedVendors: true },
  'uneven-nodes': { scored: false },
  uuids: {},
};

interface Combination {
  readonly strategy: string;
  readonly order: string | null;
  readonly visibility: 'ordered' | 'isolated' | undefined;
  readonly ranksPerGpu: 1 | 2;
  readonly gpusPerRank: 1 | 2 | 'node';
  readonly shares: 'equal' | 'proportional' | undefined;
}

const SHAPES: readonly Pick<Combination, 'ranksPerGpu' | 'gpusPerRank'>[] = [
  { ranksPerGpu: 1, gpusPerRank: 1 },
  { ranksPerGpu: 2, gpusPerRank: 1 },
  { ranksPerGpu: 1, gpusPerRank: 2 },
  { ranksPerGpu: 1, gpusPerRank: 'node' },
];

/** Every combination of the values. */
const COMBINATIONS: readonly Combination[] = STRATEGIES.flatMap(({ name: strategy, orders }) =>
  (orders.length === 0 ? [null] : orders).map((order) => ({ strategy, order })),
)
  .flatMap((more) =>
    ([undefined, 'ordered', 'isolated'] as const).map((visibility) => ({ ...more, visibility })),
  )
  .flatMap((more) => SHAPES.map((shape) => ({ ...more, ...shape })))
  .flatMap((more) => ([undefined, 'equal', 'proportional'] as const).map((shares) => ({ ...more, shares })));

/** The errors that a combination must give, from the language's definition; none: it must compile. */
function expectedErrors(traits: Traits, combination: Combination, hasWrongTeams: boolean): readonly string[] {
  const { gpus = true, scored = true, cpuSlots, mig = false, mixedVendors = false, intel = false } = traits;
  const { strategy, visibility, ranksPerGpu, gpusPerRank, shares } = combination;
  const ranked = strategy === 'performance-ranked';
  if (ranked && !gpus) return ['RP3002'];
  if (ranked && !scored) return ['RP3004'];

  const isReversed = strategy === 'explicit';
  const needsIsolation = gpusPerRank !== 1 || mig || (gpus && ranksPerGpu > 1) || (intel && isReversed);
  const isolated = visibility === 'isolated' || (visibility === undefined && needsIsolation);
  const cpuFirst = isReversed && cpuSlots === 'beside GPUs';
  const codes: string[] = [];
  // CPU slots alone are taken as equal where nothing is said of them.
  if (shares === 'proportional' && cpuSlots !== 'alone' && (!scored || (cpuSlots !== undefined && !ranked)))
    codes.push('RP3004');
  if (visibility === 'ordered' && needsIsolation) codes.push('RP3006');
  if (cpuFirst && !isolated) codes.push('RP3009');
  if (mixedVendors && !isolated) codes.push('RP3020');
  if (hasWrongTeams) codes.push('RP3029');
  return codes;
}

/** Whether a rank has GPUs that no process sees together: several with a MIG instance, or of two vendors. */
function isWrong(team: string, nodes: readonly PlanNode[]): boolean {
  const gpus = team.split('+').flatMap((name) => {
    const [host, index] = name.split(':');
    return nodes.find((node) => node.name === host)?.gpus.find((gpu) => `${gpu.index}` === index) ?? [];
  });
  const isMig = gpus.some(({ parent }) => parent !== null);
  return gpus.length > 1 && (isMig || new Set(gpus.map(({ vendor }) => vendor)).size > 1);
}

const FOLDER = fileURLToPath(new URL('../inventories/', import.meta.url));

test('every inventory is in the matrix', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(INVENTORIES));
});

describe.each(Object.entries(INVENTORIES))('%s', (name, traits) => {
  const base = parse(readFileSync(`${FOLDER}${name}/topology.yaml`, 'utf8')) as TopologyDocument;
  const read = readBeside(`${FOLDER}${name}`);
  const { nodes } = planOf({ ...base, launch: { ...base.launch, visibility: 'isolated' } }, read);
  const exclude = base.mapping?.exclude ?? [];
  const naive = (mapping: Partial<NaiveMapping>) =>
    mapNaively(nodes, {
      strategy: 'sequential',
      order: 'block',
      ranksPerGpu: 1,
      worldSize: null,
      exclude,
      ranks: [],
      ...mapping,
    }) ?? [];

  test.each(some(COMBINATIONS, name === 'thousand-nodes' ? COMBINATIONS.length : 20))(
    '$strategy $order, $visibility, $ranksPerGpu a GPU, $gpusPerRank GPUs each, $shares',
    (combination) => {
      const { strategy, order, visibility, ranksPerGpu, gpusPerRank, shares } = combination;
      const ranks = strategy === 'explicit' ? naive({ gpusPerRank }).toReversed() : [];
      const expected =
        strategy === 'explicit'
          ? ranks.flatMap((slot) => Array<string>(slot.includes('cpu') ? 1 : ranksPerGpu).fill(slot))
          : naive({ strategy, order, ranksPerGpu, gpusPerRank });
      const compilation = compileText(
        {
          ...base,
          mapping: {
            ...base.mapping,
            strategy,
            order: order ?? undefined,
            ranksPerGpu,
            gpusPerRank,
            ...(ranks.length > 0 ? { ranks: ranks.map(selectorOf) } : {}),
          },
          workload: shares === undefined ? undefined : { globalBatch: 80_000, multipleOf: 4, shares },
          launch: { ...base.launch, visibility },
        },
        read,
      );
      const { plan } = compilation;
      const hasWrongTeams = expected.some((team) => isWrong(team, nodes));
      const errors = errorCodes(compilation).toSorted();
      expect(errors).toEqual(expectedErrors(traits, combination, hasWrongTeams).toSorted());
      expect(plan === null).toBe(errors.length > 0);
      if (plan === null) return;
      expectInvariants(plan);
      expect(plan.ranks.map(slotOf)).toEqual(expected);
    },
  );
});
