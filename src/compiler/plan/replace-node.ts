import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';
import { describeUnlikeMachine } from '../inventory/unlike-nodes.ts';
import type { BindProblem } from './bind-plan.ts';
import { withVersion } from './plan-format.ts';

/**
 * The plan with another machine in the place of a node: its ranks go there, and nothing else moves. `to` is a node of the
 * plan without ranks that is like it (a spare), or a machine that the plan does not know and that is taken to be like it.
 * The node that gives way stays in the plan, excluded, so that mapping again gives the same.
 */
export function replaceNode(plan: LaunchPlan, from: string, to: string): LaunchPlan | BindProblem {
  const place = plan.nodes.findIndex(({ name }) => name === from);
  const lost = plan.nodes[place];
  if (lost === undefined || lost.nodeRank === null)
    return { problem: `the plan has no ranks on ${from}: name a node that has some` };
  if (lost.bind === 'job')
    return { problem: 'this plan is bound when it starts: give other machines with --nodes' };
  const known = plan.nodes.find(({ name }) => name === to);
  const refusal = known === undefined ? null : findUnlike(lost, known);
  if (refusal !== null) return { problem: refusal };
  const spare = known ?? unknownMachine(lost, to);
  if (plan.master.node === from && plan.master.address !== lost.address)
    return {
      problem: `the master's address, ${plan.master.address}, was chosen for ${from}: compile with another`,
    };
  const nodes = plan.nodes.filter(({ name }) => name !== to);
  nodes[nodes.indexOf(lost)] = { ...spare, nodeRank: lost.nodeRank, spare: false };
  const end = known === undefined ? nodes.length : plan.nodes.indexOf(known);
  nodes.splice(end, 0, { ...lost, nodeRank: null });
  return withVersion({
    ...plan,
    master: plan.master.node === from ? { ...plan.master, node: to, address: spare.address } : plan.master,
    mapping: {
      ...plan.mapping,
      exclude: [...plan.mapping.exclude.filter((selector) => selector !== to), from],
    },
    nodes,
    ranks: plan.ranks.map((rank) =>
      rank.node === from ? { ...rank, node: to, why: `in the place of ${from}` } : rank,
    ),
  });
}

/** What is known of the machine that gives way, but for what is that machine's alone. */
const unknownMachine = (lost: PlanNode, name: string): PlanNode => ({
  ...lost,
  name,
  address: name,
  domain: lost.domain?.map(() => null) ?? null,
  gpus: lost.gpus.map((gpu) => ({ ...gpu, uuid: null })),
});

/** Why a node cannot take the place of another; null where it can. */
export function findUnlike(lost: PlanNode, spare: PlanNode): string | null {
  const unlike = describeUnlike(lost, spare);
  return unlike === null ? null : `${spare.name} cannot take the place of ${lost.name}: ${unlike}`;
}

/** In what a node is unlike another, so that it cannot take its place; null where it can. */
export const describeUnlike = (lost: PlanNode, spare: PlanNode): string | null =>
  spare.nodeRank === null ? describeUnlikeMachine(lost, spare) : 'it has ranks of its own';
