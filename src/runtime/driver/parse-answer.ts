import { isRecord, parseJson } from '../try-read.ts';

/** More than any machine has. */
const MOST_GPUS = 1024;
const MOST_PROCESSES = 4096;
const LONGEST_TEXT = 4096;

type Check<T> = (value: unknown) => value is T;
type Checked<C> = C extends Check<infer T> ? T : never;
type Checks = Readonly<Record<string, Check<unknown>>>;
type RecordOf<Fields extends Checks> = { readonly [Key in keyof Fields]: Checked<Fields[Key]> };

const text: Check<string> = (value): value is string =>
  typeof value === 'string' && value.length <= LONGEST_TEXT;
const flag: Check<boolean> = (value) => typeof value === 'boolean';
const number: Check<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const oneOf =
  <T extends string>(...words: readonly T[]): Check<T> =>
  (value): value is T =>
    words.some((word) => word === value);
const orNull =
  <T>(is: Check<T>): Check<T | null> =>
  (value) =>
    value === null || is(value);
const listOf =
  <T>(is: Check<T>, most = MOST_GPUS): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every(is);
const record =
  <Fields extends Checks>(fields: Fields): Check<RecordOf<Fields>> =>
  (value): value is RecordOf<Fields> =>
    isRecord(value) && Object.entries(fields).every(([key, is]) => is(value[key]));
/** Fields of one kind, each of which may be unknown. */
const known = <Key extends string, T>(is: Check<T>, ...keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, orNull(is)])) as Readonly<Record<Key, Check<T | null>>>;

/** `status` is NVML's number for the reason. */
const FAILURE = record({ call: text, status: number, text });
export type CallFailure = Checked<typeof FAILURE>;

const PCI = record({ domain: number, bus: number, device: number });
export type PciAddress = Checked<typeof PCI>;

/** The outcome of a request to the driver; `kind` decides which fields are meaningful (native/core/facts.h). */
const OUTCOME = {
  kind: oneOf('found', 'no-library', 'useless-library', 'failed'),
  library: text,
  openFailures: listOf(record({ name: text, reason: text })),
  /** The function that a useless library lacks. */
  lacks: text,
  failure: FAILURE,
};
export type NativeOutcome = RecordOf<typeof OUTCOME>;

const FABRIC = record({
  /** A UUID; all zeros where the fabric is this machine's own. */
  cluster: text,
  clique: number,
  isComplete: flag,
});
export type NativeFabric = Checked<typeof FABRIC>;

const INSTANCE = {
  ...known(text, 'uuid', 'model'),
  ...known(number, 'memoryBytes', 'gpuInstance', 'computeInstance'),
};
const GPU = record({
  ...known(text, 'uuid', 'model', 'computeCapability', 'cpus'),
  ...known(number, 'memoryBytes', 'numaNode'),
  pci: orNull(PCI),
  /** It is in MIG mode; there need not be instances yet. */
  isDivided: flag,
  instances: listOf(record(INSTANCE)),
  /** For each GPU in the driver's order; empty if not known. */
  links: listOf(text),
  /** The NVLink fabric that it belongs to; null if no fabric can have it, or the driver is too old to say. */
  fabric: orNull(FABRIC),
  /** Why this GPU cannot be used at all. */
  failure: orNull(FAILURE),
});
export type NativeGpu = Checked<typeof GPU>;

const FACTS = record({
  ...OUTCOME,
  driver: orNull(text),
  /** 13000 is 13.0. */
  cudaVersion: orNull(number),
  gpus: listOf(GPU),
});
export type NativeFacts = Checked<typeof FACTS>;

const PROCESS = record({
  /** In the driver's PID namespace, which need not be this one. */
  pid: number,
  ...known(number, 'usedBytes', 'gpuInstance', 'computeInstance'),
  /** It works through the server of the Multi-Process Service, which is listed as well. */
  isMpsClient: flag,
});
export type NativeProcess = Checked<typeof PROCESS>;
const PROCESSES = orNull(listOf(PROCESS, MOST_PROCESSES));

/**
 * `heldBytes`: what processes hold of it; null if it cannot be separated from what firmware or the host keep there.
 * `gpuInstance`: that of a MIG instance; MIG instances with the same number share its memory.
 */
const USE = {
  uuid: orNull(text),
  ...known(number, 'usedBytes', 'heldBytes', 'totalBytes', 'gpuInstance'),
  /** Those that compute, each once; null if the driver does not list them. */
  processes: PROCESSES,
  /** Those that draw, and may compute as well. */
  graphicsProcesses: PROCESSES,
};
export type NativeUse = RecordOf<typeof USE>;

const GPU_USE = record({
  ...USE,
  /** Percent of the last second or less in which something ran. */
  utilization: orNull(number),
  pci: orNull(PCI),
  /** Under MIG, where processes are reported by instance. */
  instances: listOf(record(USE)),
  /** Why nothing is known of this GPU. */
  failure: orNull(FAILURE),
});
export type NativeGpuUse = Checked<typeof GPU_USE>;

/** Who uses the GPUs at one moment (native/core/use-facts.h). */
export interface NativeUses extends NativeOutcome {
  readonly gpus: readonly NativeGpuUse[];
}

/** `start`: in the kernel's ticks; null for a process that is not there, or that is hidden from the sampler. */
const ANCESTOR = { pid: number, ...known(number, 'parent', 'start') };
const SEEN = {
  ...ANCESTOR,
  /** Hidden ones included. */
  exists: flag,
  command: orNull(text),
  /** The rank that its environment names, if that is of this run. */
  rank: orNull(number),
  /** Whether it has loaded CUDA's library; null if that cannot be read. */
  hasCuda: orNull(flag),
};
/** A process on a GPU, or one that it descends from, of which only the first three are known. */
export type SampledProcess = RecordOf<typeof ANCESTOR> & Partial<RecordOf<typeof SEEN>>;

/** Who uses the GPUs, and what is known of them there (native/probe/watch.h). */
const USES = record({
  ...OUTCOME,
  gpus: listOf(GPU_USE),
  /** The process that all ranks of that host descend from. */
  guard: number,
  seen: listOf(record(SEEN), MOST_GPUS * MOST_PROCESSES),
  ancestors: listOf(record(ANCESTOR), MOST_PROCESSES),
});
export type SampledUses = Checked<typeof USES>;

/** The process that called the driver ended without an answer. `said`: the first thing on its stderr; may be empty. */
const CRASH = record({ kind: oneOf('crashed'), how: text, said: text });
export type Crash = Checked<typeof CRASH>;
const UNREADABLE: Crash = { kind: 'crashed', how: 'an answer that cannot be read', said: '' };

/** A line of rankplan-probe about a host's GPUs. The host may say anything: what is no such line counts as a crash. */
export const parseFacts = (line: string): NativeFacts | Crash => parse(line, FACTS);
export const parseUses = (line: string): SampledUses | Crash => parse(line, USES);

function parse<T>(line: string, is: Check<T>): T | Crash {
  const value = parseJson(line);
  return is(value) || CRASH(value) ? value : UNREADABLE;
}
