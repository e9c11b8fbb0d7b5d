import { fitText } from '../fit-text.ts';

/** How much of a name is shown: Mermaid breaks no words, so a long one would make a wide picture. */
const MAX_COLUMNS = 48;

/**
 * A text for a quoted label of Mermaid. Everything but plain letters and digits becomes a character by its number
 * (`#35;`), the only escape that Mermaid has. What is left over can end no quote and starts no comment, directive,
 * markup, icon or markdown.
 */
export function quoteLabel(text: string, columns = MAX_COLUMNS): string {
  return [...spellOut(fitText(text, columns))]
    .map((point) => (/[A-Za-z0-9 ]/.test(point) ? point : `#${point.codePointAt(0)};`))
    .join('');
}

/** Mermaid itself marks escapes by the ligature fl, and by a pilcrow before a sharp s: in a text they would be read so. */
export const spellOut = (text: string): string =>
  text.replaceAll('\ufb02', 'fl').replaceAll('\u00b6\u00df', '\u00b6ss');
