import { nameCharacter } from './printable.ts';

interface Lookalike {
  readonly characters: string;
  readonly name: string;
  readonly meant: string;
  readonly help: string;
}

/** Characters of word processors, web pages and keyboards of other scripts that stand where YAML has a sign of its own. */
const LOOKALIKES: readonly Lookalike[] = [
  { characters: '\u00a0\u202f', name: 'a no-break space', meant: ' ', help: 'write a plain blank' },
  {
    characters: '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f\u3000',
    name: 'a wide space',
    meant: ' ',
    help: 'write a plain blank',
  },
  { characters: '：', name: 'a full-width colon', meant: ': ', help: 'write `:` and a blank' },
  { characters: '，', name: 'a full-width comma', meant: ', ', help: 'write `,` and a blank' },
  { characters: '［【', name: 'a full-width bracket', meant: '[', help: 'write `[`' },
  { characters: '］】', name: 'a full-width bracket', meant: ']', help: 'write `]`' },
  { characters: '｛', name: 'a full-width brace', meant: '{', help: 'write `{`' },
  { characters: '｝', name: 'a full-width brace', meant: '}', help: 'write `}`' },
  { characters: '“”„‟＂', name: 'a typographic quote', meant: '"', help: 'write `"`' },
  { characters: '‘’‚‛＇', name: 'a typographic quote', meant: "'", help: "write `'`" },
  { characters: '–—−‐‑', name: 'a dash that is none of YAML’s', meant: '-', help: 'write `-`' },
  { characters: '＃', name: 'a full-width number sign', meant: '#', help: 'write `#`' },
];

const BY_CHARACTER = new Map(LOOKALIKES.flatMap((found) => [...found.characters].map((c) => [c, found])));
const LOOKALIKE = new RegExp(`[${[...BY_CHARACTER.keys()].join('')}]`, 'g');

/** The first such character of a text, and what was meant; null if there is none. */
export function findLookalike(
  text: string,
): { readonly at: number; readonly code: string; readonly what: string; readonly help: string } | null {
  const at = text.search(LOOKALIKE);
  const found = at < 0 ? undefined : BY_CHARACTER.get(text[at] ?? '');
  if (found === undefined) return null;
  const code = nameCharacter(text[at] ?? '');
  return { at, code, what: `${found.name} (${code})`, help: found.help };
}

/** The text with the signs that were meant. */
export const withoutLookalikes = (text: string): string =>
  text.replace(LOOKALIKE, (c, at: number) => {
    const meant = BY_CHARACTER.get(c)?.meant ?? c;
    return /\s/.test(text[at + 1] ?? ' ') ? meant.trim() || meant : meant;
  });
