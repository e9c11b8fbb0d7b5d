import { describe, expect, test } from 'vitest';
import { countCrossings } from '../../src/compiler/mapping/count-crossings.ts';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { countGroups } from '../../src/review/count-spans.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { listFigures } from '../../src/review/diff/format-figures.ts';
import { explainPlan } from '../../src/review/explain/explain-plan.ts';
import { renderTable } from '../../src/review/show/table.ts';
import { compileText, planOf } from '../compile-text.ts';
import { findContradiction } from '../find-contradiction.ts';

/** Two nodes of eight GPUs in two racks, unless told otherwise. */
const text = (parallel: string, rest = '', nodes = '{hosts: "n[1-2]", gpus: {count: 8}}') =>
  `version: 1\nname: x\nnodes: [${nodes}]\n${rest}launch: {parallel: {${parallel}}}\n`;

/** `severity code place`, the place by line and what is written there. */
const findingsOf = (source: string) =>
  compileText(source).diagnostics.map(({ severity, code, primary: { file, start, end } }) => {
    const { line } = positionAt(file, start);
    return `${severity} ${code} ${line} ${file.text.slice(start, end)}`;
  });

/** What `explain` says of a rank. */
function factsOf(plan: LaunchPlan, rank: number) {
  const found = explainPlan({ plan, topology: null, decisions: null }, { kind: 'rank', rank });
  if (typeof found === 'string') throw new Error(found);
  return found[0]?.facts ?? [];
}

describe('sizes and orders', () => {
  test.each([
    ['tp: 8', []],
    ['tp: 8, pp: 2', []],
    ['tp: 2, cp: 2, ep: 4, pp: 2', []],
    ['tp: 4, pp: 3', ['error RP3039 4 3']],
    ['tp: 3, cp: 7, pp: 5', ['error RP3039 4 5']],
    ['tp: 3', ['error RP3039 4 3']],
    ['tp: 100000', ['error RP3039 4 100000']],
    ['tp: 4, dp: 4', []],
    ['tp: 4, dp: 3', ['error RP3039 4 3']],
    ['tp: 8, ep: 8', ['error RP3039 4 8']],
    ['pp: 2, order: pp-tp', ['error RP3039 4 pp-tp']],
    ['tp: 2, order: tp-dp-tp', ['error RP3039 4 tp-dp-tp']],
    ['tp: 2, order: tp-dp', []],
    ['cp: 2, tp: 8, order: tp-cp', ['error RP3039 4 tp-cp']], // experts have two copies
    ['pp: 2, order: tp-cp-ep-pp-dp', []],
    ['pp: 2, cp: 2, order: tp-cp-ep-pp-dp', ['error RP3039 4 tp-cp-ep-pp-dp']],
    ['pp: 2, cp: 2, ep: 2, order: tp-cp-ep-pp-dp', []],
    ['pp: 2, cp: 2, ep: 2, order: tp-cp-pp-ep-dp', ['error RP3039 4 tp-cp-pp-ep-dp']],
  ])('%s', (parallel, expected) => {
    expect(findingsOf(text(parallel))).toEqual(expected);
  });

  test.each([
    ['tp: 5', 'whose product divides 16'],
    ['tp: 4, dp: 3', '`dp: 4`'],
  ])('%s: what would fit', (parallel, expected) => {
    expect(compileText(text(parallel)).diagnostics[0]?.help).toContain(expected);
  });

  test('the plan has all sizes, and its default order', () => {
    expect(planOf(text('tp: 4, pp: 2')).launch.parallel).toEqual({
      ...{ tp: 4, cp: 1, ep: 1, dp: 2, pp: 2 },
      order: 'tp-cp-ep-dp-pp',
    });
    expect(planOf('version: 1\nname: x\nnodes: [{hosts: a, gpus: {count: 2}}]\n').launch.parallel).toBeNull();
  });
});

