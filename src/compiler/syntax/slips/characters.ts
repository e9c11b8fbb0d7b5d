import { findLookalike, LOOKALIKE, withoutLookalikes } from '../../source/lookalikes.ts';
import { type Broken, type Line, nearLines, type Slip } from './slip.ts';

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
  const count = part.match(LOOKALIKE)?.length ?? 0;
  const at = start + found.at;
  const message = `${found.what} stands here, which means nothing to YAML`;
  const help = count === 1 ? found.help : `${found.help}; ${count} such characters are ${where}`;
  const edit = { start, end, text: withoutLookalikes(part) };
  yield { start: at, end: at + 1, message, help, edit, isPlain: true };
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
  const more = others > 0 ? `; ${others} more ${others === 1 ? 'line has' : 'lines have'} tabs` : '';
  for (const width of [2, 4, 0, 8, 1]) {
    const what = width === 0 ? 'remove it' : `write ${width === 1 ? 'a blank' : `${width} blanks`} instead`;
    const edit = { start: 0, end: text.length, text: expandTabs(lines, text, ' '.repeat(width)) };
    yield { ...place, help: `${what}${more}`, edit };
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
