import { cpus, hostname } from 'node:os';
import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { NativeFabric, NativeFacts, NativeGpu, PciAddress } from '../driver/parse-answer.ts';
import { inBusOrder, type Placed } from './bus-order.ts';
import { MACHINE_SPAN, type Machine, type MachineGpu } from './machine.ts';
import { readLocalCpus, readNumaNode } from './sysfs.ts';

/** What the driver reported, in CUDA's order and with what the kernel knows besides. `sysfs` is `/sys`. */
export function describeMachine(facts: NativeFacts, sysfs: string): Machine {
  const placed = inBusOrder(facts.gpus);
  const well = placed.filter(({ gpu }) => gpu.failure === null);
  return {
    node: hostname(),
    cpus: cpus().length,
    driver: facts.driver === '' ? null : facts.driver,
    cuda: formatCudaVersion(facts.cudaVersion),
    nvlinkDomain: nvlinkDomain(facts.gpus),
    gpus: [
      ...well.map((found) => describeGpu(found, well, sysfs)),
      ...listInstances(well, facts.gpus.length, sysfs),
    ],
    sick: placed.flatMap(({ gpu: { failure, pci }, index }) =>
      failure === null ? [] : [{ index, failure, pci: formatAddress(pci) }],
    ),
  };
}

/** NVML writes 8 digits of the domain, sysfs 4 (and more only where there are more). */
function formatAddress(pci: PciAddress | null): string | null {
  if (pci === null) return null;
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
  return `${hex(pci.domain, 4)}:${hex(pci.bus, 2)}:${hex(pci.device, 2)}.0`;
}

/** 12080 is 12.8. */
const formatCudaVersion = (version: number | null): string | null =>
  version === null || version <= 0
    ? null
    : `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;

/** The keys come in this order in inventory files. */
function describeGpu(
  { gpu, index }: Placed<NativeGpu>,
  well: readonly Placed<NativeGpu>[],
  sysfs: string,
): MachineGpu {
  const pci = formatAddress(gpu.pci);
  return {
    index,
    uuid: plainUuid(gpu.uuid),
    model: plainModel(gpu.model),
    vendor: 'nvidia',
    memoryBytes: gpu.memoryBytes,
    pci,
    computeCapability: gpu.computeCapability,
    cpus: gpu.cpus ?? (pci === null ? null : readLocalCpus(sysfs, pci)),
    numaNode: gpu.numaNode ?? (pci === null ? null : readNumaNode(sysfs, pci)),
    isDivided: gpu.isDivided,
    parent: null,
    links: well.map(({ place }) => gpu.links[place] || null),
  };
}

/** MIG instances are counted on from the GPUs, the sick ones included. */
function listInstances(
  well: readonly Placed<NativeGpu>[],
  start: number,
  sysfs: string,
): readonly MachineGpu[] {
  return well
    .flatMap(({ gpu, index: parent }) => gpu.instances.map((instance) => ({ gpu, parent, instance })))
    .map(({ gpu, parent, instance }, i) => ({
      ...describeGpu({ gpu, place: 0, index: start + i }, [], sysfs),
      uuid: plainUuid(instance.uuid),
      model: plainModel(instance.model),
      memoryBytes: instance.memoryBytes,
      ...{ isDivided: false, parent, links: null },
    }));
}

/** What an inventory may hold (schemas/inventory.schema.json). */
const plainUuid = (uuid: string | null): string | null =>
  /^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]{0,123}$/.test(uuid ?? '') ? uuid : null;

/** A name as a model of a topology may be called. */
function plainModel(model: string | null): string | null {
  const plain = (model ?? '')
    .replace(/[^A-Za-z0-9 ._+()/-]/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[^A-Za-z0-9]+/, '')
    .trim()
    .slice(0, 128);
  return plain === '' ? null : plain;
}

/**
 * The NVLink domain that all GPUs of a machine are in, as other tools write it: `<cluster UUID>.<clique>`; null if no
 * domain spans machines, or if the GPUs are in different ones.
 */
export function nvlinkDomain(gpus: readonly NativeGpu[]): string | null {
  const [first = null, ...others] = new Set(usable(gpus).map(({ gpu }) => domainOf(gpu.fabric)));
  return others.length === 0 ? first : null;
}

/** Some GPUs have joined a fabric that spans machines, and others another one, or none. */
export function reportNvlinkDomains(gpus: readonly NativeGpu[], report: Reporter): void {
  const domains = groupBy(usable(gpus), ({ gpu }) => domainOf(gpu.fabric));
  if (domains.size < 2) return;
  const places = [...domains].map(([domain, members]) => {
    const indices = formatRanges(members.map(({ index }) => index));
    return `GPU ${indices} in ${domain ?? 'none, or in one that is not complete'}`;
  });
  const message = `the GPUs are not all in one NVLink domain: ${places.join('; ')}`;
  const help =
    'a node is in one domain, so none is written: see the state of `Fabric` in `nvidia-smi -q`, and probe again when it is `Completed`';
  report.warning('RP5120', MACHINE_SPAN, message, { help });
}

const usable = (gpus: readonly NativeGpu[]): readonly Placed<NativeGpu>[] =>
  inBusOrder(gpus).filter(({ gpu }) => gpu.failure === null);

/** A fabric without a UUID belongs to one machine only, such as an HGX board with its switches. */
function domainOf(fabric: NativeFabric | null): string | null {
  const spansMachines = fabric?.isComplete === true && /[^0-]/.test(fabric.cluster);
  return spansMachines ? `${fabric.cluster}.${fabric.clique}` : null;
}
