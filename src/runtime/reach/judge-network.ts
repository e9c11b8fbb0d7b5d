import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { NetworkCheck } from '../../compiler/plan/plan-network-check.ts';
import type { Code } from '../../generated/codes.ts';
import type { NodePlaces } from '../verify/locate-node.ts';
import { type HostNetwork, isLoopback, type NetworkVariables } from './network.ts';
import { LIBRARIES, LIBRARY_NAMES, type Library, nameOf, type Pick } from './pick-address.ts';

export interface NetworkQuestion {
  /** As messages call it. */
  readonly host: string;
  readonly network: HostNetwork;
  readonly variables: NetworkVariables;
  /** The library whose rules apply. */
  readonly library: Library;
  /** The other hosts of the plan: `unknown`, some may be this very machine, which the loopback reaches. */
  readonly others: 'none' | 'unknown' | 'elsewhere';
  /** A host that would dial this one at its loopback. */
  readonly dialledBy?: string;
}

export interface NetworkProblem {
  readonly code: Code;
  /** An error stops a run. */
  readonly severity: 'error' | 'warning';
  /** The variable that causes the problem; null: none. */
  readonly variable: string | null;
  readonly message: string;
  readonly help: string;
}

/** The address that a library gives to other hosts. */
export interface Offer {
  readonly address: string;
  readonly interface: string | null;
  readonly mtu: number | null;
}

const pickFor = ({ library, network, variables }: NetworkQuestion): Pick =>
  LIBRARIES[library](network, variables);

/** Null if the address is unknown, or is link-local and so useless on other hosts. */
export function findOffer(question: NetworkQuestion): Offer | null {
  const pick = pickFor(question);
  if (pick.kind !== 'address' || isLinkLocal(pick.address)) return null;
  const { mtu = null } = question.network.interfaces.find(({ name }) => name === pick.interface) ?? {};
  return { address: pick.address, interface: pick.interface, mtu };
}

/** Such an address needs the name of an interface, and other hosts use other names. */
const isLinkLocal = (address: string): boolean => /^fe[89ab]/i.test(address);

/** The problems of one host's network that show without any other host. */
export function judgeNetwork(question: NetworkQuestion): readonly NetworkProblem[] {
  const { others } = question;
  const pick = pickFor(question);
  if (pick.kind === 'missing') return [describeMissing(question, pick)];
  if (others === 'none') return [];
  if (pick.kind === 'loopback')
    return others === 'elsewhere' ? [describeLoopback(question, pick.address)] : [];
  return pick.kind === 'address' ? describeDetour(question, pick) : [];
}

/** Reports what `judgeNetwork` finds at the lines of the plan. */
export function reportNetwork(
  question: NetworkQuestion,
  { isCertain }: NetworkCheck,
  places: NodePlaces,
  report: Reporter,
): void {
  for (const { code, severity, variable, message, help } of judgeNetwork(question)) {
    const place = variable === null ? places.host() : places.variable(variable);
    const advice = isCertain
      ? help
      : `${help}; launch.setup or the command may set it, too: then this does not hold`;
    report[isCertain ? severity : 'warning'](code, place, message, { help: advice });
  }
}

/** What gloo takes if the own name leads nowhere. */
const LOOPBACK = '127.0.0.1';

/**
 * The hosts that another one would dial at their loopback, each with the first that would. In gloo's full mesh, of two ranks the
 * one with the larger address connects, and the other listens: a loopback harms only where it is the smaller one, or no larger.
 * Measured with torch 2.5.1 and 2.13.0.
 */
export function findDialled(questions: readonly (NetworkQuestion | null)[]): readonly NetworkQuestion[] {
  const hosts = questions.flatMap((question) => {
    if (question === null || question.others === 'none') return [];
    const pick = pickFor(question);
    if (pick.kind !== 'address' && pick.kind !== 'loopback') return [];
    const address = pick.address ?? LOOPBACK;
    return [
      { question, address, isLoopback: pick.kind === 'loopback', isHere: isMasterHere(question.network) },
    ];
  });
  return hosts.flatMap((host) => {
    if (!host.isLoopback) return [];
    const by = hosts.find((other) => other !== host && !(other.isHere && host.isHere) && dials(other, host));
    return by === undefined
      ? []
      : [{ ...host.question, others: 'elsewhere' as const, dialledBy: by.question.host }];
  });
}

