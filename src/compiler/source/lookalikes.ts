import { nameCharacter } from './printable.ts';
import { remember } from './remember.ts';

/** Characters of word processors, web pages and keyboards of other scripts that stand where YAML has a sign of its own. */
const LOOKALIKES: readonly (readonly [characters: string, name: string, meant: string, help: string])[] = [
  ['\u00a0\u202f', 'a no-break space', ' ', 'write a plain blank'],
  ['\u1680\u2000-\u200a\u205f\u3000', 'a wide space', ' ', 'write a plain blank'],
  ['：', 'a full-width colon', ': ', 'write `:` and a blank'],
  ['，', 'a full-width comma', ', ', 'write `,` and a blank'],
  ['［【', 'a full-width bracket', '[', 'write `[`'],
  ['］】', 'a full-width bracket', ']', 'write `]`'],
  ['｛', 'a full-width brace', '{', 'write `{`'],
  ['｝', 'a full-width brace', '}', 'write `}`'],
  ['“”„‟＂', 'a typographic quote', '"', 'write `"`'],
  ['‘’‚‛＇', 'a typographic quote', "'", "write `'`"],
  ['–—−‐‑', 'a dash that is none of YAML’s', '-', 'write `-`'],
  ['＃', 'a full-width number sign', '#', 'write `#`'],
];

const LOOKALIKE = new RegExp(`[${LOOKALIKES.map(([characters]) => characters).join('')}]`, 'g');
const lookUp = remember((character: string) =>
  LOOKALIKES.find(([characters]) => new RegExp(`[${characters}]`).test(character)),
);

/** The first such character of a text, and what was meant; null if there is none. */
export function findLookalike(text: string) {
  const at = text.search(LOOKALIKE);
  const [, name, , help] = (at < 0 ? undefined : lookUp(text[at] ?? '')) ?? [];
  if (name === undefined || help === undefined) return null;
  const code = nameCharacter(text[at] ?? '');
  return { at, code, what: `${name} (${code})`, help };
}

/** The text with the signs that were meant. */
export const withoutLookalikes = (text: string): string =>
  text.replace(LOOKALIKE, (c, at: number) => {
    const [, , meant = c] = lookUp(c) ?? [];
    return /\s/.test(text[at + 1] ?? ' ') ? meant.trim() || meant : meant;
  });
