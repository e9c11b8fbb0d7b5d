import { REFUSED } from '../run/run-refusal.ts';
import { connectDue } from './connect-hosts.ts';
import type { Run } from './coordination.ts';
import { type Host, isReady, resetHost } from './host.ts';
import {
  wordHostWarnings,
  wordNotReady,
  wordReady,
  wordReadyCount,
  wordRefusals,
  wordTwin,
  wordUnusable,
} from './host-words.ts';
import { order } from './orders.ts';
import { describeTransport, nameOf } from './report.ts';
import { endLinks } from './watch-hosts.ts';

const TICK_MS = 50;

/**
 * All hosts are connected, and make their checks. With spares in the places of those that are not ready all look
 * again, for rank 0's may have moved. False where that is not enough, or the run was ended; a message says why.
 */
export async function makeReady(run: Run): Promise<boolean> {
  for (;;) {
    for (const host of run.hosts) resetHost(host);
    await prepareAll(run);
    if (run.dismissals > 0) return false;
    if (run.site.transport === 'ssh') refuseTwins(run.hosts);
    reportPrepared(run);
    const unready = run.hosts.filter((host) => !isReady(host)).map(({ index }) => index);
    if (unready.length === 0) return true;
    if (run.spares === null || !run.spares.replaceUnready(unready, run.audience.say)) {
      refuseAttempt(run, run.hosts.length - unready.length);
      return false;
    }
    await endLinks(run);
  }
}

/** All hosts make their checks at once, within one time. */
async function prepareAll(run: Run): Promise<void> {
  const end = performance.now() + run.timeoutMs;
  while (run.dismissals === 0 && performance.now() < end) {
    connectDue(run);
    for (const host of run.hosts) ask(run, host);
    if (run.hosts.every(isResolved)) return;
    const isQueued = run.hosts.some(({ phase }) => phase === 'waiting');
    await run.bell.wait(isQueued ? TICK_MS : Math.max(0, end - performance.now()));
  }
}

/** As soon as its guard is there. */
function ask(run: Run, host: Host): void {
  if (host.phase !== 'connecting' || host.wasLookSent) return;
  const questions = run.site.questions(host, run.attempt);
  if (questions === null) {
    host.phase = 'ready'; // what is sent to its guard waits there
    return;
  }
  if (!host.hasSpoken) return;
  host.wasLookSent = true;
  host.link?.send(order.look(questions));
}

const isResolved = ({ phase, end }: Host): boolean =>
  phase === 'ready' || phase === 'over' || (phase === 'connecting' && end !== null);

/** Two names of one machine: ranks of both would share its GPUs. Who has another transport knows what it reaches. */
function refuseTwins(hosts: readonly Host[]): void {
  const first = new Map<string, Host>();
  for (const host of hosts) {
    const identity = host.look?.identity ?? null;
    if (!isReady(host) || identity === null || host.ranks.every(({ gpu }) => gpu === null)) continue;
    const other = first.get(identity);
    first.set(identity, other ?? host);
    if (other === undefined) continue;
    host.phase = 'over';
    host.refusals.push(wordTwin(other.machine.name));
  }
}

function reportPrepared(run: Run): void {
  for (const host of run.hosts) {
    if (host.look !== null) run.audience.show(host.look.findings);
    if (host.look !== null) run.audience.say(wordHostWarnings(host.look.warnings, nameOf(run, host)));
    if (!isReady(host)) run.audience.say(wordRefusal(run, host));
    else if (run.onlyChecks && host.look !== null)
      run.audience.say(wordReady(host.machine.name, host.ranks.length, host.look.freeMb ?? 0));
  }
}

function wordRefusal(run: Run, host: Host): string {
  const { name } = host.machine;
  if (host.refusals.length > 0) return wordRefusals(host.refusals, nameOf(run, host));
  return isResolved(host)
    ? wordUnusable(name, describeTransport(run, host))
    : wordNotReady(name, run.timeoutMs, describeTransport(run, host));
}

function refuseAttempt(run: Run, ready: number): void {
  const isFirst = run.attempt === 0;
  run.isRefused = true;
  if (isFirst) run.status = REFUSED;
  run.audience.say(wordReadyCount(ready, run.hosts.length, isFirst));
}
