// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * Device memory, with its unit (KiB, MiB, GiB, TiB, kB, MB, GB, TB), or a number of bytes, of at least 1 MiB.
 */
export type Memory = string | number;
/**
 * How fast a GPU is: a positive number (the metric `score`), or a map of named metrics.
 */
export type Score =
  | number
  | {
      [k: string]: number;
    };
/**
 * Seconds that each step takes here whatever the share is. Then the figure under `mapping.by` counts samples per second.
 */
export type FixedSeconds = number;
/**
 * The most samples of one step that this GPU can take, with all its ranks.
 */
export type MaxSamples = number;
/**
 * The GPU's type in Slurm's GRES, as `scontrol show node` prints it.
 */
export type Gres = string;
/**
 * Who makes the GPU; it decides which visibility variable is set.
 */
export type Vendor = 'nvidia' | 'amd' | 'intel';
/**
 * The GPU's model; facts under `models` of that name apply.
 */
export type ModelName = string;
/**
 * CPU numbers and ranges near this GPU.
 */
export type CpuList = string | number;
/**
 * A command as a list of words; each is one argument, nothing expands.
 *
 * Items: One argument, as written.
 */
export type Words = (string | number | boolean)[];
/**
 * Shell lines, run as written.
 *
 * Items: One or more lines of bash.
 */
export type ShellLines = string[];

/**
 * A rankplan topology, language version 1: the nodes, their GPUs, and how ranks are mapped onto them.
 */
export interface TopologyDocument {
  /**
   * The version of the topology language.
   */
  version: 1;
  /**
   * The name of this job; it becomes the default run id.
   */
  name: string;
  /**
   * Facts shared by all GPUs of one model, by model name.
   */
  models?: {
    [k: string]: Model;
  };
  /**
   * The machines, in inventory order.
   */
  nodes: Node[];
  mapping?: Mapping;
  workload?: Workload;
  stages?: Stages;
  launch?: Launch;
  slurm?: Slurm;
}
/**
 * Facts shared by all GPUs of this model; a GPU's own value wins.
 */
export interface Model {
  memory?: Memory;
  score?: Score;
  fixedSeconds?: FixedSeconds;
  maxSamples?: MaxSamples;
  gres?: Gres;
  vendor?: Vendor;
}
/**
 * One machine, or several of one kind.
 */
export interface Node {
  /**
   * A Slurm host list, or a list of them; the order here is inventory order. A range in brackets stands for at most 65,536 hosts.
   */
  hosts: string | string[];
  /**
   * `name`: hosts are machines. `job`: hosts are slot names, bound to machines when the job starts.
   */
  bind?: 'name' | 'job';
  /**
   * Where the node is reached; `{host}` is replaced by the host name. Default: the host name.
   */
  address?: string;
  /**
   * How many CPUs each of these nodes has.
   */
  cpus?: number;
  env?: Environment;
  domain?: Domain;
  /**
   * The GPUs of each of these nodes: a count of equal ones, or a list.
   */
  gpus?:
    | {
        /**
         * How many equal GPUs, with indices from 0.
         */
        count: number;
        model?: ModelName;
        memory?: Memory;
        score?: Score;
        fixedSeconds?: FixedSeconds;
        maxSamples?: MaxSamples;
        gres?: Gres;
        vendor?: Vendor;
      }
    | Gpu[];
  /**
   * A JSON inventory of the machine, relative to this file; `{host}` is replaced.
   */
  inventory?: string;
  /**
   * `true`: no rank is mapped to these nodes; each may take the place of a node like it (`rankplan bind --replace`).
   */
  spare?: boolean;
  /**
   * How many CPU slots (ranks without a GPU) each of these nodes offers. These ranks see no GPU; Intel GPUs are hidden from SYCL (`ONEAPI_DEVICE_SELECTOR`), which torch uses, but not from programs that call Level Zero themselves.
   */
  cpuRanks?: number;
  /**
   * What each CPU slot of these nodes works with, for shares.
   */
  cpuSlot?: {
    score?: Score;
    fixedSeconds?: FixedSeconds;
    maxSamples?: MaxSamples;
    memory?: Memory;
  };
}
/**
 * Environment variables; the text of each value is taken as written, nothing expands.
 */
export interface Environment {
  /**
   * The value, as written.
   */
  [k: string]: string | number | boolean;
}
/**
 * Where the node is: level by level from outside to inside, each with the name of the domain there.
 */
export interface Domain {
  /**
   * The domain's name, one in the whole topology at its level.
   */
  [k: string]: string | number;
}
/**
 * One GPU, or several equal ones.
 */
