import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { composePicture } from '../../src/review/show/compose-picture.ts';
import { renderHtml } from '../../src/review/show/html/render-html.ts';
import type { Cell } from '../../src/review/show/picture.ts';
import { renderSvg } from '../../src/review/show/svg/render-svg.ts';
import { compileText } from '../compile-text.ts';
import { slotsOf } from '../invariants.ts';
import { type Markup, parseHtml, parseSvg } from '../parse-markup.ts';
import { runs } from '../stage.ts';
import { randomTopology } from './random-topology.ts';

function forEachPlan(numRuns: number, check: (plan: LaunchPlan) => void): void {
  const property = fc.property(randomTopology, (topology) => {
    const { plan } = compileText(topology);
    fc.pre(plan !== null);
    check(plan);
  });
  fc.assert(property, { numRuns });
}

const cellsOf = (plan: LaunchPlan): readonly Cell[] =>
  composePicture(plan).nodes.flatMap(({ cells }) => cells);

test('every slot is a cell, with the ranks that the plan puts there', () => {
  forEachPlan(runs(240), (plan) => {
    const cells = cellsOf(plan);
    const drawn = cells.flatMap(({ slot, ranks }) => ranks.map((rank) => [rank, slot] as const));
    const planned = plan.ranks.flatMap((rank) => slotsOf(rank).map((slot) => [rank.rank, slot] as const));
    const byRank = (a: readonly [number, string], b: readonly [number, string]) =>
      a[0] - b[0] || Number(a[1] > b[1]) - 0.5;
    expect(drawn.toSorted(byRank)).toEqual(planned.toSorted(byRank));
    const slots = plan.nodes.reduce((sum, { gpus, cpuRanks }) => sum + gpus.length + cpuRanks, 0);
    expect(new Set(cells.map(({ slot }) => slot)).size).toBe(slots);
    // Rows are those of first ranks, then one for each idle slot.
    const idle = cells.filter(({ ranks }) => ranks.length === 0);
    for (const { ranks, row } of cells) if (ranks.length > 0) expect(row).toBe(ranks[0]);
    expect(idle.map(({ row }) => row)).toEqual(idle.map((_, i) => plan.worldSize + i));
  });
});

test('the faster a GPU, the further its colour; idle ones have none', () => {
  forEachPlan(runs(120), (plan) => {
    const busy = cellsOf(plan).flatMap(({ ranks, figure, shade }) =>
      ranks.length === 0 || figure === null ? [] : [{ figure, shade: shade ?? Number.NaN }],
    );
    const sorted = busy.toSorted((a, b) => a.figure - b.figure);
    for (let i = 1; i < sorted.length; i++)
      expect(sorted[i]?.shade).toBeGreaterThanOrEqual(sorted[i - 1]?.shade ?? 0);
    for (const { ranks, shade } of cellsOf(plan)) if (ranks.length === 0) expect(shade).toBeNull();
  });
});

test('joined cells carry neighbouring ranks of one node and one block', () => {
  forEachPlan(runs(120), (plan) => {
    const { nodes, groupSize } = composePicture(plan);
    for (const { cells } of nodes) {
      cells.forEach((cell, i) => {
        const [last, first] = [cell.ranks.at(-1), cells[i + 1]?.ranks[0]];
        const isSame = last !== undefined && first === last;
        const follows = last !== undefined && first === last + 1;
        const sameBlock =
          groupSize === null || Math.floor((last ?? 0) / groupSize) === Math.floor((first ?? 0) / groupSize);
        expect(cell.joined).toBe(cell.gpusOfRank > 1 ? isSame : follows && sameBlock);
      });
    }
  });
});

test('SVG: cells lie inside their boxes, boxes inside the page, and no two overlap', () => {
  forEachPlan(runs(60), (plan) => {
    const picture = composePicture(plan);
    const markup = parseSvg(renderSvg(picture));
    expectInside(markup);
    const titles = markup.textsOf('title').join('\n');
    for (const { rank } of plan.ranks)
      expect(titles).toMatch(new RegExp(`ranks? [0-9-,]*\\b${rangeOf(plan, rank)}`));
  });
});

/** The name under which a rank is found: that of all ranks of its slot. */
function rangeOf(plan: LaunchPlan, rank: number): string {
  const cell = cellsOf(plan).find(({ ranks }) => ranks.includes(rank));
  const [first, last] = [cell?.ranks[0], cell?.ranks.at(-1)];
  return first === last ? `${first} on ${cell?.slot}` : `${first}-${last} on ${cell?.slot}`;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function areaOf(attributes: Readonly<Record<string, string>> = {}): Area {
  const number = (key: string) => Number(attributes[key] ?? 0);
  return { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
}

function expectInside({ tags }: Markup): void {
  const page = areaOf(tags[0]?.attributes);
  const rectangles = tags
    .filter(({ name }) => name === 'rect')
    .map(({ attributes }) => ({ ...areaOf(attributes), className: attributes['class'] ?? 'cell' }));
  const boxes = rectangles.filter(({ className }) => className === 'box' || className === 'absent');
  const cells = rectangles.filter(({ className }) => className === 'cell');
  for (const rectangle of rectangles) expect(contains(page, rectangle)).toBe(true);
  for (const cell of cells) expect(boxes.filter((box) => contains(box, cell)).length).toBeLessThanOrEqual(1);
  for (const group of [boxes, cells])
    group.forEach((one, i) => {
      for (const other of group.slice(i + 1)) expect(overlap(one, other)).toBe(false);
    });
}

const contains = (outer: Area, inner: Area): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;

const overlap = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('HTML: every rank has a row, and its cell names that row', () => {
  forEachPlan(runs(45), (plan) => {
    const markup = parseHtml(renderHtml(plan));
    const heads = markup.tags.filter(
      ({ name, attributes }) => name === 'th' && attributes['scope'] === 'row',
    );
    const idle = cellsOf(plan).filter(({ ranks }) => ranks.length === 0).length;
    expect(heads).toHaveLength(plan.worldSize + idle);
    const buttons = markup.tags.filter(({ name }) => name === 'button');
    const rows = buttons.flatMap(({ attributes }) => {
      const first = Number(attributes['data-row']);
      return Array.from({ length: Number(attributes['data-rows']) }, (_, i) => first + i);
    });
    // A rank with several GPUs has a button for each of them.
    expect([...new Set(rows)].sort((a, b) => a - b)).toEqual(heads.map((_, i) => i));
    expect(rows).toHaveLength(plan.ranks.flatMap(slotsOf).length + idle);
  });
});
