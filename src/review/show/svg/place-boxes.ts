import type { CellSize, NodeBox, Picture } from '../picture.ts';

/** The sizes of what is drawn, in pixels, of large, medium and small cells. */
const SIZES = {
  width: [100, 49, 32],
  height: [58, 38, 22],
  gap: [8, 5, 3],
  /** Below a row of cells, for the line that joins a block. */
  rowGap: [14, 11, 8],
  padding: [14, 11, 8],
  /** The line with the node's name. */
  header: [32, 27, 22],
  /** The size of the monospace font, whose columns are 0.6 of its size wide. */
  rankSize: [22, 15, 11.5],
  noteSize: [10.5, 8.5, 8],
  nameSize: [13, 12, 11],
} as const;

export type CellStyle = { readonly name: CellSize } & { readonly [Size in keyof typeof SIZES]: number };

/** The width of a picture, whatever is in it, and the space between boxes. */
export const PAGE_WIDTH = 960;
export const MARGIN = 20;
const BOX_GAP = 12;

export type PlacedBox = ReturnType<typeof measureBox> & {
  readonly node: NodeBox;
  readonly x: number;
  readonly y: number;
};

/** The sizes for as many slots as there are. */
export function chooseCellStyle({ size: name, hasShares }: Picture): CellStyle {
  const column = ['large', 'medium', 'small'].indexOf(name);
  const sizes = Object.entries(SIZES).map(([size, values]) => [size, values[column] ?? 0]);
  const style = { name, ...Object.fromEntries(sizes) } as CellStyle;
  return hasShares && name === 'large' ? { ...style, height: style.height + 13 } : style;
}

/**
 * Places the boxes from left to right in lines, in the order of the nodes. Nodes of up to eight slots get boxes of one
 * width, so that they stand in columns.
 */
export function placeBoxes(nodes: readonly NodeBox[], style: CellStyle, top: number) {
  const column = nodes.reduce(
    (most, { cells }) => (cells.length > 8 ? most : Math.max(most, chooseRowLength(cells.length, style))),
    3, // the name of a box must have room
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

function measureBox({ cells }: NodeBox, style: CellStyle, column: number) {
  const perRow = chooseRowLength(cells.length, style);
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
