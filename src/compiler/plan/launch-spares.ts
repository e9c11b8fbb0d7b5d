import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import { gpusOfRank } from './group-ranks.ts';
import { describeUnlike } from './replace-node.ts';

/** A spare as a launcher needs it, which takes the env files as they are. Places are positions among the mapped nodes. */
export interface LaunchSpare {
  readonly node: PlanNode;
  readonly places: readonly number[];
  /** Why it cannot take other places. */
  readonly unlike: ReadonlyMap<string, readonly number[]>;
}

export function listLaunchSpares(
  plan: LaunchPlan,
  ranksOf: ReadonlyMap<string, readonly PlanRank[]>,
): readonly LaunchSpare[] {
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

/** What is written in env files must be true of the other machine, too: they name GPUs, and what the user chose. */
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
