import type { LaunchPlan } from '../../../generated/plan.ts';
import { type Column, chooseColumns, type Row } from '../columns.ts';
import { composePicture, MAX_DRAWN_SLOTS } from '../compose-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { listIdleRows, listRankRows } from '../list-rows.ts';
import { listSlots } from '../list-slots.ts';
import type { Picture } from '../picture.ts';
import { renderTable } from '../table.ts';
import { listFilters, renderLegend, renderMap } from './render-map.ts';

/** How many ranks the table lists: a page with more takes long to open. */
export const MAX_LISTED_RANKS = 20_000;

/** A plan as a part of a page: what it is, picture, facts of the chosen GPU, table. page/view.js makes it answer. */
export function renderView(plan: LaunchPlan, limit = MAX_LISTED_RANKS): string {
  if (plan.roles !== null) return renderRoles(plan);
  const slots = listSlots(plan);
  const picture = composePicture(plan, slots);
  const ranks = listRankRows(plan, slots).slice(0, limit);
  const rows = [...ranks, ...listIdleRows(plan, slots, MAX_DRAWN_SLOTS)];
  const map = renderMap(picture, { worldSize: plan.worldSize, listed: ranks.length });
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
    map,
    DETAILS,
    '</div>',
    '<h2>Table</h2>',
    warn(more),
    renderRows(plan, rows),
  ].join('\n');
}

/** Roles as the terminal has them: a cell of the picture has a rank, which a process need not have. */
function renderRoles(plan: LaunchPlan): string {
  const table = `<pre tabindex="0">${renderTable(plan).split('\n').map(escapeMarkup).join('\n')}</pre>`;
  return `<header class="bar"><h1>${escapeMarkup(plan.name)}</h1></header>\n<div class="scroll">${table}</div>`;
}

/** What needs the script is hidden until it runs. */
function renderTools(picture: Picture, worldSize: number): string {
  const options = listFilters(picture).map(
    ({ selector, text }) => `<option value="${selector}">${escapeMarkup(text)}</option>`,
  );
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
    ({ title, right }, i) =>
      `<th scope="col"${right === true ? ' class="number"' : ''}${i === 0 ? ' aria-sort="ascending"' : ''}>${escapeMarkup(title)}</th>`,
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

function renderCell({ cell, right, value }: Column, row: Row, head: boolean): string {
  const number = value?.(row) ?? null;
  const attributes = `${right === true ? ' class="number"' : ''}${number === null ? '' : ` data-value="${number}"`}`;
  const text = escapeMarkup(cell(row));
  return head ? `<th scope="row"${attributes}>${text}</th>` : `<td${attributes}>${text}</td>`;
}
