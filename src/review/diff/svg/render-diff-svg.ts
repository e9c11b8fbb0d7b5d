import { clip } from '../../../compiler/source/printable.ts';
import { diffStyle, pictureStyle } from '../../../generated/assets.ts';
import type { LaunchPlan } from '../../../generated/plan.ts';
import { count } from '../../show/describe-cell.ts';
import { dropDomain } from '../../show/fit-text.ts';
import { type LegendItem, listLegend } from '../../show/list-legend.ts';
import { drawLegend } from '../../show/svg/draw-legend.ts';
import { label } from '../../show/svg/element.ts';
import { MARGIN } from '../../show/svg/place-boxes.ts';
import { drawHead, wrapSvg } from '../../show/svg/render-svg.ts';
import { isChanged, listFigures } from '../format-figures.ts';
import { formatMoves } from '../format-moves.ts';
import type { PlanDiff } from '../plan-diff.ts';
import type { Quote } from '../section.ts';
import { composeDiff, type DiffPicture } from './compose-diff.ts';
import { drawFlows } from './draw-flows.ts';
import { drawRow } from './draw-row.ts';
import { listFlows } from './list-flows.ts';
import { chooseDiffStyle, placeRows, RIGHT } from './place-rows.ts';

/** What is compared: the plans, and what they are called. */
export interface Sides {
  readonly old: LaunchPlan;
  readonly new: LaunchPlan;
  readonly names: readonly [string, string];
}

/** How many causes are listed above the picture. */
const MAX_CAUSES = 3;
const MAX_DESCRIPTION = 4000;

/** About as many letters fit above the picture. */
const MAX_LINE = 120;

/**
 * Before and after in one picture: the nodes that differ, with marks on the cells whose ranks go or come, and lines
 * from node to node. Its size is bounded; what is left out is named.
 */
export function renderDiffSvg(diff: PlanDiff, { old, new: next, names }: Sides): string {
  const sides = `${names[0]} → ${names[1]}`;
  const [verdict = '', ...costs] = diff.headline.split('; ');
  const facts = [
    ...(costs.length === 0 ? [] : [costs.join('; ')]),
    sides,
    ...(diff.same ? [] : listFacts(diff)),
  ];
  const picture = composeDiff(old, next, diff);
  const style = chooseDiffStyle(picture.rows);
  const { flows, more } = listFlows(diff, new Set(picture.rows.map(({ name }) => name)));
  const notes = listNotes(diff, picture, more);
  const head = drawHead(verdict, [...facts, ...notes], null);
  const top = head.bottom + (picture.rows.length === 0 ? 0 : 24);
  const placed = placeRows(picture.rows, style, top);
  const legend = drawLegend(picture.rows.length === 0 ? [] : explain(picture), placed.bottom + 8);
  return wrapSvg({
    title: diff.headline,
    description: clip(describeDiff(diff, [...facts, ...notes]), MAX_DESCRIPTION),
    style: pictureStyle + diffStyle,
    height: legend.bottom + MARGIN / 2,
    body: [
      head.markup,
      ...(picture.rows.length === 0 ? [] : drawTitles(head.bottom + 10)),
      ...placed.rows.map((row) => drawRow(picture, row, style)),
      drawFlows(flows, placed.rows),
      legend.markup,
    ],
  });
}

const asIs = (text: string): string => text;

function listFacts(diff: PlanDiff): string[] {
  const causes = formatMoves(diff, asIs).map(({ title }) => title);
  const head = joinFigures(diff, asIs);
  return [
    ...causes.slice(0, MAX_CAUSES),
    ...(causes.length > MAX_CAUSES ? [`and ${causes.length - MAX_CAUSES} more causes`] : []),
    ...(head === '' ? [] : [head.length <= MAX_LINE ? head : joinFigures(diff, dropDomain)]),
  ];
}

/** Those that the headline does not have. */
const IN_THE_PICTURE = ['ranks', 'rank 0', 'master'];

const joinFigures = (diff: PlanDiff, quote: Quote): string =>
  listFigures(diff, quote)
    .filter((figure) => isChanged(figure) && IN_THE_PICTURE.includes(figure.title))
    .map(({ title, before, now }) => `${title} ${before} → ${now}`)
    .join(' · ');

/** What is not drawn. */
function listNotes({ same: none }: PlanDiff, { same, left }: DiffPicture, flows: number): string[] {
  if (none) return [];
  return [
    ...(same.nodes === 0
      ? []
      : [`not drawn: ${count(same.nodes, 'unchanged node')} with ${count(same.ranks, 'rank')}`]),
    ...(left === 0 ? [] : [`not drawn: ${count(left, 'node')} more with differences`]),
    ...(flows === 0 ? [] : [`not drawn: ${count(flows, 'line')} more between nodes`]),
  ];
}

function drawTitles(y: number): string[] {
  return [
    label('before', { x: MARGIN, y, 'font-size': 13, class: 'strong ink' }),
    label('after', { x: RIGHT, y, 'font-size': 13, class: 'strong ink' }),
  ];
}

/** The marks of both sides, each once; of lines the plain one alone, as the sides may have blocks of other sizes. */
function explain({ old, new: next, goes, comes }: DiffPicture): LegendItem[] {
  const items = new Map<string, LegendItem>();
  const moved = goes.size + comes.size > 0 ? [{ mark: 'moved', text: 'its ranks go or come' }] : [];
  for (const item of [...listLegend(old), ...moved, ...listLegend(next)]) {
    if (item.mark === 'zero') items.set('corner', { mark: 'corner', text: 'rank 0' });
    else if (item.mark === 'line')
      items.set('line', { mark: 'line', text: item.text.replace(/ of a block.*/, '') });
    else items.set(`${item.mark} ${item.text}`, item);
  }
  return [...items.values()];
}

function describeDiff(diff: PlanDiff, facts: readonly string[]): string {
  const sections = formatMoves(diff, asIs).map(({ title, items, more }) =>
    [title, ...items, ...(more > 0 ? [`and ${more} more`] : [])].join('. '),
  );
  return `${[...facts, ...sections].join('. ')}.`;
}
