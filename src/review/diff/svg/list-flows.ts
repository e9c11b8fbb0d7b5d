import type { Move, PlanDiff } from '../plan-diff.ts';

/** Ranks that go from one node to one node. Null: from nowhere (they are new), or to nowhere (they are gone). */
export interface Flow {
  readonly from: string | null;
  readonly to: string | null;
  /** In order. */
  readonly ranks: readonly number[];
}

/** How many are drawn: those of most ranks. */
const MAX_FLOWS = 64;

/** The moves, joined by their nodes; one of them at least is drawn. */
export function listFlows(
  { moves }: PlanDiff,
  drawn: ReadonlySet<string>,
): { readonly flows: readonly Flow[]; readonly more: number } {
  const flows = new Map<string, { from: string | null; to: string | null; ranks: number[] }>();
  for (const move of moves) {
    const [from, to] = [nodeOf(move.from), nodeOf(move.to)];
    if (![from, to].some((node) => node !== null && drawn.has(node))) continue;
    const key = JSON.stringify([from, to]);
    const flow = flows.get(key);
    if (flow === undefined) flows.set(key, { from, to, ranks: [move.rank] });
    else flow.ranks.push(move.rank);
  }
  const all = [...flows.values()];
  const largest = new Set(all.toSorted((a, b) => b.ranks.length - a.ranks.length).slice(0, MAX_FLOWS));
  return { flows: all.filter((flow) => largest.has(flow)), more: all.length - largest.size };
}

const nodeOf = (place: Move['from']): string | null => place?.node ?? null;
