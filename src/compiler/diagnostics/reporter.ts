import type { Code } from '../../generated/codes.ts';
import { findLookalike } from '../source/lookalikes.ts';
import { clip } from '../source/printable.ts';
import type { Span } from '../source/source-file.ts';
import { createIgnores, type Ignore, type Ignores } from './ignores.ts';
import type { Suggestion } from './suggestion.ts';

/** A note is for the reviewer of the file; it does not report a mistake. */
export type Severity = 'error' | 'warning' | 'note';

export interface Label {
  readonly span: Span;
  readonly message: string;
}

/** One finding. The code and the place are the contract; the prose may change. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly primary: Span;
  readonly labels: readonly Label[];
  readonly notes: readonly string[];
  readonly help: string | null;
  readonly suggestion: Suggestion | null;
}

export interface Details {
  readonly labels?: readonly Label[];
  readonly notes?: readonly string[];
  readonly help?: string;
  /** A function where it takes a search. */
  readonly suggestion?: Suggestion | null | (() => Suggestion | null);
}

/** A function if the text takes work, such as a search for what was meant: it is called only if the finding is kept. */
export type Message = string | (() => string);

/** Collects what a user did wrong. Phases report and go on; throwing is for bugs. */
export interface Reporter {
  error(code: Code, primary: Span, message: Message, details?: Details): void;
  warning(code: Code, primary: Span, message: Message, details?: Details): void;
  note(code: Code, primary: Span, message: Message, details?: Details): void;
  /** Leaves out the warnings and notes that a comment is about; those to come, not those that were reported. */
  ignore(ignore: Ignore): void;
  /** Errors so far, the dropped ones included, but not the non-blocking ones. */
  errorCount(): number;
  /** Errors so far of any kind: with one, nothing may be made of the input. */
  allErrorCount(): number;
  /** For errors that do not concern what later phases work on: those need not stop. */
  readonly nonBlocking: Reporter;
  /** All findings, sorted by file, place and code. */
  diagnostics(): readonly Diagnostic[];
}

/** How many findings of one code are kept: a mistake in a generated file repeats a thousandfold. */
export const MAX_PER_CODE = 100;

export function createReporter(ignores: Ignores = createIgnores(), maxPerCode = MAX_PER_CODE): Reporter {
  const kept: Diagnostic[] = [];
  const counts = new Map<string, number>();
  const errors = { blocking: 0, nonBlocking: 0 };
  const add = (severity: Severity, code: Code, primary: Span, message: Message, details: Details = {}) => {
    const isIgnored = ignores.match(code, primary);
    if (isIgnored && severity !== 'error') return;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if (count > maxPerCode) return;
    const { labels = [], notes = [], help = null, suggestion = null } = details;
    // A message quotes what it is about, and that may be megabytes.
    const shown = clip(typeof message === 'string' ? message : message(), 500);
    const odd = severity === 'error' ? nameOddity(primary, `${shown} ${help}`) : [];
    const all = [...notes, ...odd, ...(isIgnored ? [NOT_IGNORED] : [])];
    const edit = typeof suggestion === 'function' ? suggestion() : suggestion;
    kept.push({ code, severity, message: shown, primary, labels, notes: all, help, suggestion: edit });
  };
  const reporterOf = (kind: keyof typeof errors) => ({
    error: (...args: Finding) => {
      errors[kind]++;
      add('error', ...args);
    },
    warning: (...args: Finding) => add('warning', ...args),
    note: (...args: Finding) => add('note', ...args),
    ignore: (ignore: Ignore) => ignores.add(ignore),
    errorCount: () => errors.blocking,
    allErrorCount: () => errors.blocking + errors.nonBlocking,
    diagnostics: () =>
      withoutRepeats(kept.map((found) => withDropped(found, counts, maxPerCode)).sort(byPlace)),
  });
  const nonBlocking: Reporter = {
    ...reporterOf('nonBlocking'),
    get nonBlocking() {
      return nonBlocking;
    },
  };
  return { ...reporterOf('blocking'), nonBlocking };
}

/**
 * What was made, or null if an error says why not. Null without an error is a bug, and ends here: a user gets a result
 * or a reason. `errorsBefore` are those that do not speak of it.
 */
export function requireReason<T>(what: string, made: T | null, report: Reporter, errorsBefore = 0): T | null {
  if (made === null && report.allErrorCount() === errorsBefore)
    throw new Error(`there is no ${what}, and no error says why`);
  return made;
}

/** A character that looks like another one explains an error whose cause is invisible; nothing where the error already names it. */
function nameOddity({ file, start, end }: Span, message: string): readonly string[] {
  // A longer value is a text of its own.
  const found = end - start > 256 ? null : findLookalike(file.text.slice(start, end));
  return found === null || message.includes(found.code) ? [] : [`${found.what} stands in it: ${found.help}`];
}

const NOT_IGNORED = '`rankplan-ignore` leaves out warnings and notes only, and this is an error';

type Finding = Parameters<Reporter['error']>;

function withDropped(found: Diagnostic, counts: ReadonlyMap<string, number>, max: number): Diagnostic {
  const dropped = (counts.get(found.code) ?? 0) - max;
  if (dropped <= 0) return found;
  return { ...found, notes: [...found.notes, `${dropped} more findings of ${found.code} are not shown`] };
}

/** Two rules may need the same fact; its absence is reported once. */
function withoutRepeats(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  return sorted.filter((found, i) => {
    const previous = sorted[i - 1];
    return previous === undefined || previous.severity !== found.severity || byPlace(previous, found) !== 0;
  });
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.primary.file.name, b.primary.file.name) ||
    a.primary.start - b.primary.start ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

/** What is said below the message, where there is no other form for it. */
export const adviceOf = ({ notes, help }: Pick<Diagnostic, 'notes' | 'help'>): readonly string[] => [
  ...notes.map((note) => `note: ${note}`),
  ...(help === null ? [] : [`help: ${help}`]),
];

/** By code unit: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
