import { formatRankRanges } from '../../../compiler/plan/group-ranks.ts';
import { shortenFigure } from '../../format-figure.ts';
import { count } from '../describe-cell.ts';
import type { Picture } from '../picture.ts';
import { shadeClass } from '../shade-rules.ts';
import type { NodeGroup } from './fold-nodes.ts';
import { quoteLabel } from './quote-label.ts';

/** How many boxes stand in a row. */
const PER_ROW = 4;

/** A box for each group: its nodes, its ranks, its figures; the colour is that of its slowest GPU. */
export function drawGroups(picture: Picture, groups: readonly NodeGroup[]): string[] {
  const lines = groups.map((group, g) => drawGroup(picture, group, `g${g}`));
  // Boxes of one column are linked, invisibly: Mermaid would put them all into one row.
  for (let g = PER_ROW; g < groups.length; g++) lines.push(`g${g - PER_ROW} ~~~ g${g}`);
  return lines;
}

function drawGroup(picture: Picture, { nodes, name }: NodeGroup, id: string): string {
  const cells = nodes.flatMap((node) => node.cells);
  const numbers = cells.flatMap(({ ranks }) => ranks).sort((a, b) => a - b);
  const slots = countSlots(nodes.flatMap((node) => node.cells.map(({ kind }) => kind)));
  const lines = [
    quoteLabel(name),
    nodes.length === 1 ? slots : `${nodes.length} nodes, ${slots}`,
    numbers.length === 0
      ? 'idle'
      : quoteLabel(`ranks ${rangesOf(numbers)}${numbers[0] === 0 ? ', master' : ''}`),
    ...nameFigures(picture, cells),
  ];
  const busy = cells.filter(({ ranks }) => ranks.length > 0);
  const slowest = busy.reduce<(typeof busy)[number] | undefined>(
    (least, cell) => (least === undefined || (cell.shade ?? 9) < (least.shade ?? 9) ? cell : least),
    undefined,
  );
  const className = slowest === undefined ? 'idle' : shadeClass(slowest);
  return `${id}["${lines.join('<br>')}"]:::${numbers[0] === 0 ? `${className}z` : className}`;
}

const rangesOf = (numbers: readonly number[]): string => formatRankRanges(numbers.map((rank) => ({ rank })));

function countSlots(kinds: readonly ('gpu' | 'cpu')[]): string {
  const gpus = kinds.filter((kind) => kind === 'gpu').length;
  const cpus = kinds.length - gpus;
  const parts = [gpus === 0 ? [] : count(gpus, 'GPU'), cpus === 0 ? [] : count(cpus, 'CPU slot')].flat();
  return parts.length === 0 ? 'no slots' : parts.join(', ');
}

function nameFigures(
  { figure: by }: Picture,
  cells: readonly { readonly figure: number | null }[],
): string[] {
  const figures = cells.flatMap(({ figure }) => (figure === null ? [] : [figure]));
  if (by === null || figures.length === 0) return [];
  const [low, high] = [Math.min, Math.max].map((pick) =>
    shortenFigure(
      figures.reduce((a, b) => pick(a, b)),
      by,
    ),
  );
  return [`${quoteLabel(by)} ${low === high ? low : `${low} to ${high}`}`];
}
