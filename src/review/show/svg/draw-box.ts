import { describeNode } from '../describe-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import type { Cell, Picture } from '../picture.ts';
import { drawCell, LETTER } from './draw-cell.ts';
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
