import type { PciAddress } from '../native.ts';

/** A MIG instance, by the number that nvidia-smi gives it on its GPU. */
export interface SmiInstance {
  readonly device: number;
  readonly profile: string | null;
  readonly uuid: string | null;
  readonly memoryBytes: number | null;
}

/** A GPU as nvidia-smi describes it; what it does not say is null. */
export interface SmiGpu {
  readonly uuid: string | null;
  readonly model: string | null;
  readonly memoryBytes: number | null;
  readonly pci: PciAddress | null;
  readonly cpus: string | null;
  readonly isDivided: boolean;
  readonly instances: readonly SmiInstance[];
}

/** Why an answer cannot be read, and where. */
export interface SmiProblem {
  readonly problem: string;
  readonly at: number;
}

/** What a topology takes. */
export const MAX_GPUS = 4096;

const OPEN = '<nvidia_smi_log>';
const CLOSE = '</nvidia_smi_log>';

/** The GPUs of `nvidia-smi -q -x`; null if a text has no such log. */
export function parseSmiLog(text: string): readonly SmiGpu[] | SmiProblem | null {
  const begin = text.indexOf(OPEN);
  if (begin < 0) return null;
  const end = text.indexOf(CLOSE, begin);
  if (end < 0) return { problem: 'ends in the middle of the log of `-q -x`', at: text.length };
  if (text.includes(OPEN, end)) return { problem: 'has two logs: give a file for each machine', at: end };
  const log = text.slice(begin, end);
  const starts = [...log.matchAll(/<gpu id="([^"<>]{0,64})">/g)];
  const attached = Number(field(log, 'attached_gpus') ?? starts.length);
  if (starts.length === 0 || starts.length > MAX_GPUS)
    return { problem: `has ${starts.length} GPUs`, at: begin };
  if (attached !== starts.length)
    return { problem: `describes ${starts.length} of ${attached} GPUs: record it without \`-i\``, at: begin };
  const gpus: SmiGpu[] = [];
  for (const [i, { index, 1: bus = '' }] of starts.entries()) {
    const gpu = readGpu(log.slice(index, starts[i + 1]?.index), bus);
    if (gpu === null) return { problem: `says nothing of GPU ${i}: is it lost?`, at: begin + index };
    gpus.push(gpu);
  }
  return gpus;
}

function readGpu(part: string, bus: string): SmiGpu | null {
  const [devices, rest] = cutOut(part, 'mig_devices');
  const own = rest.split('<processes>', 1)[0] ?? '';
  const uuid = uuidOf(field(own, 'uuid'));
  const model = modelOf(field(own, 'product_name'));
  if (uuid === null && model === null) return null;
  return {
    uuid,
    model,
    memoryBytes: memoryOf(own),
    pci: addressOf(bus),
    cpus: null,
    isDivided: field(own, 'current_mig') === 'Enabled',
    instances: devices
      .split('<mig_device>')
      .slice(1)
      .map((device) => ({
        device: Number(field(device, 'index') ?? Number.NaN),
        profile: null,
        uuid: uuidOf(field(device, 'uuid')),
        memoryBytes: memoryOf(device),
      })),
  };
}

/** An element, and the text without it: those of MIG instances have the names of the GPU's own, and come before them. */
function cutOut(text: string, name: string): readonly [inside: string, rest: string] {
  const start = text.indexOf(`<${name}>`);
  const end = text.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? ['', text] : [text.slice(start, end), text.slice(0, start) + text.slice(end)];
}

function field(text: string, name: string): string | null {
  const start = text.indexOf(`<${name}>`);
  const from = start + name.length + 2;
  const end = start < 0 ? -1 : text.indexOf('<', from);
  return end < 0 || end - from > 256 ? null : text.slice(from, end).trim();
}

/** `N/A`, `[Unknown Error]` and the like are no UUID. */
export const uuidOf = (text: string | null): string | null =>
  text !== null && /^(?:GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]{0,120}$/.test(text) ? text : null;

/** The text, if a topology can use it as the name of a model: not `ERR!` or `[N/A]`. */
export const modelOf = (text: string | null): string | null =>
  text !== null &&
  /^[A-Za-z0-9][A-Za-z0-9 ._+()/-]{0,127}$/.test(text) &&
  !/^N\/A$|error|GPU is lost/i.test(text)
    ? text
    : null;

function memoryOf(text: string): number | null {
  const total = field(cutOut(text, 'fb_memory_usage')[0], 'total');
  const mebibytes = Number(/^(\d{1,9}) MiB$/.exec(total ?? '')?.[1] ?? 0);
  return mebibytes === 0 ? null : mebibytes * 2 ** 20;
}

function addressOf(bus: string): PciAddress | null {
  const match = /^([\da-f]{4,8}):([\da-f]{2}):([\da-f]{2})\.\d$/i.exec(bus);
  if (match === null) return null;
  const [domain = 0, number = 0, device = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
  return { domain, bus: number, device };
}
