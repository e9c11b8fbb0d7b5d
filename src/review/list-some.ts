import { compressHostList } from '../compiler/values/compress-host-list.ts';
import { groupBy } from '../compiler/values/lists.ts';

/** Makes text of other people harmless in the format that is written. */
export type Quote = (text: string) => string;

/** `1 rank`, `2 ranks`. */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** How many names a list shows. */
const MAX_NAMES = 6;
const MAX_HOSTS_LENGTH = 60;

/** Names, slots of one node together and neighbouring nodes as a host list; a long list is cut. */
export function listSome(names: readonly string[], quote: Quote): string {
  const places = names.some((name) => name.includes(':')) ? joinSlots(names) : [];
  if (places.length === 0 && names.length > 1) {
    const hosts = compressHostList(names);
    if (hosts.length <= MAX_HOSTS_LENGTH) return quote(hosts);
  }
  const all = places.length > 0 ? places : names.map((name) => ({ text: name, count: 1 }));
  const shown = all.slice(0, MAX_NAMES).map(({ text }) => quote(text));
  const rest = all.slice(MAX_NAMES).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`;
}

interface Place {
  readonly text: string;
  readonly count: number;
}

/** `a1:0`, `a1:1`, `a2:0`, `a2:1` become `a[1-2]:0-1`, as selectors are written. */
function joinSlots(names: readonly string[]): Place[] {
  const byNode = groupBy(names, (name) => name.slice(0, name.indexOf(':')));
  const groups: { readonly nodes: string[]; readonly slots: string; count: number }[] = [];
  for (const [node, list] of byNode) {
    const slots = joinRuns(list.map((name) => name.slice(node.length + 1)));
    const last = groups.at(-1);
    if (last === undefined || last.slots !== slots || stemOf(last.nodes[0] ?? '') !== stemOf(node))
      groups.push({ nodes: [node], slots, count: list.length });
    else {
      last.nodes.push(node);
      last.count += list.length;
    }
  }
  return groups.map(({ nodes, slots, count }) => ({ text: nameSlots(nodes, slots), count }));
}

/** Names of one stem become one bracket; a comma between stems would read as a list of slots. */
const stemOf = (node: string): string => node.replace(/\d+$/, '');

/** Unless the numbers have nothing in common, a host list is short. */
function nameSlots(nodes: readonly string[], slots: string): string {
  const hosts = compressHostList(nodes);
  return hosts.length <= MAX_HOSTS_LENGTH
    ? `${hosts}:${slots}`
    : `${nodes[0]}:${slots} and likewise on ${nodes.length - 1} more nodes`;
}

function joinRuns(slots: readonly string[]): string {
  const cpus = slots.filter((slot) => slot.startsWith('cpu'));
  const gpus = compressNumbers(slots.filter((slot) => !slot.startsWith('cpu')).map(Number));
  if (cpus.length === 0) return gpus;
  const numbers = compressNumbers(cpus.map((slot) => Number(slot.slice('cpu'.length))));
  return gpus === '' ? `cpu${numbers}` : `${gpus},cpu${numbers}`;
}

/** `0–3, 7`: ranks, first and last of each span. */
export const formatRankSpans = (spans: readonly (readonly [number, number])[]): string =>
  spans.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ');

/** `rank 3`, `ranks 0–2`. */
export const nameRankSpan = (first: number, last: number): string =>
  `rank${first === last ? '' : 's'} ${formatRankSpans([[first, last]])}`;

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
