import { findLookalike, withoutLookalikes } from '../../source/lookalikes.ts';
import { type Broken, type Line, nearLines, type Slip } from './slip.ts';

export function* findCharacterSlips(broken: Broken): Generator<Slip> {
  const { text } = broken;
  const near = nearLines(broken);
  for (const { start, end } of near) yield* findLookalikes(text, start, end);
  if (near.some(({ start, end }) => findLookalike(text.slice(start, end)) !== null))
    yield* findLookalikes(text, 0, text.length);
  yield* findTabs(broken, near);
}

function* findLookalikes(text: string, start: number, end: number): Generator<Slip> {
  const part = text.slice(start, end);
  const found = findLookalike(part);
  if (found === null) return;
  const at = start + found.at;
  const message = `${found.what} stands here, which means nothing to YAML`;
  const edit = { start, end, text: withoutLookalikes(part) };
  yield { start: at, end: at + 1, message, help: `${found.help}, wherever it stands`, edit, isPlain: true };
}

/** A tab in the indentation, also between a dash and its key. */
const LEAD = /^[ \t]*(?:-[ \t]+)*/;
const LEADS = new RegExp(LEAD.source, 'gm');

function* findTabs({ text }: Broken, near: readonly Line[]): Generator<Slip> {
  const tabOf = (line: Line): number => (LEAD.exec(line.text)?.[0] ?? '').indexOf('\t');
  const first = near.find((line) => tabOf(line) >= 0);
  if (first === undefined) return;
  const at = first.start + tabOf(first);
  const place = { start: at, end: at + 1, message: 'a tab indents this line: YAML knows only blanks' };
  for (const width of [2, 4, 0, 8, 1]) {
    const help = `write ${width} blanks in the place of each tab`;
    const expanded = text.replace(LEADS, (lead) => lead.replaceAll('\t', ' '.repeat(width)));
    yield { ...place, help, edit: { start: 0, end: text.length, text: expanded } };
  }
}