describe('tensor parallel groups that leave', () => {
  const RACKS =
    '{hosts: "n[1-2]", gpus: {count: 4}, domain: {rack: a}}, {hosts: "n[3-4]", gpus: {count: 4}, domain: {rack: b}}';

  test.each([
    [
      'another order of ranks would keep them',
      text('tp: 8', 'mapping: {order: cyclic}\n'),
      ['error RP3041 5 8'],
    ],
    ['`order` would keep them', text('tp: 4, cp: 4, order: cp-tp-dp-pp'), ['error RP3041 4 4']],
    ['no order keeps them', text('tp: 16'), ['warning RP3041 4 16']],
    [
      'nodes are uneven',
      text('tp: 4', '', '{hosts: n1, gpus: {count: 6}}, {hosts: n2, gpus: {count: 6}}'),
      ['warning RP3041 4 4'],
    ],
    ['they span nodes of a domain', text('tp: 8', '', RACKS), ['warning RP3041 4 8']],
    ['they may span nodes of a domain', text('tp: 8}, groupWithin: rack, env: {A: b', '', RACKS), []],
    [
      'they leave a domain, and need not',
      text(
        'tp: 8}, groupWithin: rack, env: {A: b',
        'mapping: {strategy: explicit, ranks: [n1, n3, n2, n4]}\n',
        RACKS,
      ),
      ['error RP3041 5 8'],
    ],
  ])('%s', (_, source, expected) => {
    expect(findingsOf(source)).toEqual(expected);
  });

  test('a saved plan is held to the same', () => {
    const plan = planOf(text('tp: 4'));
    const parallel = { tp: 4, cp: 1, ep: 1, dp: 3, pp: 1, order: 'tp-dp' };
    expect(findContradiction(plan)).toBeNull();
    expect(findContradiction({ ...plan, launch: { ...plan.launch, parallel } })).toContain('RP3039');
    const dealt = planOf(text('tp: 2', 'mapping: {order: cyclic}\n', '{hosts: n1, gpus: {count: 4}}'));
    expect(findContradiction(dealt)).toBeNull();
  });
});

describe('what people see', () => {
  const plan = planOf(text('tp: 2, ep: 4, pp: 2'));

  test('show has a table of dimensions', () => {
    const lines = renderTable(plan).split('\n');
    expect(lines).toContain('parallel tp 2, ep 4, dp 4, pp 2, order tp-cp-ep-dp-pp');
    expect(lines.slice(-6, -1).map((line) => line.split(/ {2,}/))).toEqual([
      ['PARALLEL', 'SIZE', 'GROUPS', 'SPAN NODES'],
      ['tp', '2', '8', '0'],
      ['dp', '4', '4', '0'],
      ['pp', '2', '8', '8'],
      ['ep', '4', '4', '0'],
    ]);
    expect(renderTable(planOf(text('tp: 1', '', '{hosts: a, gpus: {count: 1}}')))).not.toContain('PARALLEL');
  });

  test('explain names the groups of a rank', () => {
    expect(Object.fromEntries(factsOf(plan, 5).map(({ topic, text: said }) => [topic, said]))).toMatchObject({
      tp: '2 of 2: ranks 4-5, all on n1',
      pp: '1 of 2: ranks 5,13, on 2 nodes: n[1-2]',
      ep: '3 of 4: ranks 1,3,5,7, all on n1',
    });
  });

  test('diff counts what spans more than before', () => {
    const next = planOf(text('tp: 2, ep: 8, order: tp-cp-pp-ep-dp'));
    const rows = listFigures(diffPlans(plan, next), (said) => said)
      .filter(({ title }) => title.includes('groups that span'))
      .map(({ title, before, now }) => [title, before, now]);
    expect(rows).toEqual([
      ['dp groups that span nodes', '0 of 4', '2 of 2'],
      ['pp groups that span nodes', '8 of 8', 'none'],
      ['ep groups that span nodes', '0 of 4', '2 of 2'],
    ]);
  });

  test('domains and islands have a column each', () => {
    const links = [
      ['X', 'NV4', 'SYS', 'SYS'],
      ['NV4', 'X', 'SYS', 'SYS'],
      ['SYS', 'SYS', 'X', 'NV4'],
      ['SYS', 'SYS', 'NV4', 'X'],
    ];
    const bytes = JSON.stringify({
      formatVersion: '1.0',
      gpus: links.map((row, index) => ({ index, links: row })),
    });
    const nodes =
      '{hosts: "n[1-2]", inventory: "{host}.json", domain: {row: r, rack: a}}, {hosts: n3, inventory: n3.json, domain: {row: r, rack: b}}';
    const made = planOf(text('tp: 4', '', nodes), (name) => ({ kind: 'bytes', bytes, name }));
    const counted = countGroups(made).map(({ name, size, groups, spanning }) => {
      const levels = spanning.map((at) => `${at.level} ${at.groups} at least ${at.atLeast}`);
      return `${groups} of ${name} ${size}: ${levels.join(', ')}`;
    });
    expect(counted).toEqual([
      '3 of tp 4: island 3 at least 3, node 0 at least 0, rack 0 at least 0, row 0 at least 0',
      '4 of dp 3: island 4 at least 4, node 4 at least 1, rack 4 at least 1, row 0 at least 0',
    ]);
  });

  test('a million ranks are counted', () => {
    const placeOfRank = Int32Array.from({ length: 2 ** 20 }, (_, rank) => rank >> 3);
    const at = (size: number, stride: number) =>
      countCrossings({ name: 'x', size, stride }, { name: 'node', placeOfRank }).crossing;
    expect([at(8, 1), at(2 ** 13, 8), at(16, 2 ** 16), at(2 ** 20, 1)]).toEqual([0, 128, 65_536, 1]);
  });
});

