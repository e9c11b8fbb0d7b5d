import { stringify } from 'yaml';
import { describeValue, escapeCell, inlineCode, inlineExample } from './value-words.mjs';

/**
 * A section with a table of keys for each object of a schema, in the order of first use. The items of a list, and what
 * stands under names of the user's own, have a section such as `nodes` (each).
 */
export function describeSchema(schema, { top, language = 'yaml' }) {
  const deref = ({ $ref, ...own }) =>
    $ref === undefined ? own : { ...schema.definitions[$ref.replace('#/definitions/', '')], ...own };
  const isOfTheTop = (key, { $ref }) => $ref !== undefined && schema.properties[key]?.$ref === $ref;
  const document = { heading: top, path: '', object: schema, nest: (example) => example };
  return collectSections(document, { deref, isOfTheTop })
    .map((section) => renderSection(section, language))
    .join('');
}

/**
 * The section of an object and those below it; `nest` puts an example of the object under the keys around it. What the
 * top level has too, as a role has a `launch`, is described there alone.
 */
function collectSections({ heading, path, object, nest }, { deref, isOfTheTop }) {
  const keys = Object.entries(object.properties).map(([key, property]) => {
    const value = deref(property);
    const isOnTop = path === '' || isOfTheTop(key, property);
    return { key, value, items: itemsOf(value, deref), path: isOnTop ? key : `${path}.${key}` };
  });
  const own = keys.filter((each) => path === '' || each.path !== each.key);
  const below = own.flatMap(({ key, value, items, path: childPath }) => {
    const nestValue = (example) => nest({ [key]: example });
    const nestItem = (example) => nestValue(amongItems(value, example));
    const child = { heading: `\`${childPath}\``, path: childPath, object: value, nest: nestValue };
    const each = { heading: `\`${childPath}\` (each)`, path: childPath, object: items, nest: nestItem };
    return [child, each].filter((section) => section.object?.properties !== undefined);
  });
  const required = new Set(object.required);
  return [
    // What lies deeper has examples in its table, and in those of the sections around it.
    { heading, object, keys, required, nest: path.includes('.') ? null : nest },
    ...below.flatMap((section) => collectSections(section, { deref, isOfTheTop })),
  ];
}

/** What a list holds, or a map under names of the user's own. */
function itemsOf({ items, additionalProperties }, deref) {
  const found = items ?? additionalProperties;
  return typeof found === 'object' ? deref(found) : undefined;
}

function amongItems({ items, examples = [] }, example) {
  if (items !== undefined) return [example];
  const [name = 'name'] = Object.keys(examples[0] ?? {});
  return { [name]: example };
}

function renderSection({ heading, object, keys, required, nest }, language) {
  const rows = keys.map(({ key, value, items, path }) => {
    const { meaning, fallback } = splitDescription(value);
    const cells = [
      inlineCode(key),
      describeValue({ value, items, path }),
      required.has(key) ? '**required**' : fallback,
      meaning,
      hasSection(value) || hasSection(items) ? '' : value.examples.map(inlineExample).join(' '),
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  return `
## ${heading}

${object.description}

${renderExample(object, nest, language)}| key | value | default | meaning | example |
|---|---|---|---|---|
${rows.join('')}`;
}

const hasSection = (value) => value?.properties !== undefined;

/** `Where it is. Default: here.` has its default in a column of its own. */
function splitDescription({ description, default: fallback }) {
  const [, meaning, spoken] = /^(.*?) Default: (.*)\.$/.exec(description) ?? [undefined, description, ''];
  return {
    meaning: escapeCell(meaning),
    fallback: fallback === undefined ? escapeCell(spoken) : inlineCode(fallback),
  };
}

/** JSON in one line, as `probe` writes a GPU. */
const STYLES = {
  json: {
    collectionStyle: 'flow',
    defaultKeyType: 'QUOTE_DOUBLE',
    defaultStringType: 'QUOTE_DOUBLE',
    lineWidth: 0,
  },
  yaml: {},
};

function renderExample({ examples: [example] = [] }, nest, language) {
  if (example === undefined || nest === null) return '';
  const nested = nest(example);
  return `\`\`\`${language}\n${stringify(nested, STYLES[language])}\`\`\`\n\n`;
}
