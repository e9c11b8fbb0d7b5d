/** One option of a verb, in commander's notation. */
export interface VerbOption {
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly required?: boolean;
  /** Whether it may be repeated; the values are joined with commas. */
  readonly repeatable?: boolean;
}

/** What a verb is called with: its arguments in order, options by their camel-case names. */
export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * One command of the command line. The definition is light; `run` loads what it needs, so that `--help` and other verbs
 * do not pay for it. A new verb is a file like its siblings and a line in `verbs.ts`.
 */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<file>`, `[file]`, `<files...>`. */
  readonly args: string;
  readonly options: readonly VerbOption[];
  /** Command lines that work, with what they do. */
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** Returns the exit status. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Exit statuses, as the design fixes them. */
export const EXIT = { fine: 0, findings: 1, usage: 2, environment: 3, bug: 70 } as const;

/** Something about this machine or these files that rankplan cannot go on with: a message, no stack. */
export class EnvironmentError extends Error {}

/** A command line that makes no sense. */
export class UsageError extends Error {}
