/** For this time a rank that reports that another one left is not blamed: that other one may be about to fail. */
const SECONDARY_MS = 3000;
/** What a rank wrote last comes after its end; without it the rank is blamed. */
export const TAIL_MS = 1000;

export const isBlamed = ({ fault, suspects }: JudgedHost): boolean =>
  fault !== null || suspects.some(({ saysAnotherLeft }) => saysAnotherLeft === false);

/** A failure that no other explains is blamed; a rank that another left only where that one does not fail. */
export function isTimeToEnd({ hosts }: JudgeState, now: number): boolean {
  if (hosts.some(isBlamed)) return true;
  const since = listSince(hosts, true);
  if (since.length === 0 || listSince(hosts, null).length > 0) return false;
  return now >= Math.min(...since) + SECONDARY_MS || hosts.every(({ running }) => running === 0);
}

/** Since when each suspect is known of which this is known. */
const listSince = (hosts: readonly JudgedHost[], saysAnotherLeft: boolean | null): readonly number[] =>
  hosts.flatMap(({ suspects }) =>
    suspects.filter((one) => one.saysAnotherLeft === saysAnotherLeft).map(({ since }) => since),
  );

/** No failure before this one can still be unknown: what a host says comes in order. */
export function isClear({ hosts, failed, isClosed, patienceMs }: JudgeState, now: number): boolean {
  if (isClosed) return true;
  const since = now - (failed ?? now);
  return hosts.every((host) => {
    if (host.suspects.some((one) => one.saysAnotherLeft === null)) return false;
    const mayBeSilent = !isBlamed(host) && !host.isOver && host.beatsAnswered <= host.sentBefore;
    return !mayBeSilent || since >= Math.max(patienceMs, TAIL_MS);
  });
}

/** Compares by clock; a rank that reports that another one left counts only if there is no other failure. */
export function findFirst(hosts: readonly JudgedHost[]): Verdict | null {
  const found = hosts.flatMap((host, place) => accuse(host, place) ?? []);
  const primary = found.filter(({ isSecondary }) => !isSecondary);
  const [first] = (primary.length > 0 ? primary : found).sort((a, b) => a.at - b.at);
  return first?.verdict ?? null;
}

/** The first failure of one host, in the order of its reports: its clock may have been set meanwhile. */
function accuse({ suspects, fault }: JudgedHost, host: number) {
  const primary = suspects.find(({ saysAnotherLeft }) => saysAnotherLeft !== true);
  if (primary === undefined && fault !== null)
    return { at: fault.at, isSecondary: false, verdict: { host, status: fault.status, end: null, fault } };
  const { end } = primary ?? suspects[0] ?? {};
  if (end === undefined) return null;
  const verdict = { host, status: end.status, end, fault: null };
  return { at: end.at, isSecondary: primary === undefined, verdict };
}

export function nextLook(state: JudgeState, now: number): number | null {
  const { hosts, failed, verdict, patienceMs } = state;
  if (verdict !== null || state.signal !== null) return null;
  const times = [
    ...listSince(hosts, null).map((since) => since + TAIL_MS),
    ...(failed === null
      ? listSince(hosts, true).map((since) => since + SECONDARY_MS)
      : [failed + Math.max(patienceMs, TAIL_MS)]),
  ].filter((time) => time > now);
  return times.length === 0 ? null : Math.min(...times);
}

/** Who caused the end of a rank; `well` is status 0. */
export type EndKind = 'well' | 'failed' | 'ended by the launcher';

export interface RankEnd {
  /** The position of its host. */
  readonly host: number;
  readonly rank: number;
  readonly status: number;
  /** The signal that ended it; 0: none did. */
  readonly killer: number;
  /** By the launcher's clock, in milliseconds. */
  readonly at: number;
}

/** A fault that ends a job although no rank ended: the host is blamed. */
export interface HostFault {
  readonly kind: 'lost' | 'torn' | 'protocol' | 'interrupted' | 'killed' | 'refused' | 'stalled';
  readonly status: number;
  readonly at: number;
  /** For `lost`: how long the host has been silent, if its connection is still open. */
  readonly silentMs?: number;
  /** For `refused` and `protocol`: what it refused, or sent. */
  readonly details?: readonly string[];
}

export type Verdict =
  | { readonly host: number; readonly status: number; readonly end: RankEnd; readonly fault: null }
  | { readonly host: number; readonly status: number; readonly end: null; readonly fault: HostFault };

interface Suspect {
  readonly end: RankEnd;
  readonly since: number;
  saysAnotherLeft: boolean | null;
}

export interface JudgedHost {
  readonly suspects: Suspect[];
  fault: HostFault | null;
  running: number;
  well: number;
  beatsSent: number;
  beatsAnswered: number;
  /** How many beats had been sent when the first failure was known. */
  sentBefore: number;
  isOver: boolean;
  isWhole: boolean;
}

export interface JudgeState {
  readonly hosts: readonly JudgedHost[];
  readonly ranks: readonly number[];
  readonly patienceMs: number;
  /** When the first failure was known. */
  failed: number | null;
  signal: number | null;
  isClosed: boolean;
  verdict: Verdict | null;
}
