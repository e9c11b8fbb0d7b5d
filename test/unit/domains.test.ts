import { describe, expect, test } from 'vitest';
import { describeBlocks } from '../../src/review/count-spans.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { compileText, placeOf, planOf } from '../compile-text.ts';
import { expectCpuSeconds } from '../cpu-time.ts';
import { slotOf } from '../invariants.ts';
import { readFrom } from '../read-beside.ts';
import { runs } from '../stage.ts';

const HEAD = 'version: 1\nname: x\nnodes:\n';

/** Codes with the line and column of each finding. */
const found = (text: string, files: Readonly<Record<string, string>> = {}) =>
  compileText(text, readFrom(files)).diagnostics.map((finding) => `${finding.code} ${placeOf(finding)}`);

const node = (hosts: string, domain: string, gpus = 2) =>
  `  - { hosts: "${hosts}", gpus: { count: ${gpus} }, domain: { ${domain} } }\n`;

describe('mistakes have a place', () => {
  test.each([
    ['two orders', node('a', 'row: a, rack: r1') + node('b', 'rack: r2, row: a'), ['RP3034 5:39']],
    ['a level missing', node('a', 'row: a, rack: r1') + node('b[1-3]', 'row: a'), ['RP3034 5:44']],
    ['no domain at all', `${node('a', 'rack: r1')}  - { hosts: b, gpus: { count: 2 } }\n`, ['RP3034 5:14']],
    [
      'one name in two others',
      node('a', 'row: a, rack: r1') + node('b', 'row: b, rack: r1'),
      ['RP3034 5:63'],
    ],
    [
      'a level that there is not',
      `${node('a', 'rack: r1')}launch: { groupSize: 2, groupWithin: rak }\n`,
      ['RP3038 5:38'],
    ],
    ['no size', `${node('a', 'rack: r1')}launch: { groupWithin: rack }\n`, ['RP3038 5:24']],
    [
      'a place of the job',
      '  - { hosts: a, bind: job, gpus: { count: 2 }, domain: { rack: r1 } }\n',
      ['RP2017 4:48'],
    ],
    ['a level called node', node('a', 'node: n1'), ['RP1106 4:49']],
    [
      'a turn of three',
      node('a', 'x: x1, y: y1') + node('b', 'y: y1, z: z1') + node('c', 'z: z1, x: x1'),
      ['RP3034 5:39'],
    ],
  ])('%s', (_, nodes, expected) => {
    expect(found(HEAD + nodes)).toEqual(expected);
  });

  test('levels without end are refused in linear time', () => {
    const nodes = Array.from({ length: runs(3000, 1000) }, (_, i) =>
      node(`n${i}`, `l${i}: a, m${i}: b`),
    ).join('');
    expectCpuSeconds(runs(20, 3), () => expect(found(HEAD + nodes)).toHaveLength(1));
  });
});

describe('inventory files', () => {
  const file = (domain: object | undefined) =>
    JSON.stringify({ formatVersion: '1.0', gpus: [{ index: 0 }], domain });
  const text = (domain: string) =>
    `${HEAD}  - { hosts: "a[1-4]", inventory: "{host}.json"${domain} }\nlaunch: { groupSize: 2, groupWithin: nvlink }\n`;
  const planWith = (domain: string, domains: readonly (object | undefined)[]) =>
    compileText(
      text(domain),
      readFrom(Object.fromEntries(domains.map((of, i) => [`a${i + 1}.json`, file(of)]))),
    );

  test('add levels inside those of the topology, which wins', () => {
    const of = (nvlink: string) => ({ nvlink, rack: 'other' });
    const { plan } = planWith(', domain: { rack: r1 }', [of('d1'), of('d2'), of('d1'), of('d2')]);
    expect(plan?.levels).toEqual(['rack', 'nvlink']);
    expect(plan?.nodes.map(({ domain }) => domain)).toEqual([
      ['r1', 'd1'],
      ['r1', 'd2'],
      ['r1', 'd1'],
      ['r1', 'd2'],
    ]);
    expect(plan?.ranks.map(({ node: host }) => host)).toEqual(['a1', 'a3', 'a2', 'a4']);
  });

  test('may lack a level: there a node stands for itself', () => {
    const { plan, diagnostics } = planWith('', [{ nvlink: 'd1' }, undefined, { nvlink: 'd1' }, undefined]);
    expect(plan).toBeNull();
    expect(diagnostics.map(({ code, notes }) => [code, ...notes])).toEqual([
      [
        'RP3011',
        'ranks 2 to 3 are on a2 (in no nvlink), a4 (in no nvlink)',
        'no order of the same slots splits fewer than 1',
      ],
    ]);
  });
});

test('a file with CRLF and numbers as names keeps the names as they are written', () => {
  const plan = planOf(`${HEAD}${node('a', 'rack: 07')}${node('b', 'rack: 7')}`.replaceAll('\n', '\r\n'));
  expect(plan.nodes.map(({ domain }) => domain)).toEqual([['07'], ['7']]);
});

