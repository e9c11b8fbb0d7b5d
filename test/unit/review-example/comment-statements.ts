import type { LaunchPlan } from '../../../src/generated/plan.ts';
import * as facts from './plan-facts.ts';

/*
 * What a comment says, each statement with how its truth follows from the two plans. Nothing here is the code of
 * `rankplan diff`: that is what is being tested.
 */
export interface Comparison {
  readonly old: LaunchPlan;
  readonly new: LaunchPlan;
}
type Statement = readonly [form: RegExp, isTrue: (plans: Comparison, ...groups: string[]) => boolean];

/** `a` → `b`: what is said of OLD and of NEW. */
const agrees = (plans: Comparison, text: string, tell: (plan: LaunchPlan) => string): boolean => {
  const [before = '', after = before] = text.replaceAll('`', '').split(' → ');
  return before === tell(plans.old) && after === tell(plans.new);
};

/** A percentage as it is written: `−26.5 %`, `unchanged`. */
const isChange = (text: string, before: number, after: number): boolean => {
  const percent = (after / before - 1) * 100;
  if (Math.abs(percent) < 0.05) return text === 'unchanged';
  return text === `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
};

const onlyIn = (plan: LaunchPlan, other: LaunchPlan): string =>
  plan.nodes
    .map(({ name }) => name)
    .filter((name) => !other.nodes.some((node) => node.name === name))
    .join(', ');

/** The figures of a table's row and of what is unchanged, by their names. */
const FIGURES: readonly (readonly [name: string, tell: (plan: LaunchPlan) => string])[] = [
  ['ranks', (plan) => `${plan.ranks.length}`],
  ['rank 0', (plan) => facts.slotOf(plan, 0)],
  ['master', ({ master }) => `${master.address}:${master.port}`],
  ['slowest GPU', facts.slowestGpu],
  ['smallest memory', facts.smallestMemory],
  ['idle share of GPU time', (plan) => `${(facts.idleShare(plan) * 100).toFixed(1)} %`],
  ['neighbouring ranks on different nodes', (plan) => `${facts.countNeighbours(plan)}`],
  ['blocks that span nodes', facts.spanningBlocks],
];

const bare = (text: string): string => text.replaceAll('`', '');

/** `ranks 8; slowest GPU lab1:2 (61)`: each of them the same in both plans. */
const areUnchanged = (plans: Comparison, text: string): boolean =>
  bare(text)
    .split('; ')
    .every((part) =>
      FIGURES.some(
        ([name, tell]) => part === `${name} ${tell(plans.new)}` && tell(plans.old) === tell(plans.new),
      ),
    );

/** `5 of 8 ranks move, 1 removed`, or `no rank moves`. */
const isMoved = (plans: Comparison, text: string): boolean => {
  const [moved, grown] = [facts.countMoved(plans), plans.new.worldSize - plans.old.worldSize];
  const moves = moved === 0 ? 'no rank moves' : `${moved} of ${plans.old.worldSize} ranks move`;
  const by = grown === 0 ? '' : grown < 0 ? `, ${-grown} removed` : `, ${grown} added`;
  return text === `${moves}${by}`;
};

const isNewly = (plans: Comparison, newly: number, blocks: number, size: number): boolean => {
  const starts = Array.from({ length: blocks }, (_, block) => block * size);
  const spansIn = (plan: LaunchPlan) => (first: number) => facts.spans(plan, first, first + size - 1);
  const now = starts.filter(spansIn(plans.new)).filter((first) => !spansIn(plans.old)(first));
  return now.length === newly && blocks * size === plans.new.worldSize;
};

/** What the verdict says before the step time: each part of it is true. */
const areTold = (plans: Comparison, text: string): boolean =>
  bare(text)
    .split('; ')
    .every((part) => {
      const [, host] = /^other hosts: (.*) is new$/.exec(part) ?? [];
      if (host !== undefined) return host === onlyIn(plans.new, plans.old);
      const newly = /^(\d+) of (\d+) blocks of (\d+) ranks newly span nodes$/.exec(part);
      if (newly !== null) return isNewly(plans, ...(newly.slice(1).map(Number) as [number, number, number]));
      const [, apart] = /^neighbouring ranks on different nodes: (.*)$/.exec(part) ?? [];
      if (apart !== undefined) return agrees(plans, apart, (plan) => `${facts.countNeighbours(plan)}`);
      return isMoved(plans, part);
    });

/** `step time −26.5 %, throughput +24.7 %`: throughput only where it is not the inverse. */
const isPaced = ({ old, new: now }: Comparison, step = '', throughput?: string): boolean =>
  isChange(step, facts.stepTime(old), facts.stepTime(now)) &&
  (throughput === undefined
    ? old.worldSize === now.worldSize
    : isChange(throughput, facts.throughput(old), facts.throughput(now)));

/** Ranks `first` to `last` are each where the rank `step` further on was. */
const isShifted = ({ old, new: now }: Comparison, first: number, last: number, step: number): boolean =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i).every(
    (rank) => facts.slotOf(now, rank) === facts.slotOf(old, rank + step),
  );

