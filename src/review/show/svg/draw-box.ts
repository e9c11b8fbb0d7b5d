import { describeCell, describeNode, listNotes, nameCell } from '../describe-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import type { Cell, Picture } from '../picture.ts';
import { shadeClass } from '../score-scale.ts';
import { element, fitText, label } from './element.ts';
import type { CellStyle, PlacedBox } from './place-boxes.ts';

/** A node: its name and its ranks, the cells, and below them lines that join the ranks of a block. */
export function drawBox(picture: Picture, box: PlacedBox, style: CellStyle): string {
  const { node, x, y, width, height } = box;
  const title = element('title', {}, escapeMarkup(`${node.name}: ${describeNode(node)}`));
  const frame = element('rect', { x, y, width, height, rx: 8, class: 'box' });
  const cells = node.cells.map((cell, i) => {
    const { x, y } = placeCell(box, style, i);
    return drawCell(picture, cell, style, x, y);
  });
  const joins = node.cells.flatMap((cell, i) => drawJoin(cell, i, box, style));
  return element('g', {}, title, frame, ...drawHeader(box, style), ...joins, ...cells);
}

function drawHeader({ node, x, y, width }: PlacedBox, style: CellStyle): string[] {
  const { padding, header, nameSize, noteSize } = style;
  const room = width - 2 * padding;
  const size = Math.max(9.5, noteSize);
  const note = fitText(describeNode(node), Math.floor((room * 0.5) / (LETTER * size)));
  const columns = Math.floor((room - (note.length + 1.5) * LETTER * size) / (LETTER * nameSize));
  const baseline = y + header - 10;
  const left = { x: x + padding, y: baseline, 'font-size': nameSize, class: 'fixed strong ink' };
  const right = { x: x + width - padding, y: baseline, 'font-size': size, class: 'fixed end dim' };
  return [label(fitText(node.name, columns), left), label(note, right)];
}

function placeCell({ x, y, perRow }: PlacedBox, style: CellStyle, position: number) {
  const { width, height, gap, rowGap, padding, header } = style;
  return {
    x: x + padding + (position % perRow) * (width + gap),
    y: y + header + Math.floor(position / perRow) * (height + rowGap),
  };
}

/** A line below a cell; it goes on to the next cell where the next rank of the block is, also around a row's end. */
function drawJoin(cell: Cell, position: number, box: PlacedBox, style: CellStyle): string[] {
  const before = box.node.cells[position - 1]?.joined ?? false;
  if (cell.ranks.length === 0 || !(cell.joined || before)) return [];
  const { x, y } = placeCell(box, style, position);
  const inset = style.width / 5;
  const reach = style.gap / 2;
  const from = before ? x - reach : x + inset;
  const to = cell.joined ? x + style.width + reach : x + style.width - inset;
  return [element('path', { d: `M${from} ${y + style.height + style.rowGap * 0.4}H${to}`, class: 'join' })];
}

/** The width of a letter of the font of fixed width, in parts of its size. */
export const LETTER = 0.602;

/** A GPU as a rectangle, a CPU slot as a capsule, with as much text as its size allows. */
function drawCell(picture: Picture, cell: Cell, style: CellStyle, x: number, y: number): string {
  const { width, height } = style;
  const radius = cell.kind === 'cpu' ? Math.min(height / 2, 20) : style.name === 'small' ? 3 : 5;
  const shape = element('rect', { x, y, width, height, rx: radius });
  const title = element('title', {}, escapeMarkup(describeCell(picture, cell)));
  const lines = drawLines(picture, cell, style, x + width / 2, y);
  const marks = cell.ranks[0] === 0 ? markZero(cell, style, x, y) : [];
  return element('g', { class: `edge ${shadeClass(cell)}` }, title, shape, ...lines, ...marks);
}

function drawLines(picture: Picture, cell: Cell, style: CellStyle, x: number, y: number): string[] {
  const { name, height, rankSize, noteSize } = style;
  const [rank, notes] = [nameCell(picture, cell), listNotes(picture, cell)];
  const width = style.width - (cell.kind === 'cpu' && name !== 'small' ? 16 : 6);
  const line = (text: string, size: number, baseline: number, strong = false) => {
    const columns = Math.floor(width / (LETTER * size));
    const className = `fixed middle${strong ? ' strong' : ''}`;
    return label(fitText(text, columns), { x, y: y + baseline, 'font-size': size, class: className });
  };
  const size = shrink(rank, /\d/.test(rank) ? rankSize : Math.min(rankSize, 13), width);
  if (name === 'small') return [line(rank, size, height / 2 + size * 0.35, true)];
  const top = name === 'large' ? 27 : 18;
  const first = top + (name === 'large' ? 18 : 13);
  return [
    line(rank, size, top - (rankSize - size) * 0.3, true),
    ...notes.map((note, i) => line(note, shrink(note, noteSize, width), first + i * 13)),
  ];
}

/** Smaller letters for a longer text, but never too small to be read. */
function shrink(text: string, size: number, width: number): number {
  return Math.max(Math.min(size, 8), Math.min(size, width / (LETTER * text.length)));
}

/** Rank 0 is not shown by colour alone: there is a ring, which is no rectangle because those have the cell's colour, and a corner. */
function markZero({ kind }: Cell, { name, width, height }: CellStyle, x: number, y: number): string[] {
  const rx = kind === 'cpu' ? Math.min(height / 2, 20) + 2 : name === 'small' ? 5 : 7;
  const ring = roundedPath(x - 2, y - 2, width + 4, height + 4, rx);
  const side = name === 'large' ? 15 : name === 'medium' ? 11 : 7;
  return [
    element('path', { d: ring, class: 'zero' }),
    element('path', { d: `M${x} ${y}h${side}l${-side} ${side}z`, class: 'flag' }),
  ];
}

function roundedPath(x: number, y: number, width: number, height: number, rx: number): string {
  const arc = (dx: number, dy: number) => `a${rx} ${rx} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * rx, height - 2 * rx];
  return `M${x + rx} ${y}h${across}${arc(rx, rx)}v${down}${arc(-rx, rx)}h${-across}${arc(-rx, -rx)}v${-down}${arc(rx, -rx)}z`;
}
