import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { createRankEnvironments } from '../../compiler/plan/rank-environment.ts';
import { createStages } from '../../compiler/sharing/stage-layers.ts';
import { VISIBILITY_VARIABLES } from '../../compiler/values/planned-variables.ts';
import type { LaunchPlan, PlanGpu, PlanRank } from '../../generated/plan.ts';
import { deviceName, nameModels } from '../device-name.ts';
import { formatFigure } from '../format-figure.ts';
import { nameNumbers } from '../list-some.ts';
import { listStages } from '../list-stages.ts';
import { nameOfPlace } from '../mapping/slot-universe.ts';
import { type Context, explainPlace, explainRule } from './explain-choice.ts';
import { explainBlock, explainDomain, explainGroups, explainIsland } from './explain-groups.ts';
import { type Explanation, explanation, type Fact, fact } from './explanation.ts';
import { describeSlot, slotsOf } from './order-slots.ts';

/** Why a rank is where it is, and what it finds there. */
export function explainRank(context: Context, rank: PlanRank): Explanation {
  const { explained, orders, places } = context;
  const slot = describeSlot(orders.universe, slotsOf(orders, rank.rank)[0] ?? -1);
  const name = nameOfPlace(orders.universe, orders.placeOfRank[rank.rank] ?? -1);
  const gpus = listGpus(explained.plan.nodes, rank);
  const models = nameModels(gpus.map((own) => own.model));
  const model = models === null ? '' : ` (${models})`;
  const topic = slot.gpu === null ? 'node' : gpus.length === 1 ? 'GPU' : 'GPUs';
  return explanation(
    `rank ${rank.rank} is on ${name}${model}`,
    fact(topic, `${name}${model}`, places.slot(slot)),
    ...explainRule(context),
    ...explainPlace(context, slot),
    explainRankOrder(context, rank),
    ...explainSurroundings(context, rank),
    explainMaster(context),
    ...explainWork(context, rank),
  );
}

/** What is near the rank, and what it sees. */
export function explainSurroundings(context: Context, rank: PlanRank): readonly (Fact | null)[] {
  const [gpu = null] = listGpus(context.explained.plan.nodes, rank);
  return [
    explainDomain(context, rank),
    explainBlock(context, rank),
    explainSharing(context, rank),
    explainLocalRank(context, rank),
    explainIsland(context, rank),
    ...explainGroups(context, rank),
    ...explainDevices(context, rank, gpu),
  ];
}

export const explainWork = (context: Context, rank: PlanRank): readonly (Fact | null)[] => [
  explainShare(context, rank),
  explainStage(context, rank),
];

/** In the order in which the rank sees them. */
function listGpus(nodes: LaunchPlan['nodes'], rank: PlanRank): readonly PlanGpu[] {
  const gpus = nodes.find(({ name }) => name === rank.node)?.gpus ?? [];
  return gpusOfRank(rank).flatMap((own) => gpus.find(({ index }) => index === own) ?? []);
}

/** `order: block` numbers what was taken node by node, so that rank and place differ. */
function explainRankOrder({ explained: { plan }, places, orders }: Context, rank: PlanRank): Fact | null {
  if (!orders.ranked || plan.mapping.order !== 'block') return null;
  const nodeRank = plan.nodes.find(({ name }) => name === rank.node)?.nodeRank ?? 0;
  // Ranks that share a GPU count as one.
  const gpus = new Set(plan.ranks.filter(({ node }) => node === rank.node).map(({ gpu }) => gpu));
  const what = plan.mapping.gpusPerRank === 1 ? 'mapped GPUs' : 'ranks';
  const text = `node by node, the node with the best GPU first: ${rank.node} has node rank ${nodeRank}, and of its ${gpus.size} ${what} this is number ${[...gpus].indexOf(rank.gpu) + 1} by ${plan.mapping.by}`;
  return fact('order', text, places.section('mapping', 'order'));
}

