// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * The work of one step, or null.
 */
export type PlanWorkload = {
  /**
   * Samples in one step over all ranks.
   */
  globalBatch: number;
  /**
   * How the batch is divided.
   */
  shares: 'proportional' | 'equal' | 'optimal' | 'explicit';
  /**
   * Every share is a multiple of this.
   */
  multipleOf: number;
  /**
   * What one sample takes of a GPU's memory; null where memory limits nothing.
   */
  sampleBytes: number | null;
  /**
   * What a rank needs of the memory of each of its GPUs besides samples.
   */
  reserveBytes: number | null;
} | null;
/**
 * The stages of a pipeline and their layers, or null.
 */
export type PlanStages = {
  /**
   * How many layers each stage has, the first stage first.
   *
   * Items: Layers of one stage.
   */
  counts: number[];
  /**
   * The kinds of layers, in the order of the model.
   */
  layers: PlanLayerKind[];
  /**
   * What the embedding costs the first stage besides, in layers.
   */
  embedding: number;
  /**
   * What the output layer costs the last stage besides, in layers.
   */
  head: number;
  memory: PlanStageMemory;
} | null;
/**
 * What layers need of a rank's memory, in bytes, or null.
 */
export type PlanStageMemory = {
  /**
   * One layer.
   */
  perLayer: number;
  /**
   * The embedding.
   */
  embedding: number;
  /**
   * The output layer.
   */
  head: number;
  /**
   * What each rank needs besides.
   */
  reserve: number;
} | null;
/**
 * How the training program divides the ranks; null: not told.
 */
export type PlanParallel = {
  /**
   * Tensor parallel ranks.
   */
  tp: number;
  /**
   * Context parallel ranks.
   */
  cp: number;
  /**
   * Expert parallel ranks.
   */
  ep: number;
  /**
   * Data parallel ranks.
   */
  dp: number;
  /**
   * Pipeline stages.
   */
  pp: number;
  /**
   * Which dimension counts first, from the nearest ranks to the farthest.
   */
  order: string;
} | null;
/**
 * How the job is submitted to Slurm, or null.
 */
export type PlanSlurm = {
  /**
   * The partition.
   */
  partition: string | null;
  /**
   * The account.
   */
  account: string | null;
  /**
   * The quality of service.
   */
  qos: string | null;
  /**
   * The time limit, in a form of Slurm.
   */
  time: string | null;
  /**
   * Required features.
   */
  constraint: string | null;
  /**
   * Memory per node; 0 is all of it, `none` no request.
   */
  mem: string | null;
  /**
   * The job's name.
   */
  jobName: string | null;
  /**
   * Who is told, or null.
   */
  mail: {
    /**
     * The address.
     */
    user: string;
    /**
     * The events.
     *
     * Items: One event.
     */
    type: (
      | 'NONE'
      | 'BEGIN'
      | 'END'
      | 'FAIL'
      | 'REQUEUE'
      | 'ALL'
      | 'INVALID_DEPEND'
      | 'STAGE_OUT'
      | 'TIME_LIMIT'
      | 'TIME_LIMIT_90'
      | 'TIME_LIMIT_80'
      | 'TIME_LIMIT_50'
      | 'ARRAY_TASKS'
    )[];
  } | null;
  /**
   * Jobs that come first.
   */
  dependency: string | null;
  /**
   * A chain of runs.
   */
  array: string | null;
  /**
   * A signal before the limit, or null.
   */
  signal: {
    /**
     * The signal.
     */
    name: 'USR1' | 'USR2' | 'TERM' | 'INT' | 'HUP';
    /**
     * Seconds before the limit.
     */
    beforeSeconds: number;
  } | null;
  /**
   * How often the job requeues itself.
   */
  restarts: number;
  /**
   * How often a job whose ranks have saved their state requeues itself.
   */
  requeues: number;
  /**
   * Whole nodes, or the mapped GPUs only.
   */
  allocation: 'whole' | 'shared';
  /**
   * Whether whole nodes are asked for with `--exclusive`.
   */
  exclusive: boolean;
  /**
   * The form in which GPUs are asked for; null: by the shape of the plan.
   */
  gpuRequest: 'per-node' | 'gres' | 'total' | 'none' | null;
  /**
   * Whether SLURM_PROCID and its kin are rewritten to the plan.
   */
  taskEnv: 'plan' | 'keep';
  /**
   * CPUs of each rank; null: computed.
   */
  cpusPerTask: number | null;
  /**
   * Other options by long name; null is an option without a value.
   */
  directives: {
    /**
     * The value.
     */
    [k: string]: string | null;
  };
  /**
   * Shell lines, run as written.
   *
   * Items: One or more lines of bash.
   */
  setup: string[];
  /**
   * Options passed to srun.
   *
   * Items: One option.
   */
  srun: string[];
  /**
   * The container that the ranks run in, or null.
   */
  container: {
    /**
     * The image.
     */
    image: string;
    /**
     * What runs it.
     */
    runtime: 'pyxis' | 'apptainer';
    /**
     * What else is mounted.
     *
     * Items: One mount.
     */
    mounts: string[];
    /**
     * The directory inside; null: that of the job.
     */
    workdir: string | null;
  } | null;
  /**
   * What runs once on each node before any rank starts, or null.
   */
  healthCheck: string[] | null;
  /**
   * Whether `all.log` gets the lines of all ranks.
   */
  combinedLog: boolean;
} | null;
/**
 * What each CPU slot works with, for shares; null where nothing is said.
 */
