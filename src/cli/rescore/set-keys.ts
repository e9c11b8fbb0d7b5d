import type { Suggestion } from '../../compiler/diagnostics/suggestion.ts';
import { positionAt, type SourceFile, type Span } from '../../compiler/source/source-file.ts';
import { type Container, containerSpan, keySpan, valueSpan } from '../../compiler/syntax/document.ts';

/** The edits that give a map of a YAML or JSON text these values: what is there is replaced, what is not comes in. */
export function setKeys(
  container: Container,
  values: Readonly<Record<string, unknown>>,
): readonly Suggestion[] {
  const there: Readonly<Record<string, unknown>> = { ...container };
  const entries = Object.entries(values).filter(([key, value]) => there[key] !== value);
  const added = entries.filter(([key]) => !Object.hasOwn(there, key));
  const replaced = entries.filter(([key]) => Object.hasOwn(there, key));
  return [
    ...replaced.map(([key, value]) => {
      const span = valueSpan(container, key);
      return edit(span, renderValue(value, span.file));
    }),
    ...(added.length === 0 ? [] : [insert(container, added)]),
  ];
}

const edit = (span: Span, replacement: string): Suggestion => ({
  span,
  replacement,
  title: '',
  isCertain: true,
});

function insert(container: Container, added: readonly (readonly [string, unknown])[]): Suggestion {
  const span = containerSpan(container);
  const { file } = span;
  const pairs = added.map(([key, value]) => `${nameKey(key, file)}: ${renderValue(value, file)}`);
  const keys = Object.keys(container);
  const isFlow = file.text[span.start] === '{';
  if (isFlow && keys.length === 0) return edit(span, `{ ${pairs.join(', ')} }`);
  if (isFlow) {
    // Write it after the last value, wherever the brace is.
    const { end } = valueSpan(container, keys.at(-1) ?? '');
    return edit({ file, start: end, end }, pairs.map((pair) => `, ${pair}`).join(''));
  }
  // Before a key, where no comment and no end of a block is in the way; not the first, which names things.
  const { start } = keySpan(container, keys[1] ?? keys[0] ?? '');
  const indent = ' '.repeat(positionAt(file, start).column - 1);
  return edit({ file, start, end: start }, pairs.map((pair) => `${pair}\n${indent}`).join(''));
}

const isJson = ({ text }: SourceFile): boolean => /^\s*[{[]/.test(text);

const nameKey = (key: string, file: SourceFile): string =>
  !isJson(file) && /^[A-Za-z]\w*$/.test(key) ? key : JSON.stringify(key);

/** A map on one line, as people write it: keys that need no quotes have none. */
function renderValue(value: unknown, file: SourceFile): string {
  if (typeof value === 'string' && !isJson(file) && /^[a-z]+:[a-z]+$/.test(value)) return value;
  if (typeof value !== 'object' || value === null || isJson(file)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, one]) => `${nameKey(key, file)}: ${JSON.stringify(one)}`);
  return `{ ${pairs.join(', ')} }`;
}
