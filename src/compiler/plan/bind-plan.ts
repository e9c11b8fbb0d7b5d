import type { LaunchPlan } from '../../generated/plan.ts';
import { findRepeated } from '../values/lists.ts';
import { changeProcesses } from './replica-plan.ts';

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
  const bindMaster = <M extends { readonly node: string }>(master: M) => ({
    ...master,
    node: bound(master.node),
    address: bound(master.node),
  });
  const bindRank = <R extends { readonly node: string }>(rank: R): R => ({ ...rank, node: bound(rank.node) });
  const bindProgram = <P extends Pick<LaunchPlan, 'mapping' | 'launch'>>(program: P): P => ({
    ...program,
    mapping: { ...program.mapping, exclude: [] },
    launch: withoutOpenLevel(program.launch),
  });
  return {
    ...bindProgram(plan),
    master: bindMaster(plan.master),
    roles: changeProcesses(plan.roles, bindRank, bindMaster)?.map(bindProgram) ?? null,
    nodes: mapped.map((node) => {
      const machine = bound(node.name);
      return { ...node, name: machine, address: machine, bind: 'name', class: null };
    }),
    ranks: plan.ranks.map(bindRank),
  };
}

/** Bound machines do not have a level that only the job's network knew, so its blocks are removed as well. */
const withoutOpenLevel = (launch: LaunchPlan['launch']): LaunchPlan['launch'] =>
  launch.groupWithin === null ? launch : { ...launch, groupSize: null, groupWithin: null };
