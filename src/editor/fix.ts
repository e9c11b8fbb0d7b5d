import type { CodeAction, Range } from 'vscode-languageserver-protocol';
import { withLineEnds } from '../compiler/diagnostics/apply-suggestions.ts';
import type { Diagnostic } from '../compiler/diagnostics/reporter.ts';
import { rangeOf } from './ranges.ts';
import { type Links, toEditorDiagnostic } from './to-diagnostic.ts';

/** The edits that fix the findings in a range of one file. Only certain ones are offered as preferred. */
export function fixesIn(found: readonly Diagnostic[], uri: string, range: Range, links: Links): CodeAction[] {
  return found.flatMap((finding) => {
    const { suggestion, primary } = finding;
    if (suggestion === null || links.uriOf(primary.file.name) !== uri || !overlap(rangeOf(primary), range))
      return [];
    const { span, replacement, title, isCertain } = suggestion;
    const newText = withLineEnds(replacement, span.file.text);
    return [
      {
        title,
        kind: 'quickfix',
        isPreferred: isCertain,
        diagnostics: [toEditorDiagnostic(finding, links)],
        edit: { changes: { [links.uriOf(span.file.name)]: [{ range: rangeOf(span), newText }] } },
      },
    ];
  });
}

function overlap(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

const isBefore = (a: Range['start'], b: Range['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);
