import type { Reporter } from '../../diagnostics/reporter.ts';
import type { SourceFile } from '../../source/source-file.ts';

/** Three marks in this order: what one branch says, (what both had,) what the other says. */
const MARKS = /^(<{7}|={7}|>{7})(?:[ \t\r].*)?$/gm;

/**
 * Reports unfinished merges. Only a text in brackets could parse with the marks in it, and would mean something
 * that neither branch says; so all of them are errors.
 */
export function reportConflicts(file: SourceFile, report: Reporter): boolean {
  // Most texts have none, and this is the fastest way to know.
  if (!file.text.includes('<<<<<<<')) return false;
  const open: { readonly start: number; readonly end: number }[] = [];
  let isFound = false;
  for (const { index, 0: line, 1: mark = '' } of file.text.matchAll(MARKS)) {
    const place = { start: index, end: index + line.trimEnd().length };
    if (mark.startsWith('<')) open.splice(0, open.length, place);
    else if (open.length === (mark.startsWith('=') ? 1 : 2)) open.push(place);
    const [start, middle, end] = open;
    if (start === undefined || middle === undefined || end === undefined) continue;
    report.error('RP1010', { file, ...start }, 'a merge conflict is not resolved', {
      labels: [
        { span: { file, ...middle }, message: 'the other side begins here' },
        { span: { file, ...end }, message: 'and ends here' },
      ],
      help: 'keep the lines of one side, or of both, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`',
    });
    isFound = true;
    open.length = 0;
  }
  return isFound;
}
