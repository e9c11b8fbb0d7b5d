import { formatRankRanges, gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { meansDevice } from '../../compiler/values/device-uuid.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { NodePlaces } from './locate-node.ts';

/** The node of the plan that this machine is. */
export interface PlannedNode {
  readonly node: PlanNode;
  readonly ranks: readonly PlanRank[];
  readonly places: NodePlaces;
}

/** What was checked, in words that follow "verified:" and "not verified:", and other useful facts. */
export interface Coverage {
  readonly verified: string[];
  readonly unverified: string[];
  readonly notes: string[];
}

export const newCoverage = (): Coverage => ({ verified: [], unverified: [], notes: [] });

/** The GPUs that carry ranks. */
export function mappedGpus({ node, ranks }: Pick<PlannedNode, 'node' | 'ranks'>): readonly PlanGpu[] {
  const used = new Set(ranks.flatMap(gpusOfRank));
  return node.gpus.filter(({ index }) => used.has(index));
}

/** Finds the GPU of the machine for a planned one: a whole one by its index, a MIG instance by its UUID. */
export function findPlanned({ index, uuid, parent }: PlanGpu, { gpus }: Machine): MachineGpu | undefined {
  return parent === null
    ? gpus.find((gpu) => gpu.parent === null && gpu.index === index)
    : gpus.find((gpu) => uuid !== null && meansDevice(uuid, gpu.uuid));
}

/** Whether ranks use NVIDIA GPUs, so that the driver's answer matters for them. */
export const usesNvidia = (planned: Pick<PlannedNode, 'node' | 'ranks'>): boolean =>
  mappedGpus(planned).some(({ vendor }) => vendor === 'nvidia');

/** `GPU lab1:2 (rank 5)`. */
export function nameGpus({ node, ranks }: PlannedNode, indices: readonly number[]): string {
  const own = ranks.filter((rank) => gpusOfRank(rank).some((gpu) => indices.includes(gpu)));
  const who =
    own.length === 0 ? 'no rank' : `${own.length === 1 ? 'rank' : 'ranks'} ${formatRankRanges(own)}`;
  return `GPU ${node.name}:${formatRanges(indices)} (${who})`;
}
