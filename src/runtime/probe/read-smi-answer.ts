import { parseNumberList } from '../../compiler/values/number-list.ts';
import { inBusOrder } from './bus-order.ts';
import {
  MAX_GPUS,
  modelOf,
  parseSmiLog,
  type SmiGpu,
  type SmiInstance,
  type SmiProblem,
  uuidOf,
} from './parse-smi-log.ts';

/** One machine, as recorded answers of nvidia-smi describe it. */
export interface SmiMachine {
  /** By index as CUDA counts with CUDA_DEVICE_ORDER=PCI_BUS_ID; without addresses that is nvidia-smi's index. */
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

/** What all answers say of a GPU; null if they speak of two. */
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

function mergeInstances(logged: readonly SmiInstance[], listed: readonly SmiInstance[]) {
  if (listed.length === 0) return logged;
  return listed.map((instance) => {
    const same = logged.find(({ device }) => device === instance.device);
    return { ...instance, memoryBytes: same?.memoryBytes ?? null };
  });
}

/** A line without what colours and underlines it, and where it begins. */
export interface SmiLine {
  readonly text: string;
  readonly at: number;
}

/** nvidia-smi underlines the head of its matrix also in a file. */
const ESCAPES = /[^\P{Cc}\t]\[[0-9;]{0,16}[A-Za-z]/gu;

export function linesOf(text: string): readonly SmiLine[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    return { text: line.replace(ESCAPES, '').trimEnd(), at: start };
  });
}

export interface ListedGpu {
  readonly model: string | null;
  readonly uuid: string | null;
  readonly instances: readonly SmiInstance[];
}

/** The GPUs of `nvidia-smi -L`, and their MIG instances; null if no line is of such a list. */
export function parseSmiList(lines: readonly SmiLine[]): readonly ListedGpu[] | SmiProblem | null {
  const gpus: (ListedGpu & { readonly instances: SmiInstance[] })[] = [];
  for (const { text, at } of lines) {
    const [, profile, device = '', instance = ''] =
      /^\s*MIG (\S{1,32})\s+Device\s+(\d{1,4}): \(UUID: (\S{1,128})\)$/.exec(text) ?? [];
    if (profile !== undefined) {
      const own = { device: Number(device), profile, uuid: uuidOf(instance), memoryBytes: null };
      if (gpus.at(-1)?.instances.push(own) === undefined)
        return { problem: 'lists a MIG instance before any GPU', at };
      continue;
    }
    if (!/^\s*(?:GPU \d{1,4}:|MIG \S+ +Device)/.test(text)) continue;
    const [, index = '', model = '', uuid = ''] =
      /^GPU (\d{1,4}): (.{1,200}?) \(UUID: (\S{1,128})\)$/.exec(text) ?? [];
    if (uuidOf(uuid) === null)
      return { problem: 'has a line of `-L` that is cut, or of a GPU that is lost', at };
    if (Number(index) !== gpus.length || gpus.length >= MAX_GPUS)
      return { problem: `lists GPU ${index} where GPU ${gpus.length} comes next`, at };
    gpus.push({ model: modelOf(model), uuid, instances: [] });
  }
  return gpus.length === 0 ? null : gpus;
}

/** How two devices are joined, as the matrix words it; between columns that ran together nothing stands. */
const LINK = /\s*(?:X|NV\d{1,2}|SYS|NODE|PHB|PXB|PIX|PSB|SOC|C2C|OK|N\/A|ERR!?)/y;

/** The CPUs of each GPU by `nvidia-smi topo -m`, null if a row has none; null if there is no matrix. */
export function parseSmiMatrix(lines: readonly SmiLine[]): readonly (string | null)[] | SmiProblem | null {
  const first = lines.findIndex(({ text }) => /^\s*GPU0(?:\s+(?:GPU|NIC|mlx|CPU )|$)/.test(text));
  const head = lines[first];
  if (head === undefined) return null;
  const [devices = '', ...affinities] = head.text.split(/\s(?=(?:CPU|NUMA) Affinity|GPU NUMA ID)/);
  const columns = devices.trim().split(/\s+/);
  const count = columns.filter((name) => /^GPU\d+$/.test(name)).length;
  if (count > MAX_GPUS) return { problem: `has ${count} GPUs`, at: head.at };
  const cpus: (string | null)[] = [];
  for (const { text, at } of lines.slice(first + 1)) {
    const [name = '', index = ''] = /^\s*GPU(\d{1,4})(?=\s)/.exec(text) ?? [];
    if (name === '') continue;
    if (Number(index) !== cpus.length)
      return { problem: `has a row of GPU ${index} where GPU ${cpus.length} comes next`, at };
    const cell = readAffinity(text.slice(name.length), columns.length, affinities.length);
    if (cell === undefined) return { problem: 'has a row of `topo -m` that is cut', at };
    cpus.push(cell);
    if (cpus.length === count) return cpus;
  }
  return { problem: `has ${cpus.length} of ${count} rows of \`topo -m\``, at: head.at };
}

/** The CPUs behind the links of a row; undefined if it has not as many links. */
function readAffinity(row: string, links: number, columns: number): string | null | undefined {
  LINK.lastIndex = 0;
  for (let i = 0; i < links; i++) if (!LINK.test(row)) return undefined;
  // `test` moved the place after the last link.
  const rest = row.slice(LINK.lastIndex).replace(/^ +(?=\t)/, '');
  // Tabs say which column a text is in, blanks only where no column is empty.
  const words = rest.split(/\s+/).filter((word) => word !== '');
  const cell = rest.startsWith('\t') ? rest.split('\t')[1]?.trim() : words.length === columns ? words[0] : '';
  return cell === undefined || 'problem' in parseNumberList(cell) ? null : cell;
}
