import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { remember } from '../source/remember.ts';
import { splitWords } from '../values/split-words.ts';
import type { HazardContext } from './hazard.ts';
import { KNOWN_VARIABLES } from './known-variables.ts';

/** No library reports a variable that it does not know. */
export function misspeltVariable({ launch, inventory, places, report }: HazardContext): void {
  const meant = new Map<string, string | null>();
  const look = (name: string, node: number | null) => {
    // A search takes a pass over all that are known, so it is made for so many names at most.
    if (meant.has(name) || meant.size >= 1000) return;
    const found = findMisspelt(name);
    meant.set(name, found);
    if (found === null) return;
    const span = places.variable(node, name);
    const help = `write \`${found}\`, or say that it is meant: \`# rankplan-ignore RP6002: why\``;
    const message = `nothing is known to read \`${name}\`; \`${found}\` is meant, it seems`;
    report.warning('RP6002', span, message, { help, suggestion: suggestRewrite(span, name, found, false) });
  };
  for (const name in launch.env) look(name, null);
  for (const [node, { env }] of inventory.nodes.entries()) for (const name in env) look(name, node);
}

/** Put together when the first name is looked up. */
const namesIn = remember((known: typeof KNOWN_VARIABLES): ReadonlySet<string> => {
  const prefixed = ([prefix, names]: [string, string]) =>
    splitWords(names).map((name) => `${prefix}_${name}`);
  return new Set(Object.entries(known).flatMap(prefixed));
});

/** The known name that the user most likely meant; null if the name is known, or like no known one. */
export function findMisspelt(name: string, known = namesIn(KNOWN_VARIABLES)): string | null {
  // HCCL, UCCL and their like have variables of their own, and PyTorch before 2.2 read its own without `TORCH_`.
  const isOther = /^[A-Z]CCL_/.test(name) && (!name.startsWith('NCCL_') || known.has(`TORCH_${name}`));
  if (isOther || name.length > 100 || known.has(name)) return null;
  const ofNccl = name.replace(/^(PY)?TORCH_/, '');
  if (ofNccl.startsWith('NCCL_') && known.has(ofNccl)) return ofNccl;
  const joined = join(name);
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > 2) continue;
    if (join(candidate) === joined || differsInOneWord(name, candidate)) return candidate;
  }
  return null;
}

const join = (name: string): string => name.replaceAll('_', '').toUpperCase();

/** Whether two names differ in only one word, which is a misspelling of the other's word. */
function differsInOneWord(name: string, candidate: string): boolean {
  const [some, other] = [name.split('_'), candidate.split('_')];
  if (some.length !== other.length) return false;
  const differing = some.flatMap((word, i) => (word === other[i] ? [] : [i]));
  const [at = 0] = differing;
  return differing.length === 1 && isSlip(some[at] ?? '', other[at] ?? '');
}

/** A word with one of each letter that stands several times in a row. */
const collapse = (word: string): string => word.replace(/([A-Z])\1+/g, '$1');

/**
 * Whether a word is another with a wrong letter doubled, two letters swapped, one too many or too few, one that is wrong in a long word, or an
 * ending or a beginning of two letters more. Words that differ in a digit are two.
 */
function isSlip(word: string, other: string): boolean {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  if (short.length < 3) return false;
  if (collapse(word) === collapse(other)) return true;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const [a, b] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if (/\d/.test(a + b)) return false;
  if (a === '') return b.length === 1 || (b.length === 2 && short.length > 3 && (start === 0 || end === 0));
  if (a.length === 1) return b.length === 1 && short.length > 4;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}
