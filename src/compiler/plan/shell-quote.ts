const BARE = /^[A-Za-z0-9_./:=@%+,-]+$/;

/**
 * One word of POSIX shell that expands to exactly this text: bare where nothing in it is special, else in single
 * quotes. A NUL cannot be a part of any argument or variable, so it is a bug to ask for one.
 */
export function quoteShell(text: string): string {
  return BARE.test(text) ? text : singleQuote(text);
}

/** The same, in single quotes always. */
export function singleQuote(text: string): string {
  if (text.includes('\0')) throw new Error('a shell word cannot hold a NUL character');
  return `'${text.includes("'") ? text.replaceAll("'", "'\\''") : text}'`;
}

export function quoteShellWords(words: readonly string[]): string {
  return words.map(quoteShell).join(' ');
}
