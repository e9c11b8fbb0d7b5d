import { plannedPace } from '../../compiler/mapping/metric.ts';
import { formatRankRanges, groupRanks } from '../../compiler/plan/group-ranks.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { count } from '../list-some.ts';
import { listSlots, type PlanSlot } from './list-slots.ts';
import type { Cell, NodeBox, Picture } from './picture.ts';
import { createScale, listSteps } from './score-scale.ts';
import { summarize } from './summarize.ts';

/** How many slots are drawn: a picture of more is neither legible nor quick to open. */
export const MAX_DRAWN_SLOTS = 4096;

/** Computes the picture of a plan, the same for every renderer. `listed`: how many ranks the table beside it has. */
export function composePicture(plan: LaunchPlan, slots = listSlots(plan), listed = plan.worldSize): Picture {
  const figures = listFigures(slots);
  const composer: Composer = {
    plan,
    // A block of one rank is not drawn.
    groupSize: plan.launch.groupSize === 1 ? null : plan.launch.groupSize,
    shadeOf: createScale(figures),
    listed,
    idleRow: listed,
  };
  const { nodes, drawn, omitted } = composeNodes(composer, slots);
  return {
    name: plan.name,
    facts: summarize(plan),
    figure: slots.some(({ gpu }) => gpu?.score != null) ? plan.mapping.by : null,
    hasShares: plan.workload !== null,
    groupSize: composer.groupSize,
    // The more there is to draw, the smaller it is drawn.
    size: drawn > 320 ? 'small' : drawn > 80 ? 'medium' : 'large',
    nodes,
    scale: listSteps(figures),
    omitted,
  };
}

/** The figures of GPUs that carry ranks: idle ones have no colour, so they do not stretch the scale. */
function listFigures(slots: readonly PlanSlot[]): readonly number[] {
  return slots.flatMap(({ gpu, ranks }) => {
    const figure = ranks.length === 0 || gpu === null ? null : plannedPace(gpu);
    return figure === null ? [] : [figure];
  });
}

interface Composer {
  readonly plan: LaunchPlan;
  readonly groupSize: number | null;
  readonly shadeOf: (figure: number) => number;
  readonly listed: number;
  /** The row that the next idle slot has in the table. */
  idleRow: number;
}

/** Nodes from the first on, as long as their slots are not too many. */
function composeNodes(composer: Composer, slots: readonly PlanSlot[]) {
  const { plan } = composer;
  const ranksOf = groupRanks(plan);
  const nodes: NodeBox[] = [];
  let [drawn, drawnRanks] = [0, 0];
  for (const { name, gpus, cpuRanks } of plan.nodes) {
    const end = drawn + gpus.length + cpuRanks;
    if (end > MAX_DRAWN_SLOTS) break;
    const ranks = ranksOf.get(name) ?? [];
    drawnRanks += ranks.length;
    const ofNode = slots.slice(drawn, end);
    const cells = ofNode.map((slot, i) => composeCell(composer, slot, ofNode[i + 1]));
    nodes.push({ name, ranks: formatRankRanges(ranks), cells });
    drawn = end;
  }
  const left = [
    count(slots.length - drawn, 'slot'),
    `on ${count(plan.nodes.length - nodes.length, 'node')}, with`,
    count(plan.worldSize - drawnRanks, 'rank'),
  ];
  return {
    nodes,
    drawn,
    omitted: nodes.length === plan.nodes.length ? null : `not drawn: ${left.join(' ')}`,
  };
}

function composeCell(composer: Composer, slot: PlanSlot, next: PlanSlot | undefined): Cell {
  const { plan, groupSize, shadeOf } = composer;
  const { gpu, cpuSlot, ranks } = slot;
  const figure = gpu === null ? null : plannedPace(gpu);
  const first = ranks[0]?.rank;
  const last = ranks.at(-1)?.rank;
  const after = next?.ranks[0]?.rank;
  const gpusOfRank = ranks[0]?.gpus?.length ?? 1;
  const endsBlock = last !== undefined && groupSize !== null && (last + 1) % groupSize === 0;
  // A line joins the GPUs of one rank where it has several, else the ranks of one block.
  const isJoined = last !== undefined && (gpusOfRank > 1 ? after === last : after === last + 1 && !endsBlock);
  return {
    slot: slot.name,
    kind: gpu === null ? 'cpu' : 'gpu',
    label: gpu === null ? `CPU ${cpuSlot}` : `GPU ${gpu.index}`,
    model: gpu?.model ?? null,
    ranks: ranks.map(({ rank }) => rank),
    figure,
    shade: figure === null || first === undefined ? null : shadeOf(figure),
    gpusOfRank,
    share: plan.workload === null ? null : ranks.reduce((sum, { share }) => sum + (share ?? 0), 0),
    joined: isJoined,
    row: first ?? composer.idleRow++,
    rows: first === undefined ? 1 : Math.max(0, Math.min(ranks.length, composer.listed - first)),
  };
}
