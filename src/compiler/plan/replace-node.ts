import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import { describeUnlikeMachine } from '../inventory/unlike-nodes.ts';
import type { BindProblem } from './bind-plan.ts';
import { gpusOfRank } from './group-ranks.ts';
import { withVersion } from './plan-format.ts';
import { changeProcesses, listReplicas } from './replica-plan.ts';

/**
 * The plan with another machine in the place of a node: all of its ranks, of whatever role, go there, and nothing else moves. `to` is a node of the
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
  const unlike = known === undefined ? null : describeUnlike(lost, known);
  if (unlike !== null) return { problem: `${to} cannot take the place of ${from}: ${unlike}` };
  const spare = known ?? unknownMachine(lost, to);
  const masters = [plan.master, ...listReplicas(plan).flatMap(({ replica }) => replica.master ?? [])];
  const chosen = masters.find(({ node, address }) => node === from && address !== lost.address);
  if (chosen !== undefined)
    return {
      problem: `the master's address, ${chosen.address}, was chosen for ${from}: compile with another`,
    };
  const nodes = plan.nodes.filter(({ name }) => name !== to);
  nodes[nodes.indexOf(lost)] = { ...spare, nodeRank: lost.nodeRank, spare: false };
  const end = known === undefined ? nodes.length : plan.nodes.indexOf(known);
  nodes.splice(end, 0, { ...lost, nodeRank: null });
  const moveMaster = <M extends { readonly node: string }>(master: M): M =>
    master.node === from ? { ...master, node: to, address: spare.address } : master;
  const moveRank = <R extends { readonly node: string }>(rank: R): R =>
    rank.node === from ? { ...rank, node: to, why: `in the place of ${from}` } : rank;
  return withVersion({
    ...plan,
    master: moveMaster(plan.master),
    roles: changeProcesses(plan.roles, moveRank, moveMaster),
    mapping: {
      ...plan.mapping,
      exclude: [...plan.mapping.exclude.filter((selector) => selector !== to), from],
    },
    nodes,
    ranks: plan.ranks.map(moveRank),
  });
}

/** A machine like the replaced one, without the facts that only that machine has. */
const unknownMachine = (lost: PlanNode, name: string): PlanNode => ({
  ...lost,
  name,
  address: name,
  domain: lost.domain?.map(() => null) ?? null,
  gpus: lost.gpus.map((gpu) => ({ ...gpu, uuid: null })),
});

/** The difference because of which a node cannot replace another; null if it can. */
const describeUnlike = (lost: PlanNode, spare: PlanNode): string | null =>
  spare.nodeRank === null ? describeUnlikeMachine(lost, spare) : 'it has ranks of its own';

/**
 * The spares as a launcher needs them, which take the env files as they are. Places are positions among the mapped nodes;
 * `unlike` says why a spare cannot take others.
 */
export function listLaunchSpares(plan: LaunchPlan, ranksOf: ReadonlyMap<string, readonly PlanRank[]>) {
  const spares = plan.nodes.filter(({ spare, name, bind }) => spare && bind === 'name' && !ranksOf.has(name));
  if (spares.length === 0) return [];
  const lost = plan.nodes.flatMap((node) => {
    const ranks = ranksOf.get(node.name);
    return ranks === undefined
      ? []
      : [{ node, env: renderEnv(node), obstacle: findObstacle(plan, node, ranks) }];
  });
  return spares.map((node) => {
    const env = renderEnv(node);
    const unlike = new Map<string, number[]>();
    const places: number[] = [];
    for (const [place, of] of lost.entries()) {
      const reason = describeUnlike(of.node, node) ?? of.obstacle ?? (of.env === env ? null : OTHER_ENV);
      if (reason === null) places.push(place);
      else if (!unlike.get(reason)?.push(place)) unlike.set(reason, [place]);
    }
    return { node, places, unlike };
  });
}

const OTHER_ENV = 'it has another env: compile again with the spare';

const renderEnv = ({ env }: PlanNode): string => JSON.stringify(Object.entries(env).sort());

/** The env files must fit the other machine, too: they name GPUs, and values that the user chose. */
function findObstacle(plan: LaunchPlan, lost: PlanNode, ranks: readonly PlanRank[]): string | null {
  if (plan.master.node === lost.name && plan.master.address !== lost.address)
    return `the address of the master, ${plan.master.address}, was chosen for ${lost.name}`;
  const used = new Set(ranks.flatMap(gpusOfRank));
  const isNamed = lost.gpus.some(
    ({ index, uuid, parent }) =>
      used.has(index) && uuid !== null && (plan.launch.addressing === 'uuid' || parent !== null),
  );
  return isNamed ? 'ranks find their GPUs there by UUID: compile again with the spare' : null;
}
