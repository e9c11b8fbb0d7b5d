import { formatFigure, shortenFigure } from '../format-figure.ts';
import { count } from '../list-some.ts';
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

/** Up to how many slots each is described, and up to how many nodes. */
const MAX_CELLS = 64;
const MAX_NODES = 40;

/** A picture in words, for those who do not see it: short plans as a whole, of long ones what is on each node. */
export function describePicture(picture: Picture): string {
  const { facts, nodes } = picture;
  const cells = nodes.reduce((sum, node) => sum + node.cells.length, 0);
  const described = nodes.slice(0, MAX_NODES).map((node) => nodeSentence(picture, node, cells <= MAX_CELLS));
  const more = nodes.length > MAX_NODES ? [`and ${nodes.length - MAX_NODES} more nodes`] : [];
  const omitted = describeOmitted(picture);
  const sentences = [
    ...facts,
    ...scaleSentence(picture),
    ...described,
    ...more,
    ...(omitted === null ? [] : [omitted]),
  ];
  return `${sentences.join('. ')}.`;
}

function nodeSentence(picture: Picture, node: NodeBox, each: boolean): string {
  if (!each) return `${node.name}: ${describeNode(node)}`;
  return `${node.name}: ${node.cells.map((cell) => describeCell(picture, cell)).join('; ')}`;
}

function scaleSentence({ figure, scale }: Picture): string[] {
  const [lowest, highest] = [scale[0], scale.at(-1)];
  if (figure === null || lowest === undefined || highest === undefined) return [];
  return [`${figure} from ${formatFigure(lowest.from, figure)} to ${formatFigure(highest.to, figure)}`];
}
