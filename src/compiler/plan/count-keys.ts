import { findStringEnd } from '../syntax/parse-json.ts';

/** How many keys the objects of a valid JSON text are written with, also those that a parser drops as repeated. */
export function countWrittenKeys(json: string): number {
  let count = 0;
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at)) {
    at = findStringEnd(json, at);
    while (BLANKS.has(json.charCodeAt(at))) at++;
    if (json.charCodeAt(at) === COLON) count++;
  }
  return count;
}

/** Whether a valid JSON text has a key twice in one object; `value` is what it was parsed to. */
export const hasRepeatedKey = (json: string, value: unknown): boolean =>
  countWrittenKeys(json) !== countKeys(value);

export function countKeys(value: unknown): number {
  let count = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const parts: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (parts !== next) count += parts.length;
    for (const part of parts) if (typeof part === 'object') left.push(part);
  }
  return count;
}

const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const COLON = 0x3a;
