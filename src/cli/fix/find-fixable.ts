import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { Suggestion } from '../../compiler/diagnostics/suggestion.ts';

export interface Fixable extends Diagnostic {
  readonly suggestion: Suggestion;
}

/** The findings of the file `name` that have an edit which is certain; those of its inventory files are not its own. */
export const findFixable = (found: readonly Diagnostic[], name: string): readonly Fixable[] =>
  found.filter(
    (one): one is Fixable => one.suggestion?.isCertain === true && one.suggestion.span.file.name === name,
  );
