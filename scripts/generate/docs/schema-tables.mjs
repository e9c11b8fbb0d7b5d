import { stringify } from 'yaml';

/**
 * A section with a table of keys for each object of a schema, in the order of first use. Lists and maps of objects get
 * a section for their items, named `nodes (each)`.
 */
export function describeSchema(schema, { top, language = 'yaml' }) {
  const deref = ({ $ref, ...own }) =>
    $ref === undefined ? own : { ...schema.definitions[$ref.replace('#/definitions/', '')], ...own };
  const sections = [];
  const visit = (path, object) => {
    sections.push({ path, object });
    for (const [key, value] of Object.entries(object.properties)) {
      const child = deref(value);
      const childPath = path.length === 0 ? key : `${path.replace(/ \(each\)$/, '')}.${key}`;
      if (child.properties !== undefined) visit(childPath, child);
      const items = itemsOf(child, deref);
      if (items?.properties !== undefined) visit(`${childPath} (each)`, items);
    }
  };
  visit('', deref(schema));
  return sections.map((section) => renderSection(section, { deref, top, language })).join('');
}

/** What a list has as items, or a map under names of one's own. */
function itemsOf({ items, additionalProperties }, deref) {
  const found = items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return found === undefined ? undefined : deref(found);
}

function renderSection({ path, object }, { deref, top, language }) {
  const required = new Set(object.required);
  const rows = Object.entries(object.properties).map(([key, value]) => {
    const child = deref(value);
    const childPath = path === '' ? key : `${path.replace(/ \(each\)$/, '')}.${key}`;
    const [meaning, spoken] = splitDefault(child.description);
    const cells = [
      `\`${key}\``,
      describeValue(child, childPath, deref),
      required.has(key) ? '**required**' : child.default === undefined ? spoken : inline(child.default),
      meaning,
      child.properties === undefined ? (child.examples ?? []).slice(0, 2).map(inline).join(' ') : '',
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  const heading =
    path === '' ? top : `\`${path.replace(' (each)', '')}\`${path.endsWith(')') ? ' (each)' : ''}`;
  return `
## ${heading}

${object.description}

${renderExample(path, object, language)}| key | value | default | meaning | example |
|---|---|---|---|---|
${rows.join('')}`;
}

/** `Where it is. Default: here.` has its default in a column of its own. */
function splitDefault(description = '') {
  const [, meaning = description, spoken = ''] = /^(.*?)\s*Default: (.*?)\.?$/.exec(description) ?? [];
  return [escape(meaning), escape(spoken)];
}

function describeValue(value, path, deref) {
  if (value.const !== undefined) return inline(value.const);
  if (value.enum !== undefined) return value.enum.map(inline).join(', ');
  const types = [value.type].flat().filter((type) => type !== 'null');
  return types.map((type) => describeType(type, value, path, deref)).join(', or ');
}

function describeType(type, value, path, deref) {
  switch (type) {
    case 'integer':
      return `whole number${range(value)}`;
    case 'number':
      return `number${range(value)}`;
    case 'string':
      return `text${form(value)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `list of ${describeItems(value, path, deref)}`;
    default:
      if (value.properties !== undefined) return link('map', path);
      return `map of names to ${describeItems(value, path, deref)}`;
  }
}

function describeItems(value, path, deref) {
  const items = itemsOf(value, deref);
  if (items === undefined) return 'anything';
  return items.properties === undefined ? describeValue(items, path, deref) : link('maps', `${path} (each)`);
}

function range({ minimum, maximum, exclusiveMinimum }) {
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (maximum === undefined) return minimum === undefined ? '' : `, at least ${number(minimum)}`;
  return `, ${number(minimum ?? 0)} to ${number(maximum)}`;
}

const number = (value) => (value === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : value.toLocaleString('en-US'));

function form({ pattern, maxLength }) {
  const shape = pattern === undefined ? '' : ` matching ${inline(pattern)}`;
  return `${shape}${maxLength === undefined ? '' : `, at most ${number(maxLength)} characters`}`;
}

/** As GitHub makes an anchor of a heading. */
const link = (text, path) =>
  `[${text}](#${path
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')})`;

const inline = (value) => `\`${escape(typeof value === 'string' ? value : flow(value))}\``;

const flow = (value) => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();

const escape = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function renderExample(path, { examples = [] }, language) {
  if (examples.length === 0) return '';
  const [example] = examples;
  const text = language === 'json' ? `${JSON.stringify(example, null, 2)}\n` : stringify(nest(path, example));
  return `\`\`\`${language}\n${text}\`\`\`\n\n`;
}

/** The example below the last key of its path. */
function nest(path, example) {
  const isItem = path.endsWith(' (each)');
  const key = path.replace(' (each)', '').split('.').at(-1);
  return { [key]: isItem ? [example] : example };
}
