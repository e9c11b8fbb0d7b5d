import type { LaunchPlan, PlanGpu, PlanNode, PlanRole, PlanSlurm } from '../../generated/plan.ts';
import type {
  Gpu as GpuDocument,
  Mapping as MappingDocument,
  Node as NodeDocument,
  Role as RoleDocument,
  TopologyDocument,
} from '../../generated/topology.ts';
import type { SourceFile, Span } from '../source/source-file.ts';
import type { Container } from './document.ts';

export type Slurm = NonNullable<PlanSlurm>;

export type Vendor = 'nvidia' | 'amd' | 'intel';

/** One figure of a GPU; `method` is null when a person wrote it. */
export interface Metric {
  readonly value: number;
  /** What the card had before, by its inventory; `normalize-scores.ts` says when it is taken. */
  readonly usual?: number | undefined;
  readonly method: string | null;
  /** Seconds that each step takes in addition to its samples; `value` is then samples per second without them. */
  readonly fixedSeconds?: number | undefined;
}

export type Metrics = ReadonlyMap<string, Metric>;

type Planned = 'model' | 'memoryBytes' | 'gres' | 'vendor' | 'uuid' | 'cpus' | 'parent' | 'maxSamples';

/** Facts of a GPU at one level (its own entry, its inventory file, its model); null or undefined: not given. */
export type GpuFacts = { readonly [K in Planned]?: PlanGpu[K] | null | undefined } & {
  readonly metrics?: Metrics | undefined;
  readonly fixedSeconds?: number | undefined;
};

/** One item of a `gpus` list (or the count form): facts for one or several indices. */
export interface GpuEntry {
  readonly indices: readonly number[];
  readonly facts: GpuFacts;
  /** Where it was written: the list item, or the map of the count form. */
  readonly source: Container;
}

/** Where a node is: the domain's name by level, from outside to inside. */
export type Domain = ReadonlyMap<string, string>;

export type Software = Readonly<Record<string, string>>;

export type Environment = Readonly<Record<string, string>>;

export interface NodeEntry extends Readonly<Pick<PlanNode, 'bind' | 'cpus' | 'spare' | 'cpuRanks'>> {
  readonly source: NodeDocument;
  readonly hosts: readonly string[];
  /** Where the host at this position of `hosts` was written. */
  readonly hostSpan: (position: number) => Span;
  /** `{host}` is not replaced yet. */
  readonly address: string;
  readonly env: Environment;
  /** Null if the entry does not say. */
  readonly domain: Domain | null;
  readonly gpus: readonly GpuEntry[];
  readonly inventory: string | null;
  readonly cpuSlot: GpuFacts | null;
}

export type SelectorPick =
  | { readonly kind: 'all' }
  | { readonly kind: 'gpus' | 'cpus'; readonly numbers: readonly number[] }
  | { readonly kind: 'uuid'; readonly prefix: string };

export interface Selector {
  readonly text: string;
  readonly hosts: readonly string[];
  readonly pick: SelectorPick;
  readonly span: () => Span;
}

/** The section `mapping`: values that the plan keeps, and values from which the compiler makes decisions. */
export interface Mapping extends Omit<LaunchPlan['mapping'], 'exclude'> {
  readonly source: MappingDocument | null;
  /** How far a measured figure may be below its model's median, as a part of it, and count as equal; 0: none do. */
  readonly tolerance: number;
  readonly ranks: readonly Selector[] | null;
  readonly worldSize: number | null;
  readonly exclude: readonly Selector[];
  readonly gpusPerRank: number | 'node';
}

export interface Workload extends Readonly<NonNullable<LaunchPlan['workload']>> {
  readonly source: NonNullable<TopologyDocument['workload']>;
}

export const sharesByFigures = (workload: Pick<Workload, 'shares'> | null): boolean =>
  workload?.shares === 'proportional' || workload?.shares === 'optimal';

/** How the training program divides the ranks; `dp` is null if it follows from the others. */
export interface Parallel extends Omit<NonNullable<LaunchPlan['launch']['parallel']>, 'dp'> {
  readonly dp: number | null;
}

export interface Stages extends Omit<NonNullable<LaunchPlan['stages']>, 'counts'> {
  readonly source: NonNullable<TopologyDocument['stages']>;
}

/** The section `launch`: values that the plan keeps, and values from which the compiler makes decisions. */
export interface Launch extends Omit<LaunchPlan['launch'], 'parallel'> {
  readonly source: NonNullable<TopologyDocument['launch']> | null;
  /** What stands on top for all roles; else null. */
  readonly defaults: Launch['source'];
  /** How many replicas each role has that words may name; null without roles. */
  readonly replicas: ReadonlyMap<string, number> | null;
  readonly backend: 'nccl' | 'gloo' | 'none' | null;
  readonly masterAddress: string | null;
  readonly masterPort: number | 'auto';
  readonly visibility: 'ordered' | 'isolated' | null;
  readonly parallel: Parallel | null;
}

/** What the phases decide of a role, after its words. */
type DecidedOfRole = 'backend' | 'visibility' | 'mapping' | 'workload' | 'stages' | 'launch' | 'replicas';

export interface Role extends Readonly<Omit<PlanRole, DecidedOfRole>> {
  readonly source: RoleDocument;
  readonly slots: readonly Selector[] | null;
  readonly replicas: number;
  /** Null: the slots are divided among the replicas. */
  readonly gpusPerReplica: number | null;
  /** The nodes, and what the role says of its mapping, its work and its launch: a topology of its own. */
  readonly topology: Topology;
}

/** A topology whose every value is decoded and knows its place. */
export interface Topology {
  readonly file: SourceFile;
  readonly source: TopologyDocument;
  /** Of one role: what stands there, beside what `source` has for all. */
  readonly role?: RoleDocument;
  readonly name: string;
  readonly models: ReadonlyMap<string, GpuFacts>;
  readonly nodes: readonly NodeEntry[];
  readonly mapping: Mapping;
  readonly workload: Workload | null;
  readonly stages: Stages | null;
  readonly launch: Launch;
  readonly slurm: Slurm | null;
  /** Null if the plan is one program. */
  readonly roles: readonly Role[] | null;
  /** With roles: none ends the run, a signal does. */
  readonly endsBySignal: boolean;
}

export type { GpuDocument, MappingDocument, NodeDocument, RoleDocument, TopologyDocument };
