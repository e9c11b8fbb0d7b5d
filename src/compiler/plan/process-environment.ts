import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { remember } from '../source/remember.ts';
import { splitWords } from '../values/split-words.ts';
import { countProcesses, fillText } from './placeholders.ts';
import { createRankEnvironments, type RankEnvironment, type Variable } from './rank-environment.ts';
import { planOfReplica, type ReplicaOf, rankInWorld, worldOfReplica } from './replica-plan.ts';

/** What an outer launcher or torchrun sets for one of its ranks: a process without a world would take itself for that. */
const OF_A_WORLD = splitWords(`
  GROUP_RANK GROUP_WORLD_SIZE I_MPI_RANK LOCAL_RANK LOCAL_WORLD_SIZE MASTER_ADDR MASTER_PORT MPI_LOCALNRANKS
  MPI_LOCALRANKID NODE_RANK OMPI_COMM_WORLD_LOCAL_RANK OMPI_COMM_WORLD_LOCAL_SIZE OMPI_COMM_WORLD_NODE_RANK
  OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE OMPI_UNIVERSE_SIZE PMIX_NAMESPACE PMIX_RANK PMIX_SERVER_URI2
  PMIX_SERVER_URI21 PMIX_SERVER_URI3 PMIX_SERVER_URI4 PMIX_SERVER_URI41 PMI_FD PMI_ID PMI_JOBID PMI_LOCAL_RANK PMI_LOCAL_SIZE
  PMI_PORT PMI_RANK PMI_SIZE PMI_SPAWNED RANK ROLE_RANK ROLE_WORLD_SIZE SLURM_GPUS SLURM_GPUS_ON_NODE
  SLURM_GPUS_PER_NODE SLURM_GPUS_PER_SOCKET SLURM_GPUS_PER_TASK SLURM_GTIDS SLURM_LAUNCH_NODE_IPADDR SLURM_LOCALID
  SLURM_MPI_TYPE SLURM_NODEID SLURM_NPROCS SLURM_NTASKS SLURM_NTASKS_PER_NODE SLURM_PMIXP_ABORT_AGENT_PORT
  SLURM_PMIX_MAPPING_SERV SLURM_PROCID SLURM_SRUN_COMM_HOST SLURM_SRUN_COMM_PORT SLURM_STEPID SLURM_STEP_GPUS
  SLURM_STEP_ID SLURM_STEP_LAUNCHER_PORT SLURM_STEP_NODELIST SLURM_STEP_NUM_NODES SLURM_STEP_NUM_TASKS
  SLURM_STEP_RESV_PORTS SLURM_STEP_TASKS_PER_NODE SLURM_TASKS_PER_NODE SLURM_TASK_PID TORCHELASTIC_MAX_RESTARTS
  TORCHELASTIC_RESTART_COUNT TORCHELASTIC_RUN_ID TORCHELASTIC_USE_AGENT_STORE WORLD_SIZE
`);

/**
 * Returns a function from the ranks of a replica's plan to their environments: as of a plan of its own, with the numbers of
 * its world, or without any, and what names the replica as RANKPLAN_*. `hostOf` names the hosts of placeholders.
 */
export function createProcessEnvironments(
  plan: LaunchPlan,
  one: ReplicaOf,
  hostOf: (node: string) => string,
): (rank: PlanRank) => RankEnvironment {
  const own = createRankEnvironments(planOfReplica(plan, one));
  const world = worldOfReplica(plan, one);
  const ofWorld = world && environmentsOf(world.plan);
  const { name } = one.role;
  return (rank) => {
    const found = own(rank);
    const asRank = rankInWorld(world, rank.rank);
    const counted = asRank && (ofWorld?.(asRank) ?? null);
    // A variable that differs from rank to rank gets the number in the world.
    const shift = (value: Variable['value']): Variable['value'] =>
      typeof value === 'function' && asRank !== null ? () => value(asRank) : value;
    const numbers = counted?.variables.filter((variable) => isOfWorld(variable.name)) ?? [];
    const variables = new Map<string, Variable['value']>([
      ...found.variables.filter((variable) => isOwn(variable.name, counted !== null)).map(fill),
      ...numbers.map((variable): [string, Variable['value']] => [variable.name, shift(variable.value)]),
      ...(asRank === null ? [] : numbersInRole(one, asRank.rank)),
      ['RANKPLAN_PROCESS', `${rank.rank}`],
      ['RANKPLAN_REPLICA', `${one.number}`],
      ['RANKPLAN_ROLE', name],
      ['ROLE_NAME', name],
    ]);
    const unset = counted === null ? [...found.unset, ...OF_A_WORLD] : found.unset;
    return {
      unset: [...unset].sort(),
      variables: [...variables.keys()].sort().map((key) => ({ name: key, value: variables.get(key) ?? '' })),
    };
  };

  function fill({ name: key, value }: Variable): [string, Variable['value']] {
    // What a node sets is text: it is the node's for all programs on it.
    if (typeof value !== 'string' || value !== one.role.launch.env[key]) return [key, value];
    return [key, ({ rank }) => fillText(value, { plan, one, process: rank, hostOf })];
  }
}

/** torchrun counts the ranks of one role among themselves; in a world that roles share they follow each other. */
function numbersInRole({ role: { world, replicas } }: ReplicaOf, rank: number): [string, string][] {
  if (world === 'own') return [];
  return [
    ['ROLE_RANK', `${rank - (replicas[0]?.processes[0]?.rank ?? 0)}`],
    ['ROLE_WORLD_SIZE', `${countProcesses(replicas)}`],
  ];
}

/** Replicas of one world share its plan. */
const environmentsOf = remember((plan: LaunchPlan) => createRankEnvironments(plan), new WeakMap());

/** They count GPUs that the process sees: those of its replica. */
const LOCAL: ReadonlySet<string> = new Set(['LOCAL_RANK', 'LOCAL_WORLD_SIZE', 'RANKPLAN_LOCAL_RANK']);

/** What job.sbatch gives Slurm's variables of a world. */
const NUMBERS = splitWords('RANKPLAN_NODE_LIST RANKPLAN_NODE_RANKS RANKPLAN_RANK RANKPLAN_TASKS_PER_NODE');

const isOfWorld = (name: string): boolean =>
  !LOCAL.has(name) && (OF_A_WORLD.includes(name) || NUMBERS.includes(name));

/** GPUs and the shares of work are the replica's own; without a world there is no rank of any kind. */
const isOwn = (name: string, hasWorld: boolean): boolean =>
  !isOfWorld(name) && (hasWorld || !LOCAL.has(name));

export function wordsOfProcess(
  plan: LaunchPlan,
  one: ReplicaOf,
  process: number,
  hostOf: (node: string) => string,
): readonly string[] {
  const { command } = one.role.launch;
  return (command ?? []).map((word) => fillText(word, { plan, one, process, hostOf }));
}
