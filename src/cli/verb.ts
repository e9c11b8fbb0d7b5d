import type { Command } from 'commander';

/** One option of a verb, in commander's notation; the name of its value says what a shell offers for it (completion/complete-words.ts). */
export interface VerbOption {
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly required?: boolean;
  /** Whether it may be repeated; the values are joined with commas. */
  readonly repeatable?: boolean;
}

/** The options of a verb, by the names that commander gives them: `--dry-run` is `dryRun`, `--no-cache` is `cache`. */
export type VerbOptions = Readonly<Record<string, VerbOption>>;

/** A flag is true or false. An option with a value has it, or null if it was not given. */
type ValueOf<Option extends VerbOption> = string extends Option['flags']
  ? string | boolean | null
  : Option['flags'] extends `${string}<${string}`
    ? ChoiceOf<Option> | (Option extends { default: string } | { required: true } ? never : null)
    : boolean;

type ChoiceOf<Option> = Option extends { choices: readonly (infer Choice)[] } ? Choice : string;

/** What a verb is called with: its arguments in order, and the values of its options. */
export interface Invocation<Options extends VerbOptions = VerbOptions> {
  readonly args: readonly string[];
  readonly options: { readonly [Name in keyof Options]: ValueOf<Options[Name]> };
  /** Which of the arguments is the first after `--`, of a verb that takes a command. */
  readonly commandAt?: number | null;
}

/**
 * One command of the command line. The definition is light; `run` loads what it needs, so that `--help` and other verbs
 * do not pay for it. A new verb is a file like its siblings and a line in `verbs.ts`.
 */
export interface Verb<Options extends VerbOptions = VerbOptions> {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<file>`, `[file]`, `[files...]`. */
  readonly args: string;
  readonly options: Options;
  /** What it takes where no file is named: the topology of the working directory, or all that are there. */
  readonly fallback?: 'topology' | 'topologies';
  /** Command lines that work, with what they do. */
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** Returns the exit status; `program` makes the command line with all verbs. A method, so that a list may hold verbs with different options. */
  run(invocation: Invocation<Options>, program: () => Command): Promise<number>;
}

/** Exit statuses, as the design fixes them. */
export const EXIT = { fine: 0, findings: 1, usage: 2, environment: 3, bug: 70 } as const;

/** Something about this machine or these files that rankplan cannot go on with: a message, no stack. */
export class EnvironmentError extends Error {}

/** The result of an action, or what is made of the EnvironmentError that ends it. */
export function catchEnvironment<T>(action: () => T, instead: (error: EnvironmentError) => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof EnvironmentError) return instead(error);
    throw error;
  }
}

/** A command line that makes no sense. */
export class UsageError extends Error {}
