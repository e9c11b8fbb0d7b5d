/**
 * Characters that are invisible in a text, or change how the rest is displayed: control characters, line ends, format characters
 * (those that turn the direction of writing are some), halves of surrogate pairs, and all that Unicode lets a renderer
 * leave out (variation selectors, fillers, tags).
 */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * What no document that is read may contain, neither written nor by an escape: a reviewer could not see it (CVE-2021-42574).
 * Tabs and line feeds are allowed, and so are joiners and variation selectors, which ordinary writing has (emoji, Persian).
 */
export const HIDDEN = new RegExp(`(?![\\t\\n\\u200c\\u200d\\ufe0e\\ufe0f])${UNPRINTABLE.source}`, 'u');

/** Whether a text is one line that hides nothing: what may stand in a comment, an option or a path of a script. */
export const isLine = (text: string): boolean => !/[\t\n]/.test(text) && !HIDDEN.test(text);

/** A character by its code point: `U+202E`. */
export const nameCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text of JSON in which nothing is hidden: such a character is written as the escape that means it. */
export const escapeHidden = (json: string): string =>
  json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escapeUnits(character)));

const escapeUnits = (character: string): string =>
  character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Text of other people for a terminal or a page, on one line: each character that cannot be seen becomes U+FFFD. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\ufffd');

/** The same for a text of several lines of our own, which quotes what others wrote. */
export const printableLines = (text: string): string => text.replace(/[^\n]+/g, printable);

/** Cuts a text to at most `length` code points. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = [...text.slice(0, 2 * length + 2)];
  return points.length <= length && text.length <= 2 * length
    ? text
    : `${points.slice(0, length - 1).join('')}…`;
}

/** Text of others on one line: a run of blanks, control and format characters is one blank, and it is not too long. */
export function oneLine(text: string, maxLength = 200): string {
  const plain = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return clip(plain, maxLength);
}
