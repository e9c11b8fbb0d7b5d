import type { LaunchPlan } from '../../../generated/plan.ts';
import { type Column, chooseColumns, type Row } from '../columns.ts';
import { escapeMarkup } from '../escape-markup.ts';

/** The same columns as in the terminal: ranks in order, then the slots that have none. */
export function renderRows(plan: LaunchPlan, rows: readonly Row[]): string {
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
