import { describe, expect, test } from 'vitest';
import { countKeys, countWrittenKeys, hasRepeatedKey } from '../../src/compiler/plan/count-keys.ts';
import { fillIn, LATER_FIELDS } from '../../src/compiler/plan/plan-format.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { planOf, planText } from '../compile-text.ts';
import { findContradiction } from '../find-contradiction.ts';
import { parseSaved } from '../saved-plans.ts';

const HEAD = 'version: 1\nname: t\n';
const TWO_NODES = planOf(`${HEAD}nodes: [{hosts: "h[1-2]", gpus: {count: 2}, env: {A: b}}]
workload: {globalBatch: 32, multipleOf: 2, shares: equal}
launch: {groupSize: 2, env: {C: d}}`);
const CPU_RANK = planOf(`${HEAD}nodes: [{hosts: h1, gpus: {count: 2}, cpuRanks: 1}]`);
const SHARED = planOf(`${HEAD}nodes: [{hosts: h1, gpus: {count: 1}}]\nmapping: {ranksPerGpu: 3}`);
const MIG = planOf(`${HEAD}nodes:
  - hosts: h1
    gpus:
      - {index: 0}
      - {index: 1, parent: 0, uuid: MIG-11111111-1111-1111-1111-111111111111}
      - {index: 2, parent: 0, uuid: MIG-22222222-2222-2222-2222-222222222222}
mapping: {exclude: ["h1:0"]}`);
const INTEL = planOf(`${HEAD}nodes: [{hosts: h1, gpus: {count: 2, vendor: intel}}]
mapping: {strategy: explicit, ranks: ["h1:1", "h1:0"]}`);
const SEVERAL = planOf(`${HEAD}nodes: [{hosts: h1, gpus: {count: 4}, cpuRanks: 1}]
mapping: {gpusPerRank: 2}`);
const WHOLE = planOf(`${HEAD}nodes: [{hosts: "h[1-2]", gpus: {count: 4}}]\nmapping: {gpusPerRank: node}`);
const VENDORS = planOf(`${HEAD}nodes: [{hosts: h1, gpus: [{index: 0, vendor: amd}, {index: 1}]}]
launch: {visibility: isolated}`);

/** Other values, by their paths. */
type Values = Readonly<Record<string, unknown>>;

/** The plan with other values at some paths, as somebody writes them in the file. */
function edited(plan: LaunchPlan, values: Values): LaunchPlan {
  const copy = fillIn(JSON.parse(planText(plan) ?? '') as LaunchPlan, LATER_FIELDS); // of nodes alike, too
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split('.');
    const key = steps.pop() ?? '';
    const inner = steps.reduce<unknown>((at, step) => Reflect.get(at as object, step), copy);
    Reflect.set(inner as object, key, value);
  }
  return copy;
}

const sharesOf = (...shares: readonly number[]) =>
  Object.fromEntries(shares.map((share, rank) => [`ranks.${rank}.share`, share]));

