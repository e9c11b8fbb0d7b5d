/** How many keys the objects of a valid JSON text are written with, also those that a parser drops as repeated. */
export function countWrittenKeys(json: string): number {
  let count = 0;
  for (let quote = json.indexOf('"'); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    quote = findStringEnd(json, quote);
    let next = quote + 1;
    while (BLANKS.has(json.charCodeAt(next))) next++;
    if (json.charCodeAt(next) === COLON) count++;
  }
  return count;
}

/** How many keys the objects of a parsed JSON text have. */
export function countKeys(value: unknown): number {
  let count = 0;
  const left = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const items: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) count += items.length;
    for (const item of items) if (typeof item === 'object' && item !== null) left.push(item);
  }
  return count;
}

/** The offset of the quote that ends the string which begins at `start`. */
function findStringEnd(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
  }
  return json.length;
}

const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const COLON = 0x3a;
const BACKSLASH = 0x5c;
