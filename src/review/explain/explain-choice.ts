import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import { formatFigure } from '../format-figure.ts';
import { asWritten, count, listSome, say } from '../list-some.ts';
import { nameOfSlot } from '../mapping/slot-universe.ts';
import { explainClass } from './explain-classes.ts';
import { type Explained, type Fact, fact } from './explanation.ts';
import type { Places } from './find-places.ts';
import { describeSlot, figureAt, type NamedSlot, type SlotOrders } from './order-slots.ts';

/** The inputs of every explanation: the plan, its slots in order, and positions in the topology. */
export interface Context {
  readonly explained: Explained;
  readonly places: Places;
  readonly orders: SlotOrders;
}

/** How slots were chosen, whichever slot the question is about: strategy, candidates, world size. */
export function explainRule({ explained: { plan }, places, orders }: Context): (Fact | null)[] {
  const { strategy, order, by, ranksPerGpu, gpusPerRank } = plan.mapping;
  const rule = say(strategy, order && `order ${order}`, orders.ranked ? `by ${by}` : null);
  const size = `${plan.worldSize}${ranksPerGpu > 1 ? `, up to ${ranksPerGpu} ranks on each GPU` : ''}`;
  const several = gpusPerRank === 'node' ? 'all mapped GPUs of its node' : gpusPerRank;
  const teams = `${several}, of one node each; within a rank they stand in inventory order`;
  const at = (key: string) => places.section('mapping', key);
  return [
    fact('strategy', rule.join(', '), at('strategy')),
    explainCandidates(places, orders),
    fact('world size', size, at('worldSize') ?? at('ranksPerGpu')),
    gpusPerRank === 1 ? null : fact('GPUs per rank', teams, at('gpusPerRank')),
  ];
}

function explainCandidates(places: Places, orders: SlotOrders): Fact | null {
  const { facts, taken, ranked, universe } = orders;
  if (facts === null || taken === null || facts.rule.listed !== null) return null;
  const excluded = facts.excluded.reduce((sum, flag) => sum + flag, 0);
  const total = universe.nodeOfSlot.length;
  const slots = taken.reduce((sum, place) => sum + universe.teams.slotsAt(place).length, 0);
  const left = countLeft(orders);
  const unranked = total - excluded - slots - left;
  const parts = say(
    `${slots} of ${total} slots`,
    slots === taken.length ? null : `for ${taken.length} ranks`,
    left === 0 ? null : `${count(left, 'GPU')} left over, less than a rank needs`,
    excluded > 0 ? `${excluded} excluded` : null,
    ranked && unranked > 0 ? `${count(unranked, 'CPU slot')} left out: they are never ranked` : null,
  );
  return fact('candidates', parts.join(', '), places.section('mapping', 'exclude'));
}

/** GPUs that make no whole rank. */
function countLeft({ universe, facts, positionOfSlot }: SlotOrders): number {
  const isLeft = (position: number, slot: number) =>
    position < 0 && facts?.excluded[slot] === 0 && describeSlot(universe, slot).gpu !== null;
  return positionOfSlot.filter(isLeft).length;
}

/** The figure of a GPU, its place among the candidates, and how ties with it broke. */
export function explainPlace(context: Context, slot: NamedSlot): (Fact | null)[] {
  const { explained, places, orders } = context;
  const { facts, taken, ranked } = orders;
  const position = orders.positionOfSlot[slot.slot] ?? -1;
  if (facts === null || taken === null || position < 0) return [];
  const { by, gpusPerRank } = explained.plan.mapping;
  if (facts.rule.listed !== null) {
    const selector = places.selector('ranks', slot.node, slot.position);
    const what = gpusPerRank === 1 ? 'slot' : 'place';
    const text = `listed as ${selector?.text ?? slot.name}, ${what} ${position + 1} of ${taken.length} in the list`;
    return [fact('listed', text, selector?.span())];
  }
  if (!ranked || slot.gpu === null) {
    const text = `${position + 1} of ${taken.length} candidates, in the order in which slots are taken`;
    return [fact('place', text, places.node(slot.node))];
  }
  const place = taken[position] ?? -1;
  const team = orders.universe.teams.slotsAt(place);
  const gpu = findGpu(explained.plan, slot);
  const origin = places.figure(slot.node, slot.gpu);
  // What one GPU counts as is the next fact; of several the sum is what counts.
  const own = team.length === 1 ? (gpu?.score ?? null) : null;
  const figures = team.map((of) => formatFigure(own ?? facts.scores[of] ?? Number.NaN, by));
  const sum = team.length === 1 ? '' : ` = ${formatFigure(figureAt(orders, place), by)}`;
  const from = origin === null ? '' : `, ${origin.text}`;
  return [
    fact(by, `${figures.join(' + ')}${sum}${from}`, origin?.place),
    gpu === null ? null : explainClass(explained.plan, places, gpu),
    fact('place', `${position + 1} of ${taken.length} by ${by}, the highest first`),
    explainTie(context, slot, place),
  ];
}

const findGpu = ({ nodes }: LaunchPlan, { node, gpu }: NamedSlot): PlanGpu | null =>
  nodes.find(({ name }) => name === node)?.gpus.find(({ index }) => index === gpu) ?? null;

function explainTie({ orders, places }: Context, slot: NamedSlot, place: number): Fact | null {
  const { facts, taken, universe } = orders;
  if (facts === null || taken === null) return null;
  const figure = figureAt(orders, place);
  const tied = [...taken].filter((other) => figureAt(orders, other) === figure);
  if (tied.length < 2) return null;
  const others = tied.filter((other) => other !== place).flatMap(universe.teams.slotsAt);
  const names = others.map((other) => nameOfSlot(universe, other));
  const what = place === slot.slot ? 'GPUs' : 'places';
  const text = `${tied.length} ${what} have ${formatFigure(figure, facts.rule.by)}, and a tie goes by the order of the topology: this is number ${tied.indexOf(place) + 1}; the other${names.length === 1 ? ' is' : 's are'} ${listSome(names, asWritten)}`;
  return fact('tie', text, places.node(slot.node));
}
