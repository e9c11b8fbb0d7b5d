import { STRATEGIES } from '../../compiler/mapping/strategies.ts';
import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { countsAs, describeCost, estimateCost } from '../estimate-cost.ts';
import { compressNumbers, listSome } from '../list-some.ts';
import { describeStages } from '../list-stages.ts';
import { proveShares } from '../optimal-shares.ts';
import { type Context, explainRule } from './explain-choice.ts';
import { explainClasses } from './explain-classes.ts';
import { explainAllGroups, explainBlocks } from './explain-groups.ts';
import { findReason } from './explain-idle.ts';
import { explainMaster } from './explain-rank.ts';
import type { Explanation, Fact } from './explanation.ts';
import { describeSlot, slotsOf } from './order-slots.ts';

/** More nodes are counted: who has so many asks about one. */
const MAX_NODES_SHOWN = 16;

/** How the plan came about as a whole: what was chosen, which nodes have ranks, what is idle and why, and what it costs. */
export function explainWhole(context: Context): Explanation {
  const { plan } = context.explained;
  const nodes = plan.nodes.filter(({ nodeRank }) => nodeRank !== null).length;
  return {
    title: `${plan.name}: ${plan.worldSize} rank${plan.worldSize === 1 ? '' : 's'} on ${nodes} of ${plan.nodes.length} node${plan.nodes.length === 1 ? '' : 's'}`,
    facts: [
      ...explainStrategy(context),
      ...explainRule(context).slice(1),
      ...explainClasses(plan, context.places),
      ...explainNodes(context),
      ...explainIdleSlots(context),
      ...explainAllGroups(context),
      ...explainBlocks(context),
      ...explainMaster(context),
      ...explainVisibility(context),
      ...explainShares(context),
      ...explainStages(context),
      ...explainCost(context),
      {
        topic: 'more',
        text: 'ask about one rank, GPU or node: --rank NUMBER, --gpu NODE:INDEX or --node NAME',
        place: null,
      },
    ],
  };
}

/** With what it means; of a strategy that this version does not know there is the name alone. */
function explainStrategy(context: Context): Fact[] {
  const { strategy } = context.explained.plan.mapping;
  const meaning = STRATEGIES.find(({ name }) => name === strategy)?.summary;
  return explainRule(context)
    .slice(0, 1)
    .map((fact) => (meaning === undefined ? fact : { ...fact, text: `${fact.text}: ${meaning}` }));
}

/** In the order of their node ranks, which is that of their first ranks. */
function explainNodes({ explained: { plan }, places, orders }: Context): Fact[] {
  const ranksOf = groupRanks(plan);
  const positions = [...ranksOf].slice(0, MAX_NODES_SHOWN).map(([name, ofNode], nodeRank): Fact => {
    const ranks = ofNode.map(({ rank }) => rank);
    const first = orders.positionOfSlot[slotsOf(orders, ranks[0] ?? 0)[0] ?? -1] ?? -1;
    const best =
      !orders.ranked || first < 0 ? '' : `; its first one is place ${first + 1} by ${plan.mapping.by}`;
    const numbers = `rank${ranks.length === 1 ? '' : 's'} ${compressNumbers(ranks)}`;
    return { topic: `node ${nodeRank}`, text: `${name}: ${numbers}${best}`, place: places.node(name) };
  });
  const hidden = ranksOf.size - positions.length;
  return hidden === 0
    ? positions
    : [
        ...positions,
        { topic: 'nodes', text: `and ${hidden} more, in the order of their first ranks`, place: null },
      ];
}

/** One fact for each kind of reason, with the slots that it keeps idle, and the reason of the first that would be taken. */
function explainIdleSlots(context: Context): Fact[] {
  const { orders } = context;
  const { universe, facts, positionOfSlot } = orders;
  const used = new Set([...orders.placeOfRank].flatMap(universe.teams.slotsAt));
  const kinds = {
    excluded: [] as number[],
    never: [] as number[],
    left: [] as number[],
    behind: [] as number[],
  };
  for (let slot = 0; slot < universe.nodeOfSlot.length; slot++) {
    if (used.has(slot)) continue;
    const isTaken = (positionOfSlot[slot] ?? -1) >= 0;
    const unused = describeSlot(universe, slot).gpu === null ? 'never' : 'left';
    kinds[facts?.excluded[slot] === 1 ? 'excluded' : isTaken ? 'behind' : unused].push(slot);
  }
  kinds.behind.sort((one, other) => (positionOfSlot[one] ?? 0) - (positionOfSlot[other] ?? 0));
  return Object.values(kinds)
    .filter((slots) => slots.length > 0)
    .map((slots) => {
      const [first, ...others] = slots.map((slot) => describeSlot(universe, slot));
      if (first === undefined) throw new Error('a list that is not empty has a first slot');
      const reason = findReason(context, first);
      const names = [...slots]
        .sort((one, other) => one - other)
        .map((slot) => describeSlot(universe, slot).name);
      const which = others.length === 0 ? '' : `, of which ${first.name}`;
      return { ...reason, text: `${listSome(names, (name) => name)}${which}: ${reason.text}` };
    });
}

function explainVisibility({ explained: { plan }, places }: Context): Fact[] {
  const text =
    plan.visibility === 'ordered'
      ? 'ordered: every rank of a node sees its mapped GPUs, in the order of local ranks'
      : `${plan.visibility}: a rank sees its own GPU${plan.visibility === 'own' ? 's' : ''} only`;
  return [
    { topic: 'visibility', text, place: places.section('launch', 'visibility') },
    { topic: 'backend', text: plan.backend, place: places.section('launch', 'backend') },
  ];
}

function explainShares({ explained: { plan }, places }: Context): Fact[] {
  if (plan.workload === null) return [];
  const { globalBatch, shares, multipleOf } = plan.workload;
  const [least, most] = plan.ranks.reduce(
    ([low, high], { share }) => [Math.min(low, share ?? 0), Math.max(high, share ?? 0)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const each = least === most ? `${least}` : `${least} to ${most}`;
  const text = `${globalBatch} samples in ${shares} shares of ${each}, in multiples of ${multipleOf}`;
  const place = places.section('workload', 'globalBatch');
  const proof = shares === 'optimal' ? proveShares(plan, plan.workload) : null;
  return [
    { topic: 'shares', text, place },
    ...(proof === null ? [] : [{ topic: 'proof', text: proof, place: null }]),
  ];
}

function explainStages({ explained: { plan }, places }: Context): Fact[] {
  const text = describeStages(plan);
  return text === null ? [] : [{ topic: 'stages', text, place: places.section('stages', 'layers') }];
}

function explainCost({ explained: { plan } }: Context): Fact[] {
  const cost = estimateCost(plan);
  const text =
    cost === null
      ? `not known: each rank needs a GPU, and each GPU a figure of its speed`
      : (describeCost(plan) ??
        `less than 5 % of GPU time idle; the slowest GPU is ${cost.slowest.gpu} (${countsAs(cost.slowest)})`);
  return [{ topic: 'cost', text, place: null }];
}
