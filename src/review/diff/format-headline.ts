import { formatPercent } from '../estimate-cost.ts';
import { listTold } from './list-told.ts';
import type { PlanDiff, Unsummed } from './plan-diff.ts';
import type { Quote } from './section.ts';

/** How many settings are named. */
const MAX_NAMES = 2;

/**
 * A comparison in one line, the verdict that everything else is the reason of: how many ranks move, what it costs, and
 * whether other code runs. The same line stands everywhere: text, markdown, JSON, pictures, findings.
 */
export function formatHeadline(diff: Unsummed, quote: Quote): string {
  if (diff.same) return 'no difference';
  const gpus = diff.remeasured.length;
  const anew = gpus === 0 ? [] : [`${gpus} GPU${gpus === 1 ? '' : 's'} re-measured`];
  const [shares, others] = [sayShares(diff), sayOthers(diff, quote)];
  const { moves, adjusted } = diff;
  if (gpus > 0 && [moves, adjusted, others].every((list) => list.length === 0))
    return `re-measured, nothing moves: ${gpus} GPU${gpus === 1 ? ' counts' : 's count'} as before`;
  return [sayMoves(diff), ...shares, sayPace(diff, quote), ...others, ...anew].join('; ');
}

function sayMoves({ moves, head }: Pick<Unsummed, 'moves' | 'head'>): string {
  const come = moves.filter(({ from }) => from === null).length;
  const go = moves.filter(({ to }) => to === null).length;
  const moved = moves.length - come - go;
  const of = head.worldSize.old;
  return [
    moved === 0
      ? 'no rank moves'
      : `${moved} of ${of} rank${of === 1 ? '' : 's'} move${moved === 1 ? 's' : ''}`,
    ...(come + go === 0 ? [] : [`${go} go${go === 1 ? 'es' : ''}`, `${come} new`]),
  ].join(', ');
}

function sayShares({ adjusted }: Pick<Unsummed, 'adjusted'>): string[] {
  const others = adjusted.filter(({ share }) => share.old !== share.new).length;
  return others === 0 ? [] : [`${others} rank${others === 1 ? ' gets another share' : 's get other shares'}`];
}

/** Throughput only where it says more: it is the inverse of the step time, unless the work of a step is another. */
function sayPace({ consequences, settings }: Unsummed, quote: Quote): string {
  const { old, new: next, compared } = consequences;
  if (compared.stepTime === null || compared.throughput === null) return sayNoPace(consequences, quote);
  const [stepTime, throughput] = [formatRatio(compared.stepTime), formatRatio(compared.throughput)];
  const saysMore = old.work !== next.work && stepTime !== throughput;
  return [
    `step time ${stepTime}`,
    saysMore ? `, throughput ${throughput}` : '',
    stepTime === 'unchanged' ? '' : sayReason(consequences, settings, quote),
  ].join('');
}

function sayNoPace({ old, new: next, compared }: Unsummed['consequences'], quote: Quote): string {
  if (old.stepTime === null && next.stepTime === null) return 'step time unknown';
  if (compared.unlike === null) return 'step time not comparable';
  const what = compared.unlike === 'mapping.by' ? 'another' : 'only one plan has';
  return `step time not comparable (${what} ${quote(compared.unlike)})`;
}

/** ` (slowest GPU lab1:2, 61 → 48)`: what sets the pace, or how much a step does, or else how much of it is waiting. */
function sayReason(
  { old, new: next }: Unsummed['consequences'],
  settings: Unsummed['settings'],
  quote: Quote,
): string {
  const [a, b] = [old.slowest, next.slowest];
  if (a !== null && b !== null && a.score !== b.score)
    return a.gpu === b.gpu
      ? ` (slowest GPU ${quote(a.gpu)}, ${a.score} → ${b.score})`
      : ` (slowest GPU ${quote(a.gpu)} ${a.score} → ${quote(b.gpu)} ${b.score})`;
  if (settings.some(({ path }) => path.join(' ') === 'launch parallel dp'))
    return ` (dp ${old.work} → ${next.work})`;
  const [before, after] = [old.idleShare, next.idleShare].map((share) => formatPercent(share ?? 0));
  return before === after ? '' : ` (idle share ${before} → ${after})`;
}

/** What no list of ranks shows, and nobody may overlook. */
function sayOthers(diff: Unsummed, quote: Quote): string[] {
  const { settings, facts, head, nodes, gpus, moves } = diff;
  const code = settings.filter(({ runs }) => runs !== null).map(({ path }) => quote(path.join('.')));
  const { leavesSetting } = listTold(diff);
  const rest = settings.filter((change) => change.runs === null && leavesSetting(change)).length;
  const isCard = ({ fact, old, new: next }: PlanDiff['facts'][number]) =>
    (fact === 'uuid' || fact === 'model') && old !== null && next !== null;
  const gpusOf = (changes: PlanDiff['facts']) => new Set(changes.flatMap((change) => change.gpus)).size;
  const [cards, changed] = [gpusOf(facts.filter(isCard)), gpusOf(facts)];
  const inventory = [...Object.values(nodes), ...Object.values(gpus)].some((names) => names.length > 0);
  const more = code.length - MAX_NAMES;
  return [
    ...(code.length === 0
      ? []
      : [`other code runs: ${code.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(cards === 0 ? [] : [cards === 1 ? '1 GPU is another card' : `${cards} GPUs are other cards`]),
    ...(moves.length > 0 || changed === cards
      ? []
      : [`facts of ${changed} GPU${changed === 1 ? ' change' : 's change'}`]),
    ...(head.name.old === head.name.new ? [] : ['another name']),
    ...(moves.length > 0 || head.master.old === head.master.new ? [] : ['another master']),
    ...(moves.length > 0 || !inventory ? [] : ['other nodes or GPUs']),
    ...(rest === 0 ? [] : [`${rest} setting${rest === 1 ? ' changes' : 's change'}`]),
  ];
}

export function formatRatio(ratio: number): string {
  const change = 100 * (ratio - 1);
  if (Math.abs(change) < 0.05) return 'unchanged';
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} %`;
}
