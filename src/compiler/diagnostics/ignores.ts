import type { Code } from '../../generated/codes.ts';
import { lineAt, type Span } from '../source/source-file.ts';

/** A comment in a file that turns off the warnings of one code. */
export interface Ignore {
  readonly code: Code;
  /** Where the code stands in the comment. */
  readonly span: Span;
  /** The lines whose warnings are meant, from 1. */
  readonly lines: readonly number[];
}

/** The codes that the comments of all files turn off, and which of them had an effect. */
export type Ignores = ReturnType<typeof createIgnores>;

/** An inventory file may be read once for each of its hosts: files are known by name, comments by their place. */
export function createIgnores() {
  const all = new Map<string, Ignore>();
  const byLine = new Map<string, Ignore>();
  const used = new Set<Ignore>();
  const lineKey = (code: Code, file: string, line: number) => `${code}:${line}:${file}`;
  return {
    add(ignore: Ignore): void {
      const { code, span, lines } = ignore;
      const place = lineKey(code, span.file.name, span.start);
      if (all.has(place)) return;
      all.set(place, ignore);
      for (const line of lines) {
        const key = lineKey(code, span.file.name, line);
        if (!byLine.has(key)) byLine.set(key, ignore);
      }
    },
    /** Whether a comment is about findings of `code` on the line where the span begins; it counts as used then. */
    match(code: Code, { file, start }: Span): boolean {
      if (all.size === 0) return false;
      const ignore = byLine.get(lineKey(code, file.name, lineAt(file, start)));
      if (ignore !== undefined) used.add(ignore);
      return ignore !== undefined;
    },
    /** The comments that no finding was met by, in the order in which they were read. */
    unused: (): readonly Ignore[] => [...all.values()].filter((ignore) => !used.has(ignore)),
  };
}

/** Whether the code depends on versions that perhaps only `verify` and `run` know. */
export const isVersionCode = (code: Code): boolean => /^RP60(0[4578]|1[34])$/.test(code);

/** Whether only a comparison with a cluster can find it: without one, it is unknown whether a comment is of use. */
export const isClusterCode = (code: Code): boolean => code.startsWith('RP51');
