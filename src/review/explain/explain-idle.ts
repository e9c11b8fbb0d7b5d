import { formatFigure } from '../format-figure.ts';
import { nameOfPlace } from '../mapping/slot-universe.ts';
import { type Context, explainPlace, explainRule } from './explain-choice.ts';
import type { Explanation, Fact } from './explanation.ts';
import { figureAt, type NamedSlot } from './order-slots.ts';

/** Why no rank is on a slot. */
export function explainIdle(context: Context, slot: NamedSlot): Explanation {
  const reason = findReason(context, slot);
  const place = explainPlace(context, slot);
  return { title: `${slot.name} carries no rank`, facts: [reason, ...place, ...explainRule(context)] };
}

/** The one fact that keeps a slot idle. */
export function findReason({ orders, places, explained: { plan } }: Context, slot: NamedSlot): Fact {
  const { facts, taken } = orders;
  const because = (text: string, place: Fact['place']): Fact => ({ topic: 'idle', text, place });
  if (facts === null || taken === null) return because('the plan does not say why', null);
  if (facts.excluded[slot.slot] === 1 && plan.nodes.some(({ name, spare }) => spare && name === slot.node))
    return because(`${slot.node} is a spare`, places.node(slot.node, 'spare'));
  if (facts.excluded[slot.slot] === 1) {
    const selector = places.selector('exclude', slot.node, slot.position);
    const by = selector === null ? `, by one of ${plan.mapping.exclude.join(' ')}` : `, by ${selector.text}`;
    return because(`excluded${by}`, selector?.span() ?? null);
  }
  if (facts.rule.listed !== null)
    return because('the list of ranks does not name it', places.section('mapping', 'ranks'));
  const position = orders.positionOfSlot[slot.slot] ?? -1;
  if (position < 0 && slot.gpu !== null) {
    const text = `the other GPUs of ${slot.node} have their ranks, and it makes no whole rank of ${plan.mapping.gpusPerRank}`;
    return because(text, places.section('mapping', 'gpusPerRank'));
  }
  if (position < 0) return because('CPU slots are never ranked', places.section('mapping', 'strategy'));
  return because(formatCut({ orders, plan }, position), places.section('mapping', 'worldSize'));
}

/** How far the world size reached, and the figures on both sides of the cut. */
function formatCut(
  { orders, plan }: { readonly orders: Context['orders']; readonly plan: Context['explained']['plan'] },
  position: number,
): string {
  const { taken, facts, universe, used, lastUsed: last, ranked } = orders;
  const cut = `the world size ${plan.worldSize} takes the first ${used} of ${taken?.length ?? 0}, and this is place ${position + 1}`;
  if (last < 0) return cut;
  // Packed blocks do not take the first slots, but those that make whole blocks.
  if (facts !== null && facts.groupSize !== null && position < used)
    return `the world size ${plan.worldSize} takes ${used} of ${taken?.length ?? 0}, in blocks of ${facts.groupSize} ranks, of which as few as possible leave a domain or a node: this one was left over`;
  const name = nameOfPlace(universe, last);
  if (!ranked || facts === null) return `${cut}; the last one taken is ${name}`;
  const [mine, theirs] = [figureAt(orders, taken?.[position] ?? -1), figureAt(orders, last)];
  const word = (figure: number) => formatFigure(figure, facts.rule.by);
  const compared =
    mine === theirs ? ', as this one has; it stands earlier in the topology' : `, this one has ${word(mine)}`;
  return `${cut}; the last one taken is ${name} with ${word(theirs)}${compared}`;
}
