import { groupBy } from '../../compiler/values/lists.ts';
import { nameSlots } from '../device-name.ts';
import { compressNumbers, count, listSome, type Quote, say } from '../list-some.ts';
import { countProcesses } from '../roles/describe-roles.ts';
import type { Move, ProcessChange, RolesDiff, SlotChange } from './plan-diff.ts';

/** The clauses of the verdict in the place of that of moves: slots that change role, and processes. */
export function sayRoles({ slots, processes }: RolesDiff): readonly string[] {
  const moved = processes.filter(isMoved).length;
  const moves = moved === 0 ? 'no process moves' : `${countProcesses(moved)} move${moved === 1 ? 's' : ''}`;
  const change = `${count(slots.length, 'slot')} change${slots.length === 1 ? 's' : ''} role`;
  return say(slots.length === 0 ? null : change, [moves, ...sayEnds(processes)].join(', '));
}

/** How many ranks or processes went, and how many came. */
export function sayEnds(changes: readonly Pick<ProcessChange | Move, 'from' | 'to'>[]): readonly string[] {
  const removed = changes.filter(({ to }) => to === null).length;
  const added = changes.filter(({ from }) => from === null).length;
  return say(removed === 0 ? null : `${removed} removed`, added === 0 ? null : `${added} added`);
}

export const sayNewRoles = ({ added, removed }: RolesDiff, quote: Quote): readonly string[] =>
  say(
    added.length === 0 ? null : `${nameRoles(added, quote)} added`,
    removed.length === 0 ? null : `${nameRoles(removed, quote)} removed`,
  );

const nameRoles = (names: readonly string[], quote: Quote): string =>
  `role${names.length === 1 ? '' : 's'} ${names.map(quote).join(', ')}`;

const isMoved = ({ from, to }: ProcessChange): boolean =>
  from !== null && to !== null && nameSlots(from).join() !== nameSlots(to).join();

/** `a:4-5: server → trainer`: slots that go from the same roles to the same others are one line. */
export function formatSlotChanges(slots: readonly SlotChange[], quote: Quote): readonly string[] {
  const nameAll = (roles: readonly string[]) => roles.map(quote).join(', ');
  const groups = groupBy(slots, ({ old, new: next }) => `${nameAll(old)} → ${nameAll(next)}`);
  return [...groups].map(([change, of]) => {
    const names = of.map(({ slot }) => slot);
    return `${listSome(names, quote)}: ${change}`;
  });
}

/** A line for the processes of a replica that go from the same node to the same other, or change in the same way. */
export function formatProcesses(processes: readonly ProcessChange[], quote: Quote): readonly string[] {
  const groups = groupBy(processes, (change) => {
    const { replica, from, to } = change;
    const way = isMoved(change) && [from?.node, to?.node];
    return JSON.stringify([replica, from === null, to === null, way, sayPorts(change)]);
  });
  return [...groups.values()].map((group) => {
    const [first] = group;
    const [from, to] = [listPlaces(group, 'from', quote), listPlaces(group, 'to', quote)];
    const numbers = group.map(({ process }) => process);
    const what = numbers.length === 1 ? 'process' : 'processes';
    const who = `${what} ${compressNumbers(numbers)} of ${quote(first.replica)}`;
    if (first.from === null) return `${who} added on ${to}`;
    if (first.to === null) return `${who} removed from ${from}`;
    const way = isMoved(first) ? `${from} → ${to}` : null;
    const notes = say(way, sayPorts(first), sayNumbers(group, 'rank'), sayNumbers(group, 'share'));
    return `${who}: ${notes.join('; ')}`;
  });
}

const listPlaces = (group: readonly ProcessChange[], side: 'from' | 'to', quote: Quote): string =>
  listSome(
    group.flatMap(({ [side]: place }) => (place === null ? [] : nameSlots(place))),
    quote,
  );

/** `http 8000 → 8001`; null where no port is another. */
function sayPorts({ from, to }: ProcessChange): string | null {
  if (from === null || to === null) return null;
  const names = [...new Set([...Object.keys(from.ports), ...Object.keys(to.ports)])];
  const changes = names
    .filter((name) => from.ports[name] !== to.ports[name])
    .map((name) => `${name} ${from.ports[name] ?? 'none'} → ${to.ports[name] ?? 'none'}`);
  return changes.length === 0 ? null : `port ${changes.join(', ')}`;
}

/** `rank 4-7 → 0-3`; null where none of the group is another. */
function sayNumbers(group: readonly ProcessChange[], key: 'rank' | 'share'): string | null {
  if (group.every(({ from, to }) => from?.[key] === to?.[key])) return null;
  const listOn = (side: 'from' | 'to') =>
    compressNumbers(group.flatMap(({ [side]: place }) => place?.[key] ?? [])) || 'none';
  return `${key} ${listOn('from')} → ${listOn('to')}`;
}
