import { withoutLookalikes } from '../source/lookalikes.ts';
import { isDirective } from '../values/slurm-options.ts';
import { splitWords } from '../values/split-words.ts';
import { orList } from '../values/suggest-name.ts';
import { yamlText } from '../values/yaml-text.ts';
import { allowsText, lastName, type Path, placesOf, type Schema } from './schema-path.ts';
import { isPlural, type Mistake } from './suggest-edit.ts';

/** What was most likely meant by a value of the wrong type; null if nothing is likely. */
export function adviseType({ error, path, schema, span, value }: Mistake): string | null {
  const types = String(error.params['type']).split(',');
  const has = (type: string): boolean => types.includes(type);
  const name = lastName(path);
  const written = span.file.text.slice(span.start, span.end);
  const keys = Object.keys(schema.properties ?? {});
  if (value === null && path.length > 0 && has('object'))
    return `write its keys below it, indented, or remove \`${name}:\``;
  if (value === null) return null;
  if (typeof value === 'object')
    return has('string') ? adviseText(name, value, written) : adviseShape(name, value, has('object'), keys);
  const number = has('integer') || has('number') ? adviseNumber(String(value), !has('number')) : null;
  if (number !== null) return number;
  if (has('object')) return splitKey(value, written, keys) ?? adviseMap(name, value);
  if (has('array') && typeof value === 'string') return adviseList(name, value);
  const mayBeText = has('string') && typeof value !== 'string' && allowsText(schema.pattern, String(value));
  return mayBeText ? 'quote it, if it is meant as text' : null;
}

