import { type Crash, describeCall, type Hang } from '../driver/driver-session.ts';
import { isRecord, parseJson } from '../json.ts';
import type { CallFailure, NativeFacts, NativeUses, PciAddress } from '../native.ts';

/** What rankplan-probe wrote on a host. Nothing of it is believed to be as it should: what is not, is null or left out. */
export interface GpuAnswer {
  readonly facts: NativeFacts | Crash | Hang;
  /** Null if that was not a question, or it did not come to it. */
  readonly uses: NativeUses | null;
  readonly seen: ReadonlyMap<number, SeenProcess>;
}

/** A process on a GPU, as far as that host knows it. */
interface SeenProcess {
  readonly exists: boolean;
  readonly command: string | null;
}

/** More than any machine has. */
const MOST_GPUS = 1024;
const MOST_PROCESSES = 4096;
const LONGEST_TEXT = 256;

/** Reads lines of progress, the line of what there is, and the line of who uses it. */
export function readGpuAnswer(text: string, missing: Crash | 'hangs'): GpuAnswer {
  const lines = text.split('\n');
  const answers = lines.filter((line) => line.startsWith('{')).map((line) => bagOf(parseJson(line)));
  const [facts = null, uses = null] = answers;
  const calls = lines.filter((line) => line !== '' && !line.startsWith('{'));
  return {
    facts: facts === null ? explainAbsence(missing, calls.at(-1) ?? '') : readFacts(facts),
    uses: uses === null ? null : readUses(uses),
    seen: new Map(uses === null ? [] : listOf(uses['seen'], readSeen, MOST_PROCESSES)),
  };
}

function explainAbsence(missing: Crash | 'hangs', call: string): Crash | Hang {
  if (missing !== 'hangs') return missing;
  return call === '' ? { kind: 'hangs', call: '', gpu: null } : describeCall(call.slice(0, LONGEST_TEXT));
}

type Bag = Readonly<Record<string, unknown>>;

const bagOf = (value: unknown): Bag | null => (isRecord(value) ? value : null);

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : null;

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** What `read` makes of each object of a list; null is left out. */
function listOf<T>(value: unknown, read: (bag: Bag) => T | null, most = MOST_GPUS): readonly T[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, most) : [];
  return items
    .map(bagOf)
    .map((bag) => bag && read(bag))
    .filter((item) => item !== null);
}

type Texts<K extends string> = { readonly [Key in K]: string | null };
const textsOf = <K extends string>(bag: Bag, ...keys: readonly K[]): Texts<K> =>
  Object.fromEntries(keys.map((key) => [key, textOf(bag[key])])) as Texts<K>;

type Numbers<K extends string> = { readonly [Key in K]: number | null };
const numbersOf = <K extends string>(bag: Bag, ...keys: readonly K[]): Numbers<K> =>
  Object.fromEntries(keys.map((key) => [key, numberOf(bag[key])])) as Numbers<K>;

function failureOf(value: unknown): CallFailure | null {
  const bag = bagOf(value);
  if (bag === null) return null;
  const { call, text } = textsOf(bag, 'call', 'text');
  return { call: call ?? '', status: numberOf(bag['status']) ?? -1, text: text ?? '' };
}

const KINDS = ['found', 'no-library', 'useless-library', 'failed'] as const;

/** An unknown kind counts as a failure without a name. */
const readOutcome = (bag: Bag) => ({
  kind: KINDS.find((kind) => kind === bag['kind']) ?? 'failed',
  library: textOf(bag['library']) ?? '',
  openFailures: listOf(bag['openFailures'], ({ name, reason }) => ({
    ...{ name: textOf(name) ?? '', reason: textOf(reason) ?? '' },
  })),
  lacks: textOf(bag['lacks']) ?? '',
  failure: failureOf(bag['failure']) ?? { call: '', status: -1, text: '' },
});

function pciOf(value: unknown): PciAddress | null {
  const { domain, bus, device } = numbersOf(bagOf(value) ?? {}, 'domain', 'bus', 'device');
  return domain === null || bus === null || device === null ? null : { domain, bus, device };
}

const readFacts = (bag: Bag): NativeFacts => ({
  ...readOutcome(bag),
  ...textsOf(bag, 'driver'),
  ...numbersOf(bag, 'cudaVersion'),
  gpus: listOf(bag['gpus'], readGpu),
});

/** Links and fabrics are for inventories: they are not compared here. */
const readGpu = (bag: Bag) => ({
  ...textsOf(bag, 'uuid', 'model', 'computeCapability', 'cpus'),
  ...numbersOf(bag, 'memoryBytes', 'numaNode'),
  pci: pciOf(bag['pci']),
  isDivided: bag['isDivided'] === true,
  instances: listOf(bag['instances'], (of) => ({
    ...textsOf(of, 'uuid', 'model'),
    ...numbersOf(of, 'memoryBytes', 'gpuInstance', 'computeInstance'),
  })),
  ...{ links: [], fabric: null },
  failure: failureOf(bag['failure']),
});

const readUses = (bag: Bag): NativeUses => ({
  ...readOutcome(bag),
  gpus: listOf(bag['gpus'], (gpu) => ({
    ...readUse(gpu),
    ...numbersOf(gpu, 'utilization'),
    pci: pciOf(gpu['pci']),
    instances: listOf(gpu['instances'], readUse),
    failure: failureOf(gpu['failure']),
  })),
});

const readUse = (bag: Bag) => ({
  ...textsOf(bag, 'uuid'),
  ...numbersOf(bag, 'usedBytes', 'heldBytes', 'totalBytes', 'gpuInstance'),
  processes: readProcesses(bag['processes']),
  graphicsProcesses: readProcesses(bag['graphicsProcesses']),
});

const readProcesses = (value: unknown) =>
  Array.isArray(value) ? listOf(value, readProcess, MOST_PROCESSES) : null;

function readProcess(bag: Bag) {
  const pid = numberOf(bag['pid']);
  const known = numbersOf(bag, 'usedBytes', 'gpuInstance', 'computeInstance');
  return pid === null ? null : { pid, ...known, isMpsClient: bag['isMpsClient'] === true };
}

function readSeen(bag: Bag): readonly [number, SeenProcess] | null {
  const pid = numberOf(bag['pid']);
  return pid === null ? null : [pid, { exists: bag['exists'] === true, command: textOf(bag['command']) }];
}
