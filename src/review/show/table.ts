import type { LaunchPlan } from '../../generated/plan.ts';
import { printable } from '../printable.ts';
import { chooseColumns } from './columns.ts';
import { listRankRows } from './list-rows.ts';
import { listSlots } from './list-slots.ts';
import { summarize } from './summarize.ts';

/** How many idle slots are named. */
const MAX_IDLE = 16;

/** The mapping as a table, one rank per line, under a summary of the job. */
export function renderTable(plan: LaunchPlan): string {
  const columns = chooseColumns(plan);
  const slots = [...listSlots(plan)];
  const rows = listRankRows(slots).map((row) => columns.map(({ cell }) => printable(cell(row))));
  const widths = columns.map(({ title }, i) =>
    rows.reduce((width, row) => Math.max(width, (row[i] ?? '').length), title.length),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) =>
        columns[i]?.right === true ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const [size = '', ...facts] = summarize(plan);
  const head = [`${plan.name}: ${size}`, ...facts].map(printable);
  const body = [line(columns.map(({ title }) => title)), ...rows.map(line)];
  const idle = slots.filter(({ ranks }) => ranks.length === 0).map(({ name }) => printable(name));
  return `${[...head, '', ...body].join('\n')}\n${listIdle(idle)}`;
}

/** Slots that carry no rank: somebody paid for them. */
function listIdle(idle: readonly string[]): string {
  if (idle.length === 0) return '';
  const more = idle.length > MAX_IDLE ? `, and ${idle.length - MAX_IDLE} more` : '';
  return `\nidle: ${idle.slice(0, MAX_IDLE).join(', ')}${more}\n`;
}