/** A number with separators or quotes, or with a decimal comma. */
function adviseNumber(text: string, isWhole: boolean): string | null {
  const plain = withoutLookalikes(text)
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  if (plain !== text && /^\d+(\.\d+)?$/.test(plain)) return `write \`${plain}\``;
  if (/^\d{1,3}([,_' ])\d{3}(?:\1\d{3})*$|^\d+(?:_\d+)+$/.test(plain))
    return `write \`${plain.replace(/[,_' ]/g, '')}\`, without a separator`;
  return !isWhole && /^\d+,\d+$/.test(plain) ? `write \`${plain.replace(',', '.')}\`, with a point` : null;
}

/** A map or list where a text belongs: most often a text with a sign of YAML in it. */
function adviseText(name: string, value: object, written: string): string | null {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => typeof item === 'string')
      ? `write one text: \`${name}: ${JSON.stringify(value.join(','))}\``
      : null;
  const text = written.trim();
  const isShort = !text.includes('\n') && text.length <= 80;
  return isShort ? `quote it, if it is meant as text: ${JSON.stringify(text)}` : null;
}

/** A list where a map belongs, or the other way round. */
function adviseShape(name: string, value: object, isMap: boolean, keys: readonly string[]): string | null {
  if (Array.isArray(value)) {
    const [item] = value as readonly unknown[];
    const hasKey = typeof item === 'object' && item !== null && keys.some((key) => Object.hasOwn(item, key));
    return isMap && hasKey ? `remove the dash: \`${name}\` is one map` : null;
  }
  const names = Object.keys(value);
  const [first] = names;
  if (name !== 'nodes' || first === undefined) return null;
  return names.includes('hosts')
    ? `write a dash before \`${first}\`: each item of \`${name}\` begins with \`- \``
    : `write \`- hosts: ${first}\` in the place of \`${first}:\`, and so for each`;
}

/** `strategy:sequential`, `strategy = sequential`, `strategy sequential`. */
function splitKey(value: unknown, written: string, keys: readonly string[]): string | null {
  // YAML makes one line of several without a colon.
  const isFolded = written.includes('\n') && !String(value).includes('\n');
  const line = (isFolded ? written : String(value)).split('\n')[0]?.trim() ?? '';
  const [, key, rest] = /^([A-Za-z]\w*)\s*(?:[:=]|\s)\s*(\S.*)$/.exec(line) ?? [];
  if (key === undefined || rest === undefined) return null;
  // If users choose the keys of the map, `GREETING:hello` is clear enough.
  if (!keys.includes(key) && (keys.length > 0 || !/^\w+\s*[:=]/.test(line))) return null;
  return `write \`${key}: ${rest}\`, with a colon and a blank behind it`;
}

/** A value where a map belongs whose most important key it most likely is. */
function adviseMap(name: string, value: unknown): string | null {
  const owner = name.replace(/\[\d+\]$/, '');
  if (owner === 'gpus' && Number.isInteger(value))
    return name === owner ? `write \`gpus: { count: ${value} }\`` : `write \`{ index: ${value} }\``;
  return owner === 'nodes' ? `write \`${NODE(value)}\`, with the count` : null;
}

const NODE = (hosts: unknown): string => `{ hosts: ${yamlText(hosts)}, gpus: { count: 8 } }`;

/** A command or a line of shell given as one text. */
function adviseList(name: string, text: string): string | null {
  if (text.length > 200) return null;
  if (name === 'nodes') return `write a list: \`nodes: [${NODE(text)}]\`, with the count`;
  const items = WORDS.has(name) ? splitWords(text) : [text];
  return `write a list: \`${name}: ${yamlText(items)}\``;
}

const WORDS: ReadonlySet<string> = new Set(['command', 'wrap', 'healthCheck', 'srun']);

/** What to do about a key that the schema does not know where it knows `known`, and that belongs nowhere else. */
export function adviseKey(key: string, known: readonly string[]): string {
  // Within braces `count:2` is one word.
  const [, start = '', rest] = /^([A-Za-z]\w*):(.+)$/s.exec(key) ?? [];
  if (rest !== undefined && known.includes(start)) return `a blank is missing: write \`${start}: ${rest}\``;
  return `the keys here are: ${known.join(', ')}`;
}

/** A right key in a wrong place: where it belongs. */
export function advisePlace(root: Schema, path: Path, key: string, known: readonly string[]): string | null {
  const isOptionOfJob = path.length === 1 && path[0] === 'slurm' && isDirective(key);
  if (isOptionOfJob) return `write it under \`slurm.directives\`, as \`${key}: …\``;
  // `mem` is meant as `memory`, and `models` as `model`, wherever else it is a key.
  if (known.some((name) => name.startsWith(key) || isPlural(key, name))) return null;
  const near = placesOf(root, key).filter((place) => isNear(place, path));
  if (near.length === 0 || near.length > 3) return null; // `memory` has a place in half of the language
  return `it belongs ${near[0] === key ? 'at the top' : 'elsewhere'}: ${orList(near.map((place) => `\`${place}\``))}`;
}

/** In a section itself, or in the part of the document where it stands: what lies deeper elsewhere is another thing. */
const isNear = (place: string, [section]: Path): boolean =>
  place.split('.').length <= 2 || place.startsWith(`${section}[]`) || place.startsWith(`${section}.`);

/** Ranges of characters in our patterns, the longer ones first. */
const CHARACTERS = [
  ['A-Za-z', 'letters'],
  ['a-z', 'lower-case letters'],
  ['0-9', 'digits'],
] as const;

/** What the names of a map are made of, as a beginning of the help; empty if it takes any. */
export function adviseName({ pattern = '', maxLength }: Schema): string {
  const [, taken, first, rest] = /^\^(?:\(\?!(\w+)\$\))?\[([^\]]+)\]\[([^\]]+)\]\*\$$/.exec(pattern) ?? [];
  if (first === undefined || rest === undefined)
    return maxLength === undefined ? '' : `a name has at most ${maxLength} characters. `;
  const describe = (set: string): string => {
    let signs = set;
    const words = CHARACTERS.flatMap(([range, word]) => {
      const isIn = signs.includes(range);
      signs = signs.replace(range, '');
      return isIn ? [word] : [];
    });
    return orList(signs === '' ? words : [...words, `\`${signs}\``]);
  };
  const most = maxLength === undefined ? '' : ` (at most ${maxLength})`;
  const not = taken === undefined ? '' : `; \`${taken}\` means something else`;
  return `a name is made of ${describe(rest)}${most}, and begins with ${describe(first)}${not}. `;
}
