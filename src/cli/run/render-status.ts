import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { printable } from '../../compiler/source/printable.ts';
import type { RankProgress } from './track-ranks.ts';

export interface GpuUse {
  readonly usedBytes: number | null;
  /** Percent. */
  readonly utilization: number | null;
}

export interface StatusView {
  readonly ranks: readonly RankProgress[];
  readonly nowMs: number;
  readonly rows: number;
  readonly columns: number;
  /** Null if the GPUs are not watched. */
  readonly useOf: FindUse | null;
}

/** The use of a planned GPU, by its node and index; null if it was not seen. */
export type FindUse = (node: string, gpu: number) => GpuUse | null;

/** Lines for a terminal: a sum, then a line for each rank, as many as fit: failed ranks first, then running ones. */
export function renderStatus({ ranks, nowMs, rows, columns, useOf }: StatusView): readonly string[] {
  const room = Math.max(1, rows - 3);
  const ordered = [...ranks].sort((a, b) => orderOf(a) - orderOf(b) || a.rank.rank - b.rank.rank);
  const shown = ordered.length <= room ? ordered : ordered.slice(0, room - 1);
  const hasLines = ranks.some(({ line }) => line !== '');
  const table = [
    [
      ...[ranks.some(({ name }) => name !== null) ? 'PROCESS' : 'RANK', 'GPU', 'PID', 'STATE', 'SECONDS'],
      ...(useOf === null ? [] : ['MEMORY', 'BUSY']),
    ],
  ];
  const isOnSeveral = ranks.some(({ rank }) => rank.node !== ranks[0]?.rank.node);
  for (const one of shown) table.push(describeRank(one, nowMs, useOf, isOnSeveral));
  const last = hasLines ? ['LAST LINE', ...shown.map(({ line }) => printable(line).trim())] : [];
  const rowsOfRanks = alignColumns(table).map((row, i) => `${row}  ${last[i] ?? ''}`.trimEnd());
  const lines = [sumUp(ranks), ...rowsOfRanks];
  const hidden = ordered.length - shown.length;
  if (hidden > 0) lines.push(`and ${hidden} more`);
  return lines.map((line) => line.slice(0, Math.max(0, columns - 1)));
}

const ORDER = { running: 0, waiting: 1, ended: 2 } as const;

/** Failed ranks are the most interesting. */
const orderOf = ({ state, status }: RankProgress): number => ((status ?? 0) !== 0 ? -1 : ORDER[state]);

function sumUp(ranks: readonly RankProgress[]): string {
  const counted = (['running', 'waiting', 'ended'] as const)
    .map((state) => [ranks.filter((one) => one.state === state).length, state] as const)
    .filter(([number]) => number > 0)
    .map(([number, state]) => `${number} ${state}`);
  const [one, many] = ranks.some(({ name }) => name !== null) ? ['process', 'processes'] : ['rank', 'ranks'];
  return `${ranks.length} ${ranks.length === 1 ? one : many}: ${counted.join(', ')}`;
}

function describeRank(
  { rank, name, state, pid, startedMs, endedMs, failure }: RankProgress,
  nowMs: number,
  useOf: StatusView['useOf'],
  isOnSeveral: boolean,
): string[] {
  const seconds = startedMs === null ? '' : (((endedMs ?? nowMs) - startedMs) / 1000).toFixed(0);
  const what = failure ?? state;
  const own = gpusOfRank(rank);
  const uses = own.map((gpu) => useOf?.(rank.node, gpu) ?? null);
  const used = sumOf(uses.map((use) => use?.usedBytes ?? null));
  const work = sumOf(uses.map((use) => use?.utilization ?? null));
  const memory = used === null ? '' : `${(used / 2 ** 30).toFixed(1)} GiB`;
  const busy = work === null ? '' : `${Math.round(work / own.length)} %`;
  const device = `${isOnSeveral ? `${rank.node}:` : ''}${own.length === 0 ? 'CPU' : own.join(',')}`;
  return [
    name ?? `${rank.rank}`,
    device,
    `${pid ?? ''}`,
    what,
    seconds,
    ...(useOf === null ? [] : [memory, busy]),
  ];
}

/** Null if there is none, or one is unknown: a partial sum would look like the whole. */
const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.length === 0 || amounts.includes(null)
    ? null
    : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

function alignColumns(table: readonly (readonly string[])[]): readonly string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  const pad = (cell: string, column: number): string =>
    column === 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return table.map((row) => row.map(pad).join('  '));
}
