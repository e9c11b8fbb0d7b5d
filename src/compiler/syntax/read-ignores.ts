import { type Code, WARNING_CODES } from '../../generated/codes.ts';
import { type Ignores, isClusterCode, isVersionCode } from '../diagnostics/ignores.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Suggestion } from '../diagnostics/suggestion.ts';
import {
  isCommentLine,
  isFirstOnLine,
  lineAt,
  lineEnd,
  type SourceFile,
  type Span,
} from '../source/source-file.ts';

/** A comment of the file, from its `#` to the end of the line. */
export interface Comment {
  readonly offset: number;
  readonly text: string;
}

/** Whether a comment is, or was meant to be, one that leaves warnings out. */
export const isIgnore = (comment: string): boolean => /^#+[ \t]*rankplan-ignore/i.test(comment);

/**
 * Reads `# rankplan-ignore RP3007: the reason` comments, in the order of the file. At the end of a line one counts for
 * that line; alone on a line, for the next line that is no comment.
 */
export function readIgnores(file: SourceFile, comments: readonly Comment[], report: Reporter): void {
  const covered = findCovered(file, comments);
  for (const [i, { offset, text }] of comments.entries()) {
    const span = { file, start: offset, end: offset + text.trimEnd().length };
    const colon = text.indexOf(':');
    const head = colon < 0 ? text : text.slice(0, colon);
    const [, prefix, codes] = (head.length <= MAX_HEAD && HEAD.exec(head)) || [];
    if (prefix === undefined || codes === undefined) {
      const help = 'write `# rankplan-ignore RP3007: the reason`; several codes have commas between them';
      report.warning('RP1201', span, 'the comment does not say which warnings to leave out', { help });
    } else if (colon < 0 || text.slice(colon + 1).trim() === '') {
      const help = `write \`# rankplan-ignore ${codes}: the reason\`; until then nothing is left out`;
      report.warning('RP1201', span, `the comment does not say why ${codes} should be left out`, { help });
    } else {
      for (const { 0: code, index } of codes.matchAll(/RP\d{4}/g)) {
        const start = offset + prefix.length + index;
        readCode(code, { file, start, end: start + code.length }, covered[i] ?? [], report);
      }
    }
  }
}

/** What stands before the colon; longer than all codes together it is no list of them, and no work for a pattern. */
const HEAD = /^(#+[ \t]*rankplan-ignore[ \t]+)(RP\d{4}(?:[ \t]*,[ \t]*RP\d{4})*)[ \t\r]*$/;
const MAX_HEAD = 400;

function readCode(code: string, span: Span, lines: readonly number[], report: Reporter): void {
  if (isWarning(code)) {
    report.ignore({ code, span, lines });
    return;
  }
  const help = `correct what is found instead; those that can be left out are ${WARNING_CODES.join(', ')}`;
  const message = `${code} cannot be left out: it is none of the warnings and notes about a topology`;
  report.error('RP1203', span, message, { help });
}

const isWarning = (code: string): code is Code => (WARNING_CODES as readonly string[]).includes(code);

/** The lines that each comment counts for. From the last to the first, so that a long stack of them is read once. */
function findCovered(file: SourceFile, comments: readonly Comment[]): readonly (readonly number[])[] {
  const covered: (readonly number[])[] = [];
  let below = { line: Number.POSITIVE_INFINITY, target: 0 };
  for (let i = comments.length - 1; i >= 0; i--) {
    const { offset } = comments[i] ?? { offset: 0 };
    const line = lineAt(file, offset);
    if (!isFirstOnLine(file, offset)) {
      covered[i] = [line];
      continue;
    }
    let target = line + 1;
    while (target !== below.line && isCommentLine(file, target)) target++;
    if (target === below.line) target = below.target;
    below = { line, target };
    covered[i] = [line, target];
  }
  return covered;
}

/** Comments that no warning was met by. A cluster's findings are looked for only where there is one. */
export function reportUnused(ignores: Ignores, of: 'topology' | 'cluster', report: Reporter): void {
  for (const { code, span } of ignores.unused()) {
    if (isClusterCode(code) !== (of === 'cluster') || isVersionCode(code)) continue;
    const help = 'remove it; a comment counts for its line, or alone on a line for the one below';
    const message = `nothing here is reported as ${code}: the comment leaves nothing out`;
    report.warning('RP1202', span, message, { help, suggestion: suggestRemoval(span) });
  }
}

/** The edit that removes a comment of one code, also its line. Null if other codes or lines belong to it. */
function suggestRemoval({ file, start, end }: Span): Suggestion | null {
  const line = lineAt(file, start);
  const stop = lineEnd(file, line);
  const from = file.text.lastIndexOf('\n', start) + 1;
  const before = file.text.slice(from, start);
  const [comment] = /[ \t]*#+[ \t]*rankplan-ignore[ \t]+$/i.exec(before) ?? [];
  if (comment === undefined || file.text[end] !== ':' || isCommentLine(file, line + 1)) return null;
  const isWhole = comment.length === before.length;
  const next = isWhole ? file.text.indexOf('\n', stop) + 1 : 0;
  const last = next > 0 ? next : stop;
  const span = { file, start: start - comment.length, end: last };
  return { span, replacement: '', title: 'Remove the comment', isCertain: true };
}
