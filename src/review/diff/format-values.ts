import { clip, escapeHidden } from '../../compiler/source/printable.ts';
import type { SettingChange, Value } from './plan-diff.ts';
import { listSome, type Quote } from './section.ts';

const MAX_VALUE = 72;

export const UNSET = 'not set';

export function formatPair(old: Value, next: Value, quote: Quote): string {
  const [a, b] = [old, next].map((value) => (value === null ? UNSET : formatValue(value)));
  return `${quoteValue(old, a ?? '', quote)} → ${quoteValue(next, b ?? '', quote)}`;
}

const quoteValue = (value: Value, text: string, quote: Quote): string =>
  value === null ? text : quote(text);

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
