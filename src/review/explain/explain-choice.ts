import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import { formatFigure } from '../format-figure.ts';
import { listSome } from '../list-some.ts';
import { nameOfSlot } from '../mapping/slot-universe.ts';
import { explainClass } from './explain-classes.ts';
import type { Explained, Fact } from './explanation.ts';
import type { Places } from './find-places.ts';
import { describeSlot, figureAt, type NamedSlot, type SlotOrders } from './order-slots.ts';

/** What every choice needs: the plan, its slots in order, and where the topology says what. */
export interface Context {
  readonly explained: Explained;
  readonly places: Places;
  readonly orders: SlotOrders;
}

/** How slots were chosen, whichever slot the question is about: strategy, candidates, world size. */
export function explainRule({ explained: { plan }, places, orders }: Context): Fact[] {
  const { strategy, order, by, ranksPerGpu, gpusPerRank } = plan.mapping;
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
    ...(gpusPerRank === 1
      ? []
      : [
          {
            topic: 'GPUs per rank',
            text: `${gpusPerRank === 'node' ? 'all mapped GPUs of its node' : gpusPerRank}, of one node each; within a rank they stand in inventory order`,
            place: places.section('mapping', 'gpusPerRank'),
          },
        ]),
  ];
  return facts;
}

/** GPUs that make no whole rank. */
function countLeft({ universe, facts, positionOfSlot }: SlotOrders): number {
  let left = 0;
  positionOfSlot.forEach((position, slot) => {
    const isLeft = position < 0 && facts?.excluded[slot] === 0;
    if (isLeft && describeSlot(universe, slot).gpu !== null) left++;
  });
  return left;
}

function explainCandidates({ places, orders }: Pick<Context, 'places' | 'orders'>): Fact[] {
  const { facts, taken, ranked, universe } = orders;
  if (facts === null || taken === null || facts.rule.listed !== null) return [];
  const excluded = facts.excluded.reduce((sum, flag) => sum + flag, 0);
  const total = universe.nodeOfSlot.length;
  const slots = taken.reduce((sum, place) => sum + universe.teams.slotsAt(place).length, 0);
  const left = countLeft(orders);
  const unranked = total - excluded - slots - left;
  const parts = [
    `${slots} of ${total} slots`,
    ...(slots === taken.length ? [] : [`for ${taken.length} ranks`]),
    ...(left === 0 ? [] : [`${left} GPU${left === 1 ? '' : 's'} left over, less than a rank needs`]),
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
  const position = orders.positionOfSlot[slot.slot] ?? -1;
  if (facts === null || taken === null || position < 0) return [];
  if (facts.rule.listed !== null) {
    const selector = places.selector('ranks', slot.node, slot.position);
    const what = explained.plan.mapping.gpusPerRank === 1 ? 'slot' : 'place';
    const text = `listed as ${selector?.text ?? slot.name}, ${what} ${position + 1} of ${taken.length} in the list`;
    return [{ topic: 'listed', text, place: selector?.span() ?? null }];
  }
  if (!ranked || slot.gpu === null) {
    const text = `${position + 1} of ${taken.length} candidates, in the order in which slots are taken`;
    return [{ topic: 'place', text, place: places.node(slot.node) }];
  }
  const { by } = explained.plan.mapping;
  const place = taken[position] ?? -1;
  const team = orders.universe.teams.slotsAt(place);
  const gpu = findGpu(explained.plan, slot);
  const origin = places.figure(slot.node, slot.gpu);
  // What one GPU counts as is the next fact; of several the sum is what counts.
  const own = team.length === 1 ? (gpu?.score ?? null) : null;
  const figures = team.map((of) => formatFigure(own ?? facts.scores[of] ?? Number.NaN, by));
  const sum = team.length === 1 ? '' : ` = ${formatFigure(figureAt(orders, place), by)}`;
  return [
    {
      topic: by,
      text: `${figures.join(' + ')}${sum}${origin === null ? '' : `, ${origin.text}`}`,
      place: origin?.place ?? null,
    },
    ...(gpu === null ? [] : explainClass(explained.plan, places, gpu)),
    { topic: 'place', text: `${position + 1} of ${taken.length} by ${by}, the highest first`, place: null },
    ...explainTie(context, slot, place),
  ];
}

function findGpu({ nodes }: LaunchPlan, { node, gpu }: NamedSlot): PlanGpu | null {
  return nodes.find(({ name }) => name === node)?.gpus.find(({ index }) => index === gpu) ?? null;
}

function explainTie({ orders, places }: Context, slot: NamedSlot, place: number): Fact[] {
  const { facts, taken, universe } = orders;
  if (facts === null || taken === null) return [];
  const figure = figureAt(orders, place);
  const tied = [...taken].filter((other) => figureAt(orders, other) === figure);
  if (tied.length < 2) return [];
  const at = tied.indexOf(place) + 1;
  const others = tied.filter((other) => other !== place).flatMap(universe.teams.slotsAt);
  const names = others.map((other) => nameOfSlot(universe, other));
  const what = place === slot.slot ? 'GPUs' : 'places';
  const text = `${tied.length} ${what} have ${formatFigure(figure, facts.rule.by)}, and a tie goes by the order of the topology: this is number ${at}; the other${names.length === 1 ? ' is' : 's are'} ${listSome(names, (name) => name)}`;
  return [{ topic: 'tie', text, place: places.node(slot.node) }];
}
