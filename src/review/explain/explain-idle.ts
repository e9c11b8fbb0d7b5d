import { formatFigure } from '../format-figure.ts';
import { nameOfPlace } from '../mapping/slot-universe.ts';
import { type Context, explainPlace, explainRule } from './explain-choice.ts';
import { type Explanation, explanation, type Fact, fact } from './explanation.ts';
import { figureAt, type NamedSlot } from './order-slots.ts';

/** Why no rank is on a slot. */
export function explainIdle(context: Context, slot: NamedSlot): Explanation {
  const facts = [findReason(context, slot), ...explainPlace(context, slot), ...explainRule(context)];
  return explanation(`${slot.name} carries no rank`, ...facts);
}

/** The one fact that keeps a slot idle. */
export function findReason(context: Context, slot: NamedSlot): Fact {
  const { orders, places } = context;
  const { exclude, gpusPerRank } = context.explained.plan.mapping;
  const { nodes } = context.explained.plan;
  const because = (text: string, place: Fact['place']): Fact => fact('idle', text, place);
  const { facts, taken } = orders;
  if (facts === null || taken === null) return because('the plan does not say why', null);
  if (facts.excluded[slot.slot] === 1) {
    if (nodes.some(({ name, spare }) => spare && name === slot.node))
      return because(`${slot.node} is a spare`, places.node(slot.node, 'spare'));
    const selector = places.selector('exclude', slot.node, slot.position);
    const by = selector === null ? `one of ${exclude.join(' ')}` : selector.text;
    return because(`excluded, by ${by}`, selector?.span() ?? null);
  }
  if (facts.rule.listed !== null)
    return because('the list of ranks does not name it', places.section('mapping', 'ranks'));
  const position = orders.positionOfSlot[slot.slot] ?? -1;
  if (position >= 0) return because(formatCut(context, position), places.section('mapping', 'worldSize'));
  if (slot.gpu === null) return because('CPU slots are never ranked', places.section('mapping', 'strategy'));
  const text = `the other GPUs of ${slot.node} have their ranks, and it makes no whole rank of ${gpusPerRank}`;
  return because(text, places.section('mapping', 'gpusPerRank'));
}

/** How far the world size reached, and the figures on both sides of the cut. */
function formatCut({ orders, explained: { plan } }: Context, position: number): string {
  const { taken, facts, universe, used, lastUsed: last, ranked } = orders;
  const cut = `the world size ${plan.worldSize} takes the first ${used} of ${taken?.length ?? 0}, and this is place ${position + 1}`;
  if (last < 0 || facts === null) return cut;
  // Packed blocks do not take the first slots, but those that make whole blocks.
  if (facts.groupSize !== null && position < used)
    return `the world size ${plan.worldSize} takes ${used} of ${taken?.length ?? 0}, in blocks of ${facts.groupSize} ranks, of which as few as possible leave a domain or a node: this one was left over`;
  const name = nameOfPlace(universe, last);
  if (!ranked) return `${cut}; the last one taken is ${name}`;
  const [mine, theirs] = [figureAt(orders, taken?.[position] ?? -1), figureAt(orders, last)];
  const other = `this one has ${formatFigure(mine, facts.rule.by)}`;
  const compared = mine === theirs ? 'as this one has; it stands earlier in the topology' : other;
  return `${cut}; the last one taken is ${name} with ${formatFigure(theirs, facts.rule.by)}, ${compared}`;
}
