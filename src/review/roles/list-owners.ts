import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { listReplicas, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan, PlanProcess } from '../../generated/plan.ts';

/** The slots of a process, as selectors name them: `lab1:2`, `build1:cpu0`. */
export const slotsOfProcess = ({ node, cpuSlot, ...devices }: PlanProcess): readonly string[] =>
  cpuSlot === null ? gpusOfRank(devices).map((gpu) => `${node}:${gpu}`) : [`${node}:cpu${cpuSlot}`];

/** The replicas on each slot that has a process; colocated roles share theirs. */
export function listOwners(plan: LaunchPlan): ReadonlyMap<string, readonly ReplicaOf[]> {
  const owners = new Map<string, ReplicaOf[]>();
  for (const one of listReplicas(plan))
    for (const slot of new Set(one.replica.processes.flatMap(slotsOfProcess))) {
      const known = owners.get(slot);
      if (known === undefined) owners.set(slot, [one]);
      else known.push(one);
    }
  return owners;
}

/** Every slot of a plan, in inventory order, on each node the GPUs first. */
export const listSlotNames = ({ nodes }: Pick<LaunchPlan, 'nodes'>): readonly string[] =>
  nodes.flatMap(({ name, gpus, cpuRanks }) => [
    ...gpus.map(({ index }) => `${name}:${index}`),
    ...Array.from({ length: cpuRanks }, (_, slot) => `${name}:cpu${slot}`),
  ]);

/** The slots that no role has. */
export function listIdleSlots(plan: LaunchPlan): readonly string[] {
  const owners = listOwners(plan);
  return listSlotNames(plan).filter((slot) => !owners.has(slot));
}
