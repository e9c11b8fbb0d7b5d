import { expandHostList } from '../../../../src/compiler/values/host-list.ts';
import type { LaunchPlan, PlanRank } from '../../../../src/generated/plan.ts';
import { deviceName } from '../harness/devices.ts';
import type { PlanRun, TaskReport } from './run-plan.ts';

/** What a rank's report must say, worked out from the plan alone and from which machines it got. */
export function expectedReport({ plan, hostOf }: PlanRun, rank: PlanRank): Record<string, string> {
  const here = plan.ranks.filter(({ node }) => node === rank.node);
  const isIsolated = plan.visibility !== 'ordered' && rank.gpu !== null;
  const nodes = plan.nodes
    .filter(({ nodeRank }) => nodeRank !== null)
    .sort((a, b) => (a.nodeRank ?? 0) - (b.nodeRank ?? 0));
  const nodeRank = nodes.findIndex(({ name }) => name === rank.node);
  return {
    SLURMD_NODENAME: hostOf(rank.node),
    RANK: String(rank.rank),
    WORLD_SIZE: String(plan.worldSize),
    LOCAL_RANK: isIsolated ? '0' : String(here.indexOf(rank)),
    LOCAL_WORLD_SIZE: String(here.length),
    MASTER_ADDR: hostOf(plan.ranks[0]?.node ?? ''),
    RANKPLAN_NODE: rank.node,
    RANKPLAN_GPU: ownGpus(rank).join(','),
    SLURM_PROCID: String(rank.rank),
    SLURM_LOCALID: isIsolated ? '0' : String(here.indexOf(rank)),
    SLURM_NODEID: String(nodeRank),
    SLURM_NTASKS: String(plan.worldSize),
    SLURM_JOB_NODELIST: nodes.map(({ name }) => hostOf(name)).join(','),
  };
}

/** The same parts of a report; the node list is compared by its hosts, in order. */
export function reportedFacts(report: TaskReport): Record<string, unknown> {
  const list = String(report['SLURM_JOB_NODELIST']);
  return { ...report, SLURM_JOB_NODELIST: (expandHostList(list, 1000) as readonly string[]).join(',') };
}

/** All GPUs of a rank. */
export const ownGpus = ({ gpu, gpus }: PlanRank): readonly number[] => gpus ?? (gpu === null ? [] : [gpu]);

/** The GPUs of its machine that a rank must see, in order, by index on whole nodes. */
export function expectedGpus(plan: LaunchPlan, rank: PlanRank): readonly number[] {
  if (rank.gpu === null) return [];
  if (plan.visibility !== 'ordered') return ownGpus(rank);
  return plan.ranks.filter(({ node, gpu }) => node === rank.node && gpu !== null).map(({ gpu }) => gpu ?? -1);
}

export const devicesOf = (host: string, indices: readonly number[]): string[] =>
  indices.map((index) => deviceName(host, index));
