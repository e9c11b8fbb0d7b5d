import type { Diagnostic } from '../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../compiler/source/source-file.ts';
import { keySpan } from '../compiler/syntax/document.ts';
import type { Code } from '../generated/codes.ts';
import type { LaunchPlan } from '../generated/plan.ts';

/** One file of the output directory. */
export interface Artifact {
  /** Relative to the output directory, with `/`, normalized: no `.`, `..`, empty or absolute part. */
  readonly path: string;
  /** A script is executable; the user's umask still applies. */
  readonly executable: boolean;
  /** The text, or its pieces in order: a plan of a million ranks is longer than one string may be. */
  readonly content: string | readonly string[];
  /** If the user already has a file with this name, this artifact is not written. */
  readonly givesWay?: true;
}

export interface EmitInput {
  readonly plan: LaunchPlan;
  /** sha256 of plan.json as 64 hex digits: what ties every artifact to the plan it was made from. */
  readonly planDigest: string;
}

/** Why a backend cannot express a plan. */
export interface Refusal {
  readonly code: Code;
  readonly message: string;
  readonly help: string;
  /** The top-level key of the topology that causes the refusal. */
  readonly key: 'nodes' | 'mapping' | 'workload' | 'launch' | 'slurm' | 'roles';
  /** The key below it, if it is one of them. */
  readonly below?: string;
}

/** A refusal as a finding at the key of the document that causes it; at its start where there is none. */
export function placeRefusal(
  { code, message, help, key, below }: Refusal,
  document: object | undefined,
  file: SourceFile,
): Diagnostic {
  const section = (document as Readonly<Record<string, unknown>> | undefined)?.[key];
  const isBelow = below !== undefined && typeof section === 'object' && section !== null && below in section;
  const primary =
    document === undefined
      ? { file, start: 0, end: 0 }
      : isBelow
        ? keySpan(section, below)
        : keySpan(document, key);
  return { code, severity: 'error', message, primary, labels: [], notes: [], help, suggestion: null };
}

/** Every emitter, in the order in which they write; the help of `--emit` has this list. */
export const EMITTER_NAMES = ['env', 'shell', 'slurm', 'torchrun'] as const;

/**
 * A backend turns a plan into files and decides nothing. It refuses a plan that it cannot express, and never writes
 * files that mean another plan.
 */
export interface Emitter {
  /** The name in `--emit`. */
  readonly name: (typeof EMITTER_NAMES)[number];
  /** One line for `--help` and the documentation. */
  readonly summary: string;
  /** Emitters whose files this one's files need. */
  readonly implies: readonly string[];
  /** Why it cannot express the plan; null when it can. */
  readonly refuse: (plan: LaunchPlan) => Refusal | null;
  readonly emit: (input: EmitInput) => Iterable<Artifact>;
}

/** `what` says what the emitter does instead. */
export const refuseRoles = (what: string): Refusal => ({
  code: 'RP4203',
  key: 'launch',
  message: `${what}, and this plan has several roles`,
  help: 'start them with `rankplan run`',
});
