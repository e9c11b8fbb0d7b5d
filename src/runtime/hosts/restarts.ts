import { REFUSED } from '../run/run-refusal.ts';

const CANNOT_RUN = 126;
const NOT_FOUND = 127;
/** What was lost looks for its launcher once a second. */
const LAST_LOOK_MS = 1000;

/** An attempt that ended. */
export interface EndedAttempt {
  readonly status: number;
  /** 0 for the first. */
  readonly attempt: number;
  /** How many may follow the first. */
  readonly restarts: number;
  /** A signal ended the run: no restart, and no word about it. */
  readonly isDismissed: boolean;
  /** The ranks of a host were ended by a signal on that host. */
  readonly wasEndedThere: boolean;
  /** Processes are left, or a host that is reached has not said that none is. */
  readonly hasSurvivors: boolean;
}

export type NextStep =
  | { readonly kind: 'end' }
  /** A restart was allowed, and would not help or could harm. */
  | { readonly kind: 'obstacle'; readonly reason: string }
  | { readonly kind: 'restart'; readonly attempt: number };

/** Whether all ranks start again after an attempt. */
export function chooseNextStep(ended: EndedAttempt): NextStep {
  if (ended.status === 0 || ended.restarts === 0 || ended.isDismissed) return { kind: 'end' };
  const reason = findObstacle(ended);
  return reason === null ? { kind: 'restart', attempt: ended.attempt + 1 } : { kind: 'obstacle', reason };
}

/** What would only fail again. */
function findObstacle(ended: EndedAttempt): string | null {
  const { status } = ended;
  if (ended.wasEndedThere) return 'the ranks of a host were ended there';
  if (status === REFUSED) return 'a rank refused to run (status 78)';
  if (status === CANNOT_RUN || status === NOT_FOUND) return 'a rank cannot be started';
  if (ended.hasSurvivors) return 'not all of this attempt could be ended';
  return ended.attempt >= ended.restarts ? 'this was the last attempt' : null;
}

export interface LostHost {
  /** When it was given up. */
  readonly at: number;
  readonly patienceMs: number;
  readonly graceMs: number;
}

/** By then nothing of the ranks runs on a host that was lost. */
export const settlesAt = ({ at, patienceMs, graceMs }: LostHost): number =>
  at + patienceMs + graceMs + LAST_LOOK_MS;