export const STATEMENTS: readonly Statement[] = [
  [
    /^\*\*Launch plan `bert-large`: (.*?); step time ([^,; ]+(?: %)?)(?:, throughput ([^,; ]+(?: %)?))?(?: \((.*)\))?\*\*$/,
    (plans, told = '', step, throughput, slowest) =>
      areTold(plans, told) &&
      isPaced(plans, step, throughput) &&
      (slowest === undefined ||
        agrees(plans, slowest.replace('slowest GPU ', ''), (plan) =>
          facts.slowestGpu(plan).replace(/ \((\d+).*\)/, ' $1'),
        )),
  ],
  [
    /^\| ([a-zA-Z 0]+) \| (.*) \| (.*) \|$/,
    (plans, name, before, after) =>
      FIGURES.some(
        ([title, tell]) =>
          title === name && bare(`${before}`) === tell(plans.old) && bare(`${after}`) === tell(plans.new),
      ) || name === 'blocks that newly span nodes',
  ],
  [
    /^\| blocks that newly span nodes \| {2}\| ranks (\d+)–(\d+) \|$/,
    ({ old, new: now }, first, last) =>
      !facts.spans(old, Number(first), Number(last)) && facts.spans(now, Number(first), Number(last)),
  ],
  [/^unchanged: (.*)$/, (plans, text = '') => areUnchanged(plans, text)],
  [
    /^\*\*score of `(.*)` `(.*)` → `(.*)`:\*\*/,
    ({ old, new: now }, slot, before, after) =>
      facts.scoreOf(old, `${slot}`) === Number(before) && facts.scoreOf(now, `${slot}`) === Number(after),
  ],
  [
    /^\*\*`(.*)` added:\*\*/,
    ({ old, new: now }, name) => onlyIn(now, old) === name && onlyIn(old, now) === '',
  ],
  [
    /^\*\*`(.*)` excluded:\*\*/,
    ({ old, new: now }, slot = '') =>
      now.mapping.exclude.includes(slot) &&
      !old.mapping.exclude.includes(slot) &&
      facts.isMapped(old, slot) &&
      !facts.isMapped(now, slot),
  ],
  [
    /^\*\*strategy (.*):\*\*/,
    (plans, text = '') =>
      agrees(plans, text, ({ mapping }) => `${mapping.strategy} ${mapping.order} by ${mapping.by}`),
  ],
  [
    /ranks (\d+)–(\d+) move (up|down) by one GPU \(`(.*?)` … `(.*?)`\)/,
    (plans, first, last, way, from, to) =>
      isShifted(plans, Number(first), Number(last), way === 'up' ? 1 : -1) &&
      facts.slotOf(plans.new, Number(first)) === from &&
      facts.slotOf(plans.new, Number(last)) === to,
  ],
];
