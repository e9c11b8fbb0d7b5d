import { groupBy } from '../../compiler/values/lists.ts';
import { nameSlots } from '../device-name.ts';
import { compressNumbers, count, listSome, type Quote } from '../list-some.ts';
import { countProcesses } from '../roles/describe-roles.ts';
import type { ProcessChange, RolesDiff, SlotChange } from './plan-diff.ts';

/** The clauses of the verdict in the place of that of moves: slots that change role, and processes. */
export function sayRoles({ slots, processes }: RolesDiff): readonly string[] {
  const [came, went] = [
    processes.filter(({ from }) => from === null),
    processes.filter(({ to }) => to === null),
  ];
  const moved = processes.filter(isMoved);
  return [
    ...(slots.length === 0
      ? []
      : [`${count(slots.length, 'slot')} change${slots.length === 1 ? 's' : ''} role`]),
    [
      moved.length === 0
        ? 'no process moves'
        : `${countProcesses(moved.length)} move${moved.length === 1 ? 's' : ''}`,
      ...(went.length === 0 ? [] : [`${went.length} removed`]),
      ...(came.length === 0 ? [] : [`${came.length} added`]),
    ].join(', '),
  ];
}

export function sayNewRoles({ added, removed }: RolesDiff, quote: Quote): readonly string[] {
  return [
    ...(added.length === 0 ? [] : [`${nameRoles(added, quote)} added`]),
    ...(removed.length === 0 ? [] : [`${nameRoles(removed, quote)} removed`]),
  ];
}

const nameRoles = (names: readonly string[], quote: Quote): string =>
  `role${names.length === 1 ? '' : 's'} ${names.map(quote).join(', ')}`;

const isMoved = ({ from, to }: ProcessChange): boolean =>
  from !== null && to !== null && nameSlots(from).join() !== nameSlots(to).join();

/** `a:4-5: server → trainer`: slots that go from the same roles to the same others are one line. */
export function formatSlotChanges(slots: readonly SlotChange[], quote: Quote): readonly string[] {
  const say = (roles: readonly string[]) => roles.map(quote).join(', ');
  const groups = groupBy(slots, ({ old, new: next }) => `${say(old)} → ${say(next)}`);
  return [...groups].map(
    ([change, of]) =>
      `${listSome(
        of.map(({ slot }) => slot),
        quote,
      )}: ${change}`,
  );
}

/** A line for the processes of a replica that go from the same node to the same other, or change in the same way. */
export function formatProcesses(processes: readonly ProcessChange[], quote: Quote): readonly string[] {
  const groups = groupBy(processes, (change) => {
    const { replica, from, to } = change;
    return JSON.stringify([
      replica,
      from === null,
      to === null,
      isMoved(change) && [from?.node, to?.node],
      sayPorts(change),
    ]);
  });
  return [...groups.values()].map((group) => {
    const [first] = group;
    const [from, to] = [listPlaces(group, 'from', quote), listPlaces(group, 'to', quote)];
    const numbers = group.map(({ process }) => process);
    const what = numbers.length === 1 ? 'process' : 'processes';
    const who = `${what} ${compressNumbers(numbers)} of ${quote(first.replica)}`;
    if (first.from === null) return `${who} added on ${to}`;
    if (first.to === null) return `${who} removed from ${from}`;
    const notes = [
      isMoved(first) ? `${from} → ${to}` : null,
      sayPorts(first),
      sayNumbers(group, 'rank'),
      sayNumbers(group, 'share'),
    ];
    return `${who}: ${notes.filter((note) => note !== null).join('; ')}`;
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
  const say = (side: 'from' | 'to') => {
    const numbers = group.flatMap(({ [side]: place }) => place?.[key] ?? []);
    return numbers.length === 0 ? 'none' : compressNumbers(numbers);
  };
  return `${key} ${say('from')} → ${say('to')}`;
}
