import type { GroupCount, SlowestGpu } from '../figures.ts';

/** The version of the JSON that `diff --format json` prints: a reader ignores unknown fields of a minor step. */
export const DIFF_FORMAT = '1.0';

/** What differs between two plans. Plain JSON: lists are whole, only the text and markdown renderers shorten. */
export interface PlanDiff {
  readonly formatVersion: string;
  /** The verdict: how many ranks move, what it costs, whether other code runs. For people; its words may change. */
  readonly headline: string;
  /** Whether the plans are the same; the words that explain a rank (`why`) do not count. */
  readonly same: boolean;
  readonly head: DiffHead;
  /** What changed of all that decides which rank is where. */
  readonly changes: readonly MappingChange[];
  /** Whether the mapping rules, applied to each plan again, give its ranks. If not, no cause is claimed. */
  readonly replayed: boolean;
  readonly causes: readonly MoveCause[];
  /** Ranks whose slot is another, in rank order, those that came and went included. */
  readonly moves: readonly Move[];
  /** Ranks that stay on their slot but differ in local rank or share. */
  readonly adjusted: readonly AdjustedRank[];
  readonly nodes: PlaceChanges;
  readonly gpus: PlaceChanges;
  /** Facts of GPUs that are in both plans. */
  readonly facts: readonly GpuFactChange[];
  /** GPUs that were measured again and count as before in all that is decided. */
  readonly remeasured: readonly string[];
  /** Machines whose measured GPUs became slower or faster as a whole, whether or not they count as before. */
  readonly machines: readonly MachineShift[];
  /** Of plans with roles, in the place of `moves`: `changes`, `causes`, `moves` and `adjusted` are empty. */
  readonly roles?: RolesDiff;
  /** Everything else of the plan, value by value. */
  readonly settings: readonly SettingChange[];
  readonly consequences: {
    readonly old: Consequences;
    readonly new: Consequences;
    readonly compared: Compared;
  };
}

/** A comparison before it is summed up. */
export type Unsummed = Omit<PlanDiff, 'formatVersion' | 'headline'>;

export interface Pair<T> {
  readonly old: T;
  readonly new: T;
}

export interface DiffHead {
  readonly name: Pair<string>;
  readonly worldSize: Pair<number>;
  /** The slot of rank 0, or its GPUs. */
  readonly rankZero: Pair<string>;
  /** `address:port`; the node where the job binds the address. */
  readonly master: Pair<string>;
}

export type ChangeKind =
  | 'strategy'
  | 'ranks-per-gpu'
  | 'gpus-per-rank'
  | 'world-size'
  | 'order'
  | 'node-removed'
  | 'node-added'
  | 'slots-removed'
  | 'slots-added'
  | 'excluded'
  | 'included'
  | 'replaced'
  | 'group-size'
  | 'levels'
  | 'domain'
  | 'islands'
  | 'score'
  | 'pace';

/** A change of a fact that decides the mapping. `what`: its nodes or slots; old and new are null if it has none. */
export interface MappingChange {
  readonly kind: ChangeKind;
  readonly what: readonly string[];
  readonly old: string | number | null;
  readonly new: string | number | null;
  /** The measured figures, if this is a change of `pace`. */
  readonly measured?: Measured;
}

/** The lowest and the highest figure that was measured of these GPUs. */
export type Measured = Pair<readonly [number, number] | null>;

/** `change` is that of the GPU in the middle: -0.04 is 4 % slower. */
export interface MachineShift {
  readonly node: string;
  readonly change: number;
  readonly gpus: number;
}

/**
 * Why ranks moved: numbers of `changes`. If `single`, this change (or these, all of one kind) was enough, without it the
 * rank would not be where it is, and nothing else does the same. If not, some of these changes, which are all, did it.
 */
export interface MoveCause {
  readonly changes: readonly number[];
  readonly single: boolean;
}

/** The place of a rank. `model` is for people. */
export interface Placement {
  readonly node: string;
  readonly gpu: number | null;
  /** All GPUs of a rank that has several; null else. */
  readonly gpus: readonly number[] | null;
  readonly cpuSlot: number | null;
  readonly localRank: number;
  readonly share: number | null;
  readonly model: string | null;
}

export interface Move {
  readonly rank: number;
  /** Null for a rank that came. */
  readonly from: Placement | null;
  /** Null for a rank that went. */
  readonly to: Placement | null;
  /** A number of `causes`; null when none is claimed. */
  readonly cause: number | null;
}

export interface AdjustedRank {
  readonly rank: number;
  readonly localRank: Pair<number>;
  readonly share: Pair<number | null>;
}

