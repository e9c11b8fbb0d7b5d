import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';
import { createStages } from '../sharing/stage-layers.ts';
import { remember } from '../source/remember.ts';
import { VISIBILITY_VARIABLES } from '../values/planned-variables.ts';
import { gpusOfRank, groupRanks } from './group-ranks.ts';
import { createSlurmCpuFinder, describeSlurmJob, listSlurmGpus } from './slurm-values.ts';

/** A value that the shell expands when the file is sourced, such as `${SLURM_JOB_ID:-name}`. */
export interface Expansion {
  readonly expansion: string;
}

/** One variable of a node's ranks; what differs from rank to rank is computed for each. */
export interface Variable {
  readonly name: string;
  readonly value: string | Expansion | ((rank: PlanRank) => string);
}

/** The environment of ranks that share a node and a kind of device. */
export interface RankEnvironment {
  /** Variables that would change what the rank sees; sorted. */
  readonly unset: readonly string[];
  /** Sorted by name. */
  readonly variables: readonly Variable[];
}

/**
 * Returns a function from rank to environment: all that torchrun would set, the devices that the rank sees, and the
 * rank's own facts as RANKPLAN_*. The launcher adds what is of one run (TORCHELASTIC_ERROR_FILE, RANKPLAN_RUN_DIR) and
 * RANKPLAN_PLAN, the plan's digest: each change of the plan would change every env file.
 */
export function createRankEnvironments(plan: LaunchPlan): (rank: PlanRank) => RankEnvironment {
  const ranksOf = groupRanks(plan);
  const siteOf = (node: PlanNode): Site => ({
    ...{ plan, node, ranks: ranksOf.get(node.name) ?? [] },
    gpus: new Map(node.gpus.map((gpu) => [gpu.index, gpu])),
  });
  const sites = new Map(plan.nodes.map((node) => [node.name, siteOf(node)]));
  const shared = {
    ...describeRendezvous(plan),
    ...describeStages(plan),
    ...describeWork(plan),
    ...describeSlurmJob(plan),
    GROUP_WORLD_SIZE: String(ranksOf.size),
  };
  const known = remember((site: Site) =>
    remember((vendor: Vendor | null) => describeRanks(shared, site, vendor)),
  );
  return (rank) => {
    const site = sites.get(rank.node);
    if (site === undefined) throw new Error(`the plan has no node ${rank.node}`);
    return known(site)(rank.gpu === null ? null : (site.gpus.get(rank.gpu)?.vendor ?? null));
  };
}

interface Site {
  readonly plan: LaunchPlan;
  readonly node: PlanNode;
  readonly ranks: readonly PlanRank[];
  readonly gpus: ReadonlyMap<number, PlanGpu>;
}

/** Every rank's share as a comma list, for samplers that slice one global batch; null without a workload. */
export function listShares(plan: LaunchPlan): string | null {
  return plan.workload === null ? null : plan.ranks.map((rank) => rank.share).join(',');
}

type Vendor = PlanGpu['vendor'];
type Assignments = Record<string, Variable['value']>;

/** `vendor` is null for ranks without a GPU. */
function describeRanks(shared: Assignments, site: Site, vendor: Vendor | null): RankEnvironment {
  const { plan, node, ranks } = site;
  const devices = vendor === null ? hideDevices(node) : describeDevices(site, vendor);
  const assigned: Assignments = {
    // These the `env` of a topology may override, and the caller's environment, too. Under Slurm JAX takes one device each.
    ...(vendor !== null && plan.visibility === 'own' ? { JAX_LOCAL_DEVICE_IDS: listPositions } : {}),
    TORCH_NCCL_ASYNC_ERROR_HANDLING: { expansion: '${TORCH_NCCL_ASYNC_ERROR_HANDLING:-1}' },
    ...(ranks.length > 1 ? { OMP_NUM_THREADS: { expansion: '${OMP_NUM_THREADS:-1}' } } : {}),
    ...node.env,
    ...plan.launch.env,
    ...shared,
    ...describeIdentity(site, vendor === null),
    ...describeSlurmTask(site, vendor !== null),
    ...devices,
  };
  return {
    unset: VISIBILITY_VARIABLES.filter((name) => !Object.hasOwn(devices, name)),
    variables: Object.keys(assigned)
      .sort()
      .map((name) => ({ name, value: assigned[name] ?? '' })),
  };
}

const listPositions = (rank: PlanRank): string => [...gpusOfRank(rank).keys()].join(',');

function describeRendezvous({ name, master }: LaunchPlan): Assignments {
  return {
    MASTER_ADDR: master.address ?? { expansion: '${RANKPLAN_MASTER_ADDR:?is set by the launcher}' },
    MASTER_PORT:
      master.port === 'auto' ? { expansion: '${MASTER_PORT:?is set by the launcher}' } : String(master.port),
    TORCHELASTIC_MAX_RESTARTS: '0',
    TORCHELASTIC_RESTART_COUNT: { expansion: '${SLURM_RESTART_COUNT:-0}' },
    TORCHELASTIC_RUN_ID: { expansion: `\${SLURM_JOB_ID:-${name}}` },
    // With "True" and no agent, no process hosts the store, and every rank times out.
    TORCHELASTIC_USE_AGENT_STORE: 'False',
  };
}

