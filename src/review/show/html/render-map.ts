import { type CellSize, chooseSize, listNotes, nameCell } from '../cell-text.ts';
import { describeCell, describeNode } from '../describe-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { listLegend } from '../list-legend.ts';
import type { Cell, NodeBox, Picture } from '../picture.ts';
import { shadeClass } from '../score-scale.ts';

/** How the rows of the table follow from those of the picture. */
interface Listing {
  readonly worldSize: number;
  /** How many ranks the table has; idle slots follow them. */
  readonly listed: number;
}

/** The nodes as boxes that wrap with the width of the window, each GPU a button with its rank. */
export function renderMap(picture: Picture, table: Listing): string {
  const columns = picture.nodes.reduce(
    (most, { cells }) => (cells.length > 8 ? most : Math.max(most, cells.length)),
    3,
  );
  const size = chooseSize(picture.nodes);
  const widest = size === 'large' ? Math.min(columns, 4) : columns;
  const boxes = picture.nodes.map((node) => renderBox(picture, node, size, table));
  return `<div class="map ${size}" data-columns="${widest}">\n${boxes.join('\n')}\n</div>`;
}

function renderBox(picture: Picture, node: NodeBox, size: CellSize, table: Listing): string {
  const cells = node.cells.map((cell, i) => {
    const label = escapeMarkup(describeCell(picture, cell));
    const classes = listClasses(cell, node.cells[i - 1]?.joined === true).join(' ');
    const notes = listNotes(picture, cell, size).map((note) => `<span>${escapeMarkup(note)}</span>`);
    const rank = nameCell(cell, size);
    const long = rank.length > 4 ? ' class="long"' : '';
    return `<button type="button" class="${classes}" aria-label="${label}"${locate(cell, table)}><b${long}>${rank}</b>${notes.join('')}</button>`;
  });
  const header = `<header><h3>${escapeMarkup(node.name)}</h3><p>${escapeMarkup(describeNode(node))}</p></header>`;
  const wide = node.cells.length > 8 ? ' wide' : '';
  return `<section class="node${wide}">${header}<div class="cells">\n${cells.join('\n')}\n</div></section>`;
}

const listClasses = (cell: Cell, joined: boolean): readonly string[] => [
  'cell',
  shadeClass(cell),
  ...(cell.kind === 'cpu' ? ['cpu'] : []),
  ...(cell.joined ? ['joins'] : []),
  ...(joined ? ['joined'] : []),
  ...(cell.ranks[0] === 0 ? ['zero'] : []),
];

/** The first row of the table that is about the cell, and how many are; its first rank. */
function locate({ row, ranks }: Cell, { worldSize, listed }: Listing): string {
  if (ranks.length === 0) return ` data-row="${listed + row - worldSize}" data-rows="1"`;
  const rows = Math.max(0, Math.min(ranks.length, listed - row));
  return ` data-row="${row}" data-rows="${rows}" data-first="${ranks[0]}" data-ranks="${ranks.length}"`;
}

export function renderLegend(picture: Picture): string {
  const items = listLegend(picture).map(
    ({ text, mark }) => `<li><span class="mark ${mark}"></span>${escapeMarkup(text)}</li>`,
  );
  return `<ul class="legend" aria-label="Legend">${items.join('')}</ul>`;
}

/** What can be shown alone: the colours of the legend, as selectors of cells. */
export const listFilters = (picture: Picture) =>
  listLegend(picture)
    .filter(({ mark }) => mark !== 'line' && mark !== 'zero')
    .map(({ mark, text }) => ({ selector: `.${mark.replaceAll(' ', '.')}`, text }));
