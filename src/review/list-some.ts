import { compressHostList } from '../compiler/values/compress-host-list.ts';
import { type Group, groupBy, groupNeighbours } from '../compiler/values/lists.ts';

/** Makes text of other people harmless in the format that is written. */
export type Quote = (text: string) => string;

export const asWritten: Quote = (text) => text;

/** The parts of a sentence that there are. */
export const say = (...parts: readonly (string | null)[]): readonly string[] =>
  parts.filter((part) => part !== null);

/** `1 rank`, `2 ranks`. */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** `rank 3`, `ranks 0-2,5`. */
export const nameNumbers = (what: string, numbers: readonly number[]): string =>
  `${what}${numbers.length === 1 ? '' : 's'} ${compressNumbers(numbers)}`;

/** `0–3`, or `7` alone: first and last of ranks in a row. */
export const nameSpan = (first: number, last: number): string =>
  first === last ? String(first) : `${first}–${last}`;

/** `rank 3`, `ranks 0–2`. */
export const nameRankSpan = (first: number, last: number): string =>
  `rank${first === last ? '' : 's'} ${nameSpan(first, last)}`;

/** How many names a list shows. */
const MAX_NAMES = 6;
const MAX_HOSTS_LENGTH = 60;

/** Names, slots of one node together and neighbouring nodes as a host list; a long list is cut. */
export function listSome(names: readonly string[], quote: Quote): string {
  if (!names.some((name) => name.includes(':'))) {
    const hosts = names.length > 1 ? compressHostList(names) : '';
    if (hosts !== '' && hosts.length <= MAX_HOSTS_LENGTH) return quote(hosts);
  }
  const all = joinSlots(names);
  const shown = all.slice(0, MAX_NAMES).map(({ text }) => quote(text));
  const rest = all.slice(MAX_NAMES).reduce((sum, { names }) => sum + names, 0);
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`;
}

/** `a1:0`, `a1:1`, `a2:0`, `a2:1` become `a[1-2]:0-1`, as selectors are written; names of nodes stay as they are. */
function joinSlots(names: readonly string[]): readonly { readonly text: string; readonly names: number }[] {
  const ofNodes = [...groupBy(names, (name) => name.replace(/:.*/s, ''))].map(([node, list]) => {
    const slots = joinRuns(list.flatMap((name) => (name === node ? [] : [name.slice(node.length + 1)])));
    return { node, slots, names: list.length };
  });
  const groups = groupNeighbours(ofNodes, ({ node, slots }) =>
    slots === '' ? node : `${stemOf(node)}:${slots}`,
  );
  return groups.map(({ members }) => ({
    text: nameSlots(members),
    names: members.reduce((sum, one) => sum + one.names, 0),
  }));
}

/** Names of one stem become one bracket; a comma between stems would read as a list of slots. */
const stemOf = (node: string): string => node.replace(/\d+$/, '');

/** Unless the numbers have nothing in common, a host list is short. */
function nameSlots(members: Group<{ readonly node: string; readonly slots: string }>): string {
  const [{ node, slots }] = members;
  if (slots === '') return node;
  const hosts = compressHostList(members.map((member) => member.node));
  if (hosts.length <= MAX_HOSTS_LENGTH) return `${hosts}:${slots}`;
  return `${node}:${slots} and likewise on ${members.length - 1} more nodes`;
}

function joinRuns(slots: readonly string[]): string {
  const isCpu = (slot: string) => slot.startsWith('cpu');
  const gpus = compressNumbers(slots.filter((slot) => !isCpu(slot)).map(Number));
  const cpus = compressNumbers(slots.filter(isCpu).map((slot) => Number(slot.slice('cpu'.length))));
  return [gpus, cpus === '' ? '' : `cpu${cpus}`].filter((part) => part !== '').join(',');
}

/** `0-3,7`; a number that repeats is said once, and after `limit` ranges the rest is counted. */
export function compressNumbers(numbers: readonly number[], limit = 8): string {
  const ranges: { readonly from: number; to: number; count: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && (number === last.to + 1 || number === last.to)) {
      last.to = number;
      last.count++;
    } else ranges.push({ from: number, to: number, count: 1 });
  }
  const shown = ranges.slice(0, limit).map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
  const rest = ranges.slice(limit).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? shown.join(',') : `${shown.join(',')} and ${rest} more`;
}
