import { countsAs, formatPercent } from '../estimate-cost.ts';
import type { Quote } from '../list-some.ts';
import type { Unsummed } from './plan-diff.ts';

/** Throughput only where it says more: it is the inverse of the step time, unless the work of a step is another. */
export function sayPace(diff: Unsummed, quote: Quote): string {
  const { old, new: next, compared } = diff.consequences;
  if (compared.stepTime === null || compared.throughput === null) return sayNoPace(diff.consequences, quote);
  const [stepTime, throughput] = [formatRatio(compared.stepTime), formatRatio(compared.throughput)];
  const saysMore = old.work !== next.work && stepTime !== throughput;
  return [
    `step time ${stepTime}`,
    saysMore ? `, throughput ${throughput}` : '',
    stepTime === 'unchanged' ? '' : sayReason(diff, quote),
  ].join('');
}

function sayNoPace({ old, new: next, compared }: Unsummed['consequences'], quote: Quote): string {
  if (old.stepTime === null && next.stepTime === null) return 'step time unknown';
  if (compared.unlike === null) return 'step time not comparable';
  const what = compared.unlike === 'mapping.by' ? 'another' : 'only one plan has';
  return `step time not comparable (${what} ${quote(compared.unlike)})`;
}

/** ` (slowest GPU lab1:2, 61 → 48)`: what sets the pace, or how much a step does, or else how much of it is waiting. */
function sayReason({ consequences, settings }: Unsummed, quote: Quote): string {
  const { old, new: next } = consequences;
  const [a, b] = [old.slowest, next.slowest];
  if (a !== null && b !== null && countsAs(a) !== countsAs(b))
    return a.gpu === b.gpu
      ? ` (slowest GPU ${quote(a.gpu)}, ${countsAs(a)} → ${countsAs(b)})`
      : ` (slowest GPU ${quote(a.gpu)} ${countsAs(a)} → ${quote(b.gpu)} ${countsAs(b)})`;
  if (settings.some(({ path }) => path.join(' ') === 'launch parallel dp'))
    return ` (dp ${old.work} → ${next.work})`;
  const [before, after] = [old.idleShare, next.idleShare].map((share) => formatPercent(share ?? 0));
  return before === after ? '' : ` (idle share ${before} → ${after})`;
}

function formatRatio(ratio: number): string {
  const change = 100 * (ratio - 1);
  if (Math.abs(change) < 0.05) return 'unchanged';
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} %`;
}
