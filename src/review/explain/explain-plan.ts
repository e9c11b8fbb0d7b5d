import type { PlanRank } from '../../generated/plan.ts';
import type { Context } from './explain-choice.ts';
import { explainIdle, findReason } from './explain-idle.ts';
import { explainRank } from './explain-rank.ts';
import { explainWhole } from './explain-whole.ts';
import type { Explained, Explanation, Fact } from './explanation.ts';
import { findPlaces } from './find-places.ts';
import { describeSlot, findSlot, type NamedSlot, orderSlots, slotsOf } from './order-slots.ts';

/** How many slots of a node are listed. */
const MAX_SLOTS_SHOWN = 128;

/** What a question is about. */
export type Question =
  | { readonly kind: 'plan' }
  | { readonly kind: 'rank'; readonly rank: number }
  | { readonly kind: 'slot'; readonly name: string }
  | { readonly kind: 'node'; readonly name: string };

/** Answers a question about a plan; a text when the plan has no such thing. */
export function explainPlan(explained: Explained, question: Question): readonly Explanation[] | string {
  const context = { explained, places: findPlaces(explained), orders: orderSlots(explained.plan) };
  switch (question.kind) {
    case 'plan':
      return [explainWhole(context)];
    case 'rank':
      return explainRanks(context, question.rank);
    case 'slot': {
      const slot = findSlot(context.orders.universe, question.name);
      return slot === null ? `the plan has no GPU or CPU slot ${question.name}` : explainSlot(context, slot);
    }
    case 'node':
      return explainNode(context, question.name);
  }
}

function explainRanks(context: Context, number: number): readonly Explanation[] | string {
  const { plan } = context.explained;
  const rank = plan.ranks[number];
  if (rank === undefined) return `there is no rank ${number}: the last one is ${plan.worldSize - 1}`;
  return [explainRank(context, rank)];
}

/** A slot with ranks is explained by each of them. */
function explainSlot(context: Context, slot: NamedSlot): readonly Explanation[] {
  const { explained, orders } = context;
  const ranks = explained.plan.ranks.filter(({ rank }) => slotsOf(orders, rank).includes(slot.slot));
  return ranks.length === 0 ? [explainIdle(context, slot)] : ranks.map((rank) => explainRank(context, rank));
}

function explainNode(context: Context, name: string): readonly Explanation[] | string {
  const { explained, orders, places } = context;
  const node = explained.plan.nodes.find((candidate) => candidate.name === name);
  const place = orders.universe.nodes.find((candidate) => candidate.name === name);
  if (node === undefined || place === undefined) return `the plan has no node ${name}`;
  const { nodeRank, address, bind } = node;
  const facts: Fact[] = [
    {
      topic: 'node',
      text: bind === 'job' ? 'any machine that the job binds' : `address ${address}`,
      place: places.node(name),
    },
    {
      topic: 'node rank',
      text:
        nodeRank === null
          ? 'none: it carries no rank'
          : `${nodeRank}: nodes count in the order of their first ranks`,
      place: null,
    },
  ];
  const slots = place.gpus.length + place.cpuSlots;
  const ranks = explained.plan.ranks.filter((rank) => rank.node === name);
  for (let i = 0; i < Math.min(slots, MAX_SLOTS_SHOWN); i++)
    facts.push(summarizeSlot(context, describeSlot(orders.universe, place.firstSlot + i), ranks));
  if (slots > MAX_SLOTS_SHOWN)
    facts.push({ topic: 'more', text: `${slots - MAX_SLOTS_SHOWN} slots: ask with --gpu`, place: null });
  return [{ title: `${name}: ${nodeRank === null ? 'idle' : `node ${nodeRank}`}`, facts }];
}

function summarizeSlot(context: Context, slot: NamedSlot, ofNode: readonly PlanRank[]): Fact {
  const { orders, places } = context;
  const ranks = ofNode.filter(({ rank }) => slotsOf(orders, rank).includes(slot.slot));
  const topic = slot.name.slice(slot.node.length + 1);
  if (ranks.length === 0) {
    const { text, place } = findReason(context, slot);
    return { topic: slot.gpu === null ? topic : `GPU ${topic}`, text: `idle: ${text}`, place };
  }
  const text = ranks
    .map(({ rank, localRank, why }) => `rank ${rank}, local rank ${localRank} (${why})`)
    .join('; ');
  const place = slot.gpu === null ? places.node(slot.node) : places.gpu(slot.node, slot.gpu);
  return { topic: slot.gpu === null ? topic : `GPU ${topic}`, text, place };
}
