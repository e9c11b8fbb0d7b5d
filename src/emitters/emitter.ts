import type { LaunchPlan } from '../generated/plan.ts';

/** One file of the output directory. */
export interface Artifact {
  /** Relative to the output directory, with `/`, normalized: no `.`, `..`, empty or absolute part. */
  readonly path: string;
  /** A script is executable; the user's umask still applies. */
  readonly executable: boolean;
  /** The text, or its pieces in order: a plan of a million ranks is longer than one string may be. */
  readonly content: string | readonly string[];
}

export interface EmitInput {
  readonly plan: LaunchPlan;
  /** sha256 of plan.json as 64 hex digits: what ties every artifact to the plan it was made from. */
  readonly planDigest: string;
}

/**
 * A backend: it turns a plan into files and decides nothing. What it cannot express it refuses, by returning a
 * refusal instead of artifacts that mean another plan.
 */
export interface Emitter {
  /** The name in `--emit`. */
  readonly name: string;
  /** One line for `--help` and the documentation. */
  readonly summary: string;
  /** Emitters whose files this one's files need. */
  readonly implies: readonly string[];
  emit(input: EmitInput): Iterable<Artifact>;
}
