/** Whether a quote in a command line does not end. */
export const hasOpenQuote = (text: string): boolean => /["']/.test(text.replace(/"[^"]*"|'[^']*'/g, ''));

/** The words of a command line, as a shell divides them; nothing expands. */
export function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}
