import { CST } from 'yaml';
import { type Broken, type Slip, withoutComment } from './slip.ts';

const CLOSER: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** Brackets and braces: not closed, closed twice, closed by the other kind; missing commas. */
export function* findBracketSlips(broken: Broken): Generator<Slip> {
  const { open, wrong } = readBrackets(broken);
  yield* findHostLists(broken);
  if (wrong !== null) yield* fixCloser(wrong.at, wrong.opener, broken);
  for (const at of open.slice(-MAX_OPEN).reverse()) {
    yield* closeBracket(broken, at);
    yield* findCommas(broken, at);
  }
}

const MAX_OPEN = 4;

/**
 * The positions of the brackets that are open at the problem, the outermost first; and the first closer that does not fit, with
 * what it should close (null: nothing is open).
 */
function readBrackets({ lexemes, text, at }: Broken) {
  const open: number[] = [];
  for (const lexeme of lexemes) {
    if (lexeme.start > at) break;
    // The lexer gives up on what is open where a line stands too far left.
    if (lexeme.text === CST.FLOW_END && open.length > 0) break;
    if (CLOSER[lexeme.text] !== undefined) open.push(lexeme.start);
    if (lexeme.text !== '}' && lexeme.text !== ']') continue;
    const opener = open.pop() ?? null;
    if (opener === null || CLOSER[text[opener] ?? ''] !== lexeme.text)
      return { open: opener === null ? open : [...open, opener], wrong: { at: lexeme.start, opener } };
  }
  return { open, wrong: null };
}

function* fixCloser(at: number, opener: number | null, { text }: Broken): Generator<Slip> {
  const place = { start: at, end: at + 1 };
  const meant = CLOSER[text[opener ?? -1] ?? ''];
  if (opener !== null && meant !== undefined) {
    const message = `\`${text[at]}\` cannot close \`${text[opener]}\``;
    const help = `write \`${meant}\` instead`;
    yield { ...place, message, help, edit: { ...place, text: meant }, isPlain: true };
  }
  const message = `nothing is open that this \`${text[at]}\` could close`;
  yield { ...place, message, help: 'remove it', edit: { ...place, text: '' }, isPlain: true };
}

/** The closer may belong at the end of its line, or at the end of the lines that stand deeper than it. */
function* closeBracket({ text, at: problemAt, lines }: Broken, opener: number): Generator<Slip> {
  const sign = text[opener] ?? '';
  const closer = CLOSER[sign] ?? '';
  const first = lines.findIndex(({ end }) => end >= opener);
  const last = lines.findLastIndex(({ start, isBlank }) => start <= problemAt && !isBlank);
  const before = lines.findLastIndex(({ isBlank }, index) => index < last && !isBlank);
  const ends = [first, before, last].filter((index) => index >= first);
  for (const index of new Set(ends)) {
    const line = lines[index];
    if (line === undefined || line.isBlank) continue;
    const shown = withoutComment(line.text).replace(/,$/, '');
    const outer = shown.length - (/[\]}\s]*$/.exec(shown)?.[0].length ?? 0);
    for (const length of new Set([shown.length, outer])) {
      const at = line.start + length;
      if (at <= opener) continue;
      const where = index === first ? 'on this line' : `at the end of line ${index + 1}`;
      const gap = closer === '}' && text[at - 1] !== ' ' ? ' ' : '';
      const message = `\`${sign}\` opens here and is not closed`;
      const help = `write \`${closer}\` ${where}, behind \`${lastWord(shown.slice(0, length))}\``;
      const edit = { start: at, end: at, text: gap + closer };
      yield { start: opener, end: opener + 1, message, help, edit, closes: true };
    }
  }
}

const lastWord = (text: string): string => /\S{1,40}$/.exec(text.trimEnd())?.[0] ?? text.trim();

/** `{ count: 2 model: V100 }`: a value, and after it the next key. */
function* findCommas({ text, at, lines }: Broken, opener: number): Generator<Slip> {
  const stop = Math.min(lines.find(({ start }) => start > at)?.end ?? text.length, opener + 2000);
  const part = text.slice(opener, Math.max(stop, opener));
  const gap = /([\w"'.\]})])(\s+)(?=["']?[\w.-]+["']?:(?:\s|$))/g;
  for (const { index, 1: before = '' } of part.matchAll(gap)) {
    const end = opener + index + before.length;
    const message = 'a comma is missing here, before the next key';
    const help = `write \`,\` behind \`${lastWord(part.slice(0, index + before.length))}\``;
    yield { start: end - 1, end, message, help, edit: { start: end, end, text: ',' }, isPlain: true };
  }
}

/** `lab[1-2]`, `${HOME}`, bare within brackets: the inner bracket begins a list or a map there. */
function* findHostLists({ text, lines, line }: Broken): Generator<Slip> {
  const own = lines[line];
  if (own === undefined) return;
  const words = [
    ...own.text.matchAll(/(?<=[\s,[{])[\w.$-]*[\w.$-][[{][^\]}\s"']*[\]}][\w.-]*(?=[\s,\]}]|$)/g),
  ];
  const [first] = words;
  const final = words.at(-1);
  if (first === undefined || final === undefined) return;
  const part = { start: own.start + first.index, end: own.start + final.index + final[0].length };
  let written = text.slice(part.start, part.end);
  for (const [word] of words) written = written.replace(word, `"${word}"`);
  const [shown] = first;
  const message = `within braces and brackets, that in \`${shown}\` begins a list or a map of its own`;
  const help = `quote ${shown.startsWith('$') ? 'it' : 'host lists within braces'}: "${shown}"`;
  const place = { start: part.start, end: part.start + shown.length };
  yield { ...place, message, help, edit: { ...part, text: written }, isPlain: true };
}
