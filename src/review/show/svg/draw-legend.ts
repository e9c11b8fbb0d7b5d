import { shortenFigure } from '../../format-figure.ts';
import type { Picture, ScaleStep } from '../picture.ts';
import { element, label } from './element.ts';
import { MARGIN, PAGE_WIDTH } from './place-boxes.ts';

/** An explained mark: what is drawn at a place, and its words. */
export interface LegendItem {
  readonly text: string;
  readonly mark: (x: number, y: number) => string;
}

const SIZE = 11.5;
const LINE = 24;
const SWATCH = { width: 22, height: 14 };

/** The items in lines that are as long as the page; the words are of a known, small width. */
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
    parts.push(
      mark(x, y),
      label(text, { x: x + SWATCH.width + 8, y: y + 11, 'font-size': SIZE, class: 'dim' }),
    );
    x += width;
  }
  return { markup: element('g', {}, ...parts), bottom: items.length === 0 ? top : y + LINE };
}

/** What this picture has, and nothing else. */
export function listLegend(picture: Picture): LegendItem[] {
  const cells = picture.nodes.flatMap((node) => node.cells);
  const has = (test: (cell: (typeof cells)[number]) => boolean) => cells.some(test);
  return [
    ...(has(({ ranks }) => ranks[0] === 0) ? [zeroItem] : []),
    ...picture.scale.map((step) => scaleItem(picture, step)),
    ...(has(({ ranks, shade, kind }) => kind === 'gpu' && ranks.length > 0 && shade === null)
      ? [swatchItem(picture.figure === null ? 'GPU' : `no ${picture.figure}`, 'plain')]
      : []),
    ...(has(({ kind }) => kind === 'cpu') ? [swatchItem('CPU slot', 'plain', SWATCH.height / 2)] : []),
    ...(has(({ ranks }) => ranks.length === 0) ? [swatchItem('idle', 'idle')] : []),
    ...(has(({ joined }) => joined) ? [joinItem(picture)] : []),
    ...(has(({ spanning }) => spanning) ? [lineItem('a block that spans nodes', 'join spans')] : []),
  ];
}

export function swatchItem(text: string, className: string, radius = 3): LegendItem {
  const mark = (x: number, y: number) =>
    element('g', { class: `edge ${className}` }, element('rect', { x, y, ...SWATCH, rx: radius }));
  return { text, mark };
}

export function scaleItem({ figure, scale }: Picture, { shade, from, to }: ScaleStep): LegendItem {
  const by = figure ?? '';
  const [low, high] = [shortenFigure(from, by), shortenFigure(to, by)];
  const range = low === high ? low : `${low} to ${high}`;
  return swatchItem(shade === scale[0]?.shade ? `${by} ${range}` : range, `s${shade}`);
}

export function lineItem(text: string, className: string): LegendItem {
  const mark = (x: number, y: number) =>
    element('path', { d: `M${x + 2} ${y + 7}h${SWATCH.width - 4}`, class: className });
  return { text, mark };
}

function joinItem({ blocks }: Picture): LegendItem {
  const text = blocks === null ? 'consecutive ranks' : `consecutive ranks of a block of ${blocks.size}`;
  return lineItem(text, 'join');
}

const zeroItem: LegendItem = {
  text: 'rank 0, on the master’s node',
  mark: (x, y) =>
    element(
      'g',
      {},
      element('path', { d: `M${x + 1} ${y}h20v14h-20z`, class: 'zero' }),
      element('path', { d: `M${x + 1} ${y}h9l-9 9z`, class: 'flag' }),
    ),
};
