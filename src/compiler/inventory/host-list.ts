/** A host list that cannot be expanded; `at` is the UTF-16 offset in the text. */
export interface HostListProblem {
  readonly at: number;
  readonly message: string;
}

/** As in Slurm: the most hosts that one range may stand for. */
const MAX_RANGE = 65_536;

/**
 * Expands a Slurm host list (`a[1-2,5],b1`) in order, duplicates kept, zero padding kept, several brackets multiplied
 * with the last running fastest. It agrees with `scontrol show hostnames`, is stricter on unbalanced brackets, and also
 * takes a suffix after a bracket (`a[1-2]-ib`). `limit` bounds the number of hosts.
 */
export function expandHostList(text: string, limit: number): readonly string[] | HostListProblem {
  const hosts: string[] = [];
  for (const { start, part } of splitItems(text)) {
    const problem = bracketProblem(part);
    if (problem !== null) return { at: start + problem.at, message: problem.message };
    const expanded = expandItem(part, limit - hosts.length);
    if (!Array.isArray(expanded)) {
      const { at, message } = expanded as HostListProblem;
      return { at: start + at, message };
    }
    for (const host of expanded) hosts.push(host);
  }
  return hosts;
}

/** Items are separated by commas and blanks outside brackets; empty ones are skipped, as Slurm does. */
function splitItems(text: string): { readonly start: number; readonly part: string }[] {
  const items: { start: number; part: string }[] = [];
  const pattern = /(?:\[[^\]]*\]?|[^[,\s])+/g;
  for (const match of text.matchAll(pattern)) items.push({ start: match.index, part: match[0] });
  return items;
}

function bracketProblem(part: string): HostListProblem | null {
  let open = -1;
  for (let at = 0; at < part.length; at++) {
    if (part[at] === '[') {
      if (open >= 0) return { at, message: 'a bracket inside a bracket' };
      open = at;
    } else if (part[at] === ']') {
      if (open < 0) return { at, message: 'a closing bracket without an opening one' };
      open = -1;
    }
  }
  return open >= 0 ? { at: open, message: 'the bracket is not closed' } : null;
}

function expandItem(part: string, limit: number): string[] | HostListProblem {
  let hosts = [''];
  for (const match of part.matchAll(/\[([^\]]*)\]|[^[]+/g)) {
    const ranges = match[1];
    let pieces = [match[0]];
    if (ranges !== undefined) {
      const expanded = expandRanges(ranges, match.index + 1, limit);
      if (!Array.isArray(expanded)) return expanded as HostListProblem;
      pieces = expanded;
    }
    if (hosts.length * pieces.length > limit) return { at: 0, message: 'more hosts than a topology may have' };
    hosts = pieces.length === 1 ? hosts.map((host) => host + pieces[0]) : hosts.flatMap((host) => pieces.map((piece) => host + piece));
  }
  return hosts;
}

function expandRanges(text: string, at: number, limit: number): string[] | HostListProblem {
  const numbers: string[] = [];
  for (const range of text.split(',')) {
    const match = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range);
    if (match === null) return { at, message: `\`${range}\` is no number and no range of numbers` };
    const [, low = '', high = low] = match;
    const first = Number(low);
    const count = Number(high) - first + 1;
    if (count < 1) return { at, message: `the range \`${range}\` runs backwards` };
    if (count > MAX_RANGE) return { at, message: `the range \`${range}\` has more than ${MAX_RANGE} hosts` };
    if (numbers.length + count > limit) return { at, message: 'more hosts than a topology may have' };
    for (let i = 0; i < count; i++) numbers.push(String(first + i).padStart(low.length, '0'));
    at += range.length + 1;
  }
  return numbers;
}