describe('a saved plan', () => {
  test.each(Object.entries({ TWO_NODES, CPU_RANK, SHARED, MIG, INTEL, VENDORS, SEVERAL, WHOLE }))(
    '%s is sound as compiled',
    (_, plan) => {
      expect(findContradiction(plan)).toBeNull();
    },
  );

  /** What it contradicts, a plan, and its values that are others. */
  const edits: readonly (readonly [string, LaunchPlan, Values])[] = [
    ['port 80 is privileged', TWO_NODES, { 'master.port': 80 }],
    ['visibility is ordered, where gpusPerRank is 2', SEVERAL, { visibility: 'ordered' }],
    ['visibility is own, where gpusPerRank is 1', CPU_RANK, { visibility: 'own' }],
    ['ranksPerGpu is 2, where gpusPerRank is node', WHOLE, { 'mapping.ranksPerGpu': 2 }],
    ['two ranks are on h1:1', SEVERAL, { 'ranks.1.gpus': [2, 1] }],
    ['two ranks are on h1:1', SEVERAL, { 'ranks.1.gpu': 1, 'ranks.1.gpus': [1, 3] }],
    ['two ranks are on h1:0', SEVERAL, { 'ranks.0.gpus': [0, 0] }],
    ['rank 1 has 1 GPUs, where gpusPerRank is 2', SEVERAL, { 'ranks.1.gpus': null }],
    ['rank 0 has 3 GPUs, where gpusPerRank is 2', SEVERAL, { 'ranks.0.gpus': [0, 1, 3] }],
    ['the first of the gpus of rank 0 is not its gpu, 0', SEVERAL, { 'ranks.0.gpus': [1, 0] }],
    ['the first of the gpus of rank 2 is not its gpu, null', SEVERAL, { 'ranks.2.gpus': [1, 0] }],
    ['rank 1 is on a slot that h1 does not have', SEVERAL, { 'ranks.1.gpus': [2, 7] }],
    ['rank 1 has 2 GPUs, where gpusPerRank is 1', TWO_NODES, { 'ranks.1.gpus': [1, 0] }],
    [
      'rank 1 has a GPU of h1, all of which another rank has',
      WHOLE,
      {
        'ranks.0.gpus': [0, 1],
        'ranks.1.node': 'h1',
        'ranks.1.localRank': 1,
        'ranks.1.gpu': 2,
        'ranks.1.gpus': [2, 3],
        'nodes.1.nodeRank': null,
      },
    ],
    ['(RP3029)', SEVERAL, { 'nodes.0.gpus.3.vendor': 'amd' }],
    ['(RP2004)', MIG, { 'nodes.0.gpus.2.uuid': 'MIG-11111111' }],
    ['(RP3015)', TWO_NODES, { 'master.address': 'localhost' }],
    ['no multiple of 2', TWO_NODES, sharesOf(7, 9, 7, 9)],
    ['no multiple of 2', TWO_NODES, sharesOf(32, 0, 0, 0)],
    ['add up to 34', TWO_NODES, { 'ranks.0.share': 10 }],
    ['(RP3011)', TWO_NODES, { 'launch.groupSize': 4 }],
    ['(RP3025)', TWO_NODES, { 'launch.groupSize': 3 }],
    ['the env of launch has RANK', TWO_NODES, { 'launch.env.RANK': '3' }],
    ['the env of h2 has GROUPS', TWO_NODES, { 'nodes.1.env.GROUPS': '3' }],
    ['but there is no workload', TWO_NODES, { workload: null }],
    ['(RP3019)', TWO_NODES, { 'launch.addressing': 'uuid' }],
    ['a GPU index of h1 is there twice', TWO_NODES, { 'nodes.0.gpus.1.index': 0 }],
    ['rank 2 has no GPU (h1:cpu0) (RP3008)', CPU_RANK, { backend: 'nccl' }],
    ['a slot that h1 does not have', CPU_RANK, { 'ranks.0.cpuSlot': 0 }],
    [
      '(RP3009)',
      CPU_RANK,
      {
        'ranks.0.gpu': null,
        'ranks.0.cpuSlot': 0,
        'ranks.1.gpu': 0,
        'ranks.2.gpu': 1,
        'ranks.2.cpuSlot': null,
      },
    ],
    ['3 ranks are on h1:0, where ranksPerGpu is 2', SHARED, { 'mapping.ranksPerGpu': 2 }],
    ['share the GPU h1:0 (RP3008)', SHARED, { backend: 'nccl' }],
    ['share h1:0 (RP3006)', SHARED, { visibility: 'ordered' }],
    ['h1:1 is a MIG instance (RP3006)', MIG, { visibility: 'ordered' }],
    ['second MIG instance of one GPU (RP3008)', MIG, { backend: 'nccl' }],
    ['h1:2 is a MIG instance of h1:0, and both are mapped (RP3010)', MIG, { 'ranks.0.gpu': 0 }],
    ['h1:0 comes after a GPU with a higher index', INTEL, { visibility: 'ordered' }],
    ['made by intel (RP3008)', INTEL, { backend: 'nccl' }],
    ['(RP3020)', VENDORS, { visibility: 'ordered' }],
    ['GPUs of amd and nvidia (RP3008)', VENDORS, { backend: 'nccl' }],
  ];
  test.each(edits)('%s', (reason, plan, edit) => {
    expect(findContradiction(edited(plan, edit))).toContain(reason);
  });
});

describe('a key twice in one object', () => {
  const text = planText(TWO_NODES) ?? '';
  const findingsOf = (json: string) =>
    parseSaved(json).found.map(({ code, primary }) => [code, json.slice(primary.start, primary.end)]);

  test('is refused at the second', () => {
    expect(findingsOf(text)).toEqual([]);
    expect(findingsOf(text.replace('"gpu":1,', '"gpu":1,"gpu" :0,'))).toEqual([['RP1004', '"gpu"']]);
    expect(findingsOf(text.replace('"C":', '"C": "x", "\\u0043":'))).toEqual([['RP1004', '"\\u0043"']]);
  });

  test.each([
    '{}',
    '{"a":{"b":[{"a":1},{"a":":"}]},"c\\":":2, "__proto__" : {"d\\"":3}}',
    '[[["a:b", "c\\\\"]]]',
    '"a"',
  ])('is none in %s', (json) => {
    expect(countWrittenKeys(json)).toBe(countKeys(JSON.parse(json)));
    expect(hasRepeatedKey(json, JSON.parse(json))).toBe(false);
  });

  // The quick count takes these colons for those of keys.
  test.each(['":b"', '" :b"', '"\\":"', '["\\" :", ": "]'])('is seen beside the string %s', (value) => {
    const once = `{"a":${value},"b":{"c":1}}`;
    const twice = `{"a":${value},"b":{"c":1,"c" \n:2}}`;
    expect(hasRepeatedKey(once, JSON.parse(once))).toBe(false);
    expect(hasRepeatedKey(twice, JSON.parse(twice))).toBe(true);
  });
});

describe('nodes alike', () => {
  const nodesOf = (edit: Values) => parseSaved(planText(edited(TWO_NODES, edit)) ?? '').plan?.nodes ?? [];
  const isShared = (edit: Values) => {
    const [first, second] = nodesOf(edit);
    return first !== undefined && first.gpus === second?.gpus;
  };

  test('share their GPUs', () => {
    expect(isShared({})).toBe(true);
  });

  const facts = { uuid: 'GPU-5f2a5f2a', model: 'H100', memoryBytes: 5, score: 2, gres: 'a', cpus: '0-3' };
  test.each<[string, unknown]>(Object.entries(facts))(
    'share none where the %s of one is another',
    (fact, value) => {
      const edit = { [`nodes.1.gpus.1.${fact}`]: value };
      expect(isShared(edit)).toBe(false);
      expect(nodesOf(edit)[1]?.gpus[1]).toMatchObject({ [fact]: value });
      expect(nodesOf(edit)[0]?.gpus[1]).not.toMatchObject({ [fact]: value });
    },
  );
});
