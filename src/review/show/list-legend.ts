import { shortenFigure } from '../format-figure.ts';
import type { Cell, Picture, ScaleStep } from './picture.ts';

/** A mark of the picture, by the classes of its style, and what it means. */
export interface LegendItem {
  readonly mark: string;
  readonly text: string;
}

/** Lists only items that this picture has. */
export function listLegend(picture: Picture): readonly LegendItem[] {
  const cells = picture.nodes.flatMap((node) => node.cells);
  const item = (mark: string, text: string, test: (cell: Cell) => boolean): LegendItem[] =>
    cells.some(test) ? [{ mark, text }] : [];
  const blocks = picture.groupSize === null ? '' : ` of a block of ${picture.groupSize}`;
  return [
    ...item('zero', 'rank 0, on the master’s node', ({ ranks }) => ranks[0] === 0),
    ...picture.scale.map((step, i) => explainStep(picture, step, i === 0)),
    ...item('plain', picture.figure === null ? 'GPU' : `no ${picture.figure}`, isPlain),
    ...item('plain cpu', 'CPU slot', ({ kind }) => kind === 'cpu'),
    ...item('idle', 'idle', ({ ranks }) => ranks.length === 0),
    ...item('line', nameLine(cells, blocks), ({ joined }) => joined),
  ];
}

const isPlain = ({ ranks, shade, kind }: Cell): boolean =>
  kind === 'gpu' && ranks.length > 0 && shade === null;

/** What a line joins; ranks with several GPUs stand beside those of a node that has one, under `gpusPerRank: node`. */
function nameLine(cells: readonly Cell[], blocks: string): string {
  const joined = cells.filter((cell) => cell.joined);
  const isTeam = ({ gpusOfRank }: Cell) => gpusOfRank > 1;
  const texts = [
    ...(joined.some(isTeam) ? ['GPUs of one rank'] : []),
    ...(joined.every(isTeam) ? [] : [`consecutive ranks${blocks}`]),
  ];
  return texts.join(', ');
}

function explainStep({ figure }: Picture, { shade, from, to }: ScaleStep, first: boolean): LegendItem {
  const by = figure ?? '';
  const [low, high] = [shortenFigure(from, by), shortenFigure(to, by)];
  const range = low === high ? low : `${low} to ${high}`;
  return { mark: `s${shade}`, text: first ? `${by} ${range}` : range };
}
