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

/** Failed pairs of which one thing can be said. */
export interface Failure {
  /** The hosts that dialled, and the one that they dialled; where `host` is `from`, that one reaches none of `others`. */
  readonly others: readonly number[];
  readonly host: number;
  /** `pair`: only so much is known. `to`: the host is reached by none; `from`: it reaches none. */
  readonly kind: 'pair' | 'to' | 'from';
  readonly target: string;
  readonly problem: DialProblem;
}

/**
 * A failed pair is a fact about the pair. A host is named only where it fails with two others at least, whatever is tried in
 * that direction, while these reach others, and the other direction is not half broken (as where a network is in two parts).
 */
export function groupFailures(failed: readonly FailedPair[], tried: readonly Dialled[]): readonly Failure[] {
  const failures = [...findCulprits(failed, tried, 'to'), ...findCulprits(failed, tried, 'from')];
  const named = new Set(failures.map(({ kind, host }) => `${kind} ${host}`));
  const left = failed.filter(({ from, to }) => !named.has(`to ${to}`) && !named.has(`from ${from}`));
  const groups = groupBy(left, ({ to, target, problem }) => `${to} ${target} ${problem}`);
  for (const pairs of groups.values()) {
    const [{ to: host, target, problem }] = pairs;
    failures.push({ host, kind: 'pair', others: pairs.map(({ from }) => from), target, problem });
  }
  return failures;
}

function findCulprits(
  failed: readonly FailedPair[],
  tried: readonly Dialled[],
  kind: 'to' | 'from',
): Failure[] {
  const other = kind === 'to' ? 'from' : 'to';
  const keyOf = ({ from, to, target }: Dialled): string => `${from} ${to} ${target}`;
  const keys = new Set(failed.map(keyOf));
  const worked = tried.filter((pair) => pair.from !== pair.to && !keys.has(keyOf(pair)));
  const working = { from: new Set(worked.map(({ from }) => from)), to: new Set(worked.map(({ to }) => to)) };
  const failing = new Set(failed.map((pair) => pair[other]));
  const reaches = (host: number): boolean => working.from.has(host) || working.to.has(host);
  const isHalfBroken = (host: number): boolean => working[other].has(host) && failing.has(host);
  return [...groupBy(failed, (pair) => pair[kind])].flatMap(([host, pairs]): readonly Failure[] => {
    const [{ target, problem }] = pairs;
    const others = [...new Set(pairs.map((pair) => pair[other]))];
    const isItsFault =
      others.length >= 2 && !working[kind].has(host) && others.every(reaches) && !isHalfBroken(host);
    return isItsFault ? [{ host, kind, others, target, problem }] : [];
  });
}
