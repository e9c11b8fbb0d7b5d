import { clip, escapeHidden } from '../../compiler/source/printable.ts';
import { formatBytes } from '../format-figure.ts';
import { listSome, type Quote } from '../list-some.ts';
import { formatMetric } from './format-moves.ts';
import { formatMeasured, isFigure } from './measured-figures.ts';
import type { GpuFactChange, SettingChange, Value } from './plan-diff.ts';

const MAX_VALUE = 72;

const UNSET = 'not set';

/**
 * Strings in the quotes of JSON, so that no value can look like the words around it. What cannot be seen is escaped as
 * JSON escapes line ends: two values that differ in nothing else must not look the same.
 */
const formatValue = (value: Value): string =>
  typeof value === 'number' ? String(value) : escapeHidden(JSON.stringify(value));

export function formatSetting({ path, nodes, old, new: next, set }: SettingChange, quote: Quote): string {
  const of = nodes.length === 0 ? '' : ` of ${listSome(nodes, quote)}`;
  const [before, after] = clipPair(formatValue(old), formatValue(next));
  const say = (isSet: boolean, text: string) => (isSet ? quote(text) : UNSET);
  return `${quote(path.join('.'))}${of}: ${say(set.old, before)} → ${say(set.new, after)}`;
}

/** Shortens two long values; what they begin with in common is left out, so that the difference is seen. */
function clipPair(a: string, b: string): readonly [string, string] {
  if (Math.max(a.length, b.length) <= MAX_VALUE) return [a, b];
  let common = 0;
  while (common < Math.min(a.length, b.length) && a[common] === b[common]) common++;
  const start = Math.max(0, common - 16);
  const show = (text: string) => clip(start === 0 ? text : `…${text.slice(start)}`, MAX_VALUE);
  return [show(a), show(b)];
}

/**
 * Another card first, and scores last, those that changed most before the others: measured again, every GPU has another
 * score, and what else is different must not stand after them.
 */
export function orderFacts(facts: readonly GpuFactChange[]): readonly GpuFactChange[] {
  const [scores, others] = [facts.filter(isScore), facts.filter((change) => !isScore(change))];
  return [...others, ...scores.sort((a, b) => stepOf(b) - stepOf(a))];
}

const isScore = ({ fact }: GpuFactChange): boolean => isFigure(fact);

/** How far apart two figures are, whichever is larger, without what rounding makes; one that came or went is farthest. */
const stepOf = ({ old, new: next }: GpuFactChange): number =>
  typeof old === 'number' && typeof next === 'number'
    ? Math.round(1000 * Math.abs(Math.log(next / old)))
    : Number.MAX_VALUE;

/** `by` is the metric of both plans where scores are compared. */
export function formatFact(change: GpuFactChange, by: string, quote: Quote): string {
  const { fact, old, new: next, gpus, measured } = change;
  const isMemory = fact === 'memoryBytes';
  const word = (value: string | number) =>
    isMemory ? formatBytes(Number(value)) : quote(formatValue(value));
  const pair = [old, next].map((value) => (value === null ? UNSET : word(value))).join(' → ');
  const what = isMemory ? 'memory' : isFigure(fact) ? formatMetric(by, quote) : fact;
  const figures = measured === undefined ? pair : formatMeasured(measured, pair, by, quote);
  return `${what} of ${listSome(gpus, quote)}: ${figures}`;
}
