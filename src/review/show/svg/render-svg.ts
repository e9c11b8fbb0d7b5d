import { pictureStyle } from '../../../generated/assets.ts';
import { describePicture } from '../describe-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { fitText } from '../fit-text.ts';
import { listLegend } from '../list-legend.ts';
import type { Picture } from '../picture.ts';
import { writeShadeRules } from '../score-scale.ts';
import { drawBox } from './draw-box.ts';
import { LETTER } from './draw-cell.ts';
import { drawLegend } from './draw-legend.ts';
import { element, label } from './element.ts';
import { chooseCellStyle, MARGIN, PAGE_WIDTH, placeBoxes } from './place-boxes.ts';

/** A picture as an SVG file: it needs nothing else, follows the reader's light or dark, and describes itself in words. */
export function renderSvg(picture: Picture): string {
  const style = chooseCellStyle(picture);
  const head = drawHead(picture);
  const { boxes, bottom } = placeBoxes(picture.nodes, style, head.bottom);
  const legend = drawLegend(listLegend(picture), bottom + 20);
  const rules = writeShadeRules(
    (name, { fill, ink }) => `.${name} rect {\n  fill: ${fill};\n}\n.${name} text {\n  fill: ${ink};\n}`,
  );
  const height = Math.ceil(legend.bottom + MARGIN / 2);
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: PAGE_WIDTH,
    height,
    viewBox: `0 0 ${PAGE_WIDTH} ${height}`,
    role: 'img',
    'aria-labelledby': 'title description',
  };
  const parts = [
    element('title', { id: 'title' }, escapeMarkup(`Launch plan ${picture.name}`)),
    element('desc', { id: 'description' }, escapeMarkup(describePicture(picture))),
    element('style', {}, `\n${pictureStyle}${rules}\n`),
    element('rect', { width: PAGE_WIDTH, height, class: 'paper' }),
    head.markup,
    ...boxes.map((box) => drawBox(picture, box, style)),
    legend.markup,
  ];
  return `${element('svg', root, `\n${parts.join('\n')}\n`)}\n`;
}

/** The name and the facts, a line each; lines are cut rather than run out of the page. */
function drawHead(picture: Picture): { readonly markup: string; readonly bottom: number } {
  const [width, first] = [PAGE_WIDTH - 2 * MARGIN, MARGIN + 16];
  const line = (text: string, size: number, y: number, className: string) => {
    const place = { x: MARGIN, y, 'font-size': size, class: className };
    return label(fitText(text, Math.floor(width / (LETTER * size))), place);
  };
  const lines = [
    ...picture.facts.map((text) => ({ text, className: 'dim' })),
    ...(picture.omitted === null ? [] : [{ text: picture.omitted, className: 'ink strong' }]),
  ].map(({ text, className }, i) => line(text, 12.5, first + 22 + i * 18, className));
  return {
    markup: element('g', {}, line(picture.name, 20, first, 'strong ink'), ...lines),
    bottom: first + 22 + lines.length * 18,
  };
}
