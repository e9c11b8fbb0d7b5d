import type { Gpu as InventoryGpuDocument } from '../../generated/inventory.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { decodeCpus } from '../syntax/bind-facts.ts';
import { decode } from '../syntax/decode.ts';
import { containerSpan, valueSpan } from '../syntax/document.ts';
import type { GpuEntry, GpuFacts, Metric, Metrics, NodeEntry } from '../syntax/topology.ts';
import type { SlotFacts } from './inventory.ts';
import { type InventoryFile, isSlot } from './parse-inventory.ts';
import type { PlacedGpu } from './places.ts';

const NO_METRICS: Metrics = new Map();
const NOTHING: GpuFacts = {};

/** Returns a function that lists an entry's GPUs: own facts win over the inventory file's, those over the model's. */
export function createGpuBuilder(models: ReadonlyMap<string, GpuFacts>, report: Reporter) {
  return (entry: NodeEntry, file: InventoryFile | null): readonly PlacedGpu[] => {
    const own = listOwn(entry, file, report);
    const gpus =
      file === null
        ? [...own].map(([index, { facts, source }]) => layer(index, facts, NOTHING, source, models, null))
        : listWhole(file).map((gpu, position) => {
            const { facts = NOTHING, source = gpu } = own.get(gpu.index) ?? {};
            const island = file.islands?.[position] ?? null;
            return layer(gpu.index, facts, factsOf(gpu, report), source, models, island);
          });
    const instances = new Set(gpus.filter((gpu) => gpu.parent !== null).map((gpu) => gpu.index));
    for (const gpu of gpus) checkMig(gpu, instances, report);
    return gpus;
  };
}

const listWhole = ({ document }: InventoryFile): readonly InventoryGpuDocument[] =>
  document.gpus.filter(isSlot);

/** The entry's own GPUs by index, in the order written. */
function listOwn(entry: NodeEntry, file: InventoryFile | null, report: Reporter) {
  const own = new Map<number, GpuEntry>();
  if (entry.gpus.length === 0) return own;
  const known = file === null ? null : new Set(listWhole(file).map((gpu) => gpu.index));
  const listed = [...(known ?? [])].slice(0, 32).join(', ');
  for (const gpu of entry.gpus) {
    for (const index of gpu.indices) {
      const first = own.get(index);
      if (first !== undefined) {
        report.error('RP2004', valueSpan(gpu.source, 'index'), `GPU index ${index} is listed twice`, {
          labels:
            first === gpu ? [] : [{ span: valueSpan(first.source, 'index'), message: 'listed here first' }],
          help: 'list each GPU of a node once',
        });
      }
      if (known !== null && !known.has(index)) {
        const message = `the inventory file has no GPU ${index}, or has it in MIG mode`;
        const help = `the indices that ranks can have are ${listed || 'none'}`;
        report.error('RP2019', valueSpan(gpu.source, 'index'), message, { help });
      }
      own.set(index, gpu);
    }
  }
  return own;
}

function layer(
  index: number,
  own: GpuFacts,
  measured: GpuFacts,
  source: object,
  models: ReadonlyMap<string, GpuFacts>,
  island: number | null,
): PlacedGpu {
  const model = own.model ?? measured.model ?? null;
  const shared = (model === null ? undefined : models.get(model)) ?? NOTHING;
  const pick = <K extends keyof GpuFacts>(key: K): GpuFacts[K] => own[key] ?? measured[key] ?? shared[key];
  return {
    index,
    model,
    source,
    uuid: pick('uuid') ?? null,
    vendor: pick('vendor') ?? 'nvidia',
    memoryBytes: pick('memoryBytes') ?? null,
    gres: pick('gres') ?? null,
    cpus: pick('cpus') ?? null,
    parent: pick('parent') ?? null,
    island,
    pace: null,
    metrics: withFixedCost(mergeMetrics(own.metrics, measured.metrics, shared.metrics), own, shared),
    maxSamples: pick('maxSamples') ?? null,
  };
}

/** Metric by metric the first that gives one wins. */
function mergeMetrics(own?: Metrics, measured?: Metrics, shared?: Metrics): Metrics {
  const given = [own, measured, shared].filter((metrics) => metrics !== undefined);
  if (given.length < 2) return given[0] ?? NO_METRICS;
  return new Map([...(shared ?? []), ...(measured ?? []), ...(own ?? [])]);
}

/** A fixed cost belongs to a figure: the GPU's own wins over what was measured, and that over the model's. */
function withFixedCost(metrics: Metrics, own: GpuFacts, shared: GpuFacts): Metrics {
  if (own.fixedSeconds === undefined && shared.fixedSeconds === undefined) return metrics;
  const fixedOf = (metric: Metric) => own.fixedSeconds ?? metric.fixedSeconds ?? shared.fixedSeconds;
  return new Map([...metrics].map(([name, metric]) => [name, { ...metric, fixedSeconds: fixedOf(metric) }]));
}

export function buildCpuSlot(facts: GpuFacts | null): SlotFacts | null {
  if (facts === null) return null;
  const { memoryBytes = null, maxSamples = null, metrics = NO_METRICS } = facts;
  return { memoryBytes, maxSamples, pace: null, metrics: withFixedCost(metrics, facts, NOTHING) };
}

function factsOf(gpu: InventoryGpuDocument, report: Reporter): GpuFacts {
  const metrics = new Map<string, Metric>();
  for (const [name, { value, usual, method = 'unknown', fixedSeconds }] of Object.entries(gpu.scores ?? {}))
    metrics.set(name, { value, usual, method, fixedSeconds });
  const { model, uuid, vendor, memoryBytes, gres, parent } = gpu;
  const cpus = decode(gpu, 'cpus', report, decodeCpus);
  const known = metrics.size === 0 ? undefined : metrics;
  return { model, uuid, vendor, memoryBytes, gres, cpus, parent, metrics: known };
}

function checkMig(gpu: PlacedGpu, instances: ReadonlySet<number>, report: Reporter): void {
  const { index, parent, vendor, source } = gpu;
  const isMig = gpu.uuid?.startsWith('MIG-') === true;
  if (!isMig && parent === null) return;
  const refuse = (message: string, help: string) =>
    report.error('RP2016', containerSpan(source), message, { help });
  const whole = 'give the index of the whole GPU that it is a part of';
  if (vendor !== 'nvidia')
    refuse(`GPU ${index} is made by ${vendor}, which has no MIG`, 'remove `parent` and the MIG uuid');
  else if (!isMig)
    refuse(
      `GPU ${index} has a parent but no \`uuid: MIG-…\``,
      '`nvidia-smi -L` lists the uuids of instances',
    );
  else if (parent === null) refuse(`the MIG instance ${index} does not name its \`parent\``, whole);
  else if (instances.has(parent)) refuse(`the parent ${parent} of ${index} is a MIG instance itself`, whole);
}