/** Roles of one name are the same, and of them the replicas and processes of one number. */
export interface RolesDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Slots that had processes of roles and have those of others. */
  readonly slots: readonly SlotChange[];
  /** Processes that came, went, are elsewhere, or have other ports, another rank or share. */
  readonly processes: readonly ProcessChange[];
}

export interface SlotChange extends Pair<readonly string[]> {
  readonly slot: string;
}

export interface ProcessChange {
  /** `server-1`, and its process there. */
  readonly replica: string;
  readonly process: number;
  readonly from: ProcessPlace | null;
  readonly to: ProcessPlace | null;
}

export interface ProcessPlace extends Pick<Placement, 'node' | 'gpu' | 'gpus' | 'cpuSlot' | 'share'> {
  /** In its world; null without one. */
  readonly rank: number | null;
  readonly ports: Readonly<Record<string, number>>;
}

/** Names of nodes, or of GPUs and CPU slots of nodes that are in both plans; `idleNow` and `usedNow` are in both plans. */
export interface PlaceChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly idleNow: readonly string[];
  readonly usedNow: readonly string[];
}

export interface GpuFactChange {
  readonly fact:
    | 'uuid'
    | 'model'
    | 'vendor'
    | 'memoryBytes'
    | 'score'
    | 'pace'
    | 'fixedSeconds'
    | 'maxSamples'
    | 'gres'
    | 'cpus'
    | 'parent'
    | 'island';
  readonly old: string | number | null;
  readonly new: string | number | null;
  readonly gpus: readonly string[];
  /** The measured figures, if this is a change of `pace`. */
  readonly measured?: Measured;
}

/** A value that JSON can hold. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export interface SettingChange {
  /** Keys of the plan from the top, `launch env NCCL_DEBUG`; of nodes the keys below the node. */
  readonly path: readonly string[];
  /** The nodes it is said of; empty for a setting of the job. */
  readonly nodes: readonly string[];
  /** Null also where the key is absent; `set` says which side has it. */
  readonly old: Value;
  readonly new: Value;
  readonly set: Pair<boolean>;
  readonly danger: Danger;
  /** What the setting has to do with the code that runs, or with the hosts that it runs on, or null: a reviewer reads these first. */
  readonly runs: string | null;
}

/**
 * What a change endangers: which code runs, on which hosts; where ranks are; how they talk; how fast a step is; what the program
 * reads (arguments, variables); how the job is run; or nothing that runs, but words. `dangers.ts` has a class for each field.
 */
export type Danger = 'code' | 'hosts' | 'placement' | 'communication' | 'pace' | 'program' | 'job' | 'words';

/** What a mapping means for the job; null if the plan does not know enough. docs/review.md defines each figure. */
export interface Consequences {
  /** The metric of all figures. */
  readonly by: string;
  /** The GPU with a rank that counts as least, and how many count as that; null by memory, which is no speed. */
  readonly slowest: SlowestGpu | null;
  /** The share of GPU time that is spent waiting for the slowest, 0 to 1. */
  readonly idleShare: number | null;
  /** Only comparable between plans: work of the busiest GPU over its score. */
  readonly stepTime: number | null;
  /** Set if the step time is in seconds, because a GPU has a fixed cost in seconds. */
  readonly unit?: 's';
  /** Work of one step: the global batch; without it the copies of the model (`dp`), or the ranks where that is not given. */
  readonly work: number;
  readonly smallestMemory: { readonly gpu: string; readonly bytes: number; readonly gpus: number } | null;
  /** How often rank r + 1 is on another node than rank r. */
  readonly crossings: number;
  /** How many nodes carry ranks. */
  readonly nodes: number;
  /** The same for the plan's levels of domains, from outside to inside; empty if there are none. */
  readonly levels: readonly Neighbours[];
  readonly blocks: Blocks | null;
  /** The groups of `launch.parallel`, dimension by dimension; empty if it is not given. */
  readonly parallel: readonly GroupCount[];
}

/** How many domains of a level carry ranks, and how often rank r + 1 is in another one than rank r. */
export interface Neighbours {
  readonly level: string;
  readonly places: number;
  readonly crossings: number;
}

export interface Blocks {
  readonly size: number;
  readonly from: 'groupSize' | 'ranks per node';
  readonly count: number;
  /** The level of domains that they should not leave, where it is not the node. */
  readonly within?: string;
  /** First ranks of the blocks that leave it. */
  readonly spanning: readonly number[];
}

/** NEW over OLD; null if the two are not in the same units or one is unknown. */
export interface Compared {
  readonly stepTime: number | null;
  readonly throughput: number | null;
  /** The key of the plan that makes the steps of both sides different, so that they do not compare; else null. */
  readonly unlike: string | null;
}
