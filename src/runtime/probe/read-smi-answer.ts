import { inBusOrder } from './bus-order.ts';
import { type ListedGpu, linesOf, parseSmiList, parseSmiMatrix } from './parse-smi-lists.ts';
import { parseSmiLog, type SmiGpu, type SmiInstance, type SmiProblem } from './parse-smi-log.ts';

/** One machine, as recorded answers of nvidia-smi describe it. */
export interface SmiMachine {
  /** By index as CUDA counts with CUDA_DEVICE_ORDER=PCI_BUS_ID, which is nvidia-smi's where it tells no address. */
  readonly gpus: readonly SmiGpu[];
}

/** Reads what `nvidia-smi -q -x`, `-L` and `topo -m` printed of one machine, one or several of them in any order. */
export function readSmiAnswer(text: string): SmiMachine | SmiProblem {
  const lines = linesOf(text);
  const [log, list, matrix] = [parseSmiLog(text), parseSmiList(lines), parseSmiMatrix(lines)];
  for (const part of [log, list, matrix]) if (part !== null && 'problem' in part) return part;
  const parts = { log, list, matrix } as Parts;
  const [count, ...others] = [log, list, matrix].flatMap((part) =>
    part === null ? [] : (part as readonly unknown[]).length,
  );
  if (count === undefined) return { problem: 'has no answer of `-q -x`, `-L` or `topo -m`', at: 0 };
  if (others.some((other) => other !== count))
    return { problem: 'is of several machines: the numbers of GPUs differ', at: 0 };
  const gpus = Array.from({ length: count }, (_, i) => merge(parts, i));
  const odd = gpus.indexOf(null);
  if (odd >= 0) return { problem: `is of several machines: GPU ${odd} has two UUIDs`, at: 0 };
  return { gpus: inBusOrder(gpus as readonly SmiGpu[]).map(({ gpu }) => gpu) };
}

interface Parts {
  readonly log: readonly SmiGpu[] | null;
  readonly list: readonly ListedGpu[] | null;
  readonly matrix: readonly (string | null)[] | null;
}

const UNKNOWN: SmiGpu = {
  uuid: null,
  model: null,
  memoryBytes: null,
  pci: null,
  cpus: null,
  isDivided: false,
  instances: [],
};

/** What all answers say of a GPU; null where they speak of two. */
function merge({ log, list, matrix }: Parts, i: number): SmiGpu | null {
  const [gpu = UNKNOWN, listed] = [log?.[i], list?.[i]];
  if (gpu.uuid !== null && listed !== undefined && gpu.uuid !== listed.uuid) return null;
  const instances = mergeInstances(gpu.instances, listed?.instances ?? []);
  return {
    ...gpu,
    uuid: gpu.uuid ?? listed?.uuid ?? null,
    model: gpu.model ?? listed?.model ?? null,
    cpus: matrix?.[i] ?? null,
    isDivided: gpu.isDivided || instances.length > 0,
    instances,
  };
}

function mergeInstances(
  logged: readonly SmiInstance[],
  listed: readonly SmiInstance[],
): readonly SmiInstance[] {
  if (listed.length === 0) return logged;
  return listed.map((instance) => {
    const same = logged.find(({ device }) => device === instance.device);
    return { ...instance, memoryBytes: same?.memoryBytes ?? null };
  });
}
