import { applySuggestions, type Made } from '../../compiler/diagnostics/apply-suggestions.ts';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { Suggestion } from '../../compiler/diagnostics/suggestion.ts';
import { countWhile } from '../../compiler/source/source-file.ts';
import { type Fixable, findFixable } from './find-fixable.ts';

interface Patient {
  readonly name: string;
  readonly find: (text: string) => readonly Diagnostic[];
}

/**
 * Makes the edits that are certain, then those that the new text shows, and so on, until there are none. An edit that
 * does not remove its finding is not made. Returns the text, and the edits, each at its position in the text just before it.
 */
export function fixText(original: string, { name, find }: Patient) {
  const all: Fixable[] = [];
  let text = original;
  let looks = Math.max(MIN_LOOKS, Math.floor(MAX_CHARACTERS / (original.length + 1)));
  while (looks-- > 0) {
    const before = text;
    const found = find(before);
    const isSound = (edits: readonly Fixable[]) => looks-- > 0 && fixes(before, edits, found, { name, find });
    const edits = keepSound(findFixable(found, name), isSound);
    const applied = applySuggestions(before, edits.map(suggestionOf));
    if (applied.made.length === 0) break;
    const done = new Set(applied.made.map(({ suggestion }) => suggestion));
    all.push(...edits.filter(({ suggestion }) => done.has(suggestion)));
    text = applied.text;
  }
  return { text, made: all };
}

/** How much is compiled at most for one file, in all: a line that is not YAML may hide another one. */
const MAX_CHARACTERS = 50_000_000;
const MIN_LOOKS = 8;

const suggestionOf = ({ suggestion }: Fixable): Suggestion => suggestion;

/** The edits that remove their findings, also together; if all at once do not, each half is tried. */
function keepSound(
  edits: readonly Fixable[],
  isSound: (edits: readonly Fixable[]) => boolean,
): readonly Fixable[] {
  if (edits.length === 0 || isSound(edits)) return edits;
  if (edits.length === 1) return [];
  const middle = edits.length >> 1;
  const first = keepSound(edits.slice(0, middle), isSound);
  const second = keepSound(edits.slice(middle), isSound);
  if (first.length === 0 || second.length === 0) return [...first, ...second];
  return isSound([...first, ...second]) ? [...first, ...second] : first;
}

/** Whether edits leave a text that is YAML where it was, and no mistake of form where they wrote. */
function fixes(
  before: string,
  edits: readonly Fixable[],
  found: readonly Diagnostic[],
  { name, find }: Patient,
): boolean {
  const { text, made } = applySuggestions(before, edits.map(suggestionOf));
  const left = find(text).filter(({ primary }) => primary.file.name === name);
  if (left.some(isSyntax) && !found.some(isSyntax)) return false;
  if (left.some((one) => /^RP[12]/.test(one.code) && meets(one, made))) return false;
  const remaining = new Set(left.map((one) => keyOf(one, one.primary.start)));
  const move = createMove(made);
  return !edits.some((edit) => move(edit.primary.start).some((start) => remaining.has(keyOf(edit, start))));
}

const isSyntax = ({ code }: Diagnostic): boolean => code.startsWith('RP10');

const keyOf = ({ code, message }: Diagnostic, start: number): string => `${start} ${code} ${message}`;

/** Whether a finding overlaps the text of an edit. Edits ascend. */
function meets({ primary: { start, end } }: Diagnostic, made: readonly Made[]): boolean {
  const next = made[countWhile(made, (edit) => edit.end <= start)];
  return next !== undefined && next.start < end;
}

/** The new position of an offset after the edits before it: without and with those that end at it. */
function createMove(made: readonly Made[]): (offset: number) => readonly number[] {
  const grown = [0];
  for (const { start, end, suggestion } of made)
    grown.push((grown.at(-1) ?? 0) + end - start - (suggestion.span.end - suggestion.span.start));
  const growth = (isBefore: (end: number) => boolean): number =>
    grown[countWhile(made, ({ suggestion }) => isBefore(suggestion.span.end))] ?? 0;
  return (offset) => [offset + growth((end) => end < offset), offset + growth((end) => end <= offset)];
}
