import { shortenFigure } from '../format-figure.ts';
import { nameNumbers, say } from '../list-some.ts';
import type { Cell, NodeBox, Picture } from './picture.ts';

/** A cell in words, as a tool tip and for those who do not see it: what it is, and what stands on it. */
export function describeCell(picture: Picture, cell: Cell): string {
  const { kind, slot, model, figure, share } = cell;
  const { figure: by, groupSize } = picture;
  const [first] = cell.ranks;
  const start = groupSize === null || first === undefined ? null : first - (first % groupSize);
  const parts = say(
    `${first === undefined ? 'no rank' : nameNumbers('rank', cell.ranks)} on ${slot}`,
    cell.gpusOfRank === 1 ? null : `one of its ${cell.gpusOfRank} GPUs`,
    model,
    by !== null && figure !== null ? `${by} ${shortenFigure(figure, by)}` : null,
    by !== null && figure === null && kind === 'gpu' ? `no ${by}` : null,
    share === null || first === undefined ? null : `share ${share}`,
    start === null ? null : `block of ranks ${start}-${start + (groupSize ?? 0) - 1}`,
  );
  return parts.join(', ');
}

/** `ranks 0-7`, `rank 8`, `idle`. */
export const describeNode = ({ ranks }: NodeBox): string =>
  ranks === '' ? 'idle' : `rank${/^\d+$/.test(ranks) ? '' : 's'} ${ranks}`;

/** Up to how many nodes each is described. */
const MAX_NODES = 40;

/** A picture in words, for those who do not see it; each of its cells has words of its own. */
export function describePicture({ facts, nodes, omitted }: Picture): string {
  const described = nodes.slice(0, MAX_NODES).map((node) => `${node.name}: ${describeNode(node)}`);
  const more = nodes.length > MAX_NODES ? `and ${nodes.length - MAX_NODES} more nodes` : null;
  return `${say(...facts, ...described, more, omitted).join('. ')}.`;
}

/** The large text of a cell: its ranks, which are consecutive. */
export function nameCell({ size }: Picture, { ranks }: Cell): string {
  const [first] = ranks;
  if (first === undefined) return size === 'small' ? '·' : 'idle';
  return ranks.length === 1 ? String(first) : `${first}-${ranks.at(-1)}`;
}

/** What stands below it: the GPU and its figure, then the share. */
export function listNotes({ figure: by, size }: Picture, cell: Cell): readonly string[] {
  if (size === 'small') return [];
  const figure = cell.figure === null || by === null ? [] : [shortenFigure(cell.figure, by)];
  if (size === 'medium')
    return figure.length > 0 ? figure : [cell.label.replace(/^GPU /, '#').replace(/^CPU /, 'cpu')];
  const share = cell.share === null || cell.ranks.length === 0 ? [] : [`share ${cell.share}`];
  return [[cell.label, ...figure].join(' · '), ...share];
}
