import { isIP } from 'node:net';
import { NETWORK_VARIABLES } from '../../compiler/plan/plan-network-check.ts';
import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';
import type { NetworkQuestion } from '../reach/judge-network.ts';
import type { DialProblem } from '../reach/judge-pairs.ts';
import { type HostNetwork, NCCL_FILES, variablesOf } from '../reach/network.ts';
import { type FactTable, type LookFact, tabulate } from './look-facts.ts';

/** The words of `look` by which a guard describes its host's network. */
export const askNetwork = (masterAddress: string): readonly string[] => [
  'own-name',
  'interfaces',
  ...(masterAddress === '' ? [] : [`route ${masterAddress}`]),
  ...NETWORK_VARIABLES.map((name) => `variable ${name}`),
  ...NCCL_FILES.map((path) => `text ${path}`),
];

interface NetworkAnswer extends Pick<NetworkQuestion, 'host' | 'library' | 'others'> {
  readonly plan: LaunchPlan;
  readonly node: PlanNode;
}

/** What a guard said of it; null if it did not. */
export function readNetworkAnswer(
  { plan, node, ...of }: NetworkAnswer,
  facts: readonly LookFact[],
): NetworkQuestion | null {
  const interfaces = facts.filter(({ question }) => question === 'interfaces');
  // Without a subject the question itself failed: no process could be started, or it took too long.
  if (interfaces.length === 0 || interfaces.some(({ subject }) => subject === '')) return null;
  const table = tabulate(facts);
  const inherited = (name: string) => table.value('variable', name) ?? undefined;
  const files = NCCL_FILES.map((path) => table.value('text', path));
  const names = [...new Set(interfaces.map(({ subject }) => subject))];
  return { ...of, network: readNetwork(names, table), variables: variablesOf(plan, node, inherited, files) };
}

const readNetwork = (names: readonly string[], table: FactTable): HostNetwork => ({
  ownName: table.find('own-name')?.subject ?? '',
  ownAddresses: splitList(table.value('own-name')),
  interfaces: names.map((name) => readInterface(name, table.value('interfaces', name))),
  routeFrom: table.value('route'),
});

/** `1500 10.0.0.1,fe80::1%eth0`; null: it is down. */
function readInterface(name: string, value: string | null) {
  const [mtu = '', addresses = ''] = value?.split(' ') ?? [];
  return { name, isUp: value !== null, mtu: Number(mtu) || null, addresses: splitList(addresses) };
}

/** Other hosts will dial such an address, and this host may lie: text that is not an address is left out. */
const splitList = (text: string | null): readonly string[] =>
  (text?.split(',') ?? []).filter((address) => isIP(address.replace(/%[^\0\s]+$/, '')) > 0);

/** By errno of Linux, as `dial` answers; null: it went well. */
export function readDial(fact: LookFact | null): DialProblem | null {
  if (fact === null) return 'silent';
  if (fact.errno === undefined) return null;
  if (NOT_DIALLED.has(fact.errno)) return null;
  return UNREACHABLE.has(fact.errno) ? 'unreachable' : (DIAL_ERRORS[fact.errno] ?? 'closed');
}

/** A process of the guard ended, or it had no memory or no descriptors left: that says nothing about a pair. */
const NOT_DIALLED: ReadonlySet<number> = new Set([5, 12, 23, 24]);

/** By a rule of this host, by a route that prohibits or leads into nothing, without an address of that family, … */
const UNREACHABLE: ReadonlySet<number> = new Set([1, 13, 22, 97, 99, 100, 101, 113]);

const DIAL_ERRORS: Readonly<Record<number, DialProblem>> = {
  2: 'unnamed',
  11: 'unnamed',
  71: 'stranger',
  90: 'large',
  110: 'silent',
  111: 'refused',
};
