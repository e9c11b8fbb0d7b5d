import { renderColumns, type TextColumn } from '../../review/show/render-columns.ts';
import type { SlotSpeed } from '../../runtime/rescore/slot-speeds.ts';
import type { Proposal } from './propose-scores.ts';

export const nameSpeed = ({ node, gpu }: SlotSpeed): string =>
  gpu === null ? `${node}:cpu` : `${node}:${gpu}`;

const four = (figure: number): string => String(Number(figure.toPrecision(4)));

const COLUMNS: readonly TextColumn<Proposal>[] = [
  { title: 'GPU', cell: ({ speed }) => nameSpeed(speed) },
  { title: 'MODEL', cell: ({ model }) => model ?? '' },
  { title: 'SAMPLES', cell: ({ speed }) => String(speed.samples), right: true },
  { title: 'STEPS', cell: ({ speed }) => String(speed.steps), right: true },
  { title: 'MEDIAN s', cell: ({ speed }) => four(speed.seconds), right: true },
  { title: 'SPREAD', cell: ({ speed }) => `${(100 * speed.spread).toFixed(1)} %`, right: true },
  {
    title: 'FIXED s',
    cell: ({ speed: { fixedSeconds } }) => (fixedSeconds === null ? '' : four(fixedSeconds)),
    right: true,
  },
  { title: 'SAMPLES/s', cell: ({ speed }) => four(speed.speed), right: true },
  { title: 'COUNTS AS', cell: ({ becomes }) => String(becomes), right: true },
  { title: 'WAS', cell: ({ was }) => (was === null ? '-' : String(was)), right: true },
];

/** What was measured of each GPU, and what it means. */
export const renderProposals = (proposals: readonly Proposal[]): string =>
  proposals.length === 0 ? '' : renderColumns(COLUMNS, proposals);
