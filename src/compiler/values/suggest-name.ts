import { suggestRewrite } from '../diagnostics/suggestion.ts';
import type { Span } from '../source/source-file.ts';

/** The candidate that `name` is most likely a slip of, or null: at most a third of its letters may differ. */
export function suggestName(name: string, candidates: Iterable<string>): string | null {
  return findNearest(name, candidates)?.name ?? null;
}

/** How many letters differ, and whether no other candidate is as near. */
function findNearest(name: string, candidates: Iterable<string>) {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let isOnly = true;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let work = 0;
  for (const candidate of candidates) {
    if (++work > MAX_WORK) break;
    if (candidate === name || Math.abs(candidate.length - wanted.length) > bestDistance) continue;
    const [a, b] = [simplify(wanted), simplify(candidate.toLowerCase())];
    work += a.length * b.length;
    if (work > MAX_WORK) break;
    const distance = editDistance(a, b);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
      isOnly = true;
    } else if (distance === bestDistance) isOnly = false;
  }
  return best === null ? null : { name: best, distance: bestDistance, isOnly };
}

/** Steps for one suggestion: some ten thousand names as people write them. Two million host names have none. */
const MAX_WORK = 1_000_000;

/** `world_size` and `world-size` are `worldSize`. */
const simplify = (name: string): string => name.replace(/[_-]/g, '');

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((current[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (current[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (previous[j - 2] ?? 0) + 1);
      }
      next.push(cost);
    }
    previous = current;
    current = next;
  }
  return current[b.length] ?? 0;
}

/**
 * The edit for a `name` that is not a candidate. In a closed list of words (keys, choices) it is certain if at most one
 * letter differs, or how the words are joined; names that users choose may differ by a letter on purpose.
 */
export function suggestSlip(span: Span, name: string, candidates: Iterable<string>, kind: 'word' | 'name') {
  const nearest = findNearest(name, candidates);
  if (nearest === null) return null;
  const isCertain = kind === 'word' && nearest.isOnly && nearest.distance <= (name.length < 3 ? 0 : 1);
  return suggestRewrite(span, name, nearest.name, isCertain);
}

/** ` — did you mean …?` or nothing, to end a message with. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const suggestion = suggestName(name, candidates);
  return suggestion === null ? '' : `; did you mean \`${suggestion}\`?`;
}

/** `a, b or c`. */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`;
}
