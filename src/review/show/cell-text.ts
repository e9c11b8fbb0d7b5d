import { shortenFigure } from '../format-figure.ts';
import { nameRanks } from './describe-picture.ts';
import type { Cell, Picture } from './picture.ts';

/** All facts on a cell; the rank and one more; the rank alone. */
export const CELL_SIZES = ['large', 'medium', 'small'] as const;
export type CellSize = (typeof CELL_SIZES)[number];

/** The more there is to draw, the smaller it is drawn. */
export function chooseSize(nodes: Picture['nodes']): CellSize {
  const cells = nodes.reduce((sum, node) => sum + node.cells.length, 0);
  return cells > 320 ? 'small' : cells > 80 ? 'medium' : 'large';
}

/** The large text of a cell. */
export function nameCell(cell: Cell, size: CellSize): string {
  if (cell.ranks.length > 0) return nameRanks(cell);
  return size === 'small' ? '·' : 'idle';
}

/** What stands below it: the GPU and its figure, then the share. */
export function listNotes({ figure: by }: Picture, cell: Cell, size: CellSize): readonly string[] {
  if (size === 'small') return [];
  const figure = cell.figure === null || by === null ? [] : [shortenFigure(cell.figure, by)];
  if (size === 'medium')
    return figure.length > 0 ? figure : [cell.label.replace(/^GPU /, '#').replace(/^CPU /, 'cpu')];
  const share = cell.share === null || cell.ranks.length === 0 ? [] : [`share ${cell.share}`];
  return [[cell.label, ...figure].join(' · '), ...share];
}
