import { printable } from '../../compiler/source/printable.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { countGroups, nameLevel } from '../count-spans.ts';
import type { GroupCount } from '../figures.ts';
import { listIdleSlots } from '../roles/list-owners.ts';
import { chooseColumns } from './columns.ts';
import { listRankRows, listSlots } from './list-slots.ts';
import { renderColumns, type TextColumn } from './render-columns.ts';
import { renderRolesTable } from './roles-table.ts';
import { summarize } from './summarize.ts';

/** How many idle slots are named. */
const MAX_IDLE = 16;

/** The mapping as a table, one rank per line, under a summary of the job. */
export function renderTable(plan: LaunchPlan): string {
  if (plan.roles !== null) return `${renderRolesTable(plan)}${listIdle(listIdleSlots(plan).map(printable))}`;
  const slots = listSlots(plan);
  const [size = '', ...facts] = summarize(plan);
  const head = [`${plan.name}: ${size}`, ...facts].map(printable);
  const body = renderColumns(chooseColumns(plan), listRankRows(plan, slots));
  const idle = slots.filter(({ ranks }) => ranks.length === 0).map(({ name }) => printable(name));
  const groups = renderGroupsTable(plan);
  return `${[...head, '', body].join('\n')}${listIdle(idle)}${groups === '' ? '' : `\n${groups}`}`;
}

/** Slots that carry no rank. */
function listIdle(idle: readonly string[]): string {
  if (idle.length === 0) return '';
  const more = idle.length > MAX_IDLE ? `, and ${idle.length - MAX_IDLE} more` : '';
  return `\nidle: ${idle.slice(0, MAX_IDLE).join(', ')}${more}\n`;
}

/** How many groups of each dimension span islands, nodes and domains; empty if the plan has no dimensions. */
function renderGroupsTable(plan: LaunchPlan): string {
  const counts = countGroups(plan);
  const [first] = counts;
  if (first === undefined) return '';
  const columns: readonly TextColumn<GroupCount>[] = [
    { title: 'PARALLEL', cell: ({ name }) => name },
    { title: 'SIZE', cell: ({ size }) => String(size), right: true },
    { title: 'GROUPS', cell: ({ groups }) => String(groups), right: true },
    ...first.spanning.map(({ level }, i) => ({
      title: `SPAN ${nameLevel(level).toUpperCase()}`,
      cell: ({ spanning }: GroupCount) => String(spanning[i]?.groups),
      right: true,
    })),
  ];
  return renderColumns(columns, counts);
}
