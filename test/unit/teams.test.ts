import { describe, expect, test } from 'vitest';
import { compileText, errorCodes, planOf } from '../compile-text.ts';
import { slotOf } from '../invariants.ts';
import { readAlways } from '../read-beside.ts';

const HEAD = 'version: 1\nname: t\n';
const BOX = 'nodes: [{hosts: lab1, gpus: {count: 8}}, {hosts: lab2, gpus: {count: 3}, cpuRanks: 1}]\n';

const placesOf = (text: string) => planOf(HEAD + text).ranks.map(slotOf);
const codesOf = (text: string) =>
  compileText(HEAD + text).diagnostics.map(({ code, severity }) => `${severity} ${code}`);

describe('gpusPerRank', () => {
  test.each([
    ['gpusPerRank: 4', ['lab1:0+lab1:1+lab1:2+lab1:3', 'lab1:4+lab1:5+lab1:6+lab1:7', 'lab2:cpu0']],
    ['gpusPerRank: node, order: cyclic, worldSize: 2', [/^lab1:0\+.*\+lab1:7$/, 'lab2:0+lab2:1+lab2:2']],
    ['gpusPerRank: 3, exclude: ["lab1:1", lab2]', ['lab1:0+lab1:2+lab1:3', 'lab1:4+lab1:5+lab1:6']],
    [
      'strategy: explicit, gpusPerRank: 2, ranks: ["lab2:2,0", "lab1:0-3"]',
      ['lab2:2+lab2:0', 'lab1:0+lab1:1', 'lab1:2+lab1:3'],
    ],
    [
      'strategy: explicit, gpusPerRank: node, ranks: ["lab2", "lab1:7,6"]',
      ['lab2:0+lab2:1+lab2:2', 'lab2:cpu0', 'lab1:7+lab1:6'],
    ],
  ])('%s', (mapping, expected) => {
    const places = placesOf(`${BOX}mapping: {${mapping}}`);
    expect(places).toHaveLength(expected.length);
    for (const [rank, place] of expected.entries()) expect(places[rank]).toMatch(place);
  });

  test.each([
    ['GPUs that are left over', 'gpusPerRank: 4', ['warning RP3028']],
    ['none where the ranks are counted', 'gpusPerRank: 4, worldSize: 2', []],
    ['none where they are excluded', 'gpusPerRank: 4, exclude: ["lab2:0-2"]', []],
    ['more ranks than there are teams', 'gpusPerRank: 4, worldSize: 4', ['error RP3002']],
    ['no node has so many', 'gpusPerRank: 9, exclude: ["lab2:cpu0"]', ['error RP3002']],
    ['several ranks a GPU, too', 'gpusPerRank: 2, ranksPerGpu: 2', ['error RP3017']],
    ['another text', 'gpusPerRank: host', ['error RP1105']],
    ['none', 'gpusPerRank: 0', ['error RP1105']],
  ])('finds %s', (_, mapping, expected) => {
    expect(codesOf(`${BOX}mapping: {${mapping}}`)).toEqual(expected);
  });

  test.each([
    ['ordered', ['error RP3006']],
    ['isolated', []],
  ])('beside visibility %s: %j', (visibility, expected) => {
    const mapping = 'mapping: {gpusPerRank: 8, exclude: [lab2]}\n';
    expect(codesOf(`${BOX}${mapping}launch: {visibility: ${visibility}}`)).toEqual(expected);
  });

  test.each([
    ['half a rank in an item', '2, ranks: ["lab1:0", "lab1:1"]', 'RP3029'],
    ['a rank on two nodes', '4, ranks: ["lab[1-2]:0,1"]', 'RP3029'],
    ['a node in two items', 'node, ranks: ["lab1:0", "lab1:1"]', 'RP3029'],
    ['a GPU in two ranks', '2, ranks: ["lab1:0,1", "lab1:1,2"]', 'RP3001'],
  ])('refuses a list with %s', (_, listed, code) => {
    const mapping = `mapping: {strategy: explicit, gpusPerRank: ${listed}}`;
    expect(codesOf(BOX + mapping)).toEqual([`error ${code}`]);
  });

  test.each([
    [
      'MIG instances',
      '{index: 0}, {index: 1, parent: 0, uuid: MIG-1111}, {index: 2, parent: 0, uuid: MIG-2222}',
      'exclude: ["h:0"], ',
    ],
    ['two vendors', '{index: 0, vendor: amd}, {index: 1}', ''],
    ['GPUs of Intel in another order', '{index: 1, vendor: intel}, {index: 0, vendor: intel}', ''],
  ])('refuses a rank with %s', (_, gpus, exclude) => {
    const text = `nodes: [{hosts: h, gpus: [${gpus}]}]\nmapping: {${exclude}gpusPerRank: node}\n`;
    expect(errorCodes(compileText(HEAD + text))).toEqual(['RP3029']);
  });

  test('one MIG instance is a whole rank', () => {
    const text =
      'nodes: [{hosts: h, gpus: [{index: 0}, {index: 1, parent: 0, uuid: MIG-1111}]}]\nmapping: {exclude: ["h:0"], gpusPerRank: node}\n';
    expect(planOf(HEAD + text)).toMatchObject({ visibility: 'own', ranks: [{ gpu: 1, gpus: null }] });
  });

  test('shares are in proportion to the figures of all GPUs of a rank, as decimals', () => {
    const gpus = [0.1, 0.2, 0.15, 0.15]
      .map((score, index) => `{index: ${index}, score: ${score}}`)
      .join(', ');
    const text = `nodes: [{hosts: h, gpus: [${gpus}]}]\nmapping: {gpusPerRank: 2}\nworkload: {globalBatch: 7}\n`;
    // 0.1 + 0.2 is no more than 0.15 + 0.15: the odd unit goes to the first rank.
    expect(planOf(HEAD + text).ranks.map(({ share }) => share)).toEqual([4, 3]);
    const ranked = text.replace('mapping: {', 'mapping: {strategy: performance-ranked, by: score, ');
    expect(planOf(HEAD + ranked).ranks.map(({ why }) => why)).toEqual([
      'score 0.35 of 2 GPUs, place 1 of 2',
      'score 0.25 of 2 GPUs, place 2 of 2',
    ]);
  });
});