export interface Gpu {
  /**
   * The index in PCI bus order (as nvidia-smi shows it), or ranges of indices.
   */
  index: number | string;
  model?: ModelName;
  memory?: Memory;
  score?: Score;
  fixedSeconds?: FixedSeconds;
  maxSamples?: MaxSamples;
  /**
   * The UUID that the driver reports (`nvidia-smi -L`), checked when the job starts.
   */
  uuid?: string;
  gres?: Gres;
  vendor?: Vendor;
  cpus?: CpuList;
  /**
   * For a MIG instance: the index of the GPU that it is a part of.
   */
  parent?: number;
}
/**
 * Which slots carry ranks, and in which order.
 */
export interface Mapping {
  /**
   * How slots are chosen and ordered.
   */
  strategy?: 'sequential' | 'explicit' | 'performance-ranked';
  /**
   * What GPUs are ranked by: `score`, `memory`, or the name of a metric. Default: `score`.
   */
  by?: string;
  /**
   * How far below the median of their model measured figures may be and still count as equal, as a percentage; `0%` takes each as it is. Figures written by hand always are. At most `50%`. Default: `5%`.
   */
  tolerance?: string;
  /**
   * The order of ranks: `block` or `cyclic` (sequential), `block` or `score` (performance-ranked); the default is `block`.
   */
  order?: 'block' | 'cyclic' | 'score';
  /**
   * For `explicit`: the slots, rank 0 first.
   *
   * Items: A selector: host, host:index, host:a-b, host:uuidPrefix or host:cpuN.
   */
  ranks?: string[];
  /**
   * How many ranks; the default is every slot that is not excluded.
   */
  worldSize?: number;
  /**
   * Slots that must carry no rank.
   *
   * Items: A selector: host, host:index, host:a-b, host:uuidPrefix or host:cpuN.
   */
  exclude?: string[];
  /**
   * How many ranks share each mapped GPU. Where `worldSize` is no multiple of it, the last mapped GPU in the order of ranks carries fewer; so `order` decides which one that is. Default: `1`.
   */
  ranksPerGpu?: number;
  /**
   * How many GPUs each rank has, for programs that use several from one process: a number, or `node` for all mapped GPUs of its node. GPUs that make no whole rank stay idle, with a warning. Under `explicit` each item lists the GPUs of one rank, or of several whole ones. Default: `1`.
   */
  gpusPerRank?: number | string;
}
/**
 * Uneven work for uneven GPUs: each rank's share of the global batch.
 */
export interface Workload {
  /**
   * Samples in one step over all ranks.
   */
  globalBatch: number;
  /**
   * `proportional` to the metric `mapping.by`, `optimal` by it, `equal`, or `explicit`: listed under `samples`.
   */
  shares?: 'proportional' | 'optimal' | 'equal' | 'explicit';
  /**
   * Every share is a multiple of this; it divides `globalBatch`. Default: `1`.
   */
  multipleOf?: number;
  /**
   * Shares by hand: a list with a number for each rank, or a map from models and slots (`lab1:2`, `lab1`) to what each rank there gets.
   */
  samples?:
    | number[]
    | {
        [k: string]: number;
      };
  memory?: WorkMemory;
}
/**
 * What a step needs of the memory of GPUs: no rank gets more samples than fit.
 */
export interface WorkMemory {
  /**
   * What one sample takes, with its unit, or a number of bytes.
   */
  perSample: string | number;
  /**
   * What a rank needs of each of its GPUs besides samples: weights, optimizer, CUDA itself.
   */
  reserve?: string | number;
}
/**
 * The layers of a model that is trained in a pipeline: each stage (`launch.parallel.pp`) gets so many that the slowest stage is as fast as can be.
 */
export interface Stages {
  /**
   * How many layers there are; or a list of kinds of layers, in the order of the model.
   */
  layers: number | LayerKind[];
  /**
   * What the embedding costs the first stage besides, in layers. Default: `0`.
   */
  embedding?: number;
  /**
   * What the output layer and the loss cost the last stage besides, in layers. Default: `0`.
   */
  head?: number;
  /**
   * What layers need of the memory of a rank: no stage gets more than fit into its smallest rank.
   */
  memory?: {
    /**
     * What one layer takes on a rank, with its unit, or a number of bytes: weights, gradients, optimizer, activations.
     */
    perLayer: string | number;
    /**
     * What the embedding takes on a rank of the first stage.
     */
    embedding?: string | number;
    /**
     * What the output layer takes on a rank of the last stage.
     */
    head?: string | number;
    /**
     * What each rank needs besides.
     */
    reserve?: string | number;
  };
}
/**
 * Layers in a row that are alike.
 */
