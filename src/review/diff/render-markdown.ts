import { printable } from '../../compiler/source/printable.ts';
import { FIRST_SECTIONS, formatSections } from './format-diff.ts';
import { type Figure, isChanged, listFigures, nameUnchanged } from './format-figures.ts';
import { formatHeadline } from './format-headline.ts';
import { formatMoves, listEveryMove, type Section } from './format-moves.ts';
import type { PlanDiff } from './plan-diff.ts';

/** How many lines a section has before it is folded, and how many are one paragraph. */
const MAX_OPEN = 4;
const MAX_JOINED = 2;

/** How many lines list every rank: more are for the JSON form. */
const MAX_EVERY = 100;

/**
 * A diff for a pull request. Text of other people stands in code spans only: there neither markdown nor HTML nor
 * mentions mean anything, and a fence that is longer than any in the text cannot be closed by it. Titles of folded
 * sections are HTML, where code spans are not; they are written open.
 */
export function renderDiffMarkdown(diff: PlanDiff, [old, next]: readonly [string, string]): string {
  const headline = `**Launch plan ${codeSpan(diff.head.name.new)}: ${formatHeadline(diff, codeSpan)}**`;
  const sides = `${codeSpan(old)} → ${codeSpan(next)}`;
  if (diff.same) return `${headline}\n\n${sides}\n`;
  const sections = formatSections(diff, codeSpan).map(renderSection);
  const figures = renderFigures(listFigures(diff, codeSpan));
  const parts = [headline, sides, ...figures, ...sections, ...renderEveryMove(diff)];
  return `${parts.join('\n\n')}\n`;
}

function renderFigures(figures: readonly Figure[]): string[] {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = figures
    .filter(isChanged)
    .map(({ title, before, now }) => `| ${title} | ${cell(before)} | ${cell(now)} |`);
  const table = ['| | before | now |', '|---|---|---|', ...rows].join('\n');
  return [...(rows.length === 0 ? [] : [table]), ...nameUnchanged(figures)];
}

function renderSection({ title, items, more }: Section): string {
  const lines = [...items, ...(more > 0 ? [`and ${more} more`] : [])];
  if (lines.length === 0) return `**${title}**`;
  if (lines.length <= MAX_JOINED) return `**${title}:** ${lines.join('; ')}`;
  const list = lines.map((line) => `- ${line}`);
  const isOpen = lines.length <= MAX_OPEN || Object.values<string>(FIRST_SECTIONS).includes(title);
  return [`**${title}:**`, '', ...(isOpen ? list : fold(`${lines.length} lines`, list))].join('\n');
}

/** The list of every move; empty if the sections show as many lines. */
function renderEveryMove(diff: PlanDiff): string[] {
  const { items, more } = listEveryMove(diff, MAX_EVERY, codeSpan);
  const shown = formatMoves(diff, codeSpan).reduce((sum, section) => sum + section.items.length, 0);
  if (items.length <= shown) return [];
  const lines = [...items, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `- ${line}`);
  return [fold('every rank', lines).join('\n')];
}

const fold = (summary: string, lines: readonly string[]): string[] => [
  `<details><summary>${summary}</summary>`,
  '',
  ...lines,
  '',
  '</details>',
];

/** A text as code. GitHub reads mentions and links nowhere in it; line ends were replaced before. */
export function codeSpan(text: string): string {
  const safe = printable(text);
  const longest = [...safe.matchAll(/`+/g)].reduce((length, [run]) => Math.max(length, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  // One blank at each end is taken away again; without it a backtick at the end would belong to the fence.
  const padded = /^[` ]|[` ]$/.test(safe) && safe.trim() !== '' ? ` ${safe} ` : safe;
  return safe === '' ? '` `' : `${fence}${padded}${fence}`;
}
