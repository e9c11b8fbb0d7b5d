import { groupBy } from '../../compiler/values/lists.ts';

/** A host that dials another, by their positions. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

/** As a guard finds it out (native/exec/look/ask-reach.c). */
export type DialProblem = 'refused' | 'silent' | 'unreachable' | 'large' | 'unnamed' | 'stranger' | 'closed';

export interface Dialled extends Pair {
  /** Address and port. */
  readonly target: string;
}

export interface FailedPair extends Dialled {
  readonly problem: DialProblem;
}

/** The certain fact about a pair, and the cure. */
export const DIAL_WORDS: Readonly<Record<DialProblem, readonly [what: string, cure: string]>> = {
  refused: [
    'the connection is refused',
    'does a firewall refuse, or has another machine that address? `ip -br addr` on both shows it',
  ],
  silent: [
    'no answer',
    'a firewall that drops, a route or an interface of another network, or a program that says nothing (`ss -tlnp`): libraries connect to any port above 1024, not to that of rank 0 alone',
  ],
  unreachable: [
    'there is no route',
    'set the route, or name the interface of the network between the hosts (GLOO_SOCKET_IFNAME, NCCL_SOCKET_IFNAME)',
  ],
  large: [
    '1 byte passes, 64 KiB do not',
    'compare the MTU of both interfaces and of what is between (`ping -M do -s 8972 ADDRESS`)',
  ],
  unnamed: ['the name does not resolve there', 'correct the name service there, or write the address'],
  stranger: [
    'another program answers there',
    'the name or address leads to another machine (`getent hosts NAME` on both), or to a program beside rank 0 (`ss -tlnp` there)',
  ],
  closed: [
    'the connection is reset',
    'a firewall or a proxy resets what it has let begin, or another program listens there (`ss -tlnp`)',
  ],
};

/**
 * Pairs that span `count` hosts: each dials the next one, and the one half the way round. So each is dialled by two others (of
 * two hosts, by one), and the pairs of all hosts are as many as hosts, not as their square.
 */
export function choosePairs(count: number): readonly Pair[] {
  const steps = [...new Set([1, Math.floor(count / 2)])].filter((step) => step > 0 && step < count);
  return Array.from({ length: count }, (_, from) =>
    steps.map((step) => ({ from, to: (from + step) % count })),
  ).flat();
}

/** Failed pairs of which one thing can be said: these hosts do not reach that one. */
export interface Failure {
  readonly from: readonly number[];
  readonly to: number;
  readonly target: string;
  readonly problem: DialProblem;
  /** The hosts that count as unready. One that several do not reach is itself to blame, else the one that dialled. */
  readonly blamed: readonly number[];
}

export function groupFailures(failed: readonly FailedPair[]): readonly Failure[] {
  const groups = groupBy(failed, ({ to, target, problem }) => `${to} ${target} ${problem}`);
  return [...groups.values()].map((pairs) => {
    const [{ to, target, problem }] = pairs;
    const dialled = new Set(failed.filter((pair) => pair.to === to).map(({ from }) => from));
    const from = pairs.map((pair) => pair.from);
    return { from, to, target, problem, blamed: dialled.size > 1 ? [to] : from };
  });
}
