import { REFUSED } from '../run/run-refusal.ts';

const CANNOT_RUN = 126;
const NOT_FOUND = 127;

/** An attempt that failed. */
export interface FailedAttempt {
  readonly status: number;
  /** 0 for the first. */
  readonly attempt: number;
  /** How many may follow the first. */
  readonly restarts: number;
  /** The ranks of a host were ended by a signal on that host. */
  readonly wasEndedThere: boolean;
  /** Processes are left, or a host that is reached has not said that none is. */
  readonly hasSurvivors: boolean;
}

/** Why no attempt follows that one: it would only fail again, or could harm. Null where all ranks start again. */
export function findObstacle(failed: FailedAttempt): string | null {
  const { status } = failed;
  if (failed.wasEndedThere) return 'the ranks of a host were ended there';
  if (status === REFUSED) return 'a rank refused to run (status 78)';
  if (status === CANNOT_RUN || status === NOT_FOUND) return 'a rank cannot be started';
  if (failed.hasSurvivors) return 'not all of this attempt could be ended';
  return failed.attempt >= failed.restarts ? 'this was the last attempt' : null;
}
