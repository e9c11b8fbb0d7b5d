import { type Suggestion, suggestRewrite } from '../diagnostics/suggestion.ts';
import type { Span } from '../source/source-file.ts';
import { suggestSlip } from '../values/suggest-name.ts';
import { containerSpan, firstKeySpan } from './document.ts';
import { respell } from './respell.ts';
import { allowsText, deref, type Path, placesOf, type Schema } from './schema-path.ts';
import type { ValidationError } from './schema-validator.ts';

export interface Mistake {
  readonly error: ValidationError;
  readonly path: Path;
  /** The whole schema, and what of it is for the value. */
  readonly root: Schema;
  readonly schema: Schema;
  /** Where the finding is: the key or the value. */
  readonly span: Span;
  /** What is there; of an unknown or missing key, the map. */
  readonly value: unknown;
}

/** One of them is the plural of the other. */
export const isPlural = (key: string, name: string): boolean => key === `${name}s` || name === `${key}s`;

/** The edit that makes a part of a document match the schema; null if a person must decide. */
export function suggestEdit(mistake: Mistake): Suggestion | null {
  const { error, root, schema, span, value } = mistake;
  const { keyword, params } = error;
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const keys = Object.keys(schema.properties ?? {});
      const free = keys.filter((key) => !Object.hasOwn(value as object, key));
      const slip = suggestSlip(span, name, free, 'word');
      // `etp` beside `tp` is as near to that as to `ep`: which is meant is not certain because one is taken.
      const isNearest = suggestSlip(span, name, keys, 'word')?.isCertain === true;
      // A role's `gpus` is no slip for its `cpus`, but its `port` is one for `ports`.
      const isSlip = placesOf(root, name).length === 0 || keys.some((key) => isPlural(key, name));
      return slip && { ...slip, isCertain: isNearest && isSlip };
    }
    case 'required':
      return params['missingProperty'] === 'version' ? insertVersion(value as object) : null;
    case 'enum':
      return typeof value === 'string'
        ? suggestSlip(span, value, (params['allowedValues'] as readonly unknown[]).map(String), 'word')
        : null;
    case 'const':
      if (params['allowedValue'] !== 1 || typeof value === 'object') return null;
      return /^v?1(\.0)?$/.test(String(value)) ? write(span, '1') : null;
    case 'type':
      return convert(mistake, String(params['type']).split(','));
    case 'pattern': {
      const text = respell(String(value), new RegExp(String(params['pattern']), 'u')).text;
      return text === null ? null : suggestRewrite(span, String(value), text, false);
    }
    default:
      return null;
  }
}

/** A text for a number, true or false; a number for a text; one item for a list of one. */
function convert({ root, schema, span, value }: Mistake, types: readonly string[]): Suggestion | null {
  const written = span.file.text.slice(span.start, span.end);
  // The place of a block of text ends after its last line end.
  if (written.includes('\n')) return null;
  const takes = (...names: string[]) => types.every((type) => type === 'null' || names.includes(type));
  if (typeof value === 'string') {
    // These are true and false in YAML 1.1.
    const flag = /^(true|yes|on)$/i.test(value) ? 'true' : /^(false|no|off)$/i.test(value) ? 'false' : null;
    if (takes('boolean', 'object') && flag !== null) return write(span, flag);
    if (takes('integer', 'object') && /^(0|[1-9]\d{0,14})$/.test(value)) return write(span, value);
    if (takes('number', 'object') && /^(0|[1-9]\d{0,14})(\.\d{1,14})?$/.test(value))
      return write(span, value);
  }
  const isPlain = typeof value === 'number' && /^[\d.]+$/.test(written);
  if (takes('string') && isPlain && allowsText(schema.pattern, written)) return write(span, `"${written}"`);
  const takesMaps = deref(root, schema.items ?? {}).properties !== undefined;
  // A text with blanks may be meant as several items.
  if (takes('array') && !takesMaps && /^(["']?)[\w.:-]+\1$/.test(written)) return write(span, `[${written}]`);
  return null;
}

const write = (span: Span, replacement: string): Suggestion => ({
  span,
  replacement,
  title: `Write \`${replacement}\``,
  isCertain: true,
});

/** The first line of a topology, or the first key where it is one line. */
function insertVersion(root: object): Suggestion | null {
  const { file, start } = containerSpan(root);
  if (Object.keys(root).length === 0) return null;
  const isFlow = file.text[start] === '{';
  const at = isFlow ? start + 1 : firstKeySpan(root).start;
  return {
    span: { file, start: at, end: at },
    replacement: isFlow ? '"version": 1, ' : 'version: 1\n',
    title: 'Insert `version: 1`',
    isCertain: true,
  };
}
