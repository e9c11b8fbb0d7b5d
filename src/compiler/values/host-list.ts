/** A host list that cannot be expanded; `at` is the UTF-16 offset in the text. */
export interface HostListProblem {
  readonly at: number;
  readonly message: string;
  /** Set when the list is well formed, but longer than the limit. */
  readonly tooMany?: true;
  /** What to do, where that is not to look at the grammar. */
  readonly help?: string;
}

/** As in Slurm: the most hosts that one range may stand for. */
export const MAX_RANGE = 65_536;

/** Slurm knows five dimensions; the bound keeps the work within the hosts that come out. */
const MAX_BRACKETS = 8;

/**
 * Expands a Slurm host list (`a[1-2,5],b1`) in order, duplicates kept, zero padding kept, several brackets multiplied
 * with the last running fastest. It agrees with `scontrol show hostnames`, is stricter on unbalanced brackets, and also
 * takes a suffix after a bracket (`a[1-2]-ib`). `limit` bounds the number of hosts.
 */
export function expandHostList(text: string, limit: number): readonly string[] | HostListProblem {
  const items: Item[] = [];
  let left = limit;
  for (let at = 0; at < text.length; at++) {
    if (isSeparator(text, at)) continue; // Slurm skips empty items, too.
    const item = readItem(text, at, left);
    if ('message' in item) return item;
    left -= item.count;
    items.push(item);
    at = item.end;
  }
  // All of it is counted before any of it is made.
  return items.flatMap(expandItem);
}

const isSeparator = (text: string, at: number): boolean => ', \t\r\n'.includes(text[at] ?? '');

function findClose(text: string, open: number): number | HostListProblem {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === ']') return at;
    if (text[at] === '[') return { at, message: 'a bracket inside a bracket' };
  }
  return { at: open, message: 'the bracket is not closed' };
}

/** A name of the list with its brackets, read but not expanded. */
interface Item {
  readonly end: number;
  /** Each bracket with the text before it. */
  readonly parts: readonly { readonly before: string; readonly ranges: readonly HostRange[] }[];
  /** The text after the last bracket. */
  readonly rest: string;
  /** How many hosts it stands for: brackets multiply. */
  readonly count: number;
}

function readItem(text: string, start: number, limit: number): Item | HostListProblem {
  const parts: Item['parts'][number][] = [];
  let count = 1;
  let from = start;
  let end = start;
  for (; end < text.length && !isSeparator(text, end); end++) {
    if (text[end] === ']') return { at: end, message: 'a closing bracket without an opening one' };
    if (text[end] !== '[') continue;
    const close = findClose(text, end);
    if (typeof close !== 'number') return close;
    if (parts.length === MAX_BRACKETS)
      return { at: end, message: `more than ${MAX_BRACKETS} brackets in one name` };
    const ranges = readRanges(text.slice(end + 1, close), end + 1, limit);
    if ('message' in ranges) return ranges;
    count *= ranges.reduce((sum, range) => sum + range.count, 0);
    parts.push({ before: text.slice(from, end), ranges });
    end = close;
    from = close + 1;
  }
  return count > limit ? { at: start, ...TOO_MANY } : { end, parts, rest: text.slice(from, end), count };
}

function expandItem({ parts, rest }: Item): readonly string[] {
  let hosts: readonly string[] = [''];
  for (const { before, ranges } of parts) {
    const numbers = ranges.flatMap(expandRange);
    hosts = hosts.flatMap((host) => numbers.map((number) => host + before + number));
  }
  return rest === '' ? hosts : hosts.map((host) => host + rest);
}

const TOO_MANY = { message: 'more hosts than a topology may have', tooMany: true } as const;

interface HostRange {
  readonly first: number;
  readonly count: number;
  /** The digits of each number, with leading zeros. */
  readonly width: number;
}

function readRanges(text: string, start: number, limit: number): readonly HostRange[] | HostListProblem {
  const ranges: HostRange[] = [];
  let at = start;
  let total = 0;
  for (const range of text.split(',')) {
    const match = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range);
    if (match === null)
      return { at, message: `\`${range.slice(0, 40)}\` is no number and no range of numbers` };
    const [, low = '', high = low] = match;
    const first = Number(low);
    const count = Number(high) - first + 1;
    if (count < 1) return { at, message: `the range \`${range}\` runs backwards` };
    if (count > MAX_RANGE)
      return {
        at,
        message: `the range \`${range}\` has more than ${MAX_RANGE} hosts`,
        help: `split it, as ${low}-${first + MAX_RANGE - 1},${first + MAX_RANGE}-${high}: Slurm takes no longer range either`,
      };
    total += count;
    if (total > limit) return { at, ...TOO_MANY };
    ranges.push({ first, count, width: low.length });
    at += range.length + 1;
  }
  return ranges;
}

const expandRange = ({ first, count, width }: HostRange): readonly string[] =>
  Array.from({ length: count }, (_, i) => String(first + i).padStart(width, '0'));
