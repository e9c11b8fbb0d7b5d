import type { Span } from '../source/source-file.ts';

/** An edit that fixes a finding, made together with it; `check --fix`, editors, SARIF and JSON only apply it. */
export interface Suggestion {
  readonly span: Span;
  /** The new text; a line break in it is `\n`, whatever those of the file are. */
  readonly replacement: string;
  /** What the edit does, as a button says it. */
  readonly title: string;
  /** Whether nothing else can have been meant. `check --fix` makes only such edits. */
  readonly isCertain: boolean;
}

/**
 * Writes `to` in the place of `from`, which a key or value at `span` is read as. Quotes stay. Null if it is written
 * otherwise than it is read: with escapes, as a block, by an alias.
 */
export function suggestRewrite(span: Span, from: string, to: string, isCertain: boolean): Suggestion | null {
  const written = span.file.text.slice(span.start, span.end);
  const quote = written === `"${from}"` || written === `'${from}'` ? 1 : 0;
  if (quote === 0 && written !== from) return null;
  const inner = { ...span, start: span.start + quote, end: span.end - quote };
  return { span: inner, replacement: to, title: `Change to \`${to}\``, isCertain };
}