export type PlanCpuSlot = {
  /**
   * The number of the ranking metric.
   */
  score: number | null;
  /**
   * Seconds of each step beside the samples.
   */
  fixedSeconds: number | null;
  /**
   * The most samples of one step that a slot can take.
   */
  maxSamples: number | null;
  /**
   * The memory of a slot.
   */
  memoryBytes: number | null;
} | null;

/**
 * A launch plan: everything decided. Readers ignore unknown fields of a newer minor version and refuse another major version. A field with `x-since` came with that version, and is left out where it has its `default`.
 */
export interface LaunchPlan {
  /**
   * Version of this format.
   */
  formatVersion: string;
  /**
   * The topology's name.
   */
  name: string;
  /**
   * How many ranks.
   */
  worldSize: number;
  /**
   * The torch.distributed backend.
   */
  backend: 'nccl' | 'gloo' | 'none';
  /**
   * What each rank sees: the GPUs of its node, its own, or its own several.
   */
  visibility: 'ordered' | 'isolated' | 'own';
  master: PlanMaster;
  mapping: PlanMapping;
  workload: PlanWorkload;
  stages: PlanStages;
  launch: PlanLaunch;
  slurm: PlanSlurm;
  /**
   * The levels of the nodes' domains, from outside to inside; null: nodes do not say where they are.
   */
  levels: string[] | null;
  /**
   * Every node of the topology, in inventory order.
   */
  nodes: PlanNode[];
  /**
   * Every rank, from 0.
   */
  ranks: PlanRank[];
}
/**
 * Where rank 0 listens.
 */
export interface PlanMaster {
  /**
   * Rank 0's node.
   */
  node: string;
  /**
   * The address that all ranks use; null under `bind: job`.
   */
  address: string | null;
  /**
   * The TCP port, or `auto`: chosen by the launcher.
   */
  port: number | string;
}
/**
 * How ranks were mapped.
 */
export interface PlanMapping {
  /**
   * The strategy.
   */
  strategy: 'sequential' | 'explicit' | 'performance-ranked';
  /**
   * The metric.
   */
  by: string;
  /**
   * How far from the median of their model measured figures may be and still count as equal, as a fraction; null where none was measured.
   */
  tolerance: number | null;
  /**
   * The order of ranks.
   */
  order: 'block' | 'cyclic' | 'score' | null;
  /**
   * How many ranks share each mapped GPU.
   */
  ranksPerGpu: number;
  /**
   * How many GPUs each rank has; `node`: all mapped GPUs of its node.
   */
  gpusPerRank: number | string;
  /**
   * The selectors of slots that carry no rank, as written.
   *
   * Items: A selector.
   */
  exclude: string[];
}
/**
 * Layers in a row that are alike.
 */
export interface PlanLayerKind {
  /**
   * How many.
   */
  count: number;
  /**
   * What one of them costs.
   */
  cost: number;
}
/**
 * What is started.
 */
