import { shortenFigure } from '../format-figure.ts';
import type { Cell, NodeBox, Picture } from './picture.ts';

/** `3`, `4-5`: the ranks of a slot are consecutive. */
export function nameRanks({ ranks }: Cell): string {
  const [first] = ranks;
  if (first === undefined) return '';
  return ranks.length === 1 ? String(first) : `${first}-${ranks.at(-1)}`;
}

/** A cell in words, as a tool tip and for those who do not see it: what it is, and what stands on it. */
export function describeCell(picture: Picture, cell: Cell): string {
  const { kind, slot, model, figure, share } = cell;
  const parts = [
    `${formatRanks(cell)} on ${slot}`,
    ...(cell.gpusOfRank === 1 ? [] : [`one of its ${cell.gpusOfRank} GPUs`]),
    ...(model === null ? [] : [model]),
    ...(figure === null || picture.figure === null
      ? kind === 'gpu' && picture.figure !== null
        ? [`no ${picture.figure}`]
        : []
      : [`${picture.figure} ${shortenFigure(figure, picture.figure)}`]),
    ...(share === null || cell.ranks.length === 0 ? [] : [`share ${share}`]),
    ...formatBlock(picture, cell),
  ];
  return parts.join(', ');
}

function formatRanks(cell: Cell): string {
  if (cell.ranks.length === 0) return 'no rank';
  return `${cell.ranks.length === 1 ? 'rank' : 'ranks'} ${nameRanks(cell)}`;
}

function formatBlock({ groupSize }: Picture, { ranks: [first] }: Cell): string[] {
  if (groupSize === null || first === undefined) return [];
  const start = first - (first % groupSize);
  return [`block of ranks ${start}-${start + groupSize - 1}`];
}

/** `ranks 0-7`, `rank 8`, `idle`. */
export function describeNode({ ranks, rankCount }: NodeBox): string {
  return rankCount === 0 ? 'idle' : `rank${rankCount === 1 ? '' : 's'} ${ranks}`;
}

/** What is not in the picture, as a sentence; null when all is. */
export function describeOmitted({ omitted }: Picture): string | null {
  if (omitted === null) return null;
  return `not drawn: ${count(omitted.slots, 'slot')} on ${count(omitted.nodes, 'node')}, with ${count(omitted.ranks, 'rank')}`;
}

/** `1 rank`, `2 ranks`. */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
