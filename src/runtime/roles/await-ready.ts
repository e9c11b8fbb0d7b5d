import { request } from 'node:http';
import { connect } from 'node:net';
import type { PlanRole } from '../../generated/plan.ts';

export type Readiness = NonNullable<PlanRole['readiness']>;

/** What is looked at, and how: each answers whether it is so now. */
export interface ReadinessSite {
  /** Where the replica's first process listens. */
  readonly host: string;
  readonly port: number;
  /** Lines of the replica's output so far that contain a text. */
  readonly countLines: () => number;
  readonly fileExists: (path: string) => Promise<boolean>;
}

const PAUSE_MS = 200;
/** An answer that takes longer is none; the next try may have one. */
const ANSWER_MS = 5000;

/** Looks again and again, until the replica is ready, has ended, or has taken too long. */
export async function awaitReady(
  readiness: Readiness,
  site: ReadinessSite,
  hasEnded: () => boolean,
): Promise<'ready' | 'late' | 'ended'> {
  const end = performance.now() + readiness.timeoutSeconds * 1000;
  for (;;) {
    const isSo = await isReady(readiness, site);
    // Another may listen where it did, but what it wrote is its own.
    if (isSo && (readiness.kind === 'log' || !hasEnded())) return 'ready';
    if (hasEnded()) return 'ended';
    if (performance.now() >= end) return 'late';
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function isReady({ kind, value, count }: Readiness, site: ReadinessSite): Promise<boolean> {
  switch (kind) {
    case 'tcp':
      return accepts(site.host, site.port);
    case 'http':
      return (await statusOf(site.host, site.port, value ?? '/')) === count;
    case 'log':
      return site.countLines() >= count;
    case 'file':
      return site.fileExists(value ?? '');
  }
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ANSWER_MS });
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
function statusOf(host: string, port: number, path: string): Promise<number | null> {
  return new Promise((resolve) => {
    const call = request({ host, port, path, timeout: ANSWER_MS, agent: false }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? null);
    });
    call.once('timeout', () => call.destroy());
    call.on('error', () => {}); // after it comes the close, as after an answer that changes the protocol
    call.once('close', () => resolve(null));
    call.end();
  });
}