function explainSharing({ places, orders }: Context, { rank }: PlanRank): Fact | null {
  const others = [...orders.placeOfRank.keys()].filter(
    (other) => other !== rank && orders.placeOfRank[other] === orders.placeOfRank[rank],
  );
  if (others.length === 0) return null;
  const text = `the GPU is shared with rank${others.length === 1 ? '' : 's'} ${others.join(', ')}`;
  return fact('sharing', text, places.section('mapping', 'ranksPerGpu'));
}

function explainLocalRank({ explained: { plan } }: Context, { node, localRank }: PlanRank): Fact {
  const here = plan.ranks.filter((other) => other.node === node).map((other) => other.rank);
  const shown = here.length > 16 ? `${here.slice(0, 16).join(', ')}, …` : here.join(', ');
  const ranks = `rank${here.length === 1 ? '' : 's'} ${shown}`;
  return fact('local rank', `${localRank}: ${node} has ${ranks}, counted in this order`);
}

function explainDevices(context: Context, rank: PlanRank, gpu: PlanGpu | null): readonly Fact[] {
  const { places } = context;
  const { plan } = context.explained;
  const { variables } = createRankEnvironments(plan)(rank);
  const lists = variables
    .filter(({ name }) => VISIBILITY_VARIABLES.includes(name))
    .map(({ name, value }) => `${name}=${typeof value === 'function' ? value(rank) : value}`);
  const text = `${lists.join(' ')} (visibility ${plan.visibility})`;
  const visible = fact('visible', text, places.section('launch', 'visibility'));
  if (gpu === null) return [visible, fact('seen as', 'cpu')];
  const own = gpusOfRank(rank);
  const local = plan.visibility === 'ordered' ? rank.localRank : 0;
  const which =
    own.length === 1
      ? `entry ${local} of the visible list, is GPU ${gpu.index}`
      : `entries 0-${own.length - 1} of the visible list, are GPUs ${own.join(', ')}`;
  return [visible, fact('seen as', `${deviceName(plan, rank, gpu, own.length)}, ${which} of ${rank.node}`)];
}

export function explainMaster({ explained: { plan }, places }: Context): Fact {
  const { node, address, port } = plan.master;
  const text = `${address ?? `the machine of ${node}`}:${port}; rank 0 is on ${node}`;
  return fact('master', text, places.section('launch', 'master') ?? places.node(node));
}

function explainShare({ explained: { plan }, places }: Context, rank: PlanRank): Fact | null {
  const { workload } = plan;
  if (workload === null || rank.share === null) return null;
  const multiples = `in multiples of ${workload.multipleOf}`;
  const how = {
    equal: 'equal shares',
    explicit: 'as it is written',
    optimal: `optimal by ${plan.mapping.by}, ${multiples}`,
    proportional: `in proportion to ${plan.mapping.by}, ${multiples}`,
  }[workload.shares];
  const others = plan.ranks
    .filter(({ rank: other, share }) => share === rank.share && other !== rank.rank)
    .map((other) => other.rank);
  const have = others.length === 1 ? 'has' : 'have';
  const same = others.length === 0 ? '' : `; ${nameNumbers('rank', others)} ${have} the same`;
  const place = places.section('workload', 'shares') ?? places.section('workload', 'globalBatch');
  return fact('share', `${rank.share} of ${workload.globalBatch} samples, ${how}${same}`, place);
}

/** Which layers the rank has, and whose pace they follow. */
function explainStage({ explained: { plan }, places }: Context, { rank }: PlanRank): Fact | null {
  const { parallel } = plan.launch;
  const stage = createStages(parallel, plan.worldSize)?.of(rank);
  const found = listStages(plan)?.[stage ?? -1];
  if (found === undefined) return null;
  const { from, until, speed } = found;
  const layers = until - from === 1 ? `layer ${from}` : `layers ${from} to ${until - 1}`;
  const text = `stage ${stage} of ${parallel?.pp}: ${layers}, by the ${plan.mapping.by} of its slowest rank, ${formatFigure(speed, plan.mapping.by)}`;
  return fact('stage', text, places.section('stages', 'layers'));
}
