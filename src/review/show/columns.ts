import { addFigures } from '../../compiler/mapping/metric.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import { nameDomains } from '../count-spans.ts';
import { deviceName, nameModels } from '../device-name.ts';
import { formatFigure } from '../format-figure.ts';
import type { Row } from './list-slots.ts';
import type { TextColumn } from './render-columns.ts';

export type Column = TextColumn<Row>;

/** The columns that say something about this plan. */
export function chooseColumns(plan: LaunchPlan): readonly Column[] {
  const has = (fact: (gpu: PlanGpu) => unknown) =>
    plan.nodes.some((node) => node.gpus.some((gpu) => fact(gpu) !== null));
  return [
    { title: 'RANK', cell: ({ rank }) => String(rank?.rank ?? '-'), right: true },
    { title: 'NODE', cell: ({ slot }) => slot.node.name },
    ...(plan.levels === null
      ? []
      : [{ title: 'DOMAIN', cell: ({ slot }: Row) => nameDomains(slot.node.domain) }]),
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

/** The figures of a rank's GPUs together. */
function figureColumn({ mapping: { by } }: LaunchPlan): Column {
  const cell = ({ gpus }: Row) => {
    if (gpus.length === 0 || gpus.some(({ score }) => score === null)) return '-';
    const figure = addFigures(gpus, ({ score }) => score ?? 0);
    return formatFigure(figure, by);
  };
  return { title: by.toUpperCase(), cell, right: true };
}
