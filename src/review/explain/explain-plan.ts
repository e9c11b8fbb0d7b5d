import type { PlanRank } from '../../generated/plan.ts';
import { slotsOfNode } from '../mapping/slot-universe.ts';
import type { Context } from './explain-choice.ts';
import { explainMachine } from './explain-groups.ts';
import { explainIdle, findReason } from './explain-idle.ts';
import { explainRank } from './explain-rank.ts';
import { explainRoles } from './explain-roles.ts';
import { explainWhole } from './explain-whole.ts';
import {
  type Explained,
  type Explanation,
  explanation,
  type Fact,
  fact,
  type Question,
} from './explanation.ts';
import { findPlaces } from './find-places.ts';
import { describeSlot, findSlot, type NamedSlot, orderSlots, slotsOf } from './order-slots.ts';

/** How many slots of a node are listed. */
const MAX_SLOTS_SHOWN = 128;

/** Answers a question about a plan, or about a role or a replica of it; a text when the plan has no such thing. */
export function explainPlan(
  explained: Explained,
  question: Question,
  role: string | null = null,
): readonly Explanation[] | string {
  if (explained.plan.roles !== null) return explainRoles(explained, question, role);
  return role === null ? explainProgram(explained, question) : 'the plan has no roles: it starts one program';
}

/** Answers a question about a plan of one program; a text when the plan has no such thing. */
function explainProgram(explained: Explained, question: Question): readonly Explanation[] | string {
  const { plan } = explained;
  const context = { explained, places: findPlaces(explained), orders: orderSlots(plan) };
  switch (question.kind) {
    case 'plan':
      return [explainWhole(context)];
    case 'rank': {
      const rank = plan.ranks[question.rank];
      return rank === undefined
        ? `there is no rank ${question.rank}: the last one is ${plan.worldSize - 1}`
        : [explainRank(context, rank)];
    }
    case 'slot': {
      const slot = findSlot(context.orders.universe, question.name);
      if (slot === null) return `the plan has no GPU or CPU slot ${question.name}`;
      const ranks = ranksOn(context, slot, plan.ranks);
      return ranks.length === 0
        ? [explainIdle(context, slot)]
        : ranks.map((rank) => explainRank(context, rank));
    }
    case 'node':
      return explainNode(context, question.name);
  }
}

const ranksOn = ({ orders }: Context, slot: NamedSlot, ranks: readonly PlanRank[]): readonly PlanRank[] =>
  ranks.filter(({ rank }) => slotsOf(orders, rank).includes(slot.slot));

function explainNode(context: Context, name: string): readonly Explanation[] | string {
  const { explained, orders } = context;
  const node = explained.plan.nodes.find((candidate) => candidate.name === name);
  const place = orders.universe.nodes.find((candidate) => candidate.name === name);
  if (node === undefined || place === undefined) return `the plan has no node ${name}`;
  const { nodeRank } = node;
  const slots = slotsOfNode(place);
  const ranks = explained.plan.ranks.filter((rank) => rank.node === name);
  const shown = slots
    .slice(0, MAX_SLOTS_SHOWN)
    .map((slot) => summarizeSlot(context, describeSlot(orders.universe, slot), ranks));
  const number = `${nodeRank}: nodes count in the order of their first ranks`;
  return [
    explanation(
      `${name}: ${nodeRank === null ? 'idle' : `node ${nodeRank}`}`,
      explainMachine(context.places, node),
      fact('node rank', nodeRank === null ? 'none: it carries no rank' : number),
      ...shown,
      slots.length > shown.length
        ? fact('more', `${slots.length - shown.length} slots: ask with --gpu`)
        : null,
    ),
  ];
}

function summarizeSlot(context: Context, slot: NamedSlot, ofNode: readonly PlanRank[]): Fact {
  const ranks = ranksOn(context, slot, ofNode);
  const name = slot.name.slice(slot.node.length + 1);
  const topic = slot.gpu === null ? name : `GPU ${name}`;
  if (ranks.length === 0) {
    const { text, place } = findReason(context, slot);
    return fact(topic, `idle: ${text}`, place);
  }
  const texts = ranks.map(({ rank, localRank, why }) => `rank ${rank}, local rank ${localRank} (${why})`);
  return fact(topic, texts.join('; '), context.places.slot(slot));
}
