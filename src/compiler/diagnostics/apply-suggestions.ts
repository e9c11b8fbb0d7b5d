import type { Suggestion } from './suggestion.ts';

/** An edit that was made, and where its text stands now. */
export interface Made {
  readonly suggestion: Suggestion;
  readonly start: number;
  readonly end: number;
}

/**
 * Makes edits of a text. Of two that overlap the first is made. What is outside of them stays to the letter; new lines
 * end as the file's first line does.
 */
export function applySuggestions(text: string, suggestions: readonly Suggestion[]) {
  const sorted = [...suggestions].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const pieces: string[] = [];
  const made: Made[] = [];
  let done = 0;
  let length = 0;
  for (const suggestion of sorted) {
    const { span, replacement } = suggestion;
    if (span.start < done || span.start === made.at(-1)?.suggestion.span.start) continue;
    const start = length + span.start - done;
    const added = withLineEnds(replacement, text);
    pieces.push(text.slice(done, span.start), added);
    length = start + added.length;
    made.push({ suggestion, start, end: length });
    done = span.end;
  }
  return { text: [...pieces, text.slice(done)].join(''), made };
}

export function withLineEnds(replacement: string, text: string): string {
  const end = text.indexOf('\n');
  return text[end - 1] === '\r' ? replacement.replaceAll('\n', '\r\n') : replacement;
}