describe('islands of a node', () => {
  const rows = ['X SYS NV4 SYS', 'SYS X SYS NV4', 'NV4 SYS X SYS', 'SYS NV4 SYS X'];
  const bytes = JSON.stringify({
    formatVersion: '1.0',
    gpus: rows.map((row, index) => ({ index, links: row.split(' '), model: index === 3 ? 'A40' : 'A6000' })),
  });
  const read = (name: string) => ({ kind: 'bytes', bytes, name }) as const;
  const head = 'version: 1\nname: x\nnodes: [{hosts: "n[1-2]", inventory: "{host}.json"}]\n';
  const codesOf = (source: string) =>
    compileText(head + source, read).diagnostics.map(({ severity, code }) => `${severity} ${code}`);
  const gpusOf = (source: string) => planOf(head + source, read).ranks.map(({ gpu }) => gpu);

  test.each([
    ['launch: {groupSize: 2}', [0, 2, 1, 3, 0, 2, 1, 3]],
    ['launch: {groupSize: 4}', [0, 1, 2, 3, 0, 1, 2, 3]],
    ['launch: {}', [0, 1, 2, 3, 0, 1, 2, 3]],
    ['mapping: {exclude: ["n1:0", "n1:1"]}\nlaunch: {groupSize: 2}', [2, 3, 0, 2, 1, 3]],
    ['mapping: {worldSize: 2}\nlaunch: {groupSize: 2}', [0, 2]],
    ['mapping: {strategy: explicit, ranks: ["n1:0-3"]}\nlaunch: {groupSize: 2}', [0, 1, 2, 3]],
    ['mapping: {ranksPerGpu: 2}\nlaunch: {groupSize: 4}', [0, 0, 2, 2, 1, 1, 3, 3, 0, 0, 2, 2, 1, 1, 3, 3]],
  ])('%s', (source, expected) => {
    expect(gpusOf(source)).toEqual(expected);
  });

  test.each([
    ['launch: {groupSize: 2}', ['warning RP3043']], // 1 and 3 are linked, and unequal
    ['launch: {groupSize: 4}', ['warning RP3043']],
    ['mapping: {exclude: ["n[1-2]:3"], worldSize: 2}\nlaunch: {groupSize: 2}', []],
    [
      'mapping: {strategy: explicit, ranks: ["n1:0-3"]}\nlaunch: {groupSize: 2}',
      ['warning RP3042', 'warning RP3043'],
    ],
    ['launch: {parallel: {tp: 2}}', ['warning RP3042']],
    ['launch: {parallel: {tp: 4}}', []],
  ])('%s: findings', (source, expected) => {
    expect([...codesOf(source)].sort()).toEqual(expected);
  });

  test.each([
    [2, '4 blocks of 2 ranks: 0 leave their node (at least 0), 0 their island (at least 0)'],
    [4, '2 blocks of 4 ranks: 0 leave their node (at least 0), 2 their island (at least 2)'],
  ])('blocks of %d are counted with the bound', (size, expected) => {
    const plan = planOf(`${head}launch: {groupSize: ${size}}`, read);
    expect(renderTable(plan).split('\n')).toContain(expected);
    const block = factsOf(plan, 5).find(({ topic }) => topic === 'block');
    expect(block?.text).toMatch(size === 2 ? /: within one island$/ : /: leaves its island$/);
  });

  test('a saved plan has no more islands than GPUs', () => {
    const plan = planOf(`${head}launch: {groupSize: 2}`, read);
    expect(findContradiction(plan)).toBeNull();
    const nodes = plan.nodes.map((node) => ({
      ...node,
      gpus: node.gpus.map((gpu) => ({ ...gpu, island: 4 })),
    }));
    expect(findContradiction({ ...plan, nodes })).toContain('islands');
  });

  test('explain and diff know them', () => {
    const before = planOf(`${head}launch: {}`, read);
    const after = planOf(`${head}launch: {groupSize: 2}`, read);
    expect(factsOf(after, 1)).toContainEqual({
      topic: 'island',
      text: '0 of n1: GPUs 0,2, by the links of its inventory file',
      place: null,
    });
    const diff = diffPlans(before, after);
    expect([diff.replayed, diff.moves.length]).toEqual([true, 4]);
    expect(diff.changes.map(({ kind }) => kind)).toEqual(['group-size']);
    const unlinked = planOf(`${head}launch: {groupSize: 2}`, (name) => ({
      ...read(name),
      bytes: bytes.replaceAll('NV4', 'SYS'),
    }));
    const linked = diffPlans(unlinked, after);
    expect([linked.replayed, linked.moves.length]).toEqual([true, 4]);
    expect(linked.changes.map(({ kind, what }) => [kind, ...what])).toEqual([
      ['islands', 'n1'],
      ['islands', 'n2'],
    ]);
    expect(new Set(linked.facts.map(({ fact }) => fact))).toEqual(new Set(['island']));
  });
});
