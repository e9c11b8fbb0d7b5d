import { isRecord, parseJson } from '../json.ts';
import type { NativeFacts, NativeUses } from '../native.ts';
import type { Crash } from './driver-session.ts';

/** A process on a GPU, or one that it descends from, of which only the first three are known. */
export interface SampledProcess {
  readonly pid: number;
  readonly parent: number | null;
  /** In the kernel's ticks; null for a process that is not there, or that is hidden from the sampler. */
  readonly start: number | null;
  /** Hidden ones included. */
  readonly exists?: boolean;
  readonly command?: string | null;
  /** The rank that its environment names, if that is of this run. */
  readonly rank?: number | null;
  /** Whether it has loaded CUDA's library; null if that cannot be read. */
  readonly hasCuda?: boolean | null;
}

/** Who uses the GPUs, and what is known of them there (native/probe/watch.h). */
export interface SampledUses extends NativeUses {
  /** The process that all ranks of that host descend from. */
  readonly guard: number;
  readonly seen: readonly SampledProcess[];
  readonly ancestors: readonly SampledProcess[];
}

/** More than any machine has. */
const MOST_GPUS = 1024;
const MOST_PROCESSES = 4096;
const LONGEST_TEXT = 4096;

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.length <= LONGEST_TEXT;
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const orNull =
  (is: Check): Check =>
  (value) =>
    value === null || is(value);
const listOf =
  (is: Check, most = MOST_GPUS): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(is);
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([key, is]) => is(value[key]));
/** Fields of one kind, each of which may be unknown. */
const known = <K extends string>(is: Check, ...keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, orNull(is)]));

const KINDS: readonly unknown[] = ['found', 'no-library', 'useless-library', 'failed'];
const FAILURE = record({ call: text, status: number, text });
const PCI = record({ domain: number, bus: number, device: number });
const OUTCOME = {
  ...{ kind: (value: unknown) => KINDS.includes(value), library: text, lacks: text, failure: FAILURE },
  openFailures: listOf(record({ name: text, reason: text })),
};

const INSTANCE = {
  ...known(text, 'uuid', 'model'),
  ...known(number, 'memoryBytes', 'gpuInstance', 'computeInstance'),
};
const GPU = {
  ...known(text, 'uuid', 'model', 'computeCapability', 'cpus'),
  ...known(number, 'memoryBytes', 'numaNode'),
  ...{ pci: orNull(PCI), isDivided: flag, instances: listOf(record(INSTANCE)), links: listOf(text) },
  fabric: orNull(record({ cluster: text, clique: number, isComplete: flag })),
  failure: orNull(FAILURE),
};
const FACTS = record({
  ...{ ...OUTCOME, ...known(text, 'driver'), ...known(number, 'cudaVersion') },
  gpus: listOf(record(GPU)),
});

const PROCESS = {
  ...{ pid: number, ...known(number, 'usedBytes', 'gpuInstance', 'computeInstance') },
  isMpsClient: flag,
};
const PROCESSES = listOf(record(PROCESS), MOST_PROCESSES);
const USE = {
  ...known(text, 'uuid'),
  ...known(number, 'usedBytes', 'heldBytes', 'totalBytes', 'gpuInstance'),
  ...{ processes: orNull(PROCESSES), graphicsProcesses: orNull(PROCESSES) },
};
const GPU_USE = {
  ...{ ...USE, ...known(number, 'utilization'), pci: orNull(PCI) },
  ...{ instances: listOf(record(USE)), failure: orNull(FAILURE) },
};
const ANCESTOR = { pid: number, ...known(number, 'parent', 'start') };
const SEEN = { ...ANCESTOR, exists: flag, ...known(text, 'command'), ...known(number, 'rank') };
const USES = record({
  ...{ ...OUTCOME, gpus: listOf(record(GPU_USE)), guard: number },
  seen: listOf(record({ ...SEEN, ...known(flag, 'hasCuda') }), MOST_GPUS * MOST_PROCESSES),
  ancestors: listOf(record(ANCESTOR), MOST_PROCESSES),
});

/** What a guard writes for a sampler that has ended. */
const CRASH = record({ kind: (value) => value === 'crashed', how: text, said: text });
const UNREADABLE: Crash = { kind: 'crashed', how: 'an answer that cannot be read', said: '' };

/** A line of rankplan-probe about a host's GPUs. The host may say anything: what is no such line counts as a crash. */
export const parseFacts = (line: string): NativeFacts | Crash => parse<NativeFacts>(line, FACTS);
export const parseUses = (line: string): SampledUses | Crash => parse<SampledUses>(line, USES);

function parse<T>(line: string, is: Check): T | Crash {
  const value = parseJson(line);
  return is(value) || CRASH(value) ? (value as T | Crash) : UNREADABLE;
}
