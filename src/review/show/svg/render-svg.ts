import { pictureStyle } from '../../../generated/assets.ts';
import { describePicture } from '../describe-picture.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { type LegendItem, listLegend } from '../list-legend.ts';
import type { Picture } from '../picture.ts';
import { writeShadeRules } from '../score-scale.ts';
import { drawBox, LETTER } from './draw-box.ts';
import { element, fitText, label } from './element.ts';
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
function drawHead(picture: Picture) {
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

const LEGEND_SIZE = 11.5;
const LEGEND_LINE = 24;
const SWATCH = { width: 22, height: 14 };

/** The items in lines that are as long as the page. The words are ours, so their width is known well enough. */
function drawLegend(items: readonly LegendItem[], top: number) {
  const parts: string[] = [];
  let [x, y] = [MARGIN, top];
  for (const { text, mark } of items) {
    const width = SWATCH.width + 8 + text.length * LEGEND_SIZE * 0.56 + 18;
    if (x > MARGIN && x + width > PAGE_WIDTH - MARGIN) {
      x = MARGIN;
      y += LEGEND_LINE;
    }
    const place = { x: x + SWATCH.width + 8, y: y + 11, 'font-size': LEGEND_SIZE, class: 'dim' };
    parts.push(drawMark(mark, x, y), label(text, place));
    x += width;
  }
  return { markup: element('g', {}, ...parts), bottom: items.length === 0 ? top : y + LEGEND_LINE };
}

function drawMark(mark: string, x: number, y: number): string {
  if (mark === 'zero')
    return [
      element('path', { d: `M${x + 1} ${y}h20v14h-20z`, class: 'zero' }),
      element('path', { d: `M${x + 1} ${y}h9l-9 9z`, class: 'flag' }),
    ].join('');
  if (mark === 'line') return element('path', { d: `M${x + 2} ${y + 7}h${SWATCH.width - 4}`, class: 'join' });
  const rx = mark.includes('cpu') ? SWATCH.height / 2 : 3;
  return element('g', { class: `edge ${mark}` }, element('rect', { x, y, ...SWATCH, rx }));
}