export interface LayerKind {
  /**
   * How many.
   */
  count: number;
  /**
   * What one of them costs, beside one of cost 1, to the sixth digit. Default: `1`.
   */
  cost?: number;
}
/**
 * What is started, and with which environment.
 */
export interface Launch {
  command?: Words;
  setup?: ShellLines;
  /**
   * Words to put before those of the command: a program that starts it, as a profiler or a container runtime, with its options.
   *
   * Items: One argument, as written.
   */
  wrap?: (string | number | boolean)[];
  /**
   * The working directory of the ranks. Default: where the launcher was called.
   */
  workdir?: string;
  /**
   * The torch.distributed backend that the command uses; `none` makes no claim.
   */
  backend?: 'nccl' | 'gloo' | 'none';
  /**
   * Where rank 0 listens.
   */
  master?: {
    /**
     * The address of rank 0's node, as the other nodes reach it. Default: that node's address.
     */
    address?: string;
    /**
     * The TCP port, or `auto`: the launcher chooses a free one. Default: 29500; auto under Slurm.
     */
    port?: number | string;
  };
  /**
   * How `run --all` reaches the hosts. Default: ssh, with its own configuration.
   */
  remote?: {
    /**
     * The words before the host and the command for its shell: ssh with options, or a program of one's own. It runs on the machine where run --all is called.
     *
     * Items: One argument, as written.
     */
    command?: (string | number | boolean)[];
    /**
     * Whom ssh logs in as: the name alone. A gate is a word of `command` (`-J gate`), and so is a name with an `@` (`-l`).
     */
    user?: string;
    /**
     * The port of the hosts' sshd.
     */
    port?: number;
    /**
     * Where rankplan's programs and the logs of runs go on the hosts; a relative path begins in the home there. Default: .cache/rankplan in the home, and runs in the ranks' working directory.
     */
    directory?: string;
  };
  /**
   * `ordered`: each rank sees its node's mapped GPUs in local-rank order. `isolated`: only its own. Default: `ordered` where it can work, so not for MIG instances, shared GPUs, ranks with several GPUs, and Intel GPUs that are mapped in another order than that of their indices.
   */
  visibility?: 'ordered' | 'isolated';
  /**
   * Whether visible GPUs are named by index or by UUID.
   */
  addressing?: 'index' | 'uuid';
  /**
   * Blocks of so many consecutive ranks must share a node (a tensor-parallel group, say), or the domain that `groupWithin` names.
   */
  groupSize?: number;
  /**
   * What a block of `groupSize` ranks must not leave: `node`, or a level of the nodes' `domain`. Under `bind: job` any level: the machines are packed into the domains that Slurm knows when the job starts. Default: `node`.
   */
  groupWithin?: string;
  parallel?: Parallel;
  env?: Environment;
  /**
   * Versions of libraries that the ranks use. `check` then says what is known of them in this plan; `verify` and `run` read versions from the files of the Python that starts, and compare.
   */
  software?: {
    /**
     * NCCL.
     */
    nccl?: string | number;
    /**
     * RCCL, NCCL's counterpart for AMD GPUs.
     */
    rccl?: string | number;
    /**
     * PyTorch.
     */
    torch?: string | number;
    /**
     * Lightning, where the command trains with its Trainer or Fabric.
     */
    lightning?: string | number;
    /**
     * vLLM, where the command starts it.
     */
    vllm?: string | number;
  };
  /**
   * Whose memory a rank prefers, where the CPUs of its GPU are known: with rankplan run, and under Slurm where there is numactl.
   */
  memory?: 'near' | 'any';
  /**
   * How long ranks may take to end after TERM before they are killed. Default: `30s`.
   */
  grace?: string | number;
}
/**
 * How the training program divides the ranks, as its own options say: rankplan passes nothing on, and says which groups leave a node.
 */
export interface Parallel {
  /**
   * Tensor parallel: so many ranks share each matrix. The groups talk most, in every layer. Default: `1`.
   */
  tp?: number;
  /**
   * Context parallel: so many ranks share each sequence. Default: `1`.
   */
  cp?: number;
  /**
   * Expert parallel: so many ranks share the experts of a layer. For experts the ranks are divided anew, into tp × ep × pp and what is left. Default: `1`.
   */
  ep?: number;
  /**
   * Data parallel: so many copies of the model. Default: what the other sizes leave of the ranks.
   */
  dp?: number;
  /**
   * Pipeline parallel: so many stages, each with a part of the layers. Default: `1`.
   */
  pp?: number;
  /**
   * Megatron's `order`, which dimension counts first, from the nearest ranks to the farthest: in `tp-cp-ep-dp-pp` tp groups are ranks in a row. Default: `tp-cp-ep-dp-pp`.
   */
  order?: string;
}
/**
 * How the job is submitted to Slurm.
 */
