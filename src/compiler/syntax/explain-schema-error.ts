import type { Code } from '../../generated/codes.ts';
import { inventorySchema, planSchema, topologySchema } from '../../generated/schemas.ts';
import type { Details, Reporter } from '../diagnostics/reporter.ts';
import { clip } from '../source/printable.ts';
import type { SourceFile, Span } from '../source/source-file.ts';
import { explainPlainBytes, LEAST_PLAIN_BYTES } from '../values/quantities.ts';
import { didYouMean, orList, suggestName } from '../values/suggest-name.ts';
import { yamlText } from '../values/yaml-text.ts';
import { adviseKey, adviseName, advisePlace, adviseType } from './advise-mistake.ts';
import { firstKeySpan, isPlaced, keySpan, valueSpan } from './document.ts';
import { respell } from './respell.ts';
import { deref, lastName, type Path, pathName, type Schema, schemaAt, valueAt } from './schema-path.ts';
import type { ValidationError } from './schema-validator.ts';
import { type Mistake, suggestEdit } from './suggest-edit.ts';

export type SchemaName = 'topology' | 'inventory' | 'plan';

export const SCHEMAS: Readonly<Record<SchemaName, Schema>> = {
  topology: topologySchema,
  inventory: inventorySchema,
  plan: planSchema,
};

export interface Subject {
  readonly schema: SchemaName;
  readonly file: SourceFile;
  /** Without places where it is too long to look for them. */
  readonly root: unknown;
  /** The format is newer than this rankplan: it may have choices that are not known here. */
  readonly isNewer?: boolean;
}

/** Reports one error of a validator at its place (or says where it is), in the user's terms and with the schema's own help. */
export function reportSchemaError(subject: Subject, prefix: Path, error: ValidationError, report: Reporter) {
  const { schema: name, file, root, isNewer = false } = subject;
  const path = [...prefix, ...error.path];
  const schema = schemaAt(SCHEMAS[name], path);
  const value = valueAt(root, path);
  // Where unknown keys are errors, this one is reported already.
  const isClosed = error.keyword === 'required' && schema.additionalProperties === false;
  if (isClosed && isMisspelt(error, schema, value)) return;
  const mistake = { error, path, root: SCHEMAS[name], schema, value };
  const explained = explain(mistake, name);
  const finding = isNewer && error.keyword === 'enum' ? ofNewerFormat(explained, name) : explained;
  const { code, message, key } = finding;
  const help = finding.help ?? helpOf(SCHEMAS[name], schema, path, key);
  if (!isPlaced(root)) {
    const where = path.length === 0 ? '' : `at \`${pathName(path)}\`: `;
    report.error(code, { file, start: 0, end: 0 }, `${where}${message}`, { help });
    return;
  }
  const span = place(file, root, path, finding);
  // Users do not write plans, so a plan gets no suggested edit.
  const fixed = name === 'plan' ? {} : fix({ ...mistake, span }, finding);
  report.error(code, span, message, { help, ...fixed });
}

/** What to write instead, as an edit and in words, as far as that can be said. */
function fix(mistake: Mistake, { isMisplaced = false }: Finding): Details {
  const suggestion = isMisplaced ? null : suggestEdit(mistake);
  const advice = mistake.error.keyword === 'type' ? adviseType(mistake) : null;
  if (advice === null) return { suggestion };
  return { suggestion, help: `${advice}. ${mistake.schema.description ?? ''}`.trimEnd() };
}

interface Finding {
  readonly code: Code;
  readonly message: string;
  /** The key below `path` that it is about. */
  readonly key?: string;
  readonly at?: 'key' | 'missing';
  readonly help?: string;
  /** The key belongs elsewhere, so one that is like it is hardly meant. */
  readonly isMisplaced?: boolean;
}

