import { escapeMarkup } from '../../show/escape-markup.ts';
import { fitName, fitText } from '../../show/fit-text.ts';
import { element, label } from '../../show/svg/element.ts';
import { MARGIN } from '../../show/svg/place-boxes.ts';
import { compressNumbers } from '../section.ts';
import type { Flow } from './list-flows.ts';
import { COLUMN_WIDTH, type PlacedRow, RIGHT } from './place-rows.ts';

const FROM = MARGIN + COLUMN_WIDTH + 4;
const TO = RIGHT - 4;

/** How long the line of a rank is that comes from nowhere or goes there. */
const STUB = 34;

/** The letters that each of two such lines has room for. */
const STUB_COLUMNS = 13;

/** Lines from the nodes on the left to those on the right, with the ranks that go there. */
export function drawFlows(flows: readonly Flow[], rows: readonly PlacedRow[]): string {
  const order = new Map(rows.map(({ row }, i) => [row.name, i]));
  const positionOf = (node: string | null) => (node === null ? -1 : (order.get(node) ?? -1));
  const leaving = spread(
    flows,
    rows,
    (flow) => flow.from,
    (flow) => positionOf(flow.to),
  );
  const entering = spread(
    flows,
    rows,
    (flow) => flow.to,
    (flow) => positionOf(flow.from),
  );
  return element('g', {}, ...flows.map((flow) => drawFlow(flow, leaving.get(flow), entering.get(flow))));
}

/** Where on the edge of its box each line begins or ends: in the order of the other ends, so that few lines cross. */
function spread(
  flows: readonly Flow[],
  rows: readonly PlacedRow[],
  nodeOf: (flow: Flow) => string | null,
  otherEnd: (flow: Flow) => number,
): ReadonlyMap<Flow, number> {
  const heights = new Map<Flow, number>();
  for (const { row, y, height } of rows) {
    const here = flows.filter((flow) => nodeOf(flow) === row.name);
    const sorted = here.toSorted((a, b) => otherEnd(a) - otherEnd(b));
    sorted.forEach((flow, i) => {
      heights.set(flow, y + (height * (i + 1)) / (sorted.length + 1));
    });
  }
  return heights;
}

function drawFlow({ ranks, from, to }: Flow, start: number | undefined, end: number | undefined): string {
  const numbers = compressNumbers(ranks, 3);
  const who = `rank${ranks.length === 1 ? '' : 's'} ${numbers}`;
  const what = from === null ? `new on ${to}` : to === null ? `gone from ${from}` : `from ${from} to ${to}`;
  const title = element('title', {}, escapeMarkup(`${who} ${what}`));
  const weight = Math.min(5, 1.5 + Math.log2(ranks.length) / 2);
  const text = (other: string) => joinFitting(numbers, other, STUB_COLUMNS);
  if (start !== undefined && end !== undefined)
    return element(
      'g',
      {},
      title,
      ...drawCurve(start, end, weight),
      drawText(fitText(numbers, 18), start - 4, false),
    );
  if (start !== undefined) {
    const d = `M${FROM} ${start}h${STUB}${to === null ? 'm0 -5v10' : ''}`;
    const line = element('path', { d, class: 'flow', 'stroke-width': weight });
    return element('g', {}, title, line, drawText(text(to === null ? ' gone' : `→${to}`), start - 7, false));
  }
  if (end === undefined) return '';
  const d = `M${TO - STUB} ${end}h${STUB - 6}`;
  const line = element('path', { d, class: 'flow', 'stroke-width': weight });
  const words = drawText(text(from === null ? ' new' : `←${from}`), end - 7, true);
  return element('g', {}, title, line, drawHead(end), words);
}

/** Ranks and the node at the other end, which is not drawn: both are shortened to fit. */
function joinFitting(numbers: string, other: string, columns: number): string {
  const front = fitText(numbers, Math.max(5, columns - other.length));
  return `${front}${fitName(other, columns - front.length)}`;
}

function drawCurve(start: number, end: number, weight: number): string[] {
  const middle = (FROM + TO) / 2;
  const d = `M${FROM} ${start}C${middle} ${start} ${middle} ${end} ${TO - 6} ${end}`;
  return [element('path', { d, class: 'flow', 'stroke-width': weight }), drawHead(end)];
}

const drawHead = (y: number): string => element('path', { d: `M${TO} ${y}l-9 -5v10z`, class: 'head' });

const drawText = (text: string, y: number, atEnd: boolean): string =>
  label(text, {
    x: atEnd ? TO - 4 : FROM + 4,
    y,
    'font-size': 10,
    class: `${atEnd ? 'end ' : ''}fixed halo`,
  });
