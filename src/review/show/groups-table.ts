import type { LaunchPlan } from '../../generated/plan.ts';
import { countGroups, nameLevel } from '../count-groups.ts';
import type { GroupCount } from '../diff/plan-diff.ts';
import { renderColumns, type TextColumn } from './render-columns.ts';

/** How many groups of each dimension span islands, nodes and domains; empty where the plan tells no dimensions. */
export function renderGroupsTable(plan: LaunchPlan): string {
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