function explain(mistake: Omit<Mistake, 'span'>, subject: SchemaName): Finding {
  const { error, path, root, schema, value } = mistake;
  const { params } = error;
  const name = path.length === 0 ? `the ${subject}` : `\`${lastName(path)}\``;
  const shown = show(value);
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const known = Object.keys(schema.properties ?? {});
      const place = advisePlace(root, path, key, known);
      const common = { code: 'RP1101', key, at: 'key' } as const;
      if (place !== null)
        return { ...common, message: `unknown key \`${key}\``, help: place, isMisplaced: true };
      const meant = didYouMean(key, known);
      return { ...common, message: `unknown key \`${key}\`${meant}`, help: adviseKey(key, known) };
    }
    case 'required': {
      const key = String(params['missingProperty']);
      return { code: 'RP1102', message: `${name} lacks the key \`${key}\``, key, at: 'missing' };
    }
    case 'type': {
      const types = String(params['type']).split(',');
      const named = orList(types.map((type) => ARTICLES[type] ?? type));
      return { code: 'RP1103', message: `${name} must be ${named}, not ${shown}` };
    }
    case 'const':
      if (lastName(path) === 'version') {
        const message = `version ${shown} of the language is not known`;
        return { code: 'RP1008', message, help: 'this rankplan reads `version: 1`' };
      }
      return { code: 'RP1104', message: `${name} must be ${show(params['allowedValue'])}, not ${shown}` };
    case 'enum': {
      const choices = params['allowedValues'] as readonly unknown[];
      const allowed = choices.filter((item) => item !== null).map(String);
      const meant = typeof value === 'string' ? didYouMean(value, allowed) : '';
      return { code: 'RP1104', message: `${name} must be ${orList(allowed)}, not ${shown}${meant}` };
    }
    case 'propertyNames': {
      const key = String(params['propertyName']);
      const help = adviseName(schema.propertyNames ?? {}) + helpOf(SCHEMAS[subject], schema, path, key);
      return { code: 'RP1106', message: `${show(key)} cannot be a name in ${name}`, key, at: 'key', help };
    }
    case 'pattern':
      return explainPattern(String(params['pattern']), name, path, schema, value);
    default:
      if (error.keyword === 'minimum' && params['limit'] === LEAST_PLAIN_BYTES)
        return { code: 'RP1105', ...explainPlainBytes(lastName(path), Number(value)) };
      return {
        code: 'RP1105',
        message: `${name} ${BOUNDS[error.keyword]?.(Number(params['limit']), shown)}`,
      };
  }
}

function explainPattern(pattern: string, name: string, path: Path, schema: Schema, value: unknown): Finding {
  const { obstacle, text } = respell(String(value), new RegExp(pattern, 'u'));
  const message = `${name} has a form that is not allowed: ${show(value)}, because of ${obstacle}`;
  const label = typeof path[path.length - 1] === 'number' ? '' : `${lastName(path)}: `;
  if (text === null) return { code: 'RP1105', message };
  const help = `write \`${label}${yamlText(text)}\`. ${schema.description ?? ''}`.trimEnd();
  return { code: 'RP1105', message, help };
}

const ofNewerFormat = (finding: Finding, subject: SchemaName): Finding => ({
  ...finding,
  code: 'RP4004',
  message: `${finding.message}; a newer rankplan wrote the ${subject}`,
  help: 'use a rankplan as new as that one, or compile the topology again with this rankplan',
});

/** Whether an unknown key is most likely the missing one. */
function isMisspelt({ params }: ValidationError, schema: Schema, value: unknown): boolean {
  const known = Object.keys(schema.properties ?? {});
  const unknown = Object.keys(value as object).filter((key) => !known.includes(key));
  // A map of a hundred thousand unknown keys is no slip.
  return unknown.slice(0, 16).some((key) => suggestName(key, known) === params['missingProperty']);
}

/** The message about a value, by the bound that it breaks. */
const BOUNDS: Readonly<Record<string, (limit: number, shown: string) => string>> = {
  minimum: (limit, shown) => `must be at least ${limit}, not ${shown}`,
  maximum: (limit, shown) => `must be at most ${limit}, not ${shown}`,
  exclusiveMinimum: (limit, shown) => `must be above ${limit}, not ${shown}`,
  minLength: () => 'must not be empty',
  minItems: () => 'must not be empty',
  minProperties: () => 'must not be empty',
  maxLength: (limit) => `is longer than ${limit} characters`,
  maxItems: (limit) => `has more than ${limit} items`,
  maxProperties: (limit) => `has more than ${limit} entries`,
};

/** Unknown key → the key; missing → the parent's key, at the top 1:1, in a list item its first key; else the value. */
function place(file: SourceFile, root: unknown, path: Path, { key, at }: Finding): Span {
  const target = valueAt(root, path);
  if (at === 'key' && key !== undefined) return keySpan(target as object, key);
  if (path.length === 0) return { file, start: 0, end: 0 };
  const last = path[path.length - 1] ?? '';
  const parent = valueAt(root, path.slice(0, -1)) as object;
  if (at !== 'missing') return valueSpan(parent, last);
  return typeof last === 'string' ? keySpan(parent, last) : firstKeySpan(target as object);
}

function helpOf(root: Schema, schema: Schema, path: Path, key = ''): string {
  const named = schema.properties?.[key];
  const { description = 'see the language reference.', examples = [] } =
    named === undefined ? schema : deref(root, named);
  const name = named === undefined ? lastName(path) : key;
  const label = name.endsWith(']') ? '' : `${name}: `;
  return examples.length === 0 ? description : `${description} For example: ${label}${yamlText(examples[0])}`;
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  object: 'a map',
  array: 'a list',
  boolean: 'true or false',
  null: 'nothing',
};

/** A value as a message shows it, whatever it is. */
export function show(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a map';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return clip(text, 60);
}
