import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { listLaunchSpares } from '../../compiler/plan/replace-node.ts';
import { findRepeated } from '../../compiler/values/lists.ts';
import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';
import { bindNodes, type MappedNode } from '../run/choose-node.ts';
import { RunRefusal } from '../run/run-refusal.ts';
import type { Spare } from './spares.ts';

/** A machine that has the ranks of a node, or may have them. */
export interface PlacedMachine {
  /** What people know it by. */
  readonly name: string;
  readonly address: string | null;
  /** The node of the plan that it is, where it is in another one's place. */
  readonly substitute: PlanNode | null;
}

/** All machines of a run on several hosts; a machine's place is the position of its node. */
export interface PlacedMachines {
  readonly nodes: readonly MappedNode[];
  readonly machines: readonly PlacedMachine[];
  readonly spares: readonly Spare<PlacedMachine>[];
}

/**
 * The machines of a plan: those that it names, or those of `--nodes` in the places of a `bind: job` plan, where what is left
 * over are spares.
 */
export function placeMachines(plan: LaunchPlan, hosts: readonly string[] | null): PlacedMachines {
  const ranksOf = groupRanks(plan);
  const isJob = plan.nodes.some(({ name, bind }) => bind === 'job' && ranksOf.has(name));
  const repeated = findRepeated(hosts ?? []);
  if (isJob && repeated !== undefined)
    throw new RunRefusal(`--nodes names ${repeated} twice`, 'each node needs its own machine');
  const nodes = bindNodes(plan, isJob && hosts !== null ? hosts.slice(0, ranksOf.size) : hosts);
  return {
    nodes,
    machines: nodes.map(({ node, address }) => ({
      ...{ name: node.bind === 'job' ? (address ?? node.name) : node.name, address, substitute: null },
    })),
    spares: isJob ? listExtras(nodes, hosts ?? []) : listPlanned(plan, ranksOf),
  };
}

/** Any of them will do: the plan says of no slot which machine it is. */
const listExtras = (
  nodes: readonly MappedNode[],
  hosts: readonly string[],
): readonly Spare<PlacedMachine>[] =>
  hosts.slice(nodes.length).map((host) => ({
    machine: { name: host, address: host, substitute: null },
    places: [...nodes.keys()],
    unlike: new Map(),
  }));

const listPlanned = (
  plan: LaunchPlan,
  ranksOf: ReturnType<typeof groupRanks>,
): readonly Spare<PlacedMachine>[] =>
  listLaunchSpares(plan, ranksOf).map(({ node, places, unlike }) => ({
    machine: { name: node.name, address: node.address, substitute: node },
    places,
    unlike,
  }));

/** Where rank 0 listens: it goes along with rank 0. */
export function masterAddressOf(
  { master }: LaunchPlan,
  nodes: readonly MappedNode[],
  machines: readonly PlacedMachine[],
): string | null {
  const place = nodes.findIndex(({ node }) => node.name === master.node);
  const machine = machines[place];
  if (machine === undefined) return master.address;
  const isPlanned = machine.substitute === null && nodes[place]?.node.bind === 'name';
  return isPlanned ? master.address : machine.address;
}
