import type {
  Diagnostic as DiagnosticDocument,
  DiagnosticsReport,
  Span as SpanDocument,
} from '../../generated/diagnostics.ts';
import { positionAt, type Span } from '../source/source-file.ts';
import { withLineEnds } from './apply-suggestions.ts';
import type { Diagnostic, Severity } from './reporter.ts';
import type { Suggestion } from './suggestion.ts';

/** Findings in the form of schemas/diagnostics.schema.json. */
export function toReport(found: readonly Diagnostic[]): DiagnosticsReport {
  const count = (level: Severity) => found.filter(({ severity }) => severity === level).length;
  return {
    formatVersion: '1.0',
    errors: count('error'),
    warnings: count('warning'),
    notes: count('note'),
    diagnostics: found.map(toDocument),
  };
}

function toDocument(found: Diagnostic): DiagnosticDocument {
  const { primary, labels, notes, suggestion } = found;
  return {
    ...found,
    primary: toSpan(primary),
    labels: labels.map((label) => ({ span: toSpan(label.span), message: label.message })),
    notes: [...notes],
    suggestion: suggestion && toEdit(suggestion),
  };
}

function toEdit({ span, replacement, title, isCertain }: Suggestion): DiagnosticDocument['suggestion'] {
  const written = withLineEnds(replacement, span.file.text);
  return { span: toSpan(span), replacement: written, title, certain: isCertain };
}

export function toSpan({ file, start, end }: Span): SpanDocument {
  return { file: file.name, start: positionAt(file, start), end: positionAt(file, end) };
}
