import type { CodeAction, Diagnostic as EditorDiagnostic, Range } from 'vscode-languageserver-protocol';
import { withLineEnds } from '../compiler/diagnostics/apply-suggestions.ts';
import { adviceOf, type Diagnostic, type Severity } from '../compiler/diagnostics/reporter.ts';
import { printable } from '../compiler/source/printable.ts';
import { rangeOf } from './ranges.ts';

const SEVERITIES: Readonly<Record<Severity, 1 | 2 | 3>> = { error: 1, warning: 2, note: 3 };

export interface Links {
  /** The URI of a file that a finding names. */
  readonly uriOf: (name: string) => string;
  /** Where a code is explained; null if the documentation is not installed. */
  readonly explain: (code: string) => string | null;
}

/** A finding as editors show it. What helps stands below the message, since they show nothing else of it. */
export function toEditorDiagnostic(found: Diagnostic, { uriOf, explain }: Links): EditorDiagnostic {
  const { code, severity, message, primary, labels } = found;
  const href = explain(code);
  const relatedInformation = labels.map((label) => ({
    location: { uri: uriOf(label.span.file.name), range: rangeOf(label.span) },
    message: printable(label.message),
  }));
  return {
    range: rangeOf(primary),
    severity: SEVERITIES[severity],
    code,
    ...(href === null ? {} : { codeDescription: { href } }),
    source: 'rankplan',
    message: [message, ...adviceOf(found)].map(printable).join('\n'),
    ...(labels.length === 0 ? {} : { relatedInformation }),
  };
}

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
