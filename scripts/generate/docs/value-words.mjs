import { stringify } from 'yaml';

/** What a key takes, in words: its types with their bounds. `items` is what a list or an open map holds. */
export function describeValue({ value, items, path }) {
  if (value.const !== undefined) return inlineCode(value.const);
  if (value.enum !== undefined) return value.enum.map(inlineCode).join(', ');
  return [value.type]
    .flat()
    .filter((type) => type !== 'null')
    .map((type) => describeType(type, { value, items, path }))
    .join(' or ');
}

function describeType(type, { value, items, path }) {
  switch (type) {
    case 'integer':
      return `whole number${inBrackets(rangeOf(value))}`;
    case 'number':
      return `number${inBrackets(rangeOf(value))}`;
    case 'string':
      return `text${inBrackets(...formOf(value))}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `list${inBrackets(atMost(value.maxItems, 'items'))} of ${describeItems(items, path)}`;
    default:
      return value.properties === undefined
        ? `map${inBrackets(atMost(value.maxProperties, 'entries'))} of names${inBrackets(...formOf(value.propertyNames ?? {}))} to ${describeItems(items, path)}`
        : link('map', path);
  }
}

function describeItems(items, path) {
  return items.properties === undefined
    ? describeValue({ value: items, items: undefined, path })
    : link('maps', `${path} (each)`);
}

const inBrackets = (...bounds) => {
  const given = bounds.filter((bound) => bound !== undefined);
  return given.length === 0 ? '' : ` (${given.join(', ')})`;
};

function rangeOf({ minimum, maximum, exclusiveMinimum }) {
  if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum}`;
  if (maximum !== undefined) return `${inFigures(minimum ?? 0)} to ${inFigures(maximum)}`;
  return minimum === undefined ? undefined : `at least ${inFigures(minimum)}`;
}

const formOf = ({ pattern, maxLength }) => [
  pattern === undefined ? undefined : inlineCode(pattern),
  atMost(maxLength, 'characters'),
];

const atMost = (limit, what) => (limit === undefined ? undefined : `at most ${inFigures(limit)} ${what}`);

const inFigures = (value) =>
  value === Number.MAX_SAFE_INTEGER
    ? '2^53 - 1'
    : value.toLocaleString('en-US', { maximumSignificantDigits: 16 });

/** With the anchor that GitHub makes of a heading. */
function link(text, heading) {
  const anchor = heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
  return `[${text}](#${anchor})`;
}

/** A pipe would end the cell of a table, in code too. */
export const escapeCell = (text) => text.replaceAll('|', '\\|');

export const inlineCode = (value) => `\`${escapeCell(String(value))}\``;

/** On one line, quoted where YAML needs it. */
export const inlineExample = (value) =>
  inlineCode(stringify(value, { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 }).trim());
