import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { nameModels } from '../device-name.ts';
import type { MappingPair } from './find-causes.ts';
import type { AdjustedRank, Move, Placement } from './plan-diff.ts';

/** Ranks that are elsewhere, came or went, and ranks that stay but differ. Together they turn OLD's ranks into NEW's. */
export function listMoves(
  old: LaunchPlan,
  next: LaunchPlan,
  { slots }: MappingPair,
  causeOfRank: Int32Array,
) {
  const moves: Move[] = [];
  const adjusted: AdjustedRank[] = [];
  const placeOld = createPlacer(old);
  const placeNew = createPlacer(next);
  for (let rank = 0; rank < Math.max(old.worldSize, next.worldSize); rank++) {
    const [before, after] = [old.ranks[rank], next.ranks[rank]];
    if (before !== undefined && after !== undefined && slots.old[rank] === slots.new[rank]) {
      if (before.localRank === after.localRank && before.share === after.share) continue;
      const localRank = { old: before.localRank, new: after.localRank };
      adjusted.push({ rank, localRank, share: { old: before.share, new: after.share } });
      continue;
    }
    const cause = causeOfRank[rank] ?? -1;
    moves.push({
      rank,
      from: before === undefined ? null : placeOld(before),
      to: after === undefined ? null : placeNew(after),
      cause: cause < 0 ? null : cause,
    });
  }
  return { moves, adjusted };
}

function createPlacer({ nodes }: LaunchPlan): (rank: PlanRank) => Placement {
  const models = new Map(
    nodes.map(({ name, gpus }) => [name, new Map(gpus.map(({ index, model }) => [index, model]))]),
  );
  return ({ node, gpu, gpus, cpuSlot, localRank, share }) => ({
    node,
    gpu,
    gpus,
    cpuSlot,
    localRank,
    share,
    model: nameModels((gpus ?? [gpu]).map((index) => models.get(node)?.get(index ?? -1) ?? null)),
  });
}
