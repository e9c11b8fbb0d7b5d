import { listReplicas, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { nameSlots } from '../device-name.ts';

/** The replicas on each slot that has a process; colocated roles share theirs. */
export function listOwners(plan: LaunchPlan): ReadonlyMap<string, readonly ReplicaOf[]> {
  const owners = new Map<string, ReplicaOf[]>();
  for (const one of listReplicas(plan))
    for (const slot of new Set(one.replica.processes.flatMap(nameSlots))) {
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
