import { ranksOfGroup } from '../../compiler/mapping/divide-ranks.ts';
import type { PlanNode, PlanRank } from '../../generated/plan.ts';
import { countBlocks, dimensionsOf } from '../count-spans.ts';
import { asWritten, compressNumbers, listSome, nameNumbers } from '../list-some.ts';
import type { Context } from './explain-choice.ts';
import { type Fact, fact } from './explanation.ts';
import type { Places } from './find-places.ts';

/** Which machine a node is. */
export const explainMachine = (places: Places, { name, bind, address }: PlanNode): Fact =>
  fact('node', bind === 'job' ? 'any machine that the job binds' : `address ${address}`, places.node(name));

/** The domains of a rank's node, from outside to inside. */
export function explainDomain({ explained: { plan }, places }: Context, { node }: PlanRank): Fact | null {
  if (plan.levels === null) return null;
  const domain = plan.nodes.find(({ name }) => name === node)?.domain ?? [];
  const text = plan.levels.map((level, i) => `${level} ${domain[i] ?? 'not known'}`).join(', ');
  return fact('domain', text, places.node(node, 'domain'));
}

/** The block of a rank, and the levels at which it spans more than one domain. */
export function explainBlock({ explained: { plan }, places }: Context, { rank }: PlanRank): Fact | null {
  const size = plan.launch.groupSize;
  const splits = countBlocks(plan);
  if (size === null || splits.length === 0) return null;
  const first = rank - (rank % size);
  const left = splits.flatMap(({ level, split }) => (split.includes(first) ? [level] : []));
  const ranks = compressNumbers(plan.ranks.slice(first, first + size).map((other) => other.rank));
  const leaves =
    left.length === 0 ? `within one ${splits.at(-1)?.level}` : `leaves its ${left.join(' and its ')}`;
  const text = `number ${first / size} of ${plan.worldSize / size}, ranks ${ranks}: ${leaves}`;
  return fact('block', text, places.section('launch', 'groupSize'));
}

/** The groups that a rank is in, dimension by dimension, with the nodes that each is on. */
export function explainGroups({ explained: { plan }, places }: Context, { rank }: PlanRank): Fact[] {
  return dimensionsOf(plan).map((dimension) => {
    const ranks = ranksOfGroup(dimension, rank);
    const nodes = [...new Set(ranks.map((other) => plan.ranks[other]?.node ?? ''))];
    const where =
      nodes.length === 1 ? `all on ${nodes[0]}` : `on ${nodes.length} nodes: ${listSome(nodes, asWritten)}`;
    const text = `${ranks.indexOf(rank) + 1} of ${ranks.length}: ranks ${compressNumbers(ranks)}, ${where}`;
    return fact(dimension.name, text, places.section('launch', 'parallel'));
  });
}

/** The GPUs that are near to that of a rank, where its node has several islands. */
export function explainIsland({ explained: { plan } }: Context, { node, gpu }: PlanRank): Fact | null {
  const gpus = plan.nodes.find(({ name }) => name === node)?.gpus ?? [];
  const island = gpus.find(({ index }) => index === gpu)?.island ?? null;
  if (island === null) return null;
  const near = gpus.filter((other) => other.island === island).map(({ index }) => index);
  const text = `${island} of ${node}: ${nameNumbers('GPU', near)}, by the links of its inventory file`;
  return fact('island', text);
}
