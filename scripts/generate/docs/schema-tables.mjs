import { stringify } from 'yaml';
import { describeValue, escapeCell, inlineCode, inlineExample } from './value-words.mjs';

/**
 * A section with a table of keys for each object of a schema, in the order of first use. The items of a list, and what
 * stands under names of the user's own, have a section such as `nodes` (each). What is at the top as well (`home`), as
 * the `launch` of a role, is described there alone.
 */
export function describeSchema(schema, { top, language = 'yaml' }) {
  const { definitions, properties } = schema;
  const homes = new Map(Object.entries(properties).map(([key, { $ref }]) => [$ref, key]));
  const deref = ({ $ref, ...own }) =>
    $ref === undefined ? own : { ...definitions[$ref.split('/').at(-1)], ...own, home: homes.get($ref) };
  return collectSections({ heading: top, path: '', object: schema, nest: (example) => example }, deref)
    .map((section) => renderSection(section, language))
    .join('');
}

/** The section of an object and those below it; `nest` puts an example of the object under the keys around it. */
function collectSections({ heading, path, object, nest }, deref) {
  const around = path === '' ? '' : `${path}.`;
  const keys = Object.entries(object.properties).map(([key, property]) => {
    const value = deref(property);
    return { key, value, items: itemsOf(value, deref), path: value.home ?? around + key };
  });
  const own = path === '' ? keys : keys.filter(({ value }) => value.home === undefined);
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
    ...below.flatMap((section) => collectSections(section, deref)),
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

function renderExample({ examples: [example] = [] }, nest, language) {
  if (example === undefined || nest === null) return '';
  const nested = nest(example);
  const inOneLine = () => JSON.stringify(nested, null, 1).replace(/\s+/g, ' ');
  const text = language === 'json' ? inOneLine() : stringify(nested).trimEnd();
  return `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
}
