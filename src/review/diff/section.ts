import { compressHostList } from '../../compiler/plan/compress-host-list.ts';

/** Makes text of other people harmless in the format that is written. */
export type Quote = (text: string) => string;

/** A heading with lines below it, in the words that text and markdown share. */
export interface Section {
  readonly title: string;
  readonly items: readonly string[];
  /** How many things `items` leaves out. */
  readonly more: number;
}

/** How many names a list shows. */
const MAX_NAMES = 6;

/** Names, slots of one node together and neighbouring nodes as a host list; a long list is cut. */
export function listSome(names: readonly string[], quote: Quote): string {
  const places = names.some((name) => name.includes(':')) ? joinSlots(names) : [];
  if (places.length === 0 && names.length > 1) {
    const hosts = compressHostList(names);
    if (hosts.length <= 60) return quote(hosts);
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

/** `lab1:0`, `lab1:1`, `lab1:2` become `lab1:0-2`. */
function joinSlots(names: readonly string[]): Place[] {
  const byNode = new Map<string, string[]>();
  for (const name of names) {
    const colon = name.indexOf(':');
    const [node, slot] = [name.slice(0, colon), name.slice(colon + 1)];
    const slots = byNode.get(node);
    if (slots === undefined) byNode.set(node, [slot]);
    else slots.push(slot);
  }
  return [...byNode].map(([node, slots]) => ({ text: `${node}:${joinRuns(slots)}`, count: slots.length }));
}

function joinRuns(slots: readonly string[]): string {
  const runs: { first: string; last: string }[] = [];
  for (const slot of slots) {
    const run = runs.at(-1);
    const follows =
      run !== undefined &&
      /^\d+$/.test(run.last) &&
      /^\d+$/.test(slot) &&
      Number(slot) === Number(run.last) + 1;
    if (follows) run.last = slot;
    else runs.push({ first: slot, last: slot });
  }
  const shown = runs.slice(0, 8).map(({ first, last }) => (first === last ? first : `${first}-${last}`));
  return `${shown.join(',')}${runs.length > 8 ? ',…' : ''}`;
}
