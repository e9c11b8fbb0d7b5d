import { PLAIN, SHADES, type Shade } from './score-scale.ts';

/** The class of a cell: its step of the scale, `plain` without a figure, or `idle`. */
export function shadeClass({
  ranks,
  shade,
}: {
  readonly ranks: readonly number[];
  readonly shade: number | null;
}): string {
  if (ranks.length === 0) return 'idle';
  return shade === null ? 'plain' : `s${shade}`;
}

/** The colours of those classes, in light and dark alike: text on a cell has its own contrast. */
export function writeShadeRules(rule: (className: string, shade: Shade) => string): string {
  return [...SHADES.map((shade, step) => rule(`s${step}`, shade)), rule('plain', PLAIN)].join('\n');
}
