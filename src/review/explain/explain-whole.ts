import { STRATEGIES } from '../../compiler/mapping/strategies.ts';
import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { asWritten, count, listSome, nameNumbers } from '../list-some.ts';
import { type Context, explainRule } from './explain-choice.ts';
import { explainClasses } from './explain-classes.ts';
import { findReason } from './explain-idle.ts';
import { type Explanation, explanation, type Fact, fact } from './explanation.ts';
import { describeSlot, slotsOf } from './order-slots.ts';

/** How many nodes have a line; the others are counted. */
const MAX_NODES_SHOWN = 16;

/** How the plan came about as a whole: what was chosen, which nodes have ranks, what is idle and why. */
export function explainWhole(context: Context): Explanation {
  const { plan } = context.explained;
  const nodes = plan.nodes.filter(({ nodeRank }) => nodeRank !== null).length;
  const [strategy = null, ...rule] = explainRule(context);
  // This version may not know the strategy: then it has only the name.
  const meaning = STRATEGIES.find(({ name }) => name === plan.mapping.strategy)?.summary;
  const explained = meaning === undefined ? '' : `: ${meaning}`;
  return explanation(
    `${plan.name}: ${count(plan.worldSize, 'rank')} on ${nodes} of ${count(plan.nodes.length, 'node')}`,
    strategy && { ...strategy, text: `${strategy.text}${explained}` },
    ...rule,
    ...explainClasses(plan, context.places),
    ...explainNodes(context),
    ...explainIdleSlots(context),
    fact(
      'more',
      'ask about one: --rank NUMBER, --gpu NODE:INDEX or --node NAME; `rankplan show` has the plan itself',
    ),
  );
}

/** In the order of their node ranks, which is that of their first ranks. */
function explainNodes({ explained: { plan }, places, orders }: Context): (Fact | null)[] {
  const ranksOf = groupRanks(plan);
  const shown = [...ranksOf].slice(0, MAX_NODES_SHOWN).map(([name, ofNode], nodeRank): Fact => {
    const ranks = ofNode.map(({ rank }) => rank);
    const first = orders.positionOfSlot[slotsOf(orders, ranks[0] ?? 0)[0] ?? -1] ?? -1;
    const isRanked = orders.ranked && first >= 0;
    const best = isRanked ? `; its first one is place ${first + 1} by ${plan.mapping.by}` : '';
    return fact(`node ${nodeRank}`, `${name}: ${nameNumbers('rank', ranks)}${best}`, places.node(name));
  });
  const hidden = ranksOf.size - shown.length;
  const more = fact('nodes', `and ${hidden} more, in the order of their first ranks`);
  return hidden === 0 ? shown : [...shown, more];
}

/** One fact for each kind of reason, with the slots that it keeps idle, and the reason of the first that would be taken. */
function explainIdleSlots(context: Context): Fact[] {
  const { universe, facts, positionOfSlot, placeOfRank } = context.orders;
  const used = new Set([...placeOfRank].flatMap(universe.teams.slotsAt));
  const idle = [...universe.nodeOfSlot.keys()].filter((slot) => !used.has(slot));
  const placeOf = (slot: number) => positionOfSlot[slot] ?? -1; // in the order in which slots are taken
  const kinds = groupBy(idle, (slot) => {
    if (facts?.excluded[slot] === 1) return 'excluded';
    if (placeOf(slot) >= 0) return 'behind';
    return describeSlot(universe, slot).gpu === null ? 'never' : 'left';
  });
  return (['excluded', 'never', 'left', 'behind'] as const).flatMap((kind) => {
    const slots = kinds.get(kind) ?? [];
    const [next] = slots.toSorted((one, other) => placeOf(one) - placeOf(other));
    if (next === undefined) return [];
    const first = describeSlot(universe, next);
    const reason = findReason(context, first);
    const names = slots.map((slot) => describeSlot(universe, slot).name);
    const which = slots.length === 1 ? '' : `, of which ${first.name}`;
    return [{ ...reason, text: `${listSome(names, asWritten)}${which}: ${reason.text}` }];
  });
}
