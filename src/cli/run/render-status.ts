import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import type { RankProgress } from '../../runtime/run/track-ranks.ts';

/** What is known of a GPU while it works. */
export interface GpuUse {
  readonly usedBytes: number | null;
  /** Percent. */
  readonly utilization: number | null;
}

export interface StatusView {
  readonly ranks: readonly RankProgress[];
  readonly nowMs: number;
  /** Of the terminal. */
  readonly rows: number;
  readonly columns: number;
  /** By index; null where nobody has looked at the GPUs. */
  readonly gpus: ReadonlyMap<number, GpuUse> | null;
}

/** Lines for a terminal: a sum, then a line for each rank, as many as fit. Running ranks come first. */
export function renderStatus({ ranks, nowMs, rows, columns, gpus }: StatusView): readonly string[] {
  const room = Math.max(1, rows - 3);
  const ordered = [...ranks].sort((a, b) => orderOf(a) - orderOf(b) || a.rank.rank - b.rank.rank);
  const shown = ordered.length <= room ? ordered : ordered.slice(0, room - 1);
  const table = [['RANK', 'GPU', 'PID', 'STATE', 'SECONDS', ...(gpus === null ? [] : ['MEMORY', 'BUSY'])]];
  const isOnSeveral = ranks.some(({ rank }) => rank.node !== ranks[0]?.rank.node);
  for (const one of shown) table.push(describeRank(one, nowMs, gpus, isOnSeveral));
  const lines = [sumUp(ranks), ...alignColumns(table)];
  const hidden = ordered.length - shown.length;
  if (hidden > 0) lines.push(`and ${hidden} more`);
  return lines.map((line) => line.slice(0, Math.max(0, columns - 1)));
}

const ORDER = { running: 0, waiting: 1, ended: 2 } as const;

/** What failed is the most interesting. */
const orderOf = ({ state, status }: RankProgress): number => ((status ?? 0) !== 0 ? -1 : ORDER[state]);

function sumUp(ranks: readonly RankProgress[]): string {
  const counted = (['running', 'waiting', 'ended'] as const)
    .map((state) => [ranks.filter((one) => one.state === state).length, state] as const)
    .filter(([number]) => number > 0)
    .map(([number, state]) => `${number} ${state}`);
  return `${ranks.length} ${ranks.length === 1 ? 'rank' : 'ranks'}: ${counted.join(', ')}`;
}

function describeRank(
  { rank, state, pid, startedMs, endedMs, failure }: RankProgress,
  nowMs: number,
  gpus: StatusView['gpus'],
  isOnSeveral: boolean,
): string[] {
  const seconds = startedMs === null ? '' : (((endedMs ?? nowMs) - startedMs) / 1000).toFixed(0);
  const what = failure ?? state;
  const own = gpusOfRank(rank);
  const used = sumOf(own.map((gpu) => gpus?.get(gpu)?.usedBytes ?? null));
  const work = sumOf(own.map((gpu) => gpus?.get(gpu)?.utilization ?? null));
  const memory = used === null ? '' : `${(used / 2 ** 30).toFixed(1)} GiB`;
  const busy = work === null ? '' : `${Math.round(work / own.length)} %`;
  const device = `${isOnSeveral ? `${rank.node}:` : ''}${own.length === 0 ? 'CPU' : own.join(',')}`;
  return [`${rank.rank}`, device, `${pid ?? ''}`, what, seconds, ...(gpus === null ? [] : [memory, busy])];
}

/** Null where there is nothing, or one is unknown: part of a sum would be taken for all of it. */
const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.length === 0 || amounts.includes(null)
    ? null
    : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

function alignColumns(table: readonly (readonly string[])[]): readonly string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
