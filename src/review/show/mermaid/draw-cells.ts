import { shortenFigure } from '../../format-figure.ts';
import { describeNode, nameRanks } from '../describe-cell.ts';
import type { Cell, NodeBox, Picture } from '../picture.ts';
import { shadeClass } from '../shade-rules.ts';
import { quoteLabel } from './quote-label.ts';

/** How many cells stand in a row. */
const PER_ROW = 8;

/** Nodes as subgraphs below each other, in each a row of cells; joined ranks have a line between them. */
export function drawCells(picture: Picture): string[] {
  const lines = picture.nodes.flatMap((node, n) => drawNode(picture, node, `n${n}`));
  const order = picture.nodes.map((_, n) => `n${n}`).join(' ~~~ ');
  return picture.nodes.length > 1 ? [...lines, order] : lines;
}

/** How many lines between vertices that makes, the invisible ones too. */
export function countLinks({ nodes }: Picture): number {
  const inside = nodes.reduce((sum, { cells }) => sum + cells.length - Math.ceil(cells.length / PER_ROW), 0);
  return inside + nodes.length - 1;
}

function drawNode(picture: Picture, node: NodeBox, id: string): string[] {
  const lines = [
    `subgraph ${id}["${quoteLabel(node.name)} · ${quoteLabel(describeNode(node))}"]`,
    '  direction LR',
  ];
  node.cells.forEach((cell, c) => {
    lines.push(`  ${drawCell(picture, cell, `${id}c${c}`)}`);
  });
  for (let c = 1; c < node.cells.length; c++) {
    if (c % PER_ROW === 0) continue;
    const link = node.cells[c - 1]?.joined === true ? '---' : '~~~';
    lines.push(`  ${id}c${c - 1} ${link} ${id}c${c}`);
  }
  return [...lines, 'end', `style ${id} fill:none,stroke:#9aa4af`];
}

function drawCell({ figure: by }: Picture, cell: Cell, id: string): string {
  const { figure, share, ranks, kind } = cell;
  const rank = ranks.length === 0 ? 'idle' : `rank${ranks.length === 1 ? '' : 's'} ${nameRanks(cell)}`;
  const facts = [cell.label, ...(figure === null || by === null ? [] : [shortenFigure(figure, by)])];
  const lines = [
    ranks[0] === 0 ? `${rank}, master` : rank,
    facts.join(' · '),
    ...(share === null || ranks.length === 0 ? [] : [`share ${share}`]),
  ];
  const label = `"${lines.join('<br>')}"`;
  const shape = kind === 'cpu' ? `([${label}])` : `[${label}]`;
  return `${id}${shape}:::${ranks[0] === 0 ? `${shadeClass(cell)}z` : shadeClass(cell)}`;
}