describe('islands', () => {
  /** An inventory whose links show the islands: a letter for that of each GPU. */
  const gpusOn = (islands: string) =>
    [...islands].map((island, index) => ({
      index,
      links: [...islands].map((other, i) => (i === index ? 'X' : other === island ? 'NV4' : 'SYS')),
    }));
  const planOn = (islands: string, mapping: string) =>
    compileText(
      `${HEAD}nodes: [{hosts: h, inventory: i.json}]\nmapping: {${mapping}}\n`,
      readAlways({ formatVersion: '1.0', gpus: gpusOn(islands) }),
    );
  test.each([
    ['abab', 'gpusPerRank: 2', ['h:0+h:2', 'h:1+h:3'], 0],
    ['aabb', 'gpusPerRank: 2, order: cyclic', ['h:0+h:1', 'h:2+h:3'], 0],
    ['aaabbb', 'gpusPerRank: 2', ['h:0+h:1', 'h:3+h:4'], 1],
    // No island is large enough: whole ones, as few as may be.
    ['ababcdcd', 'gpusPerRank: 4', ['h:0+h:1+h:2+h:3', 'h:4+h:5+h:6+h:7'], 0],
    ['acacbdbd', 'gpusPerRank: 4', ['h:0+h:1+h:2+h:3', 'h:4+h:5+h:6+h:7'], 0],
    ['abcdabcd', 'gpusPerRank: 4', ['h:0+h:1+h:4+h:5', 'h:2+h:3+h:6+h:7'], 0],
    ['aabb', 'gpusPerRank: node', ['h:0+h:1+h:2+h:3'], 0],
    // A list is the user's own.
    ['abab', 'gpusPerRank: 2, strategy: explicit, ranks: ["h:0,1"]', ['h:0+h:1'], 0],
    ['abab', 'gpusPerRank: 2, exclude: ["h:2"]', ['h:1+h:3'], 1],
  ])('of %s, %s', (islands, mapping, expected, idle) => {
    const { plan, diagnostics } = planOn(islands, mapping);
    expect(plan?.ranks.map(slotOf)).toEqual(expected);
    expect(diagnostics.filter(({ code }) => code === 'RP3028')).toHaveLength(idle);
  });
});
