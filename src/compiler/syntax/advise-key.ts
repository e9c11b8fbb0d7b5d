import { findLookalike, withoutLookalikes } from '../source/lookalikes.ts';
import { isDirective } from '../values/slurm-options.ts';
import { orList } from '../values/suggest-name.ts';
import { type Path, placesOf, type Schema } from './schema-path.ts';

/** What to do about a key that the schema does not know at this path, where it knows `known`. */
export const adviseKey = (root: Schema, path: Path, key: string, known: readonly string[]): string =>
  adviseSpelling(key, known) ??
  advisePlace(root, path, key, known) ??
  `the keys here are: ${known.join(', ')}`;

/** Within braces `count:2` is one word; and some characters only look like blanks. */
function adviseSpelling(key: string, known: readonly string[]): string | null {
  if (key.startsWith('//')) return 'a comment begins with `#`, alone on its line or at the end of one';
  const [, start = '', rest] = /^([A-Za-z]\w*):(.+)$/s.exec(key) ?? [];
  if (rest !== undefined && known.includes(start)) return `a blank is missing: write \`${start}: ${rest}\``;
  const found = findLookalike(key);
  const meant = withoutLookalikes(key).trim();
  return found !== null && known.includes(meant) ? `${found.what} stands in it: write \`${meant}\`` : null;
}

/** A right key in a wrong place: where it belongs. */
function advisePlace(root: Schema, path: Path, key: string, known: readonly string[]): string | null {
  if (isOptionOfJob(path, key)) return `write it under \`slurm.directives\`, as \`${key}: …\``;
  if (known.some((name) => name.startsWith(key))) return null; // `mem` is meant as `memory`, wherever else it is a key
  const near = placesOf(root, key).filter((place) => isNear(place, path));
  if (near.length === 0 || near.length > MAX_PLACES) return null;
  return `it belongs ${near[0] === key ? 'at the top' : 'elsewhere'}: ${orList(near.map((place) => `\`${place}\``))}`;
}

/** In a section itself, or in the part of the document where it stands: what lies deeper elsewhere is another thing. */
const isNear = (place: string, [section]: Path): boolean =>
  place.split('.').length <= 2 || place.startsWith(`${section}[]`) || place.startsWith(`${section}.`);

export const isOptionOfJob = (path: Path, key: string): boolean =>
  path.length === 1 && path[0] === 'slurm' && isDirective(key);

/** `memory` has a place in half of the language. */
const MAX_PLACES = 3;
