import type { LegendItem } from '../list-legend.ts';
import { element, label } from './element.ts';
import { MARGIN, PAGE_WIDTH } from './place-boxes.ts';

const SIZE = 11.5;
const LINE = 24;
const SWATCH = { width: 22, height: 14 };

/** The items in lines that are as long as the page. The words are ours, so their width is known well enough. */
export function drawLegend(
  items: readonly LegendItem[],
  top: number,
): { readonly markup: string; readonly bottom: number } {
  const parts: string[] = [];
  let [x, y] = [MARGIN, top];
  for (const { text, mark } of items) {
    const width = SWATCH.width + 8 + text.length * SIZE * 0.56 + 18;
    if (x > MARGIN && x + width > PAGE_WIDTH - MARGIN) {
      x = MARGIN;
      y += LINE;
    }
    const place = { x: x + SWATCH.width + 8, y: y + 11, 'font-size': SIZE, class: 'dim' };
    parts.push(drawMark(mark, x, y), label(text, place));
    x += width;
  }
  return { markup: element('g', {}, ...parts), bottom: items.length === 0 ? top : y + LINE };
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
