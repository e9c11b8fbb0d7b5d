import { printable } from '../../compiler/source/printable.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { nameModels } from '../device-name.ts';
import { readFacts } from '../mapping/mapping-facts.ts';
import { buildUniverse, nameOfPlace, placesOfRanks } from '../mapping/slot-universe.ts';
import { nameMaster } from '../roles/describe-roles.ts';
import { asRoles, diffRoles } from './diff-roles.ts';
import { compareConsequences, estimateConsequences } from './estimate-consequences.ts';
import { findCauses, type MappingPair } from './find-causes.ts';
import { formatHeadline } from './format-headline.ts';
import {
  listFactChanges,
  listPlaceChanges,
  listRemeasured,
  listSharedGpus,
  listShifts,
} from './list-inventory-changes.ts';
import { listSettings } from './list-settings.ts';
import {
  type AdjustedRank,
  DIFF_FORMAT,
  type DiffHead,
  type Move,
  type Placement,
  type PlanDiff,
  type RolesDiff,
} from './plan-diff.ts';

/**
 * Compares two plans: what is different, which changes moved which ranks, and what it means for the job. `judged` is the old plan
 * with other figures, where what it costs is known better by now.
 */
export function diffPlans(old: LaunchPlan, next: LaunchPlan, judged: LaunchPlan = old): PlanDiff {
  if (old.roles === null && next.roles === null) return compare(old, next, judged);
  // A plan of one program is one of a single role.
  const [before, after] = [asRoles(old), asRoles(next)];
  return compare(before, after, before, diffRoles(before, after));
}

function compare(old: LaunchPlan, next: LaunchPlan, judged: LaunchPlan, roles?: RolesDiff): PlanDiff {
  const pair = pairMappings(old, next, roles !== undefined);
  const { causeOfRank, ...found } = findCauses(pair);
  const ranks =
    roles === undefined ? listMoves(old, next, pair, causeOfRank) : { moves: [], adjusted: [], roles };
  const shared = listSharedGpus(pair.universe);
  // Figures of two metrics do not compare, and memory is a fact of its own.
  const comparesScores = old.mapping.by === next.mapping.by && old.mapping.by !== 'memory';
  const inventory = {
    ...listPlaceChanges(pair),
    facts: listFactChanges(shared, comparesScores),
    remeasured: comparesScores ? listRemeasured(shared) : [],
    machines: comparesScores ? listShifts(shared) : [],
  };
  const settings = listSettings(old, next, pair.universe);
  const head = compareHeads(old, next, pair);
  const ofRanks = [ranks.moves, ranks.adjusted, ...Object.values(roles ?? {})];
  const lists = [found.changes, ...ofRanks, inventory.facts, inventory.remeasured, settings];
  const same =
    [...lists, ...Object.values(inventory.nodes), ...Object.values(inventory.gpus)].every(
      (list) => list.length === 0,
    ) && Object.values(head).every((pairOf) => pairOf.old === pairOf.new);
  const [before, after] = [estimateConsequences(judged), estimateConsequences(next)];
  const compared = compareConsequences([judged, before], [next, after]);
  const consequences = { old: before, new: after, compared };
  const diff = { same, head, ...found, ...ranks, ...inventory, settings, consequences };
  return { formatVersion: DIFF_FORMAT, headline: formatHeadline(diff, printable), ...diff };
}

/** Of roles each has a mapping of its own, and none is done again. */
function pairMappings(old: LaunchPlan, next: LaunchPlan, hasRoles: boolean): MappingPair {
  const universe = buildUniverse(old, next);
  const slots = { old: placesOfRanks(universe, old), new: placesOfRanks(universe, next) };
  const read = (side: 'old' | 'new', plan: LaunchPlan) =>
    hasRoles ? null : readFacts(universe, side, plan, slots[side]);
  return { universe, slots, facts: { old: read('old', old), new: read('new', next) } };
}

function compareHeads(old: LaunchPlan, next: LaunchPlan, { universe, slots }: MappingPair): DiffHead {
  const nameFirst = (places: Int32Array) => nameOfPlace(universe, places[0] ?? -1);
  return {
    name: { old: old.name, new: next.name },
    worldSize: { old: old.worldSize, new: next.worldSize },
    rankZero: { old: nameFirst(slots.old), new: nameFirst(slots.new) },
    master: { old: nameMaster(old), new: nameMaster(next) },
  };
}

/** Ranks that are elsewhere, came or went, and ranks that stay but differ. Together they turn OLD's ranks into NEW's. */
function listMoves(old: LaunchPlan, next: LaunchPlan, { slots }: MappingPair, causeOfRank: Int32Array) {
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
