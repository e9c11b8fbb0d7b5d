import { listSome } from '../diff/section.ts';
import { formatFigure } from '../format-figure.ts';
import type { Explained, Fact } from './explanation.ts';
import type { Places } from './find-places.ts';
import { describeSlot, type NamedSlot, type SlotOrders } from './order-slots.ts';

/** What every choice needs: the plan, its slots in order, and where the topology says what. */
export interface Context {
  readonly explained: Explained;
  readonly places: Places;
  readonly orders: SlotOrders;
}

/** How slots were chosen, whichever slot is asked about: strategy, candidates, world size. */
export function explainRule({ explained: { plan }, places, orders }: Context): Fact[] {
  const { strategy, order, by, ranksPerGpu } = plan.mapping;
  const details = [order === null ? null : `order ${order}`, orders.ranked ? `by ${by}` : null];
  const facts: Fact[] = [
    {
      topic: 'strategy',
      text: [strategy, ...details.filter((detail) => detail !== null)].join(', '),
      place: places.section('mapping', 'strategy'),
    },
    ...explainCandidates({ places, orders }),
    {
      topic: 'world size',
      text: `${plan.worldSize}${ranksPerGpu > 1 ? `, up to ${ranksPerGpu} ranks on each GPU` : ''}`,
      place: places.section('mapping', 'worldSize') ?? places.section('mapping', 'ranksPerGpu'),
    },
  ];
  return facts;
}

function explainCandidates({ places, orders }: Pick<Context, 'places' | 'orders'>): Fact[] {
  const { facts, taken, ranked, universe } = orders;
  if (facts === null || taken === null || facts.rule.listed !== null) return [];
  const excluded = facts.excluded.reduce((sum, flag) => sum + flag, 0);
  const total = universe.nodeOfSlot.length;
  const unranked = total - excluded - taken.length;
  const parts = [
    `${taken.length} of ${total} slots`,
    ...(excluded > 0 ? [`${excluded} excluded`] : []),
    ...(ranked && unranked > 0
      ? [`${unranked} CPU slot${unranked === 1 ? '' : 's'} left out: they are never ranked`]
      : []),
  ];
  return [{ topic: 'candidates', text: parts.join(', '), place: places.section('mapping', 'exclude') }];
}

/** The figure of a GPU, its place among the candidates, and how ties with it broke. */
export function explainPlace(context: Context, slot: NamedSlot): Fact[] {
  const { explained, places, orders } = context;
  const { facts, taken, ranked } = orders;
  const position = taken?.indexOf(slot.slot) ?? -1;
  if (facts === null || taken === null || position < 0) return [];
  if (facts.rule.listed !== null) {
    const selector = places.selector('ranks', slot.node, slot.position);
    const text = `listed as ${selector?.text ?? slot.name}, slot ${position + 1} of ${taken.length} in the list`;
    return [{ topic: 'listed', text, place: selector?.span() ?? null }];
  }
  if (!ranked || slot.gpu === null) {
    const text = `${position + 1} of ${taken.length} candidates, in the order in which slots are taken`;
    return [{ topic: 'place', text, place: places.node(slot.node) }];
  }
  const { by } = explained.plan.mapping;
  const figure = facts.scores[slot.slot] ?? Number.NaN;
  const origin = places.figure(slot.node, slot.gpu);
  return [
    {
      topic: by,
      text: `${formatFigure(figure, by)}${origin === null ? '' : `, ${origin.text}`}`,
      place: origin?.place ?? null,
    },
    { topic: 'place', text: `${position + 1} of ${taken.length} by ${by}, the highest first`, place: null },
    ...explainTie(context, slot, figure),
  ];
}

function explainTie(
  { orders: { facts, taken, universe }, places }: Context,
  slot: NamedSlot,
  figure: number,
): Fact[] {
  if (facts === null || taken === null) return [];
  const tied = [...taken].filter((other) => facts.scores[other] === figure);
  if (tied.length < 2) return [];
  const at = tied.indexOf(slot.slot) + 1;
  const names = tied
    .filter((other) => other !== slot.slot)
    .map((other) => describeSlot(universe, other).name);
  const text = `${tied.length} GPUs have ${formatFigure(figure, facts.rule.by)}, and a tie goes by the order of the topology: this is number ${at}; the other${names.length === 1 ? ' is' : 's are'} ${listSome(names, (name) => name)}`;
  return [{ topic: 'tie', text, place: places.node(slot.node) }];
}
