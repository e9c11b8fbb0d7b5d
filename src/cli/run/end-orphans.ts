import { printable } from '../../compiler/source/printable.ts';
import { endMarked } from '../../runtime/run/end-marked.ts';
import type { GuardEnd } from '../../runtime/run/start-guard.ts';
import { EnvironmentError } from '../verb.ts';
import type { LiveStatus } from './live-status.ts';

/** Somebody killed the guard and its watcher: what the ranks had started may still be there. Returns what remains. */
export async function endOrphans(
  { signal, status, complaint }: GuardEnd,
  { exec, folder }: { readonly exec: string; readonly folder: string },
  say: LiveStatus['say'],
): Promise<readonly number[]> {
  if (signal === null)
    throw new EnvironmentError(`${exec} started nothing (status ${status}): ${printable(complaint)}`);
  say(`rankplan: rankplan-exec was killed by ${signal}, and the ranks with it\n`);
  return endMarked(`RANKPLAN_RUN_DIR=${folder}`);
}
