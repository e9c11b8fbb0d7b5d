import type { LaunchPlan } from '../../../generated/plan.ts';
import { chooseColumns, type TextColumn } from '../columns.ts';
import { composePicture, MAX_DRAWN_SLOTS } from '../compose-picture.ts';
import { describeCell, describeNode, listNotes, nameCell } from '../describe-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { listLegend } from '../list-legend.ts';
import { listIdleRows, listRankRows, listSlots, type Row } from '../list-slots.ts';
import type { Cell, NodeBox, Picture } from '../picture.ts';
import { shadeClass } from '../score-scale.ts';
import { renderRolesTable } from '../table.ts';

/** How many ranks the table lists: a page with more takes long to open. */
export const MAX_LISTED_RANKS = 20_000;

/** A plan as a part of a page: what it is, picture, facts of the chosen GPU, table. page/view.js makes it answer. */
export function renderView(plan: LaunchPlan, limit = MAX_LISTED_RANKS): string {
  if (plan.roles !== null) return renderRoles(plan);
  const slots = listSlots(plan);
  const ranks = listRankRows(plan, slots).slice(0, limit);
  const picture = composePicture(plan, slots, ranks.length);
  const rows = [...ranks, ...listIdleRows(plan, slots, MAX_DRAWN_SLOTS)];
  const left = plan.worldSize - ranks.length;
  const more = left === 0 ? null : `not listed: ${left} ranks; rankplan show prints them all`;
  return [
    '<header class="bar">',
    `<h1>${escapeMarkup(picture.name)}</h1>`,
    renderTools(picture, plan.worldSize),
    renderLegend(picture),
    '</header>',
    `<ul class="facts">${picture.facts.map((fact) => `<li>${escapeMarkup(fact)}</li>`).join('')}</ul>`,
    '<h2>Picture</h2>',
    warn(picture.omitted),
    '<div class="picture">',
    renderMap(picture),
    DETAILS,
    '</div>',
    '<h2>Table</h2>',
    warn(more),
    renderRows(plan, rows),
  ].join('\n');
}

/** Roles as the terminal has them: a cell of the picture has a rank, which a process need not have. */
function renderRoles(plan: LaunchPlan): string {
  const table = `<pre tabindex="0">${renderRolesTable(plan).split('\n').map(escapeMarkup).join('\n')}</pre>`;
  return `<header class="bar"><h1>${escapeMarkup(plan.name)}</h1></header>\n<div class="scroll">${table}</div>`;
}

/** What needs the script is hidden until it runs. */
function renderTools(picture: Picture, worldSize: number): string {
  // What can be shown alone: the colours of the legend, as selectors of cells.
  const options = listLegend(picture)
    .filter(({ mark }) => mark !== 'line' && mark !== 'zero')
    .map(({ mark, text }) => `<option value=".${mark.replaceAll(' ', '.')}">${escapeMarkup(text)}</option>`);
  return [
    '<div class="tools" role="search" hidden>',
    '<label>Find <input type="search" placeholder="node, model, slot" autocomplete="off" spellcheck="false"></label>',
    `<label>Show <select><option value="">every slot</option>${options.join('')}</select></label>`,
    `<label>Go to rank <input type="number" min="0" max="${worldSize - 1}"></label>`,
    '<output></output>',
    '</div>',
  ].join('\n');
}

const HELP = 'Point at a cell or tap it for its facts, or choose one with Tab, the arrow keys, Home and End.';
const DETAILS = `<section class="details" aria-label="Facts" hidden><h2>${HELP}</h2><div></div></section>`;

const warn = (sentence: string | null): string =>
  sentence === null ? '' : `<p><strong>${escapeMarkup(sentence)}</strong></p>`;

/** The same columns as in the terminal: ranks in order, then the slots that have none. */
function renderRows(plan: LaunchPlan, rows: readonly Row[]): string {
  const columns = chooseColumns(plan);
  const heads = columns.map(
    ({ title, right }) => `<th scope="col"${right === true ? NUMBER : ''}>${escapeMarkup(title)}</th>`,
  );
  const lines = rows.map(
    (row) => `<tr>${columns.map((column, i) => renderCell(column, row, i === 0)).join('')}</tr>`,
  );
  return [
    '<div class="scroll" tabindex="0" role="region" aria-label="Table of ranks">',
    '<table>',
    '<caption>Ranks in order, then idle slots</caption>',
    `<thead><tr>${heads.join('')}</tr></thead>`,
    '<tbody>',
    ...lines,
    '</tbody>',
    '</table>',
    '</div>',
  ].join('\n');
}

const NUMBER = ' class="number"';

function renderCell({ cell, right }: TextColumn<Row>, row: Row, head: boolean): string {
  const attributes = right === true ? NUMBER : '';
  const text = escapeMarkup(cell(row));
  return head ? `<th scope="row"${attributes}>${text}</th>` : `<td${attributes}>${text}</td>`;
}

/** The nodes as boxes that wrap with the width of the window, each GPU a button with its rank. */
function renderMap(picture: Picture): string {
  const columns = picture.nodes.reduce(
    (most, { cells }) => (cells.length > 8 ? most : Math.max(most, cells.length)),
    3,
  );
  const widest = picture.size === 'large' ? Math.min(columns, 4) : columns;
  const boxes = picture.nodes.map((node) => renderBox(picture, node));
  return `<div class="map ${picture.size}" data-columns="${widest}">\n${boxes.join('\n')}\n</div>`;
}

function renderBox(picture: Picture, node: NodeBox): string {
  const cells = node.cells.map((cell, i) => {
    const label = escapeMarkup(describeCell(picture, cell));
    const classes = listClasses(cell, node.cells[i - 1]?.joined === true);
    const notes = listNotes(picture, cell).map((note) => `<span>${escapeMarkup(note)}</span>`);
    const rank = nameCell(picture, cell);
    const long = rank.length > 4 ? ' class="long"' : '';
    return `<button type="button" class="${classes}" aria-label="${label}"${locate(cell)}><b${long}>${rank}</b>${notes.join('')}</button>`;
  });
  const header = `<header><h3>${escapeMarkup(node.name)}</h3><p>${escapeMarkup(describeNode(node))}</p></header>`;
  const wide = node.cells.length > 8 ? ' wide' : '';
  return `<section class="node${wide}">${header}<div class="cells">\n${cells.join('\n')}\n</div></section>`;
}

const listClasses = (cell: Cell, joined: boolean): string =>
  [
    'cell',
    shadeClass(cell),
    ...(cell.kind === 'cpu' ? ['cpu'] : []),
    ...(cell.joined ? ['joins'] : []),
    ...(joined ? ['joined'] : []),
    ...(cell.ranks[0] === 0 ? ['zero'] : []),
  ].join(' ');

/** The rows of the table that are about the cell, and its ranks. */
function locate({ row, rows, ranks }: Cell): string {
  const carried = ranks.length === 0 ? '' : ` data-first="${ranks[0]}" data-ranks="${ranks.length}"`;
  return ` data-row="${row}" data-rows="${rows}"${carried}`;
}

function renderLegend(picture: Picture): string {
  const items = listLegend(picture).map(
    ({ text, mark }) => `<li><span class="mark ${mark}"></span>${escapeMarkup(text)}</li>`,
  );
  return `<ul class="legend" aria-label="Legend">${items.join('')}</ul>`;
}
