import { describe, expect, test } from 'vitest';
import { composePicture, MAX_DRAWN_SLOTS } from '../../src/review/show/compose-picture.ts';
import { renderHtml } from '../../src/review/show/html/render-html.ts';
import { MAX_LISTED_RANKS } from '../../src/review/show/html/render-view.ts';
import { createScale, PLAIN, SHADES } from '../../src/review/show/score-scale.ts';
import { fitText } from '../../src/review/show/svg/element.ts';
import { renderSvg } from '../../src/review/show/svg/render-svg.ts';
import { renderTable } from '../../src/review/show/table.ts';
import { planOf } from '../compile-text.ts';
import { parseSvg } from '../parse-markup.ts';

const clusterOf = (nodes: readonly object[], more: object = {}) => planOf({ nodes, ...more });

/** WCAG's relative luminance. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('the scale', () => {
  test('text on each colour has a contrast of 4.5 at least', () => {
    for (const { fill, ink } of [...SHADES, PLAIN]) {
      const [dark = 0, bright = 0] = [luminance(fill), luminance(ink)].sort((a, b) => a - b);
      expect((bright + 0.05) / (dark + 0.05), fill).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('steps differ in lightness alone enough to be told apart, in grey and with any colour vision', () => {
    const lightness = SHADES.map(({ fill }) => 116 * Math.cbrt(luminance(fill)) - 16);
    for (let i = 1; i < lightness.length; i++)
      expect((lightness[i - 1] ?? 0) - (lightness[i] ?? 0)).toBeGreaterThanOrEqual(10);
  });

  test('small differences stay small, and equal scores have one colour', () => {
    const alike = createScale([99, 100]);
    expect(alike(100)).toBe(SHADES.length - 1);
    expect(alike(99)).toBe(SHADES.length - 1);
    const uneven = createScale([10, 100]);
    expect([uneven(10), uneven(100)]).toEqual([0, SHADES.length - 1]);
    expect(createScale([0])(0)).toBe(SHADES.length - 1);
    expect(createScale([])(7)).toBe(SHADES.length - 1);
  });
});

describe('text that must fit', () => {
  test.each([
    ['lab1', 8, 'lab1'],
    ['build-server-0012.example', 13, 'build-se…mple'],
    ['中文名字很长很长', 5, '中文名…长'],
    ['abc', 1, '…'],
    ['', 5, ''],
  ])('%j in %i columns is %j', (text, columns, fitted) => {
    expect(fitText(text, columns)).toBe(fitted);
  });
});

test('what a picture shows: shares, shared GPUs, CPU slots, idle GPUs, rank 0, blocks', () => {
  const plan = planOf(`version: 1
name: cluster
nodes:
  - { hosts: n1, gpus: [{ index: 0, score: 50 }, { index: 3, score: 100 }], cpuRanks: 1 }
  - { hosts: n2, gpus: { count: 2, score: 100 } }
mapping: { ranksPerGpu: 2, exclude: ["n2:1"] }
workload: { globalBatch: 70, shares: equal }
launch: { backend: gloo }
`);
  const { nodes } = composePicture(plan);
  expect(nodes.map(({ name, ranks }) => [name, ranks])).toEqual([
    ['n1', '0-4'],
    ['n2', '5-6'],
  ]);
  const svg = parseSvg(renderSvg(composePicture(plan)));
  expect(svg.textsOf('title')).toEqual(
    expect.arrayContaining([
      'ranks 0-1 on n1:0, score 50, share 20',
      'rank 4 on n1:cpu0, share 10',
      'no rank on n2:1, score 100',
    ]),
  );
  const texts = svg.textsOf('text');
  for (const text of ['0-1', 'GPU 3 · 100', 'share 20', 'idle', 'rank 0, on the master’s node', 'CPU slot'])
    expect(texts).toContain(text);
  expect(svg.textsOf('desc')[0]).toContain('n1: ranks 0-4. n2: ranks 5-6.');
});

test('consecutive ranks of a node are joined, up to the end of a block', () => {
  const nodes = [{ hosts: 'n[1-2]', gpus: { count: 4 } }];
  /** `-` behind a cell that is joined to the next one, a blank behind another. */
  const drawn = (more: object = {}) =>
    composePicture(clusterOf(nodes, more)).nodes.map(({ cells }) =>
      cells.map(({ joined }) => (joined ? '-' : ' ')).join(''),
    );
  expect(drawn({ launch: { groupSize: 2 } })).toEqual(['- - ', '- - ']);
  expect(drawn()).toEqual(['--- ', '--- ']);
  expect(drawn({ mapping: { order: 'cyclic' } })).toEqual(['    ', '    ']);
});

test('nodes whose names cannot be shortened are counted at the head of a table', () => {
  const head = (last: number) => {
    const nodes = [{ hosts: `rack-[1-${last}].cluster.example.org`, gpus: { count: 1 } }];
    return renderTable(planOf({ nodes })).split('\n')[0];
  };
  expect(head(2)).toBe('x: 2 ranks on rack-1.cluster.example.org,rack-2.cluster.example.org');
  expect(head(130)).toBe(
    'x: 130 ranks on 130 nodes, rack-1.cluster.example.org to rack-130.cluster.example.org',
  );
});

describe('large plans', () => {
  const eightEach = (count: number) => [
    { hosts: `dgx[00001-${String(count).padStart(5, '0')}]`, gpus: { count: 8 } },
  ];
  const thousand = clusterOf(eightEach(125));
  const large = clusterOf(eightEach(3750));

  test('a thousand GPUs are all drawn, and no letter is smaller than 8 pixels', () => {
    const svg = parseSvg(renderSvg(composePicture(thousand)));
    const texts = svg.textsOf('text');
    for (let rank = 0; rank < 1000; rank++) expect(texts).toContain(String(rank));
    const sizes = svg.tags.map(({ attributes }) => Number(attributes['font-size'] ?? 99));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8);
  });

  test('of thirty thousand the picture is bounded, and says what is left out', () => {
    const picture = composePicture(large);
    const drawn = picture.nodes.reduce((sum, { cells }) => sum + cells.length, 0);
    expect(drawn).toBe(MAX_DRAWN_SLOTS);
    const svg = renderSvg(picture);
    expect(parseSvg(svg).textsOf('text')).toContain('not drawn: 25904 slots on 3238 nodes, with 25904 ranks');
    expect(svg.length).toBeLessThan(1_500_000);
    const page = renderHtml(large);
    expect(page).toContain(`not listed: ${30_000 - MAX_LISTED_RANKS} ranks`);
    expect(page.length).toBeLessThan(6_000_000);
  });

  test('a node with more slots than are drawn is not drawn', () => {
    const { nodes, omitted } = composePicture(clusterOf([{ hosts: 'a', cpuRanks: MAX_DRAWN_SLOTS + 1 }]));
    expect(nodes).toEqual([]);
    expect(omitted).toBe('not drawn: 4097 slots on 1 node, with 4097 ranks');
  });
});
