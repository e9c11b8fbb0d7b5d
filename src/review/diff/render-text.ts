import { printable } from '../../compiler/source/printable.ts';
import { formatSections } from './format-diff.ts';
import { type Figure, isChanged, listFigures, nameUnchanged } from './format-figures.ts';
import type { PlanDiff } from './plan-diff.ts';

/** A diff for the terminal: the verdict, what it costs, then a section for each cause of moves. */
export function renderDiffText(diff: PlanDiff, [old, next]: readonly [string, string]): string {
  const lines = [diff.headline, `${printable(old)} → ${printable(next)}`];
  if (diff.same) return `${lines.join('\n')}\n`;
  const figures = listFigures(diff, printable);
  lines.push('', ...layOut(figures.filter(isChanged)), ...nameUnchanged(figures));
  for (const { title: heading, items, more } of formatSections(diff, printable)) {
    lines.push('', heading, ...items.map((item) => `  ${item}`));
    if (more > 0) lines.push(`  and ${more} more`);
  }
  return `${lines.join('\n')}\n`;
}

/** Three columns; nothing where no figure changes. */
function layOut(figures: readonly Figure[]): string[] {
  if (figures.length === 0) return [];
  const rows = [{ title: '', before: 'before', now: 'now' }, ...figures];
  const widthOf = (key: 'title' | 'before') => Math.max(...rows.map((row) => row[key].length));
  const [first, second] = [widthOf('title'), widthOf('before')];
  return rows.map(({ title, before, now }) => `${title.padEnd(first)}  ${before.padEnd(second)}  ${now}`);
}
