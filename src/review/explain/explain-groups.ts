import { ranksOfGroup } from '../../compiler/mapping/divide-ranks.ts';
import type { PlanRank } from '../../generated/plan.ts';
import { countGroups, dimensionsOf, nameLevel } from '../count-groups.ts';
import { compressNumbers, listSome } from '../diff/section.ts';
import type { Context } from './explain-choice.ts';
import type { Fact } from './explanation.ts';

/** The groups that a rank is in, dimension by dimension, with the nodes that each is on. */
export function explainGroups({ explained: { plan }, places }: Context, { rank }: PlanRank): Fact[] {
  return dimensionsOf(plan).map((dimension) => {
    const ranks = ranksOfGroup(dimension, rank);
    const nodes = [...new Set(ranks.map((other) => plan.ranks[other]?.node ?? ''))];
    const where =
      nodes.length === 1
        ? `all on ${nodes[0]}`
        : `on ${nodes.length} nodes: ${listSome(nodes, (name) => name)}`;
    const text = `${ranks.indexOf(rank) + 1} of ${ranks.length}: ranks ${compressNumbers(ranks)}, ${where}`;
    return { topic: dimension.name, text, place: places.section('launch', 'parallel') };
  });
}

/** The GPUs that are near to that of a rank, where its node has several islands. */
export function explainIsland({ explained: { plan } }: Context, { node, gpu }: PlanRank): Fact[] {
  const gpus = plan.nodes.find(({ name }) => name === node)?.gpus ?? [];
  const island = gpus.find(({ index }) => index === gpu)?.island ?? null;
  if (island === null) return [];
  const near = gpus.filter((other) => other.island === island).map(({ index }) => index);
  const text = `${island} of ${node}: GPU${near.length === 1 ? '' : 's'} ${compressNumbers(near)}, by the links of its inventory file`;
  return [{ topic: 'island', text, place: null }];
}

/** The groups of all ranks: a fact for each dimension. */
export function explainAllGroups({ explained: { plan }, places }: Context): Fact[] {
  return countGroups(plan).map(({ name, size, groups, spanning }) => {
    const spans = spanning.map(({ level, groups: count }) => `${count} span ${nameLevel(level)}`);
    const text = `${groups} group${groups === 1 ? '' : 's'} of ${size} ranks: ${spans.join(', ')}`;
    return { topic: name, text, place: places.section('launch', 'parallel') };
  });
}
