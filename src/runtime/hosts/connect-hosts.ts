import type { Run } from './coordination.ts';
import type { Host } from './host.ts';
import type { GuardLink } from './link.ts';
import { listenTo } from './take-events.ts';

/** An sshd drops some of more than 10 that have not logged in, and one may be the gate to all hosts. */
const MOST_AT_ONCE = 32;
const MOST_AFTER_DROPS = 8;
/** A host that is down keeps the others waiting for a second only. */
const YOUNG_MS = 1000;
const FIRST_PAUSE_MS = 100;
const MOST_DOUBLED = 4;
const SPREAD_MS = 13;

/** What ssh says behind an answer; all else that ends a connection so early is a drop. */
const ANSWERS = [
  'Permission denied',
  'verification failed',
  'forwarding failed',
  'Too many authentication failures',
];

/** Begins the connections whose turn it is. */
export function connectDue(run: Run): void {
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
  return (
    end.complaint.includes('kex_exchange_identification: ') &&
    ANSWERS.every((answer) => !end.complaint.includes(answer))
  );
}

/** Not all of them at the same time. */
function tryAgain(host: Host, now: number): void {
  const drops = host.drops + 1;
  const pause = FIRST_PAUSE_MS * 2 ** Math.min(drops, MOST_DOUBLED);
  Object.assign(host, { phase: 'waiting', link: null, reader: null, end: null, drops });
  host.dueMs = now + pause + ((host.index * SPREAD_MS) % pause);
}
