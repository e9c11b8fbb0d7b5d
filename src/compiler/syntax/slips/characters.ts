import { nameCharacter } from '../../source/printable.ts';
import { type Broken, type Line, nearLines, type Slip } from './slip.ts';

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
const ALL = new RegExp(`[${[...BY_CHARACTER.keys()].join('')}]`, 'g');

/** The first such character of a text, and what was meant; null where there is none. */
export function findLookalike(
  text: string,
): { readonly at: number; readonly what: string; readonly help: string } | null {
  const at = text.search(ALL);
  const found = at < 0 ? undefined : BY_CHARACTER.get(text[at] ?? '');
  return found === undefined
    ? null
    : { at, what: `${found.name} (${nameCharacter(text[at] ?? '')})`, help: found.help };
}

/** The text with the signs that were meant. */
export const withoutLookalikes = (text: string): string =>
  text.replace(ALL, (c, at: number) => {
    const meant = BY_CHARACTER.get(c)?.meant ?? c;
    return /\s/.test(text[at + 1] ?? ' ') ? meant.trim() || meant : meant;
  });

/** Characters that look like others, and tabs. */
export function* findCharacterSlips(broken: Broken): Generator<Slip> {
  const { text } = broken;
  const near = nearLines(broken);
  for (const { start, end } of near) yield* findLookalikes(text, start, end, 'on this line');
  if (near.some(({ start, end }) => findLookalike(text.slice(start, end)) !== null))
    yield* findLookalikes(text, 0, text.length, 'in this file');
  yield* findTabs(broken, near);
}

function* findLookalikes(text: string, start: number, end: number, where: string): Generator<Slip> {
  const part = text.slice(start, end);
  const found = findLookalike(part);
  if (found === null) return;
  const count = part.match(ALL)?.length ?? 0;
  const at = start + found.at;
  yield {
    start: at,
    end: at + 1,
    message: `${found.what} stands here, which means nothing to YAML`,
    help: count === 1 ? found.help : `${found.help}; ${count} such characters are ${where}`,
    edit: { start, end, text: withoutLookalikes(part) },
    isPlain: true,
  };
}

/** A tab in the indentation, also between a dash and its key. */
const LEAD = /^[ \t]*(?:-[ \t]+)*/;

function* findTabs({ text, lines }: Broken, near: readonly Line[]): Generator<Slip> {
  const tabOf = (line: Line): number => (LEAD.exec(line.text)?.[0] ?? '').indexOf('\t');
  const first = near.find((line) => tabOf(line) >= 0);
  if (first === undefined) return;
  const at = first.start + tabOf(first);
  const others = lines.filter((line) => !line.isBlank && tabOf(line) >= 0).length - 1;
  const place = { start: at, end: at + 1, message: 'a tab indents this line: YAML knows only blanks' };
  for (const width of [2, 4, 0, 8, 1, 3]) {
    const what = width === 0 ? 'remove it' : `write ${width === 1 ? 'a blank' : `${width} blanks`} instead`;
    yield {
      ...place,
      help: `${what}${others > 0 ? `; ${others} more ${others === 1 ? 'line has' : 'lines have'} tabs` : ''}`,
      edit: { start: 0, end: text.length, text: expandTabs(lines, text, ' '.repeat(width)) },
    };
  }
}

/** The text with all of its tabs in indentation expanded. */
function expandTabs(lines: readonly Line[], text: string, blanks: string): string {
  const parts = lines.map((line, i) => {
    const lead = LEAD.exec(line.text)?.[0] ?? '';
    const next = lines[i + 1]?.start ?? text.length;
    return lead.replaceAll('\t', blanks) + text.slice(line.start + lead.length, next);
  });
  return parts.join('');
}
