import type {
  Diagnostic as DiagnosticDocument,
  DiagnosticsReport,
  Span as SpanDocument,
} from '../../generated/diagnostics.ts';
import { positionAt, type Span } from '../source/source-file.ts';
import type { Diagnostic } from './reporter.ts';

/** Findings in the form of schemas/diagnostics.schema.json. */
export function toReport(found: readonly Diagnostic[]): DiagnosticsReport {
  const errors = found.filter(({ severity }) => severity === 'error').length;
  return {
    formatVersion: '1.0',
    errors,
    warnings: found.length - errors,
    diagnostics: found.map(toDocument),
  };
}

function toDocument(found: Diagnostic): DiagnosticDocument {
  const { code, severity, message, primary, labels, notes, help, suggestion } = found;
  return {
    code,
    severity,
    message,
    primary: toSpan(primary),
    labels: labels.map((label) => ({ span: toSpan(label.span), message: label.message })),
    notes: [...notes],
    help,
    suggestion:
      suggestion === null ? null : { span: toSpan(suggestion.span), replacement: suggestion.replacement },
  };
}

function toSpan({ file, start, end }: Span): SpanDocument {
  return { file: file.name, start: positionAt(file, start), end: positionAt(file, end) };
}
