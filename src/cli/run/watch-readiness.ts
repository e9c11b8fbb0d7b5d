import type { ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import { order } from '../../runtime/hosts/orders.ts';
import type { ShowLine } from '../../runtime/hosts/output.ts';
import type { RunningHosts } from '../../runtime/hosts/run-hosts.ts';
import { awaitReady } from '../../runtime/roles/await-ready.ts';
import { type RolesScene, readyFileOf } from './describe-replica.ts';

/** What is known of an attempt of a replica. */
export interface AttemptState {
  /** Lines that show that it is ready. */
  lines: number;
  isOver: boolean;
}

/** Notes the lines that show that it is ready, and shows those that are wanted. */
export function countLines(
  { call }: RolesScene,
  { role }: ReplicaOf,
  note: () => void,
  show: ShowLine,
  grant: (bytes: number) => void,
): ShowLine {
  const text = role.readiness?.kind === 'log' ? (role.readiness.value ?? '') : null;
  return (stream, line, goesOn) => {
    if (text !== null && line.includes(text)) note();
    if (call.options.tee) show(stream, line, goesOn);
    else grant(line.length + 2); // the mark before it and its end count, too
  };
}

export async function watchReadiness(
  { hostOf }: RolesScene,
  one: ReplicaOf,
  { run }: RunningHosts,
  state: AttemptState,
): Promise<'ready' | 'late' | 'ended'> {
  const { role, replica } = one;
  if (role.readiness === null) return state.isOver && run.status !== 0 ? 'ended' : 'ready';
  const leader = replica.processes[0];
  const port = leader?.ports[role.readiness.port ?? ''] ?? 0;
  return await awaitReady(
    role.readiness,
    {
      ...{ host: hostOf(leader?.node ?? ''), port, countLines: () => state.lines },
      fileExists: () => isThere(run, readyFileOf(one)),
    },
    () => state.isOver,
  );
}

/** Its host answers a question; a file that was there before this attempt shows nothing. */
async function isThere(
  { hosts }: RunningHosts['run'],
  file: ReturnType<typeof readyFileOf>,
): Promise<boolean> {
  const host = hosts.find(({ node }) => node.name === file?.node);
  if (file === null || host === undefined) return false;
  const [before, ...since] = host.facts.filter(
    ({ question, subject }) => question === 'fresh' && subject === file.path,
  );
  const isSo = since.some(({ number, value }) => number === 1 && value !== before?.value);
  if (host.phase === 'running') host.link?.send(order.look([`fresh ${file.path}`]));
  return isSo;
}