/** The bytes of an address decide. Those of IPv6's loopback are less than any other's, and IPv4 does not reach it. */
const dials = (from: { readonly address: string }, to: { readonly address: string }): boolean =>
  from.address.includes(':') || to.address.includes(':') || numberOf(from.address) >= numberOf(to.address);

const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);

/** Rank 0 is on this machine, under whatever name. */
export const isMasterHere = ({ routeFrom }: HostNetwork): boolean =>
  routeFrom !== null && isLoopback(routeFrom);

/** A host of containers has hundreds of interfaces. */
const MOST_NAMED = 8;

function describeMissing(
  { host, network, library }: NetworkQuestion,
  { variable, value, why }: Extract<Pick, { kind: 'missing' }>,
): NetworkProblem {
  const up = network.interfaces.filter(({ isUp, addresses }) => isUp && addresses.length > 0);
  const more = up.length > MOST_NAMED ? ` and ${up.length - MOST_NAMED} more` : '';
  const names = up.slice(0, MOST_NAMED).map(({ name: one }) => one);
  const has = `${names.join(', ')}${more}`;
  return {
    ...{ code: 'RP5241', severity: 'error', variable },
    message: `${LIBRARY_NAMES[library]} would find no interface on ${host}: \`${variable}=${value}\` ${why}`,
    help: `${host} has ${has === '' ? 'no interface with an address' : has}; where hosts differ, set ${variable} in the \`env\` of each node`,
  };
}

function describeLoopback(
  { host, network, dialledBy }: NetworkQuestion,
  address: string | null,
): NetworkProblem {
  const means =
    address === null ? 'leads to none of its addresses' : `leads to ${address} there (see /etc/hosts)`;
  const { ownName, routeFrom } = network;
  const right = routeFrom === null || isLoopback(routeFrom) ? 'ADDRESS' : routeFrom;
  const change = address === null ? 'add' : `replace the line \`${address} ${ownName}\` by`;
  return {
    ...{ code: 'RP5240', severity: dialledBy === undefined ? 'warning' : 'error', variable: null },
    message: `${host} calls itself ${ownName}, which ${means}: ${dialledBy === undefined ? 'gloo would offer the loopback to the other hosts, which harms where one with a larger address dials it' : `there gloo of ${dialledBy} would dial it, and reach only itself`}`,
    help: `in /etc/hosts there, ${change} \`${right} ${ownName}\`, or set GLOO_SOCKET_IFNAME to the interface${interfaceToMaster(network)}; a program without torch.distributed has \`backend: none\``,
  };
}

const interfaceToMaster = (network: HostNetwork): string => {
  const name = network.routeFrom === null ? null : nameOf(network, network.routeFrom);
  return name === null || name === 'lo' ? '' : `: the way to the master begins at ${name}`;
};

/** Warns if the interface that is chosen by name is not the one of packets to the master. */
function describeDetour(
  { host, network, library }: NetworkQuestion,
  pick: Extract<Pick, { kind: 'address' }>,
): readonly NetworkProblem[] {
  const { routeFrom } = network;
  if (routeFrom === null || isLoopback(routeFrom) || pick.interface === null) return [];
  const used = nameOf(network, routeFrom);
  if (used === null || used === pick.interface) return [];
  return [
    {
      ...{ code: 'RP5242', severity: 'warning', variable: null },
      message: `on ${host}, ${LIBRARY_NAMES[library]} would take ${pick.interface} (${pick.address}), and the way to the master begins at ${used}`,
      help: `that is right where the hosts reach each other by ${pick.interface}; else set ${library === 'gloo' ? 'GLOO' : 'NCCL'}_SOCKET_IFNAME`,
    },
  ];
}
