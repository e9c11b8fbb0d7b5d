import { count, describeOmitted } from '../describe-cell.ts';
import type { Picture } from '../picture.ts';
import { PLAIN, SHADES } from '../score-scale.ts';
import { countLinks, drawCells } from './draw-cells.ts';
import { drawGroups } from './draw-groups.ts';
import { foldNodes, type NodeGroup, separateNodes } from './fold-nodes.ts';
import { quoteLabel } from './quote-label.ts';

/** GitHub draws no more than this: Mermaid's own limits, which its pages cannot raise. */
export const MAX_TEXT = 50_000;
export const MAX_LINKS = 500;

/** Above these a picture is small and slow before it is forbidden. */
const MAX_CELLS = 160;
const MAX_GROUPS = 100;

/** How much is shown of a sentence. */
const MAX_FACT = 160;

/**
 * A picture as a flowchart of Mermaid, as GitHub draws it. What is too large for that is summarised, with a box that
 * says so: first a box for each node, then one for neighbours that are alike, then as many of these as there is room.
 */
export function renderMermaid(picture: Picture): string {
  const cells = picture.nodes.reduce((sum, node) => sum + node.cells.length, 0);
  if (cells <= MAX_CELLS && countLinks(picture) <= MAX_LINKS && picture.omitted === null) {
    const text = frame(picture, drawCells(picture));
    if (text.length <= MAX_TEXT) return text;
  }
  const separate = separateNodes(picture);
  const folded = foldNodes(picture);
  const groups = separate.length <= MAX_GROUPS / 2 ? separate : folded;
  for (let shown = Math.min(groups.length, MAX_GROUPS); ; shown = Math.floor(shown / 2)) {
    const text = frame(picture, summarizeGroups(picture, groups, shown));
    if (text.length <= MAX_TEXT || shown === 0) return text;
  }
}

function summarizeGroups(picture: Picture, groups: readonly NodeGroup[], shown: number): string[] {
  const left = groups.slice(shown).flatMap(({ nodes }) => nodes);
  const ranks = left.reduce((sum, { rankCount }) => sum + rankCount, 0);
  const notes = [
    'summarised: rankplan show with format svg or html draws each GPU',
    ...(left.length === 0 ? [] : [`not shown: ${count(left.length, 'node')} with ${count(ranks, 'rank')}`]),
    ...[describeOmitted(picture)].filter((note) => note !== null),
  ];
  return [
    ...drawGroups(picture, groups.slice(0, shown)),
    `note["${notes.map((note) => quoteLabel(note, MAX_FACT)).join('<br>')}"]:::idle`,
  ];
}

/** The same for all: what it is in words, and the colours. */
function frame({ name, facts }: Picture, lines: readonly string[]): string {
  const body = lines.map((line) => `  ${line}`);
  const styles = [
    ...SHADES.map((shade, step) => ({ name: `s${step}`, ...shade })),
    { name: 'plain', ...PLAIN },
  ];
  const classes = styles.flatMap(({ name: style, fill, ink }) => [
    { style, text: `classDef ${style} fill:${fill},color:${ink},stroke:#656c76` },
    {
      style: `${style}z`,
      text: `classDef ${style}z fill:${fill},color:${ink},stroke:#e5484d,stroke-width:4px`,
    },
  ]);
  const used = classes.filter(({ style }) => body.some((line) => line.endsWith(`:::${style}`)));
  return [
    'flowchart TB',
    `  accTitle: Launch plan ${quoteLabel(name)}`,
    `  accDescr: ${facts.map((fact) => quoteLabel(fact, MAX_FACT)).join('. ')}`,
    ...body,
    ...used.map(({ text }) => `  ${text}`),
    '  classDef idle fill:none,stroke:#9aa4af,stroke-dasharray:4 3',
    '',
  ].join('\n');
}
