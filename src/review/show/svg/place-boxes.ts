import { type CellSize, chooseSize } from '../cell-text.ts';
import type { NodeBox, Picture } from '../picture.ts';

/** The sizes of what is drawn, in pixels. Columns are of the font of fixed width, 0.6 of its size wide. */
export interface CellStyle {
  readonly name: CellSize;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  /** Below a row of cells, for the line that joins a block. */
  readonly rowGap: number;
  readonly padding: number;
  /** The line with the node's name. */
  readonly header: number;
  readonly rankSize: number;
  readonly noteSize: number;
  readonly nameSize: number;
}

const LARGE: CellStyle = {
  name: 'large',
  width: 100,
  height: 58,
  gap: 8,
  rowGap: 14,
  padding: 14,
  header: 32,
  rankSize: 22,
  noteSize: 10.5,
  nameSize: 13,
};
const MEDIUM: CellStyle = {
  name: 'medium',
  width: 49,
  height: 38,
  gap: 5,
  rowGap: 11,
  padding: 11,
  header: 27,
  rankSize: 15,
  noteSize: 8.5,
  nameSize: 12,
};
const SMALL: CellStyle = {
  name: 'small',
  width: 32,
  height: 22,
  gap: 3,
  rowGap: 8,
  padding: 8,
  header: 22,
  rankSize: 11.5,
  noteSize: 8,
  nameSize: 11,
};

/** The width of a picture, whatever is in it, and the space between boxes. */
export const PAGE_WIDTH = 960;
export const MARGIN = 20;
const BOX_GAP = 12;

/** A box is never narrower than three cells: its name must have room. */
const MIN_CELLS = 3;

export interface PlacedBox {
  readonly node: NodeBox;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly perRow: number;
}

/** The sizes for as many slots as there are. */
export function chooseCellStyle({ nodes, hasShares }: Picture): CellStyle {
  const style = { large: LARGE, medium: MEDIUM, small: SMALL }[chooseSize(nodes)];
  return hasShares && style === LARGE ? { ...LARGE, height: LARGE.height + 13 } : style;
}

/**
 * Places the boxes from left to right in lines, in the order of the nodes. Nodes of up to eight slots get boxes of one
 * width, so that they stand in columns.
 */
export function placeBoxes(
  nodes: readonly NodeBox[],
  style: CellStyle,
  top: number,
): { readonly boxes: readonly PlacedBox[]; readonly bottom: number } {
  const column = nodes.reduce(
    (most, { cells }) => (cells.length > 8 ? most : Math.max(most, chooseRowLength(cells.length, style))),
    MIN_CELLS,
  );
  const boxes: PlacedBox[] = [];
  let [x, y, bottom] = [MARGIN, top, top];
  for (const node of nodes) {
    const size = measureBox(node, style, column);
    if (x > MARGIN && x + size.width > PAGE_WIDTH - MARGIN) {
      x = MARGIN;
      y = bottom + BOX_GAP;
    }
    boxes.push({ node, x, y, ...size });
    x += size.width + BOX_GAP;
    bottom = Math.max(bottom, y + size.height);
  }
  return { boxes, bottom };
}

export function measureBox(
  { cells }: NodeBox,
  style: CellStyle,
  column: number,
  perRow = chooseRowLength(cells.length, style),
): Pick<PlacedBox, 'width' | 'height' | 'perRow'> {
  const { width, height, gap, rowGap, padding, header } = style;
  const rows = Math.ceil(cells.length / perRow);
  return {
    perRow,
    width: Math.max(column, perRow) * (width + gap) - gap + 2 * padding,
    height: header + rows * (height + rowGap) + padding - rowGap / 2,
  };
}

/** Four or eight in a row, as machines are built; large nodes get rows as long as the page. */
function chooseRowLength(cells: number, { name }: CellStyle): number {
  if (name === 'large') return cells <= 4 ? Math.max(1, cells) : cells <= 8 ? 4 : 8;
  if (cells <= 8) return Math.max(1, cells);
  return cells <= 32 ? 8 : name === 'medium' ? 16 : 24;
}
