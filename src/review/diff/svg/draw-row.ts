import { shortenFigure } from '../../format-figure.ts';
import { describeCell, nameRanks } from '../../show/describe-cell.ts';
import { escapeMarkup } from '../../show/escape-markup.ts';
import { dropDomain, fitName } from '../../show/fit-text.ts';
import type { Cell, Picture } from '../../show/picture.ts';
import { shadeClass } from '../../show/shade-rules.ts';
import { drawBox } from '../../show/svg/draw-box.ts';
import type { CellFace } from '../../show/svg/draw-cell.ts';
import { element, label } from '../../show/svg/element.ts';
import { type CellStyle, MARGIN } from '../../show/svg/place-boxes.ts';
import type { DiffPicture } from './compose-diff.ts';
import { COLUMN_WIDTH, type PlacedRow, RIGHT } from './place-rows.ts';

/** A node before and after. */
export function drawRow(picture: DiffPicture, placed: PlacedRow, style: CellStyle): string {
  const { row } = placed;
  const left =
    placed.old === null
      ? drawAbsent(row.name, 'added', MARGIN, placed)
      : drawBox(placed.old, style, (cell) => faceSide(picture.old, cell, picture.goes, style));
  const right =
    placed.new === null
      ? drawAbsent(row.name, 'removed', RIGHT, placed)
      : drawBox(placed.new, style, (cell) => faceSide(picture.new, cell, picture.comes, style));
  return left + right;
}

/** A cell with the place that its ranks go to or come from; what stays where it is steps back. */
function faceSide(
  picture: Picture,
  cell: Cell,
  marks: ReadonlyMap<string, string>,
  { name }: CellStyle,
): CellFace {
  const mark = marks.get(cell.slot);
  const zero = cell.ranks[0] === 0;
  const { figure: by } = picture;
  const figure = cell.figure === null || by === null ? [] : [shortenFigure(cell.figure, by)];
  const notes = name === 'large' ? [[cell.label, ...figure].join(' · '), dropDomain(mark ?? '')] : figure;
  return {
    kind: cell.kind,
    className: mark === undefined ? `${shadeClass(cell)} still` : shadeClass(cell),
    title: mark === undefined ? describeCell(picture, cell) : `${describeCell(picture, cell)}: ${mark}`,
    rank: cell.ranks.length === 0 ? 'idle' : nameRanks(cell),
    notes: notes.filter((note) => note !== ''),
    zero,
    ring: mark !== undefined ? 'moved' : null,
  };
}

function drawAbsent(name: string, what: string, x: number, { y, height }: PlacedRow): string {
  const text = `${fitName(name, 36)} ${what}`;
  return element(
    'g',
    {},
    element('title', {}, escapeMarkup(`${name} ${what}`)),
    element('rect', { x, y, width: COLUMN_WIDTH, height, rx: 8, class: 'absent' }),
    label(text, {
      x: x + COLUMN_WIDTH / 2,
      y: y + height / 2 + 4,
      'font-size': 11.5,
      class: 'middle dim fixed',
    }),
  );
}
