import { addFigures } from '../../compiler/mapping/metric.ts';
import { printable } from '../../compiler/source/printable.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import { deviceName, nameModels } from '../device-name.ts';
import { formatFigure } from '../format-figure.ts';
import type { Row } from './list-slots.ts';

/** The columns that say something about this plan. */
export function chooseColumns(plan: LaunchPlan): readonly TextColumn<Row>[] {
  const has = (fact: (gpu: PlanGpu) => unknown) =>
    plan.nodes.some((node) => node.gpus.some((gpu) => fact(gpu) !== null));
  return [
    { title: 'RANK', cell: ({ rank }) => String(rank?.rank ?? '-'), right: true },
    { title: 'NODE', cell: ({ slot }) => slot.node.name },
    ...(plan.levels === null ? [] : [{ title: 'DOMAIN', cell: nameDomain }]),
    {
      title: 'GPU',
      cell: ({ slot, gpus }) =>
        slot.gpu === null ? `cpu${slot.cpuSlot}` : formatRanges(gpus.map(({ index }) => index)),
      right: true,
    },
    ...(has(({ model }) => model)
      ? [{ title: 'MODEL', cell: ({ gpus }: Row) => nameModels(gpus.map(({ model }) => model)) ?? '-' }]
      : []),
    ...(has(({ score }) => score) ? [figureColumn(plan)] : []),
    { title: 'LOCAL', cell: ({ rank }) => String(rank?.localRank ?? '-'), right: true },
    {
      title: 'SEES',
      cell: ({ rank, slot, gpus }) => (rank === null ? '-' : deviceName(plan, rank, slot.gpu, gpus.length)),
    },
    ...(plan.workload === null
      ? []
      : [{ title: 'SHARE', cell: ({ rank }: Row) => String(rank?.share ?? '-'), right: true }]),
    { title: 'WHY', cell: ({ why }) => why },
  ];
}

/** `s1/r2`; `-` stands where nothing is known. */
const nameDomain = ({ slot: { node } }: Row): string =>
  (node.domain ?? []).map((name) => name ?? '-').join('/');

/** The figures of a rank's GPUs together. */
function figureColumn({ mapping: { by } }: LaunchPlan): TextColumn<Row> {
  const cell = ({ gpus }: Row) => {
    if (gpus.length === 0 || gpus.some(({ score }) => score === null)) return '-';
    const figure = addFigures(gpus, ({ score }) => score ?? 0);
    return formatFigure(figure, by);
  };
  return { title: by.toUpperCase(), cell, right: true };
}

/** One column of a table; a number is aligned right. */
export interface TextColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly right?: boolean;
}

/** Rows under their titles, two blanks between columns; a column that is empty in every row is left out. */
export function renderColumns<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const filled = columns
    .map(({ title, cell, right }) => ({ title, right, cells: rows.map((row) => printable(cell(row))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map((column) => ({
      ...column,
      width: column.cells.reduce((widest, cell) => Math.max(widest, cell.length), column.title.length),
    }));
  const lines = [null, ...rows.keys()].map((row) =>
    filled
      .map(({ title, cells, right, width }) => {
        const text = row === null ? title : (cells[row] ?? '');
        return right === true ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
