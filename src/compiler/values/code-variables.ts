import { CODE_VARIABLES } from '../../generated/code-variables.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';

/**
 * Environment variables by which a topology decides what code runs, beside its command: a reviewer must see them. By
 * name, what they do, which completes "`NAME` "; a `*` at the end stands for any rest.
 */
const WHAT_IT_DOES = new Map(CODE_VARIABLES.flatMap(({ does, names }) => names.map((name) => [name, does])));

/** The beginnings of names that the table ends with a `*`. */
const PREFIXES = [...WHAT_IT_DOES.keys()]
  .filter((name) => name.endsWith('*'))
  .map((name) => name.slice(0, -1));

/** What a variable has to do with code that runs, or null; completes "`NAME` ". */
export const whatItRuns = (name: string): string | null =>
  WHAT_IT_DOES.get(name) ??
  WHAT_IT_DOES.get(`${PREFIXES.find((prefix) => name.startsWith(prefix))}*`) ??
  null;

export const CODE_HELP = 'see that it is meant, and where it points';

/** The same where there are comments. */
export const CODE_HELP_IN_TEXT = `${CODE_HELP}: \`# rankplan-ignore RP3035: why\` says so`;

/** Notes a variable that decides which code runs; of any other it says nothing. */
export function noteVariable(name: string, place: () => Span, report: Reporter, help: string): void {
  const power = whatItRuns(name);
  if (power !== null) report.note('RP3035', place(), `\`${name}\` ${power}`, { help });
}

/** Notes the program that reaches other hosts: of all that a topology names, it alone runs where the launch is started. */
export function noteRemoteCommand(
  words: readonly string[],
  place: () => Span,
  report: Reporter,
  help: string,
): void {
  const message = `\`${words.join(' ')}\` runs on the machine where a launch of all hosts starts, also under \`--dry-run\``;
  report.note('RP3035', place(), message, { help });
}
