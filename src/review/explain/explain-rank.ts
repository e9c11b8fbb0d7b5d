import { VISIBILITY_VARIABLES } from '../../compiler/plan/planned-variables.ts';
import { createRankEnvironments } from '../../compiler/plan/rank-environment.ts';
import type { PlanGpu, PlanRank } from '../../generated/plan.ts';
import { listSome } from '../diff/section.ts';
import { seenAs } from '../seen-as.ts';
import { type Context, explainPlace, explainRule } from './explain-choice.ts';
import type { Explanation, Fact } from './explanation.ts';
import { describeSlot } from './order-slots.ts';

/** Why a rank is where it is, and what it finds there. */
export function explainRank(context: Context, rank: PlanRank): Explanation {
  const { explained, orders, places } = context;
  const slot = describeSlot(orders.universe, orders.slotOfRank[rank.rank] ?? -1);
  const gpu = findGpu(explained.plan.nodes, rank);
  const model = gpu?.model == null ? '' : ` (${gpu.model})`;
  const where = gpu === null ? places.node(rank.node) : places.gpu(rank.node, gpu.index);
  return {
    title: `rank ${rank.rank} is on ${slot.name}${model}`,
    facts: [
      { topic: gpu === null ? 'node' : 'GPU', text: `${slot.name}${model}`, place: where },
      ...explainRule(context),
      ...explainPlace(context, slot),
      ...explainRankOrder(context, rank),
      ...explainSharing(context, rank),
      ...explainLocalRank(context, rank),
      ...explainDevices(context, rank, gpu),
      ...explainMaster(context),
      ...explainShare(context, rank),
    ],
  };
}

function findGpu(nodes: Context['explained']['plan']['nodes'], { node, gpu }: PlanRank): PlanGpu | null {
  return nodes.find(({ name }) => name === node)?.gpus.find(({ index }) => index === gpu) ?? null;
}

/** `order: block` numbers what was taken node by node, so that rank and place differ. */
function explainRankOrder({ explained: { plan }, places, orders }: Context, rank: PlanRank): Fact[] {
  if (!orders.ranked || plan.mapping.order !== 'block') return [];
  const nodeRank = plan.nodes.find(({ name }) => name === rank.node)?.nodeRank ?? 0;
  const text = `node by node, the node with the best GPU first: ${rank.node} is node ${nodeRank + 1}, and this is its GPU ${rank.localRank + 1} by ${plan.mapping.by}`;
  return [{ topic: 'order', text, place: places.section('mapping', 'order') }];
}

function explainSharing({ explained: { plan }, places, orders }: Context, rank: PlanRank): Fact[] {
  const slot = orders.slotOfRank[rank.rank];
  const others = plan.ranks.filter(
    (other) => other.rank !== rank.rank && orders.slotOfRank[other.rank] === slot,
  );
  if (others.length === 0) return [];
  const text = `the GPU is shared with rank${others.length === 1 ? '' : 's'} ${others.map((other) => other.rank).join(', ')}`;
  return [{ topic: 'sharing', text, place: places.section('mapping', 'ranksPerGpu') }];
}

function explainLocalRank({ explained: { plan } }: Context, { node, localRank }: PlanRank): Fact[] {
  const here = plan.ranks.filter((other) => other.node === node).map((other) => other.rank);
  const shown = here.length > 16 ? `${here.slice(0, 16).join(', ')}, …` : here.join(', ');
  const text = `${localRank}: ${node} has rank${here.length === 1 ? '' : 's'} ${shown}, counted in this order`;
  return [{ topic: 'local rank', text, place: null }];
}

function explainDevices(
  { explained: { plan }, places }: Context,
  rank: PlanRank,
  gpu: PlanGpu | null,
): Fact[] {
  const environment = createRankEnvironments(plan, '')(rank);
  const lists = environment.variables
    .filter(({ name }) => VISIBILITY_VARIABLES.some((known) => known === name))
    .map(({ name, value }) => {
      const list = typeof value === 'function' ? value(rank) : value;
      return `${name}=${typeof list === 'string' ? list : ''}`;
    });
  const written = places.section('launch', 'visibility');
  const facts: Fact[] = [
    { topic: 'visible', text: `${lists.join(' ')} (visibility ${plan.visibility})`, place: written },
  ];
  if (gpu === null) return [...facts, { topic: 'seen as', text: 'cpu', place: null }];
  const local = plan.visibility === 'isolated' ? 0 : rank.localRank;
  const device = `${seenAs(plan, rank, gpu)}, entry ${local} of the visible list, is GPU ${gpu.index} of ${rank.node}`;
  return [...facts, { topic: 'seen as', text: device, place: null }];
}

function explainMaster({ explained: { plan }, places }: Context): Fact[] {
  const { node, address, port } = plan.master;
  const where = address ?? `the machine of ${node}`;
  const text = `${where}:${port}; rank 0 is on ${node}`;
  return [{ topic: 'master', text, place: places.section('launch', 'master') ?? places.node(node) }];
}

function explainShare({ explained: { plan }, places }: Context, { share, node }: PlanRank): Fact[] {
  const { workload, mapping } = plan;
  if (workload === null || share === null) return [];
  const how =
    workload.shares === 'equal'
      ? 'equal shares'
      : `in proportion to ${mapping.by}, in multiples of ${workload.multipleOf}`;
  const others = plan.ranks
    .filter((other) => other.share === share && other.node !== node)
    .map((other) => other.node);
  const same =
    others.length === 0 ? '' : `; ranks of ${listSome([...new Set(others)], (name) => name)} have the same`;
  const text = `${share} of ${workload.globalBatch} samples, ${how}${same}`;
  return [
    {
      topic: 'share',
      text,
      place: places.section('workload', 'shares') ?? places.section('workload', 'globalBatch'),
    },
  ];
}