export interface PlanLaunch {
  /**
   * A command as a list of words, or null.
   */
  command: string[] | null;
  /**
   * Shell lines, run as written.
   *
   * Items: One or more lines of bash.
   */
  setup: string[];
  /**
   * A command as a list of words, or null.
   */
  wrap: string[] | null;
  /**
   * The working directory; null: where the launcher was called.
   */
  workdir: string | null;
  /**
   * How visible GPUs are named.
   */
  addressing: 'index' | 'uuid';
  /**
   * Blocks of so many consecutive ranks share a node, or a domain of the level `groupWithin`.
   */
  groupSize: number | null;
  /**
   * The level of `levels` whose domains the blocks do not leave; null: they share a node.
   */
  groupWithin: string | null;
  parallel: PlanParallel;
  /**
   * Environment variables by name, sorted.
   */
  env: {
    /**
     * The value.
     */
    [k: string]: string;
  };
  /**
   * Seconds between TERM and KILL.
   */
  graceSeconds: number;
  /**
   * How other hosts are reached, or null: by ssh.
   */
  remote: {
    /**
     * The words before the host and the command for its shell, or null: ssh.
     */
    command: string[] | null;
    /**
     * Whom ssh logs in as, or null.
     */
    user: string | null;
    /**
     * The port of the hosts' sshd, or null.
     */
    port: number | null;
    /**
     * Where rankplan's programs and the logs of runs go on the hosts, or null: .cache/rankplan in the home, and runs in the ranks' working directory.
     */
    directory: string | null;
  } | null;
  /**
   * `near`: each rank prefers memory near its CPUs, where they are known; `any`: none does.
   */
  memory: 'near' | 'any';
  /**
   * Versions of libraries that the ranks use, by name; null: nothing was said of them.
   */
  software: {
    /**
     * A version.
     */
    [k: string]: string;
  } | null;
}
/**
 * One node of the topology.
 */
export interface PlanNode {
  /**
   * The host name, or the slot name under `bind: job`.
   */
  name: string;
  /**
   * Where the node is reached; null under `bind: job`.
   */
  address: string | null;
  /**
   * Whether the name is a machine, or is bound to one by the job.
   */
  bind: 'name' | 'job';
  /**
   * Under `bind: job`: which entry of the topology the slot is of, from 0; nodes of one class are interchangeable.
   */
  class: number | null;
  /**
   * The order in which nodes first appear among the ranks; null if no rank is here.
   */
  nodeRank: number | null;
  /**
   * How many CPUs the node has.
   */
  cpus: number | null;
  /**
   * Environment variables by name, sorted.
   */
  env: {
    /**
     * The value.
     */
    [k: string]: string;
  };
  /**
   * The domain of the node at each of `levels`; null where nothing is known at a level: there the node stands for itself.
   */
  domain: (string | null)[] | null;
  /**
   * The GPUs, in inventory order.
   */
  gpus: PlanGpu[];
  /**
   * Whether no rank is mapped to the node, which may take the place of one like it.
   */
  spare: boolean;
  /**
   * How many CPU slots the node offers.
   */
  cpuRanks: number;
  cpuSlot: PlanCpuSlot;
}
/**
 * One GPU.
 */
export interface PlanGpu {
  /**
   * The index in PCI bus order.
   */
  index: number;
  /**
   * The UUID, checked at start.
   */
  uuid: string | null;
  /**
   * The model.
   */
  model: string | null;
  /**
   * Who makes the GPU.
   */
  vendor: 'nvidia' | 'amd' | 'intel';
  /**
   * Device memory in bytes.
   */
  memoryBytes: number | null;
  /**
   * The number of the ranking metric.
   */
  score: number | null;
  /**
   * What the GPU counts as in every decision, together with those of its model that were measured about equal; null where that is its score.
   */
  pace: number | null;
  /**
   * Seconds of each step beside the samples; the figure counts samples per second then.
   */
  fixedSeconds: number | null;
  /**
   * The most samples of one step that the GPU can take.
   */
  maxSamples: number | null;
  /**
   * The type in Slurm's GRES.
   */
  gres: string | null;
  /**
   * CPU numbers and ranges near this GPU.
   */
  cpus: string | null;
  /**
   * For a MIG instance: the index of its GPU.
   */
  parent: number | null;
  /**
   * Which island of its node it is on, from 0: GPUs that NVLinks connect, or that are on one NUMA node; null where the node has only one, or that is not known.
   */
  island: number | null;
}
/**
 * One rank.
 */
export interface PlanRank {
  /**
   * The global rank.
   */
  rank: number;
  /**
   * The name of its node.
   */
  node: string;
  /**
   * The position among the ranks of its node, in rank order.
   */
  localRank: number;
  /**
   * The index of its GPU, of several the first; null for a CPU rank.
   */
  gpu: number | null;
  /**
   * The indices of all its GPUs, in the order in which it sees them; null where it has not several.
   */
  gpus: number[] | null;
  /**
   * The number of its CPU slot; null for a GPU rank.
   */
  cpuSlot: number | null;
  /**
   * Its samples of the global batch; null without a workload.
   */
  share: number | null;
  /**
   * Why the rank is there.
   */
  why: string;
}
