import type { LaunchPlan } from '../../generated/plan.ts';
import { findRepeated } from '../values/lists.ts';

/** Why machines cannot take the places of a plan's nodes. */
export interface BindProblem {
  readonly problem: string;
}

/**
 * The plan with a machine in the place of each node that the job would have bound: `hosts` are the machines of the
 * mapped nodes, in inventory order, as `run --nodes` takes them. Nodes without ranks have no machine and are left
 * out, and with them the selectors of `mapping.exclude`, which speak of the places.
 */
export function bindPlan(plan: LaunchPlan, hosts: readonly string[]): LaunchPlan | BindProblem {
  const mapped = plan.nodes.filter(({ nodeRank }) => nodeRank !== null);
  if (plan.nodes[0]?.bind !== 'job')
    return { problem: 'this plan names its machines: there is nothing to bind' };
  if (mapped.length !== hosts.length)
    return { problem: `there are ${hosts.length} hosts for ${mapped.length} nodes: give one for each` };
  const repeated = findRepeated(hosts);
  if (repeated !== undefined)
    return { problem: `${repeated} is named twice: each node needs its own machine` };
  const hostOf = new Map(mapped.map(({ name }, position) => [name, hosts[position] ?? '']));
  const bound = (node: string): string => hostOf.get(node) ?? node;
  return {
    ...plan,
    master: { ...plan.master, node: bound(plan.master.node), address: bound(plan.master.node) },
    mapping: { ...plan.mapping, exclude: [] },
    launch: withoutOpenLevel(plan.launch),
    nodes: mapped.map((node) => {
      const machine = bound(node.name);
      return { ...node, name: machine, address: machine, bind: 'name', class: null };
    }),
    ranks: plan.ranks.map((rank) => ({ ...rank, node: bound(rank.node) })),
  };
}

/** Bound machines do not have a level that only the job's network knew, so its blocks are removed as well. */
const withoutOpenLevel = (launch: LaunchPlan['launch']): LaunchPlan['launch'] =>
  launch.groupWithin === null ? launch : { ...launch, groupSize: null, groupWithin: null };
