import { REFUSED } from '../run/run-refusal.ts';
import { connectDue } from './connect-hosts.ts';
import type { Run } from './coordination.ts';
import { type Host, isReady, resetHost } from './host.ts';
import { wordMisfit, wordNotReady, wordReady, wordReadyCount, wordUnusable } from './host-words.ts';
import { order } from './orders.ts';
import { describeTransport, nameOf, reportMoves } from './report.ts';
import { sayEach } from './say.ts';
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
    if (run.signal !== null) return false;
    if (run.site.transport === 'ssh') refuseTwins(run.hosts);
    reportPrepared(run);
    const unready = run.hosts.filter((host) => !isReady(host)).map(({ index }) => index);
    if (unready.length === 0) return true;
    if (!replaceUnready(run, unready)) {
      if (run.attempt === 0) run.status = REFUSED;
      const ready = run.hosts.length - unready.length;
      run.audience.say(wordReadyCount(ready, run.hosts.length, run.attempt === 0));
      return false;
    }
    await endLinks(run);
  }
}

/** Whether each got a spare; a message says which, or why not. */
function replaceUnready(run: Run, unready: readonly number[]): boolean {
  const { moves, misfits } = run.spares.replaceUnready(unready);
  for (const { place, machine, reason } of misfits)
    run.audience.say(wordMisfit(machine.name, run.hosts[place]?.machine.name ?? '', reason));
  reportMoves(run, moves);
  return moves.length > 0;
}

/** All hosts make their checks at once, within one time. */
async function prepareAll(run: Run): Promise<void> {
  const end = performance.now() + run.timeoutMs;
  while (run.signal === null && performance.now() < end) {
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
  const { checks } = run.site;
  if (checks === null) {
    host.phase = 'ready'; // what is sent to its guard waits there
    return;
  }
  if (!host.hasSpoken) return;
  host.wasLookSent = true;
  host.link?.send(order.look(checks.questions(host, run.attempt)));
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
    host.refusals.push(
      `it is the same machine as ${other.machine.name}, and ranks of both would share each GPU: mend the addresses`,
    );
  }
}

function reportPrepared(run: Run): void {
  for (const host of run.hosts) {
    const { look } = host;
    if (look !== null) {
      const warnings = look.warnings.map((warning) => `warning: ${warning}`);
      run.audience.show(look.findings);
      run.audience.say(sayEach(warnings, nameOf(run, host)));
    }
    if (!isReady(host)) run.audience.say(wordRefusal(run, host));
    else if (run.onlyChecks && look !== null)
      run.audience.say(wordReady(host.machine.name, host.ranks.length, look.freeMb));
  }
}

function wordRefusal(run: Run, host: Host): string {
  const { name } = host.machine;
  if (host.refusals.length > 0) return sayEach(host.refusals, nameOf(run, host));
  return isResolved(host)
    ? wordUnusable(name, describeTransport(run, host))
    : wordNotReady(name, run.timeoutMs, describeTransport(run, host));
}
