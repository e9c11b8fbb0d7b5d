/** What is parsed at once: so little that V8 lets go cheaply of what is not kept. */
const PART = 65_536;

/**
 * `JSON.parse` of a plan as rankplan writes it, a few hundred nodes or ranks at a time; null if the text has another
 * form, which says nothing of its validity. A plan of a million ranks then never has all its GPUs in memory. Parts that
 * are lists of values each, in a rest that is whole with a value in their place, are the whole.
 */
export function parseInParts(text: string): object | null {
  const nodes = findList(text, 'nodes', 0);
  const ranks = nodes && findList(text, 'ranks', nodes.end);
  if (nodes === null || ranks === null) return null;
  const restWith = (mark: number): { nodes?: unknown; ranks?: unknown } =>
    JSON.parse(
      `${text.slice(0, nodes.start)}${mark}${text.slice(nodes.end, ranks.start)}${mark}${text.slice(ranks.end)}`,
    );
  // The lists are those of the plan when they hold whatever mark stands there.
  for (const mark of [1, 2]) {
    const rest = restWith(mark);
    if (!isMark(rest.nodes, mark) || !isMark(rest.ranks, mark)) return null;
  }
  const nodeItems = parseItems(text, nodes, createSharing());
  const rankItems = nodeItems && parseItems(text, ranks, () => {});
  return rankItems && Object.assign(restWith(1), { nodes: nodeItems, ranks: rankItems });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the items of a list of the plan are; strings of JSON have no line breaks. */
function findList(text: string, key: string, from: number): Range | null {
  const opening = `\n  "${key}": [\n`;
  const at = text.indexOf(opening, from);
  const start = at + opening.length;
  const end = text.indexOf('\n  ]', start);
  return at < 0 || end < 0 ? null : { start, end };
}

const isMark = (list: unknown, mark: number): boolean =>
  Array.isArray(list) && list.length === 1 && list[0] === mark;

function parseItems(text: string, { start, end }: Range, visit: (item: unknown) => void): unknown[] | null {
  const all: unknown[] = [];
  for (let from = start; from < end; ) {
    const comma = text.indexOf(',\n    {', from + PART);
    const to = comma < 0 || comma > end ? end : comma;
    const items: unknown[] = JSON.parse(`[${text.slice(from, to)}]`);
    if (items.length === 0) return null; // a comma without an item
    for (const item of items) {
      visit(item);
      all.push(item);
    }
    from = to + 1;
  }
  return all;
}

/**
 * Gives neighbours whose GPUs are alike one list of them, as a plan that was just compiled has it: the GPUs of a
 * hundred thousand nodes are most of a plan, and what is one is compared once. Works on JSON that is not validated yet.
 */
export function createSharing(): (node: unknown) => void {
  let last: readonly unknown[] = [];
  return (node) => {
    if (!isObject(node) || !Array.isArray(node['gpus'])) return;
    const gpus: readonly unknown[] = node['gpus'];
    if (gpus.length === last.length && gpus.every((gpu, i) => areAlike(gpu, last[i]))) node['gpus'] = last;
    else last = gpus;
  };
}

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** Whether two objects have the same keys, also those that a newer rankplan wrote, with the same plain values. */
function areAlike(some: unknown, other: unknown): boolean {
  if (!isObject(some) || !isObject(other)) return false;
  let more = 0;
  for (const key in some) {
    if (some[key] !== other[key]) return false;
    more++;
  }
  for (const _ in other) more--;
  return more === 0;
}
