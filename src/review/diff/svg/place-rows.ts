import type { NodeBox } from '../../show/picture.ts';
import {
  type CellStyle,
  MARGIN,
  measureBox,
  PAGE_WIDTH,
  type PlacedBox,
} from '../../show/svg/place-boxes.ts';
import type { DiffRow } from './compose-diff.ts';

const LARGE: CellStyle = {
  name: 'large',
  width: 80,
  height: 68,
  gap: 10,
  rowGap: 14,
  padding: 12,
  header: 30,
  rankSize: 20,
  noteSize: 10,
  nameSize: 12.5,
};
const MEDIUM: CellStyle = {
  name: 'medium',
  width: 37,
  height: 36,
  gap: 8,
  rowGap: 12,
  padding: 12,
  header: 26,
  rankSize: 14,
  noteSize: 8,
  nameSize: 11.5,
};

/** Up to how many slots of both plans have room for the places that ranks go to. */
const MAX_LARGE = 64;
const ROW_GAP = 14;

/** Both sides of a picture: OLD on the left, NEW on the right, and room for lines between them. */
export const COLUMN_WIDTH = 376;
export const RIGHT = PAGE_WIDTH - MARGIN - COLUMN_WIDTH;

export interface PlacedRow {
  readonly row: DiffRow;
  readonly old: PlacedBox | null;
  readonly new: PlacedBox | null;
  readonly y: number;
  readonly height: number;
}

export function chooseDiffStyle(rows: readonly DiffRow[]): CellStyle {
  const slots = rows.reduce((sum, row) => sum + countCells(row.old) + countCells(row.new), 0);
  return slots <= MAX_LARGE ? LARGE : MEDIUM;
}

const countCells = (node: NodeBox | null): number => node?.cells.length ?? 0;

/** A node is at the same height on both sides. */
export function placeRows(
  rows: readonly DiffRow[],
  style: CellStyle,
  top: number,
): { readonly rows: readonly PlacedRow[]; readonly bottom: number } {
  let y = top;
  const placed = rows.map((row) => {
    const perRow = style.name === 'large' ? 4 : 8;
    const place = (node: NodeBox | null, x: number): PlacedBox | null =>
      node === null ? null : { node, x, y, ...measureBox(node, style, perRow, perRow), width: COLUMN_WIDTH };
    const boxes = { old: place(row.old, MARGIN), new: place(row.new, RIGHT) };
    const height = Math.max(boxes.old?.height ?? 0, boxes.new?.height ?? 0, style.header + style.padding);
    const here = { row, ...boxes, y, height };
    y += height + ROW_GAP;
    return here;
  });
  return { rows: placed, bottom: y };
}
