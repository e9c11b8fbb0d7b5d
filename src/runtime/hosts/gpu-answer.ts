import { type Crash, describeCall, type Hang } from '../driver/driver-session.ts';
import type {
  CallFailure,
  NativeFacts,
  NativeGpu,
  NativeGpuUse,
  NativeInstance,
  NativeOutcome,
  NativeProcess,
  NativeUse,
  NativeUses,
  PciAddress,
} from '../native.ts';

/** What rankplan-probe wrote on a host. Nothing of it is believed to be as it should: what is not, is null or left out. */
export interface GpuAnswer {
  readonly facts: NativeFacts | Crash | Hang;
  /** Null where that was not a question, or it did not come to it. */
  readonly uses: NativeUses | null;
  readonly seen: ReadonlyMap<number, SeenProcess>;
}

/** A process on a GPU, as far as that host knows it. */
export interface SeenProcess {
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
  const answers = lines.filter((line) => line.startsWith('{')).map(readLine);
  const [facts = null, uses = null] = answers;
  const calls = lines.filter((line) => line !== '' && !line.startsWith('{'));
  return {
    facts: facts === null ? explainAbsence(missing, calls.at(-1) ?? '') : readFacts(facts),
    uses: uses === null ? null : readUses(uses),
    seen: new Map(uses === null ? [] : listOf(uses['seen'], MOST_PROCESSES).flatMap(readSeen)),
  };
}

function explainAbsence(missing: Crash | 'hangs', call: string): Crash | Hang {
  if (missing !== 'hangs') return missing;
  return call === '' ? { kind: 'hangs', call: '', gpu: null } : describeCall(call.slice(0, LONGEST_TEXT));
}

type Bag = Readonly<Record<string, unknown>>;

function readLine(line: string): Bag | null {
  try {
    return bagOf(JSON.parse(line));
  } catch {
    return null;
  }
}

const bagOf = (value: unknown): Bag | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : null;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : null;

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

function listOf(value: unknown, most = MOST_GPUS): readonly Bag[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, most) : [];
  return items.map(bagOf).filter((bag) => bag !== null);
}

const KINDS = ['found', 'no-library', 'useless-library', 'failed'] as const;

const failureOf = (value: unknown): CallFailure | null => {
  const bag = bagOf(value);
  if (bag === null) return null;
  return {
    call: textOf(bag['call']) ?? '',
    status: numberOf(bag['status']) ?? -1,
    text: textOf(bag['text']) ?? '',
  };
};

/** A kind that is none is a failure without a name. */
function readOutcome(bag: Bag): NativeOutcome {
  const openFailures = listOf(bag['openFailures']).map(({ name, reason }) => ({
    name: textOf(name) ?? '',
    reason: textOf(reason) ?? '',
  }));
  return {
    kind: KINDS.find((kind) => kind === bag['kind']) ?? 'failed',
    library: textOf(bag['library']) ?? '',
    openFailures,
    lacks: textOf(bag['lacks']) ?? '',
    failure: failureOf(bag['failure']) ?? { call: '', status: -1, text: '' },
  };
}

function pciOf(value: unknown): PciAddress | null {
  const bag = bagOf(value);
  const [domain, bus, device] = [bag?.['domain'], bag?.['bus'], bag?.['device']].map(numberOf);
  return domain == null || bus == null || device == null ? null : { domain, bus, device };
}

const readFacts = (bag: Bag): NativeFacts => ({
  ...readOutcome(bag),
  driver: textOf(bag['driver']),
  cudaVersion: numberOf(bag['cudaVersion']),
  gpus: listOf(bag['gpus']).map(readGpu),
});

/** Links and fabrics are for inventories: they are not compared here. */
const readGpu = (bag: Bag): NativeGpu => ({
  ...readDevice(bag),
  pci: pciOf(bag['pci']),
  computeCapability: textOf(bag['computeCapability']),
  cpus: textOf(bag['cpus']),
  numaNode: numberOf(bag['numaNode']),
  isDivided: bag['isDivided'] === true,
  instances: listOf(bag['instances']).map(readInstance),
  links: [],
  fabric: null,
  failure: failureOf(bag['failure']),
});

const readDevice = (bag: Bag) => ({
  uuid: textOf(bag['uuid']),
  model: textOf(bag['model']),
  memoryBytes: numberOf(bag['memoryBytes']),
});

const readInstance = (bag: Bag): NativeInstance => ({
  ...readDevice(bag),
  gpuInstance: numberOf(bag['gpuInstance']),
  computeInstance: numberOf(bag['computeInstance']),
});

const readUses = (bag: Bag): NativeUses => ({
  ...readOutcome(bag),
  gpus: listOf(bag['gpus']).map(readGpuUse),
});

const readGpuUse = (bag: Bag): NativeGpuUse => ({
  ...readUse(bag),
  pci: pciOf(bag['pci']),
  utilization: numberOf(bag['utilization']),
  instances: listOf(bag['instances']).map(readUse),
  failure: failureOf(bag['failure']),
});

const readUse = (bag: Bag): NativeUse => ({
  uuid: textOf(bag['uuid']),
  usedBytes: numberOf(bag['usedBytes']),
  heldBytes: numberOf(bag['heldBytes']),
  totalBytes: numberOf(bag['totalBytes']),
  gpuInstance: numberOf(bag['gpuInstance']),
  processes: readProcesses(bag['processes']),
  graphicsProcesses: readProcesses(bag['graphicsProcesses']),
});

const readProcesses = (value: unknown): readonly NativeProcess[] | null =>
  Array.isArray(value) ? listOf(value, MOST_PROCESSES).flatMap(readProcess) : null;

function readProcess(bag: Bag): readonly NativeProcess[] {
  const pid = numberOf(bag['pid']);
  if (pid === null) return [];
  return [
    {
      pid,
      usedBytes: numberOf(bag['usedBytes']),
      gpuInstance: numberOf(bag['gpuInstance']),
      computeInstance: numberOf(bag['computeInstance']),
      isMpsClient: bag['isMpsClient'] === true,
    },
  ];
}

function readSeen(bag: Bag): readonly (readonly [number, SeenProcess])[] {
  const pid = numberOf(bag['pid']);
  return pid === null ? [] : [[pid, { exists: bag['exists'] === true, command: textOf(bag['command']) }]];
}