export interface Slurm {
  /**
   * The partition, or several separated by commas.
   */
  partition?: string;
  /**
   * The account that is charged.
   */
  account?: string;
  /**
   * The quality of service.
   */
  qos?: string;
  /**
   * The time limit: minutes, M:S, H:M:S, D-H, D-H:M or D-H:M:S, or UNLIMITED.
   */
  time?: string | number;
  /**
   * Required node features, in Slurm's syntax.
   */
  constraint?: string;
  /**
   * Memory per node (K, M, G or T; MiB without a unit). 0 asks for all of it: the default for whole nodes. `none` asks for nothing, for sites that cap it (MaxMemPerNode): the partition's default then.
   */
  mem?: string | number;
  /**
   * The job's name; the default is the topology's.
   */
  jobName?: string;
  /**
   * Who is told about the job, and when.
   */
  mail?: {
    /**
     * The mail address or user name.
     */
    user: string;
    /**
     * The events, as in `--mail-type`.
     *
     * Items: One event.
     */
    type?: (
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
  };
  /**
   * Jobs that must come first, as in `--dependency`.
   */
  dependency?: string;
  /**
   * A chain of N runs, one at a time: `1-N%1`.
   */
  array?: string;
  /**
   * A signal that reaches the ranks before the time limit.
   */
  signal?: {
    /**
     * The signal, without SIG.
     */
    name: 'USR1' | 'USR2' | 'TERM' | 'INT' | 'HUP';
    /**
     * How long before the limit.
     */
    before: string | number;
  };
  /**
   * How often a run whose ranks failed starts again: the job requeues itself, or torchrun starts the ranks. For preemptions and dead nodes: `directives: { requeue: true }`. Default: `0`.
   */
  restarts?: number;
  /**
   * How often the job requeues itself when its ranks have saved their state and ended with status 85, as after `signal`. Failures count under `restarts`. Default: `0`.
   */
  requeues?: number;
  /**
   * `whole`: whole nodes. `shared`: only the mapped GPUs of each node.
   */
  allocation?: 'whole' | 'shared';
  /**
   * Whether whole nodes are asked for by `--exclusive`. `false`, for sites that forbid it: by all their GPUs and CPUs. Default: `true`.
   */
  exclusive?: boolean;
  /**
   * The form in which GPUs are asked for; the default suits uniform nodes per node, others as a total.
   */
  gpuRequest?: 'per-node' | 'gres' | 'total' | 'none';
  /**
   * `plan`: SLURM_PROCID and its kin are rewritten to the plan. `keep`: left as Slurm set them.
   */
  taskEnv?: 'plan' | 'keep';
  /**
   * CPUs of each rank; the default is the largest value that every node can give.
   */
  cpusPerTask?: number;
  /**
   * Other `#SBATCH` options by long name; `true` gives an option without a value.
   */
  directives?: {
    /**
     * The option's value.
     */
    [k: string]: string | number | boolean;
  };
  setup?: ShellLines;
  /**
   * The container that the ranks run in under Slurm. The compiled directory and the working directory are mounted by themselves.
   */
  container?: {
    /**
     * The image, as the runtime takes it.
     */
    image: string;
    /**
     * `pyxis`: the plugin of srun. `apptainer`: each rank's command, by Apptainer or Singularity.
     */
    runtime: 'pyxis' | 'apptainer';
    /**
     * What else is mounted: `PATH`, or `PATH:PATH-INSIDE`, with `:ro` where ranks only read.
     *
     * Items: One mount.
     */
    mounts?: string[];
    /**
     * The directory inside in which the command starts. Default: the working directory.
     */
    workdir?: string;
  };
  /**
   * A command, as a list of words, that runs once on each node of the job before any rank starts. Where it ends with another status than 0, no rank starts and the job ends with 78.
   *
   * Items: One argument, as written.
   */
  healthCheck?: (string | number | boolean)[];
  /**
   * Whether `all.log` in the run's directory gets the lines of all ranks as well, each labelled like `[rank 3 a1]`. Default: `false`.
   */
  combinedLog?: boolean;
  /**
   * Options passed to srun, such as container flags.
   *
   * Items: One option, with its value after `=`.
   */
  srun?: string[];
}
