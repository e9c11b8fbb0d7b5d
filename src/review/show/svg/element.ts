import { printable } from '../../../compiler/source/printable.ts';
import { escapeMarkup } from '../escape-markup.ts';

type Value = string | number;

/**
 * An element of SVG as text. Attributes are escaped and numbers are rounded here, so that no caller has to;
 * `content` is markup already.
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, Value | undefined>>,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${format(value)}"`))
    .join('');
  return content.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content.join('')}</${name}>`;
}

/** A line of text, which is escaped here. */
export function label(text: string, attributes: Readonly<Record<string, Value | undefined>>): string {
  return element('text', attributes, escapeMarkup(text));
}

function format(value: Value): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : escapeMarkup(value);
}

/**
 * Shortens a text to a number of letters. The middle goes: names of machines differ at the end, and the text starts with what
 * they are.
 */
export function fitText(text: string, columns: number): string {
  const points = [...printable(text.slice(0, 4096))];
  if (points.length <= columns && text.length <= 4096) return points.join('');
  const room = Math.max(1, columns) - 1;
  const front = Math.ceil((room * 2) / 3);
  return `${points.slice(0, front).join('')}…${points.slice(points.length - (room - front)).join('')}`;
}