describe('diff', () => {
  const lab = (racks: readonly string[], more = '') =>
    planOf(HEAD + racks.map((rack, i) => node(`n${i}`, `rack: ${rack}`)).join('') + more);

  test('a node that moved is the cause of what moves', () => {
    const diff = diffPlans(lab(['r1', 'r2', 'r1', 'r2']), lab(['r1', 'r1', 'r1', 'r2']));
    expect(diff.changes).toEqual([{ kind: 'domain', what: ['n1'], old: 'rack r2', new: 'rack r1' }]);
    expect(diff.causes).toEqual([{ changes: [0], single: true }]);
    expect(diff.moves.map(({ rank }) => rank)).toEqual([2, 3, 4, 5]);
  });

  test('so is another size of the blocks, and another set of levels', () => {
    const [four, five] = ['groupSize: 4, groupWithin: rack', 'groupSize: 5, groupWithin: rack'].map(
      (launch) => planOf(`${HEAD}${node('n[0-4]', 'rack: r1', 4)}launch: { ${launch} }\n`),
    );
    if (four === undefined || five === undefined) throw new Error('both are sound');
    const sizes = diffPlans(four, five);
    expect(sizes.changes).toEqual([{ kind: 'group-size', what: [], old: 4, new: 5 }]);
    const levels = diffPlans(
      planOf(`${HEAD}  - { hosts: "n[0-3]", gpus: { count: 2 } }\n`),
      lab(['r1', 'r2', 'r1', 'r2']),
    );
    expect(levels.changes).toEqual([{ kind: 'levels', what: [], old: null, new: 'rack' }]);
    expect(levels.causes).toEqual([{ changes: [0], single: true }]);
  });

  test('of places that a job will bind nothing is counted', () => {
    const text = (size: number) =>
      `${HEAD}  - { hosts: "n[0-3]", bind: job, gpus: { count: 2 } }\nslurm: {}\nlaunch: { groupSize: ${size}, groupWithin: rack }\n`;
    const { consequences } = diffPlans(planOf(text(4)), planOf(text(8)));
    expect([consequences.old.blocks, consequences.new.blocks]).toEqual([null, null]);
  });

  test('a rack with another name moves nothing, and is told', () => {
    const diff = diffPlans(lab(['r1', 'r2']), lab(['r1', 'r9']));
    expect(diff.moves).toEqual([]);
    expect(diff.settings.map(({ path, old, new: next }) => [path.join(), old, next])).toEqual([
      ['domain,rack', 'r2', 'r9'],
    ]);
  });
});

test.each([
  ['exclude', 'mapping: { exclude: ["a1:5", "a1:4"] }', 'a2:4,a2:5'],
  ['worldSize', 'mapping: { worldSize: 8 }', 'a1:4,a1:5,a2:4,a2:5'],
  ['gpusPerRank', 'mapping: { gpusPerRank: 3 }\nlaunch: { groupSize: 4 , groupWithin: rack }', ''],
])('%s: what is left idle or over', (_, more, left) => {
  const launch = more.includes('launch') ? '' : 'launch: { groupSize: 4, groupWithin: rack }\n';
  const world = more.includes('exclude') ? more.replace(' }', ', worldSize: 8 }') : more;
  const plan = planOf(`${HEAD}${node('a[1-2]', 'rack: r1', 6)}${world}\n${launch}`);
  const used = new Set(
    plan.ranks.flatMap((rank) => (rank.gpus ?? [rank.gpu]).map((gpu) => `${rank.node}:${gpu}`)),
  );
  const all = plan.nodes.flatMap(({ name, gpus }) => gpus.map(({ index }) => `${name}:${index}`));
  const idle = all.filter((name) => !used.has(name) && !plan.mapping.exclude.includes(name));
  expect(idle.join()).toBe(left);
  expect(plan.ranks.length % 4).toBe(0);
});

test('thousands of uneven nodes in twelve spines are at hand in a second', () => {
  const nodes = runs(10_000, 500);
  const entries = Array.from({ length: nodes }, (_, i) => {
    const rack = (i * 7919) % 556; // listed in no order
    return `  - { hosts: n${i}, gpus: { count: ${[8, 7, 8, 6][i % 4]} }, domain: { spine: s${rack % 12}, rack: r${rack} } }\n`;
  });
  const text = `${HEAD}${entries.join('')}mapping: { worldSize: ${7.04 * nodes} }\nlaunch: { groupSize: 16, groupWithin: spine }\n`;
  // Reading the text takes most of it.
  expectCpuSeconds(30, () => {
    const { plan } = compileText(text);
    expect(plan?.ranks.map(slotOf).length).toBe(7.04 * nodes);
    if (plan !== null) expect(describeBlocks(plan)).toMatch(/0 leave their spine \(at least 0\)/);
  });
});
