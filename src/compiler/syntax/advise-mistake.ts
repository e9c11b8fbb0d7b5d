import { findLookalike, withoutLookalikes } from '../source/lookalikes.ts';
import { isDirective } from '../values/slurm-options.ts';
import { splitWords } from '../values/split-words.ts';
import { orList } from '../values/suggest-name.ts';
import { yamlText } from '../values/yaml-text.ts';
import { type Path, placesOf, type Schema } from './schema-path.ts';
import { quote } from './slips/slip.ts';

/** What there is to know of a value of the wrong type. */
export interface Mistyped {
  /** The key, or that of the list. */
  readonly name: string;
  readonly value: unknown;
  /** As it is written; of nothing, what follows the key on its line. */
  readonly written: string;
  /** The types that may stand there. */
  readonly types: readonly string[];
  /** Of a map. */
  readonly keys: readonly string[];
  /** Keys beside this one that mean nothing there. */
  readonly strangers: readonly string[];
}

/** What was most likely meant by a value of the wrong type; null where nothing speaks for anything. */
export function adviseType(mistake: Mistyped): string | null {
  const { value, types } = mistake;
  if (value === null) return adviseEmpty(mistake);
  const has = (type: string): boolean => types.includes(type);
  if (typeof value === 'object') return has('string') ? adviseText(mistake) : adviseShape(mistake);
  const number = has('integer') || has('number') ? adviseNumber(String(value), !has('number')) : null;
  if (number !== null) return number;
  if (has('object') && typeof value === 'string') return splitKey(mistake) ?? adviseMap(mistake);
  if (has('object')) return adviseMap(mistake);
  if (has('array') && typeof value === 'string') return adviseList(mistake);
  return null;
}

/** A number with separators or quotes, or with a decimal comma. */
export function adviseNumber(text: string, isWhole: boolean): string | null {
  const plain = withoutLookalikes(text)
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  if (plain !== text && /^\d+(\.\d+)?$/.test(plain)) return `write \`${plain}\``;
  const grouped = /^\d{1,3}([,_' ])\d{3}(?:\1\d{3})*$/.test(plain) || /^\d+(?:_\d+)+$/.test(plain);
  const [whole, point] = [plain.replace(/[,_' ]/g, ''), plain.replace(',', '.')];
  const isDecimal = !isWhole && /^\d+,\d+$/.test(plain);
  if (grouped && isDecimal) return `write \`${whole}\`, without a separator, or \`${point}\`, with a point`;
  if (grouped) return `write \`${whole}\`, without a separator`;
  return isDecimal ? `write \`${point}\`, with a point` : null;
}

function adviseEmpty({ name, written, keys, strangers, types }: Mistyped): string | null {
  const rest = /^:\s*([#&!].*)$/.exec(written)?.[1];
  if (rest !== undefined && types.includes('string'))
    return `\`${rest[0]}\` means something to YAML: quote the value, \`${name}: ${quote(rest)}\``;
  const lost = strangers.find((key) => keys.includes(key));
  if (lost !== undefined) return `indent \`${lost}\`, and what belongs to it, below \`${name}:\``;
  if (types.includes('object')) return `write its keys below it, indented, or remove \`${name}:\``;
  return null;
}

/** A map or list where a text belongs: most often a text with a sign of YAML in it. */
function adviseText({ name, value, written }: Mistyped): string | null {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return `write one text: \`${name}: ${quote(value.join(','))}\``;
  const text = written.trim();
  return text.includes('\n') || text.length > 80 || Array.isArray(value)
    ? null
    : `quote it, if it is meant as text: ${quote(text)}`;
}

/** A list where a map belongs, or the other way round. */
function adviseShape({ name, value, types, keys }: Mistyped): string | null {
  if (Array.isArray(value) && types.includes('object')) {
    const [item] = value as readonly unknown[];
    const isMap =
      typeof item === 'object' && item !== null && Object.keys(item).some((key) => keys.includes(key));
    return isMap ? `remove the dash: \`${name}\` is one map` : null;
  }
  if (Array.isArray(value) || !types.includes('array')) return null;
  const names = Object.keys(value as object);
  const [first = ''] = names;
  if (name !== 'nodes') return null;
  return names.includes('hosts')
    ? `write a dash before \`${first}\`: each item of \`${name}\` begins with \`- \``
    : `write \`- hosts: ${first}\` in the place of \`${first}:\`, and so for each`;
}

/** `strategy:sequential`, `strategy = sequential`, `strategy sequential`. */
function splitKey({ value, written, keys }: Mistyped): string | null {
  // YAML makes one line of several without a colon.
  const isFolded = written.includes('\n') && !String(value).includes('\n');
  const line = (isFolded ? written : String(value)).split('\n')[0]?.trim() ?? '';
  const [, key, rest] = /^([A-Za-z]\w*)\s*(?:[:=]|\s)\s*(\S.*)$/.exec(line) ?? [];
  if (key === undefined || rest === undefined) return null;
  // Of a map with names of one's own, `GREETING:hello` says enough.
  if (!keys.includes(key) && (keys.length > 0 || !/^\w+\s*[:=]/.test(line))) return null;
  return `write \`${key}: ${rest}\`, with a colon and a blank behind it`;
}

/** A value where a map belongs whose most important key it most likely is. */
function adviseMap({ name, value }: Mistyped): string | null {
  const owner = name.replace(/\[\d+\]$/, '');
  if (owner === 'gpus' && Number.isInteger(value))
    return name === owner ? `write \`gpus: { count: ${value} }\`` : `write \`{ index: ${value} }\``;
  if (name === 'gpus') return `write \`gpus: { count: 8, model: ${yamlText(value)} }\`, with the count`;
  if (owner === 'nodes') return `write \`{ hosts: ${yamlText(value)}, gpus: { count: 8 } }\`, with the count`;
  const [, host, port] = /^(?:([\w.-]+):)?(\d{1,5})$/.exec(String(value)) ?? [];
  if (name !== 'master' || port === undefined) return null;
  return `write \`master: { ${host === undefined ? '' : `address: ${host}, `}port: ${port} }\``;
}

/** A command or a line of shell given as one text. */
function adviseList({ name, value }: Mistyped): string | null {
  const text = String(value);
  if (text.length > 200) return null;
  if (name === 'nodes')
    return `write a list: \`nodes: [{ hosts: ${yamlText(text)}, gpus: { count: 8 } }]\`, with the count`;
  const items = WORDS.has(name) ? splitWords(text) : [text];
  return `write a list: \`${name}: ${yamlText(items)}\``;
}

const WORDS: ReadonlySet<string> = new Set(['command', 'wrap', 'healthCheck', 'srun']);

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
