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
type Pair = readonly [before: string, after: string];
type Statement = readonly [form: RegExp, isTrue: (plans: Comparison, ...groups: string[]) => boolean];

/** `a` → `b`, or `a`, unchanged: what is said of OLD and of NEW. */
const pairOf = (text: string): Pair => {
  const bare = text.replaceAll('`', '');
  const [before = '', after = before] = bare.split(' → ');
  return [before.replace(/, unchanged$/, ''), after.replace(/, unchanged$/, '')];
};

const agrees = (plans: Comparison, text: string, tell: (plan: LaunchPlan) => string): boolean => {
  const [before, after] = pairOf(text);
  const said = text.endsWith(', unchanged') === (before === after);
  return said && before === tell(plans.old) && after === tell(plans.new);
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

export const STATEMENTS: readonly Statement[] = [
  [
    /^- \*\*world size\*\*: (.*)$/,
    (plans, text = '') => agrees(plans, text, (plan) => `${plan.ranks.length}`),
  ],
  [/^- \*\*rank 0\*\*: (.*)$/, (plans, text = '') => agrees(plans, text, (plan) => facts.slotOf(plan, 0))],
  [
    /^- \*\*master\*\*: (.*)$/,
    (plans, text = '') => agrees(plans, text, ({ master }) => `${master.address}:${master.port}`),
  ],
  [/^#### (\d+) ranks moved/, (plans, count = '') => facts.countMoved(plans) === Number(count)],
  [
    /^#### .*?(\d+) ranks are new/,
    ({ old, new: now }, n = '') => now.worldSize - old.worldSize === Number(n),
  ],
  [
    /^#### .*?(\d+) ranks? is gone/,
    ({ old, new: now }, n = '') => old.worldSize - now.worldSize === Number(n),
  ],
  [
    /^(?:####.*: |- )score of `(.*)`: ?`(.*)` → `(.*)`$|^####.*: score of `(.*)` `(.*)` → `(.*)`$/,
    ({ old, new: now }, ...groups) => {
      const [slot, before, after] = groups.filter((group) => group !== undefined);
      return (
        facts.scoreOf(old, `${slot}`) === Number(before) && facts.scoreOf(now, `${slot}`) === Number(after)
      );
    },
  ],
  [
    /^####.*: `(.*)` added$/,
    ({ old, new: now }, name) => onlyIn(now, old) === name && onlyIn(old, now) === '',
  ],
  [/^- nodes added \(1\): `(.*)`$/, ({ old, new: now }, name) => onlyIn(now, old) === name],
  [
    /^####.*: `(.*)` excluded$/,
    ({ old, new: now }, slot = '') =>
      now.mapping.exclude.includes(slot) && !old.mapping.exclude.includes(slot) && !facts.isMapped(now, slot),
  ],
  [
    /^- idle now \(1\): `(.*)`$/,
    ({ old, new: now }, slot = '') => facts.isMapped(old, slot) && !facts.isMapped(now, slot),
  ],
  [
    /^####.*: strategy (.*)$/,
    (plans, text = '') =>
      agrees(plans, text, ({ mapping }) => `${mapping.strategy} ${mapping.order} by ${mapping.by}`),
  ],
  [
    /^- `mapping\.(exclude|order)`: (.*)$/,
    (plans, key = '', text = '') =>
      agrees(plans, text, ({ mapping }) => JSON.stringify(key === 'order' ? mapping.order : mapping.exclude)),
  ],
  [
    /^- estimated step time: (.*)$/,
    ({ old, new: now }, text = '') => isChange(text, facts.stepTime(old), facts.stepTime(now)),
  ],
  [
    /^- estimated throughput: (.*)$/,
    ({ old, new: now }, text = '') => isChange(text, facts.throughput(old), facts.throughput(now)),
  ],
  [/^- slowest GPU: (.*)$/, (plans, text = '') => agrees(plans, text, facts.slowestGpu)],
  [/^- smallest memory: (.*)$/, (plans, text = '') => agrees(plans, text, facts.smallestMemory)],
  [
    /^- idle share of GPU time: (.*)$/,
    (plans, text = '') => agrees(plans, text, (plan) => `${(facts.idleShare(plan) * 100).toFixed(1)} %`),
  ],
  [
    /^- neighbouring ranks on different nodes: (.*)$/,
    (plans, text = '') => agrees(plans, text, (plan) => `${facts.countNeighbours(plan)}`),
  ],
  [
    /^- blocks that span nodes: (.*)$/,
    (plans, text = '') => agrees(plans, text, (plan) => facts.spanningBlocks(plan)),
  ],
  [
    /^- blocks that newly span nodes: ranks (\d+)-(\d+)$/,
    ({ old, new: now }, first, last) =>
      !facts.spans(old, Number(first), Number(last)) && facts.spans(now, Number(first), Number(last)),
  ],
];
