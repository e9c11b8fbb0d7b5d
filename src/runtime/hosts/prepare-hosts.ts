import { REFUSED } from '../run/run-refusal.ts';
import type { Run } from './coordination.ts';
import { type Host, isReady, resetHost } from './host.ts';
import { wordMisfit, wordNotReady, wordReady, wordReadyCount, wordUnusable } from './host-words.ts';
import type { GuardLink } from './link.ts';
import { order } from './orders.ts';
import { describeTransport, nameOf, reportMoves } from './report.ts';
import { sayEach } from './say.ts';
import { listenTo } from './take-events.ts';
import { checkNetwork } from './try-pairs.ts';
import { endLinks } from './watch-hosts.ts';

const TICK_MS = 50;

/**
 * All hosts are connected, and make their checks. With spares in the places of those that are not ready all look
 * again, for rank 0's may have moved. False if that is not enough, or the run was ended; a message says why.
 */
export async function makeReady(run: Run): Promise<boolean> {
  for (;;) {
    for (const host of run.hosts) resetHost(host);
    await prepareAll(run);
    if (run.signal !== null) return false;
    if (run.site.transport === 'ssh') refuseTwins(run.hosts);
    await checkNetwork(run);
    if (run.signal !== null) return false;
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

/** Sends the questions as soon as the guard of the host is there. */
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
    const same = `it is the same machine as ${other.machine.name}`;
    host.refusals.push(`${same}, and ranks of both would share each GPU: correct the addresses`);
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

/** An sshd drops some of more than 10 that have not logged in, and one may be the gate to all hosts. */
const MOST_AT_ONCE = 32;
const MOST_AFTER_DROPS = 8;
/** A host that is down keeps the others waiting for a second only. */
const YOUNG_MS = 1000;
const FIRST_PAUSE_MS = 100;
const MOST_DOUBLED = 4;
const SPREAD_MS = 13;

/** What ssh says after an answer; all else that ends a connection so early is a drop. */
const ANSWER = /Permission denied|verification failed|forwarding failed|Too many authentication failures/;

/** Begins the connections whose turn it is. */
function connectDue(run: Run): void {
  const { hosts } = run;
  const now = performance.now();
  for (const host of hosts) if (wasDropped(host)) tryAgain(host, now);
  const most = hosts.some(({ drops }) => drops > 0) ? MOST_AFTER_DROPS : MOST_AT_ONCE;
  let young = hosts.filter((host) => isYoung(host, now)).length;
  for (const host of hosts) {
    if (young >= most) return;
    if (host.phase !== 'waiting' || host.dueMs > now) continue;
    host.phase = 'connecting';
    host.connectedMs = host.heardMs = now;
    connect(run, host);
    young++;
  }
}

function connect(run: Run, host: Host): void {
  const reader = listenTo(run, host);
  const link = run.site.open(host, reader.take);
  host.reader = reader;
  const watch = (opened: GuardLink): void => {
    if (host.reader === reader) watchLink(run, host, opened);
    else opened.end('SIGKILL');
  };
  // How a host is reached may have to be found out first.
  if (link instanceof Promise) void link.then(watch);
  else watch(link);
}

function watchLink(run: Run, host: Host, link: GuardLink): void {
  host.link = link;
  void link.ended.then((end) => {
    if (host.link === link) host.end = end;
    run.bell.ring();
  });
}

const isYoung = ({ phase, hasSpoken, end, connectedMs }: Host, now: number): boolean =>
  phase === 'connecting' && !hasSpoken && end === null && now - connectedMs < YOUNG_MS;

/** Before the login. */
function wasDropped({ phase, hasSpoken, end }: Host): boolean {
  if (phase !== 'connecting' || hasSpoken || end === null) return false;
  return end.complaint.includes('kex_exchange_identification: ') && !ANSWER.test(end.complaint);
}

/** Not all of them at the same time. */
function tryAgain(host: Host, now: number): void {
  const drops = host.drops + 1;
  const pause = FIRST_PAUSE_MS * 2 ** Math.min(drops, MOST_DOUBLED);
  Object.assign(host, { phase: 'waiting', link: null, reader: null, end: null, drops });
  host.dueMs = now + pause + ((host.index * SPREAD_MS) % pause);
}
