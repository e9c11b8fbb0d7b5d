import type { PlanRank } from '../../generated/plan.ts';
import { countDomains, countPlanSplits } from '../describe-blocks.ts';
import { compressNumbers } from '../diff/section.ts';
import type { Context } from './explain-choice.ts';
import type { Fact } from './explanation.ts';

/** More blocks are counted. */
const MAX_SHOWN = 6;

/** Where the plan's nodes are, and which blocks leave a domain, or an island of a node. */
export function explainBlocks({ explained: { plan }, places }: Context): Fact[] {
  const domains = countDomains(plan);
  const size = plan.launch.groupSize ?? 1;
  const spans = (firsts: readonly number[]): string => {
    const shown = firsts.slice(0, MAX_SHOWN).map((first) => `${first}-${first + size - 1}`);
    const more = firsts.length > MAX_SHOWN ? ` and ${firsts.length - MAX_SHOWN} more` : '';
    return firsts.length === 0 ? '' : `: ranks ${shown.join(', ')}${more}`;
  };
  return [
    ...(domains === null
      ? []
      : [{ topic: 'domains', text: `${domains}; ranks go domain by domain`, place: null }]),
    ...countPlanSplits(plan).map(({ level, blocks, split, atLeast }) => ({
      topic: 'blocks',
      text: `${split.length} of ${blocks} leave their ${level}, and no order of these slots splits fewer than ${atLeast}${spans(split)}`,
      place: places.section('launch', 'groupSize'),
    })),
  ];
}

/** The domains of a rank's node, from outside to inside. */
export function explainDomain({ explained: { plan }, places }: Context, { node }: PlanRank): Fact[] {
  const { levels } = plan;
  if (levels === null) return [];
  const domain = plan.nodes.find(({ name }) => name === node)?.domain ?? [];
  const text = levels.map((level, i) => `${level} ${domain[i] ?? 'not known'}`).join(', ');
  return [{ topic: 'domain', text, place: places.node(node, 'domain') }];
}

/** The block of a rank, and the domains that it leaves. */
export function explainBlock({ explained: { plan }, places }: Context, { rank }: PlanRank): Fact[] {
  const size = plan.launch.groupSize;
  const splits = countPlanSplits(plan);
  if (size === null || splits.length === 0) return [];
  const first = rank - (rank % size);
  const left = splits.flatMap(({ level, split }) => (split.includes(first) ? [level] : []));
  const ranks = compressNumbers(plan.ranks.slice(first, first + size).map((other) => other.rank));
  const leaves =
    left.length === 0 ? `within one ${splits.at(-1)?.level}` : `leaves its ${left.join(' and its ')}`;
  const text = `number ${first / size} of ${plan.worldSize / size}, ranks ${ranks}: ${leaves}`;
  return [{ topic: 'block', text, place: places.section('launch', 'groupSize') }];
}
