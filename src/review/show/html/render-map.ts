import { type CellSize, chooseSize, listNotes, nameCell } from '../cell-text.ts';
import { describeCell, describeNode } from '../describe-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { listLegend } from '../list-legend.ts';
import type { Cell, NodeBox, Picture } from '../picture.ts';
import { shadeClass } from '../score-scale.ts';

/** How the rows of the table follow from those of the picture. */
export interface Listing {
  readonly worldSize: number;
  readonly size: CellSize;
  /** How many ranks the table has; idle slots come behind them. */
  readonly listed: number;
}

/** The nodes as boxes that wrap with the width of the window, each GPU a button with its rank. */
export function renderMap(picture: Picture, table: Omit<Listing, 'size'>): string {
  const columns = picture.nodes.reduce(
    (most, { cells }) => (cells.length > 8 ? most : Math.max(most, cells.length)),
    3,
  );
  const size = chooseSize(picture.nodes);
  const widest = size === 'large' ? Math.min(columns, 4) : columns;
  const boxes = picture.nodes.map((node) => renderBox(picture, node, { ...table, size }));
  return `<div class="map ${size}" data-columns="${widest}">\n${boxes.join('\n')}\n</div>`;
}

function renderBox(picture: Picture, node: NodeBox, listing: Listing): string {
  const cells = node.cells.map((cell, i) =>
    renderCell(picture, cell, node.cells[i - 1]?.joined === true, listing),
  );
  const header = `<header><h3>${escapeMarkup(node.name)}</h3><p>${escapeMarkup(describeNode(node))}</p></header>`;
  const wide = node.cells.length > 8 ? ' wide' : '';
  return `<section class="node${wide}">${header}<div class="cells">\n${cells.join('\n')}\n</div></section>`;
}

function renderCell(picture: Picture, cell: Cell, joined: boolean, { size, ...listing }: Listing): string {
  const classes = [
    'cell',
    shadeClass(cell),
    ...(cell.kind === 'cpu' ? ['cpu'] : []),
    ...(cell.joined ? ['joins'] : []),
    ...(joined ? ['joined'] : []),
    ...(cell.ranks[0] === 0 ? ['zero'] : []),
  ];
  const rank = nameCell(cell, size);
  const notes = listNotes(picture, cell, size).map((note) => `<span>${escapeMarkup(note)}</span>`);
  const long = rank.length > 4 ? ' class="long"' : '';
  const label = escapeMarkup(describeCell(picture, cell));
  return `<button type="button" class="${classes.join(' ')}" aria-label="${label}"${locate(cell, listing)}><b${long}>${rank}</b>${notes.join('')}</button>`;
}

/** The first row of the table that is about the cell, and how many are; its first rank. */
function locate({ row, ranks }: Cell, { worldSize, listed }: Omit<Listing, 'size'>): string {
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
export function listFilters(
  picture: Picture,
): readonly { readonly selector: string; readonly text: string }[] {
  return listLegend(picture)
    .filter(({ mark }) => mark !== 'line' && mark !== 'zero')
    .map(({ mark, text }) => ({ selector: `.${mark.replaceAll(' ', '.')}`, text }));
}
