import { findLookalike, withoutLookalikes } from '../source/lookalikes.ts';

/** From what changes least to what changes most. */
const CHANGES: readonly ((text: string) => string)[] = [
  (text) => withoutLookalikes(text).trim(),
  (text) => withoutLookalikes(text).replace(/^(["'])(.*)\1$|^["']|["']$/, '$2'),
  (text) => text.replace(/[\s;,]+$|\s+(\/\/|--).*$/, ''),
  (text) => text.replace(/\s*,\s*/g, ','),
  (text) => text.replace(/\s*([KMGT])(?:i?B)?$/i, '$1'),
  (text) => (text === '' ? '' : `${text}%`),
  (text) => `GPU-${text}`,
  (text) => text.replace(/@[\w.-]+$/, ''),
  (text) => text.replace(/[\s;]+/g, ','),
  (text) => text.replace(/\s+/g, '-'),
  (text) => text.replace(/\s+/g, ''),
  (text) => text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, ''),
  (text) => text.replace(/[^A-Za-z0-9]+/g, '_').replace(/^[^A-Za-z]+|_+$/g, ''),
];

/** A longer text is no slip. */
const MAX_TEXT = 256;

/** What stands in the way of a form, as in "a blank at character 3"; and the text that was most likely meant, or null. */
export function respell(text: string, pattern: RegExp) {
  const part = text.slice(0, MAX_TEXT);
  const meant =
    text.length > MAX_TEXT
      ? undefined
      : CHANGES.map((change) => change(text)).find(
          (changed) => changed !== text && changed !== '' && isMeant(changed, text, pattern),
        );
  // Where nothing is meant, it is the first character that no name has.
  const at = meant === undefined ? Math.max(0, part.search(/[^A-Za-z0-9._-]/)) : firstDifference(part, meant);
  const character = String.fromCodePoint(part.codePointAt(at) ?? 0x20);
  const what =
    at >= part.length ? 'its end' : `${nameOf(character)} at character ${[...part.slice(0, at)].length + 1}`;
  return { obstacle: what, text: meant ?? null };
}

/** Only what begins as a uuid does is one without its prefix. */
const isMeant = (changed: string, text: string, pattern: RegExp): boolean =>
  pattern.test(changed) && (changed !== `GPU-${text}` || /^[\da-f]{8}(-|$)/i.test(text));

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function nameOf(character: string): string {
  if (character === ' ') return 'a blank';
  if (character === '\t') return 'a tab';
  if (character === '\n') return 'a line break';
  return findLookalike(character)?.what ?? `\`${character}\``;
}
