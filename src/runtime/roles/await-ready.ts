import { request } from 'node:http';
import { connect } from 'node:net';
import { resolve as resolvePath } from 'node:path';
import type { ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { PlanRole } from '../../generated/plan.ts';
import { order } from '../hosts/orders.ts';
import type { RunningHosts } from '../hosts/run-hosts.ts';

/** What is known of an attempt of a replica. */
export interface AttemptState {
  /** Lines that show that it is ready. */
  lines: number;
  isOver: boolean;
}

const PAUSE_MS = 200;
/** An answer that takes longer is none; the next try may have one. */
const MAX_ANSWER_MS = 5000;

/** Looks again and again, until the replica is ready, has ended, or has taken too long. */
export async function awaitReady(
  one: ReplicaOf,
  hostOf: (node: string) => string,
  { run }: RunningHosts,
  state: AttemptState,
): Promise<'ready' | 'late' | 'ended'> {
  const { readiness } = one.role;
  if (readiness === null) return state.isOver && run.status !== 0 ? 'ended' : 'ready';
  const isReady = chooseLook(readiness, one, hostOf, run, state);
  const end = performance.now() + readiness.timeoutSeconds * 1000;
  for (;;) {
    const left = Math.max(end - performance.now(), PAUSE_MS);
    const isSo = await isReady(Math.min(left, MAX_ANSWER_MS));
    // Another process may listen at its port when it has ended; lines of its log are certainly its own.
    if (isSo && (readiness.kind === 'log' || !state.isOver)) return 'ready';
    if (state.isOver) return 'ended';
    if (performance.now() >= end) return 'late';
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** What shows whether the replica is ready now; it listens where its first process is. */
function chooseLook(
  { kind, value, count, port: portName }: NonNullable<PlanRole['readiness']>,
  one: ReplicaOf,
  hostOf: (node: string) => string,
  run: RunningHosts['run'],
  state: AttemptState,
): (answerMs: number) => boolean | Promise<boolean> {
  const [leader] = one.replica.processes;
  const host = hostOf(leader?.node ?? '');
  const port = leader?.ports[portName ?? ''] ?? 0;
  switch (kind) {
    case 'tcp':
      return (answerMs) => accepts(host, port, answerMs);
    case 'http':
      return async (answerMs) => (await statusOf(host, port, value ?? '/', answerMs)) === count;
    case 'log':
      return () => state.lines >= count;
    case 'file':
      return () => isThere(run, readyFileOf(one));
  }
}

function accepts(host: string, port: number, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout });
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Null if there is no answer. */
function statusOf(host: string, port: number, path: string, timeout: number): Promise<number | null> {
  return new Promise((resolve) => {
    const call = request({ host, port, path, timeout, agent: false }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? null);
    });
    call.once('timeout', () => call.destroy());
    call.on('error', () => {}); // after it comes the close, as after an answer that changes the protocol
    call.once('close', () => resolve(null));
    call.end();
  });
}

/** The file that shows that a replica is ready, on the host of its first process. */
export function readyFileOf({ role, replica }: ReplicaOf) {
  if (role.readiness?.kind !== 'file') return null;
  const path = resolvePath(role.launch.workdir ?? '.', role.readiness.value ?? '');
  return { node: replica.processes[0]?.node ?? '', path };
}

/** Its host answers a question; a file that was there before this attempt shows nothing. */
function isThere({ hosts }: RunningHosts['run'], file: ReturnType<typeof readyFileOf>): boolean {
  const host = hosts.find(({ node }) => node.name === file?.node);
  if (file === null || host === undefined) return false;
  const [before, ...since] = host.facts.filter(
    ({ question, subject }) => question === 'fresh' && subject === file.path,
  );
  const isSo = since.some(({ number, value }) => number === 1 && value !== before?.value);
  if (host.phase === 'running') host.link?.send(order.look([`fresh ${file.path}`]));
  return isSo;
}