function describeIdentity({ plan, node, ranks }: Site, isCpu: boolean): Assignments {
  const worldSize = String(plan.worldSize);
  const nodeRank = String(node.nodeRank ?? 0);
  const rankNumber = ({ rank }: PlanRank) => String(rank);
  const localRank = (rank: PlanRank) => String(rank.localRank);
  const isVirtual = plan.visibility !== 'ordered' && !isCpu;
  return {
    GROUP_RANK: nodeRank,
    LOCAL_RANK: isVirtual ? '0' : localRank,
    LOCAL_WORLD_SIZE: String(ranks.length),
    NODE_RANK: nodeRank,
    RANK: rankNumber,
    RANKPLAN_GPU: (rank) => gpusOfRank(rank).join(','),
    RANKPLAN_LOCAL_RANK: localRank,
    RANKPLAN_NODE: node.name,
    RANKPLAN_RANK: rankNumber,
    ROLE_NAME: 'default',
    ROLE_RANK: rankNumber,
    ROLE_WORLD_SIZE: worldSize,
    WORLD_SIZE: worldSize,
  };
}

/** DDP averages gradients over ranks: a local mean times b·W/G gives the gradient of the whole batch. */
function describeWork(plan: LaunchPlan): Assignments {
  const { workload, worldSize } = plan;
  if (workload === null) return {};
  return {
    RANKPLAN_BATCH_SHARES: listShares(plan) ?? '',
    RANKPLAN_LOCAL_BATCH: ({ share }) => String(share),
    RANKPLAN_LOSS_SCALE: ({ share }) => String(((share ?? 0) * worldSize) / workload.globalBatch),
  };
}

/** The pipeline's stages in the forms that trainers take. */
function describeStages({ stages, launch: { parallel }, worldSize }: LaunchPlan): Assignments {
  const stageOf = createStages(parallel, worldSize);
  if (stages === null || stageOf === null) return {};
  const { counts } = stages;
  let layer = 0;
  // The first layer of each stage but the first: where torch.distributed.pipelining splits a model.
  const splitPoints = counts.slice(0, -1).map((count) => {
    layer += count;
    return layer;
  });
  return {
    // For Megatron's `--pipeline-model-parallel-layout`: E is the embedding, t a layer, L the loss.
    RANKPLAN_PIPELINE_LAYOUT: `E${counts.map((count) => `t*${count}`).join('|')}L`,
    RANKPLAN_SPLIT_POINTS: splitPoints.join(','),
    RANKPLAN_STAGE: ({ rank }) => String(stageOf.of(rank)),
    RANKPLAN_STAGE_LAYERS: counts.join(','),
  };
}

/** Variables of a node's ranks that are used only under Slurm. */
function describeSlurmTask(site: Site, hasGpu: boolean): Assignments {
  const { plan, node, ranks } = site;
  if (plan.slurm === null) return {};
  const cpusOf = createSlurmCpuFinder(plan, node);
  const order = listSlurmGpus(plan, node, ranks).map(({ index }) => index);
  const locate = (gpu: PlanGpu): string => String(order.indexOf(gpu.index));
  return {
    RANKPLAN_NODE_RANKS: ranks.map(({ rank }) => rank).join(','),
    ...(ranks.some(({ gpu }) => gpu !== null) ? { RANKPLAN_NODE_GPUS: String(order.length) } : {}),
    ...(ranks.some((rank) => cpusOf(rank) !== null)
      ? { RANKPLAN_CPUS: (rank: PlanRank) => cpusOf(rank) ?? '' }
      : {}),
    ...(hasGpu ? { RANKPLAN_POSITIONS: describeVisible(site, locate) } : {}),
  };
}

function describeDevices(site: Site, vendor: Vendor): Assignments {
  const visible = describeVisible(site);
  if (vendor === 'amd') return { ROCR_VISIBLE_DEVICES: visible };
  if (vendor === 'intel') return { ZE_AFFINITY_MASK: visible, ZE_FLAT_DEVICE_HIERARCHY: 'FLAT' };
  // Indices mean PCI order only together with CUDA_DEVICE_ORDER: CUDA's own default is fastest first.
  return { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: visible };
}

/** What keeps a CPU rank off the GPUs of each vendor on its node; of NVIDIA's where the node has none. */
function hideDevices({ gpus }: PlanNode): Assignments {
  const vendors = new Set<Vendor>(gpus.map(({ vendor }) => vendor));
  return {
    ...(vendors.has('nvidia') || vendors.size === 0
      ? { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: '' }
      : {}),
    ...(vendors.has('amd') ? { ROCR_VISIBLE_DEVICES: '' } : {}),
    // An empty ZE_AFFINITY_MASK is taken for none at all, and shows every GPU. SYCL's selector can leave out all GPUs.
    ...(vendors.has('intel') ? { ONEAPI_DEVICE_SELECTOR: '!*:gpu' } : {}),
  };
}

function describeVisible(
  { plan, ranks, gpus }: Site,
  nameIndex = ({ index }: PlanGpu): string => String(index),
): Variable['value'] {
  const name = (rank: PlanRank) =>
    gpusOfRank(rank)
      .map((gpu) => addressOf(gpus.get(gpu), plan.launch.addressing, nameIndex))
      .join(',');
  const ofNode = () => ranks.filter((rank) => rank.gpu !== null).map(name);
  return plan.visibility === 'ordered' ? ofNode().join(',') : name;
}

/** A MIG instance has no index that CUDA knows. */
function addressOf(
  gpu: PlanGpu | undefined,
  addressing: 'index' | 'uuid',
  nameIndex: (gpu: PlanGpu) => string,
): string {
  if (gpu === undefined) throw new Error('the plan maps a GPU that its node does not have');
  const byUuid = addressing === 'uuid' || gpu.parent !== null;
  return byUuid && gpu.uuid !== null ? gpu.uuid : nameIndex(gpu);
}
