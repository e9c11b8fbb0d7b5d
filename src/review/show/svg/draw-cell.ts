import { listNotes, nameCell } from '../cell-text.ts';
import { describeCell } from '../describe-cell.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { fitText } from '../fit-text.ts';
import type { Cell, Picture } from '../picture.ts';
import { shadeClass } from '../shade-rules.ts';
import { element, label } from './element.ts';
import type { CellStyle } from './place-boxes.ts';

/** The width of a letter of the font of fixed width, in parts of its size. */
export const LETTER = 0.602;

/** A GPU as a rectangle, a CPU slot as a capsule, with as much text as its size allows and all of it as a tool tip. */
export function drawCell(picture: Picture, cell: Cell, style: CellStyle, x: number, y: number): string {
  const { width, height } = style;
  const radius = cell.kind === 'cpu' ? Math.min(height / 2, 20) : style.name === 'small' ? 3 : 5;
  const shape = element('rect', { x, y, width, height, rx: radius });
  const title = element('title', {}, escapeMarkup(describeCell(picture, cell)));
  const lines = drawLines(picture, cell, style, x + width / 2, y);
  return element(
    'g',
    { class: `edge ${shadeClass(cell)}` },
    title,
    shape,
    ...lines,
    ...markZero(cell, style, x, y),
  );
}

function drawLines(picture: Picture, cell: Cell, style: CellStyle, x: number, y: number): string[] {
  const { name, width, height, rankSize, noteSize } = style;
  const line = (text: string, size: number, baseline: number, strong = false) => {
    const columns = Math.floor((width - 6) / (LETTER * size));
    const attributes = {
      x,
      y: y + baseline,
      'font-size': size,
      class: `fixed middle${strong ? ' strong' : ''}`,
    };
    return label(fitText(text, columns), attributes);
  };
  const rank = nameCell(cell, name);
  const size = shrink(rank, cell.ranks.length === 0 ? Math.min(rankSize, 13) : rankSize, width);
  if (name === 'small') return [line(rank, size, height / 2 + size * 0.35, true)];
  const notes = listNotes(picture, cell, name);
  const top = name === 'large' ? 27 : 18;
  return [
    line(rank, size, top - (rankSize - size) * 0.3, true),
    ...notes.map((note, i) =>
      line(note, shrink(note, noteSize, width), top + (name === 'large' ? 18 : 13) + i * 13),
    ),
  ];
}

/** Smaller letters for a longer text, but never too small to be read. */
function shrink(text: string, size: number, width: number): number {
  return Math.max(Math.min(size, 8), Math.min(size, (width - 6) / (LETTER * text.length)));
}

/** Rank 0: a ring and a filled corner, so that it is not told by colour alone. */
function markZero({ ranks, kind }: Cell, { name, width, height }: CellStyle, x: number, y: number): string[] {
  if (ranks[0] !== 0) return [];
  const radius = kind === 'cpu' ? Math.min(height / 2, 20) + 2 : name === 'small' ? 5 : 7;
  const ring = { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: radius, class: 'zero' };
  const side = name === 'large' ? 15 : name === 'medium' ? 11 : 7;
  const corner = `M${x} ${y}h${side}l${-side} ${side}z`;
  // Not a rectangle: those of the cell have its colour.
  return [
    element('path', { d: roundedPath(ring), class: 'zero' }),
    element('path', { d: corner, class: 'flag' }),
  ];
}

function roundedPath({
  x,
  y,
  width,
  height,
  rx,
}: Record<'x' | 'y' | 'width' | 'height' | 'rx', number>): string {
  const arc = (dx: number, dy: number) => `a${rx} ${rx} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * rx, height - 2 * rx];
  return `M${x + rx} ${y}h${across}${arc(rx, rx)}v${down}${arc(-rx, rx)}h${-across}${arc(-rx, -rx)}v${-down}${arc(rx, -rx)}z`;
}
