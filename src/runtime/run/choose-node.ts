import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { findRepeated } from '../../compiler/values/lists.ts';
import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import { RunRefusal } from './run-refusal.ts';
import type { ThisHost } from './this-host.ts';

/** A node that has ranks, with the address it is known by now. */
export interface MappedNode {
  readonly node: PlanNode;
  /** Null only where it is not bound. */
  readonly address: string | null;
  readonly ranks: readonly PlanRank[];
}

/**
 * The nodes that have ranks, in inventory order. Under `bind: job` the plan's nodes are slots, and `hosts` are the
 * machines in them; a single slot is wherever it is started. Where `mayStayOpen`, slots without machines are fine.
 */
export function bindNodes(
  plan: LaunchPlan,
  hosts: readonly string[] | null,
  mayStayOpen = false,
): readonly MappedNode[] {
  const ranksOf = groupRanks(plan);
  const mapped = plan.nodes.flatMap((node): MappedNode | readonly never[] => {
    const ranks = ranksOf.get(node.name);
    return ranks === undefined ? [] : { node, address: node.address, ranks };
  });
  const isOpen = mayStayOpen && hosts === null && mapped.length > 1;
  if (mapped[0]?.node.bind !== 'job' || isOpen) {
    const problem = '--nodes is for a `bind: job` plan and this plan names its machines';
    if (hosts !== null) throw new RunRefusal(problem, 'leave it out');
    return mapped;
  }
  const machines = hosts ?? (mapped.length === 1 ? ['localhost'] : null);
  const advice = `give its ${mapped.length} machines with --nodes`;
  if (machines === null) throw new RunRefusal('this plan is bound when it starts', advice);
  const counts = `--nodes names ${machines.length} hosts for ${mapped.length} nodes`;
  if (machines.length !== mapped.length) throw new RunRefusal(counts, 'give one for each');
  const repeated = findRepeated(machines);
  if (repeated !== undefined)
    throw new RunRefusal(`--nodes names ${repeated} twice`, 'each node needs its own machine');
  return mapped.map((one, position) => ({ ...one, address: machines[position] ?? null }));
}

/** Where rank 0 listens, as far as it is known. */
export function findMasterAddress({ master }: LaunchPlan, nodes: readonly MappedNode[]): string | null {
  const mapped = nodes.find(({ node }) => node.name === master.node);
  return mapped?.node.bind === 'job' ? mapped.address : master.address;
}

/** The node that this host is, or that `wanted` names; throws a RunRefusal if there is none, or several fit. */
export function chooseNode(nodes: readonly MappedNode[], wanted: string | null, host: ThisHost): MappedNode {
  const [match, ...others] = nodes.filter((mapped) =>
    wanted === null ? isHost(mapped, host) : isNamed(mapped, wanted),
  );
  const names = listNames(nodes);
  if (match === undefined && wanted !== null)
    throw new RunRefusal(`the plan maps no rank to '${wanted}'`, `--node takes one of ${names}`);
  const advice = `use one of ${names}, or say which it is with --node`;
  if (match === undefined) throw new RunRefusal(`this host, ${host.name}, is not in the plan`, advice);
  const matching = listNames([match, ...others]);
  if (others.length > 0)
    throw new RunRefusal('this host is several nodes of the plan', `choose with --node one of ${matching}`);
  return match;
}

const isHost = ({ node, address }: MappedNode, host: ThisHost): boolean =>
  (address !== null && host.is(address)) || (node.bind === 'name' && host.is(node.name));

const isNamed = ({ node, address }: MappedNode, wanted: string): boolean =>
  node.name === wanted || (node.bind === 'job' && address === wanted);

const SHOWN = 8;

function listNames(nodes: readonly MappedNode[]): string {
  const names = nodes.slice(0, SHOWN).map(({ node }) => node.name);
  const more = nodes.length - SHOWN;
  return `${names.join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}
