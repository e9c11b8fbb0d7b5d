import { isRecord, parseJson } from '../try-read.ts';

/** The collective that a rank has entered last, in the group of all ranks. */
export interface Position {
  /** Its number in that group. */
  readonly count: number;
  /** Such as `all_reduce`. */
  readonly kind: string;
  /** Such as `[[1000]]`. */
  readonly sizes: string;
}

export interface RankTrace {
  /** Null: none in the group of all ranks. */
  readonly position: Position | null;
  /** Changes with every collective of any group. */
  readonly newest: string;
  /** The newest one is of the group of all ranks. */
  readonly isOfAll: boolean;
}

/**
 * Reads the end of a flight recorder's JSON (PyTorch 2.6 to 2.13): `"entries":[{...},…],"pg_config":…`. Only the counts of
 * entries are used, as their state is wrong under gloo. Null if no entry is there.
 */
export function readTrace(tail: string): RankTrace | null {
  const entries = tail.split('{"collective_seq_id":').slice(1).flatMap(readEntry);
  const newest = entries.at(-1);
  if (newest === undefined) return null;
  const ofAll = entries.filter(({ isOfAll, isPair }) => isOfAll && !isPair).at(-1);
  return {
    position: ofAll?.position ?? null,
    newest: `${newest.record}`,
    isOfAll: newest.isOfAll && !newest.isPair,
  };
}

/** An entry has no objects in it. */
function readEntry(rest: string) {
  const text = rest.slice(0, rest.indexOf('}') + 1);
  const entry = parseJson(`{"collective_seq_id":${text}`);
  if (!isRecord(entry)) return [];
  const { collective_seq_id: count, process_group: group, profiling_name: name } = entry;
  if (typeof count !== 'number') return [];
  const isOfAll = Array.isArray(group) && group[1] === 'default_pg';
  const position = {
    ...{ count, kind: `${name ?? ''}`.replace(/^[^:]*:/, '') },
    sizes: JSON.stringify(entry['input_sizes'] ?? null),
  };
  return [{ position, isOfAll, isPair: entry['is_p2p'] === true, record: entry['record_id'] ?? count }];
}
