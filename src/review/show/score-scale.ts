import type { Cell, ScaleStep } from './picture.ts';

/** A colour of a cell, and that of the text on it. */
export interface Shade {
  readonly fill: string;
  readonly ink: string;
}

/**
 * From the slowest to the fastest: viridis, backwards. It reads the same with any kind of colour vision, and in grey,
 * because only lightness falls from step to step. What is slow is bright: the slowest GPU sets the pace of a job.
 */
export const SHADES: readonly Shade[] = [
  { fill: '#fde725', ink: '#000000' },
  { fill: '#8fd744', ink: '#000000' },
  { fill: '#35b779', ink: '#000000' },
  { fill: '#1f7f87', ink: '#ffffff' },
  { fill: '#305b86', ink: '#ffffff' },
  { fill: '#403379', ink: '#ffffff' },
];

/** A cell that carries ranks and has no figure. */
export const PLAIN: Shade = { fill: '#5b6b7f', ink: '#ffffff' };

/** Steps of equal width from the least figure, or half of the greatest if that is less, up to the greatest. */
export function createScale(figures: readonly number[]): (figure: number) => number {
  const greatest = figures.reduce((most, figure) => Math.max(most, figure), Number.NEGATIVE_INFINITY);
  const least = figures.reduce((fewest, figure) => Math.min(fewest, figure), greatest / 2);
  const width = (greatest - least) / SHADES.length;
  return (figure) => {
    const step = width > 0 && Number.isFinite(width) ? Math.floor((figure - least) / width) : SHADES.length;
    return Math.max(0, Math.min(SHADES.length - 1, step));
  };
}

/** The steps that occur, the slowest first, each with the figures that it stands for. */
export function listSteps(figures: readonly number[]): readonly ScaleStep[] {
  const shadeOf = createScale(figures);
  const steps: (ScaleStep | undefined)[] = SHADES.map(() => undefined);
  for (const figure of figures) {
    const shade = shadeOf(figure);
    const { from, to } = steps[shade] ?? { from: figure, to: figure };
    steps[shade] = { shade, from: Math.min(from, figure), to: Math.max(to, figure) };
  }
  return steps.filter((step) => step !== undefined);
}

/** The class of a cell: its step of the scale, `plain` without a figure, or `idle`. */
export function shadeClass({ ranks, shade }: Pick<Cell, 'ranks' | 'shade'>): string {
  if (ranks.length === 0) return 'idle';
  return shade === null ? 'plain' : `s${shade}`;
}

/** The colours of those classes, in light and dark alike: text on a cell has its own contrast. */
export function writeShadeRules(rule: (className: string, shade: Shade) => string): string {
  return [...SHADES.map((shade, step) => rule(`s${step}`, shade)), rule('plain', PLAIN)].join('\n');
}
