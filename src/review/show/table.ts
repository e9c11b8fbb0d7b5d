import {
  listReplicas,
  nameReplica,
  planOfReplica,
  type ReplicaOf,
  rankInWorld,
  worldOfReplica,
} from '../../compiler/plan/replica-plan.ts';
import { printable } from '../../compiler/source/printable.ts';
import type { LaunchPlan, PlanProcess } from '../../generated/plan.ts';
import { countGroups, nameLevel } from '../count-spans.ts';
import type { GroupCount } from '../figures.ts';
import {
  listIdleSlots,
  listRoleFacts,
  nameMaster,
  namePorts,
  summarizeRoles,
} from '../roles/describe-roles.ts';
import { chooseColumns, renderColumns, type TextColumn } from './columns.ts';
import { listRankRows, listSlots } from './list-slots.ts';
import { summarize } from './summarize.ts';

/** How many idle slots are named. */
const MAX_IDLE = 16;

/** The mapping as a table, one rank per line, under a summary of the job. */
export function renderTable(plan: LaunchPlan): string {
  if (plan.roles !== null) return renderRolesTable(plan);
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

/** A plan with roles: a summary, then for each role what it is, a line for each of its processes, and idle slots. */
export function renderRolesTable(plan: LaunchPlan): string {
  const [size, ...facts] = summarizeRoles(plan);
  const head = [`${plan.name}: ${size}`, ...facts.map((fact) => fact.join(': '))].map(printable).join('\n');
  const replicas = listReplicas(plan);
  const tables = (plan.roles ?? []).map((role) => {
    const lines = listRoleFacts(plan, role).map(
      ({ topic, text }) => `  ${topic.padEnd(11)}  ${printable(text)}`,
    );
    const own = replicas.filter((one) => one.role === role);
    return `${[role.name, ...lines].join('\n')}\n\n${renderProcesses(plan, own)}`;
  });
  return `${[head, '', ...tables].join('\n')}${listIdle(listIdleSlots(plan).map(printable))}`;
}

function renderProcesses(plan: LaunchPlan, replicas: readonly ReplicaOf[]): string {
  const plans = replicas.map((one) => ({ one, own: planOfReplica(plan, one) }));
  const [first] = plans;
  // Slots are the same in the plan of each replica.
  const slots = first === undefined ? [] : listSlots(first.own);
  const rows = plans.flatMap(({ one, own }) => {
    const world = worldOfReplica(plan, one);
    return listRankRows(own, slots).map((row, at) => {
      const process = one.replica.processes[at] as PlanProcess;
      return { one, row, process, inWorld: rankInWorld(world, at) };
    });
  });
  const ofPlan = first === undefined ? [] : chooseColumns(first.own);
  const columns = ofPlan.map(
    ({ title, cell, ...column }): TextColumn<(typeof rows)[number]> => ({
      ...column,
      title: title === 'RANK' ? 'PROCESS' : title,
      cell: ({ row, inWorld }) => (title === 'LOCAL' && inWorld === null ? '' : cell(row)),
    }),
  );
  return renderColumns(
    [
      { title: 'REPLICA', cell: ({ one }) => nameReplica(one) },
      ...columns.slice(0, -1),
      { title: 'WORLD RANK', cell: ({ process }) => `${process.rank ?? ''}`, right: true },
      { title: 'MASTER', cell: ({ one: { replica } }) => nameMaster(replica) },
      { title: 'PORTS', cell: ({ process }) => namePorts(process) },
      ...columns.slice(-1),
    ],
    rows,
  );
}
