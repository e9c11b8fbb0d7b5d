import type { Diagnostic as EditorDiagnostic } from 'vscode-languageserver-protocol';
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
