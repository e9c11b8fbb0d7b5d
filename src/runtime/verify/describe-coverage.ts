import { meansDevice } from '../../compiler/values/device-uuid.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { PlanNode } from '../../generated/plan.ts';
import { describeSick } from '../probe/explain-failure.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import { type PciGpu, VENDOR_NAMES } from '../probe/sysfs.ts';
import { type Coverage, findPlanned, mappedGpus, type PlannedNode } from './planned-node.ts';

const FACTS = [
  { name: 'UUID', key: 'uuid' },
  { name: 'model', key: 'model' },
  { name: 'memory', key: 'memoryBytes' },
] as const;

/** Adds which facts of the planned GPUs could be compared with the machine, and which the driver did not report. */
export function coverGpus(planned: PlannedNode, machine: Machine, { verified, unverified }: Coverage): void {
  const mapped = mappedGpus(planned).filter(({ vendor }) => vendor === 'nvidia');
  if (mapped.length === 0) return;
  const held: string[] = [];
  for (const { name, key } of FACTS) {
    const stated = mapped.filter((gpu) => gpu[key] !== null);
    const unknown = stated.filter((gpu) => findPlanned(gpu, machine)?.[key] === null);
    const silent = unknown.map(({ index }) => index);
    if (silent.length > 0)
      unverified.push(`the ${name} of GPU ${formatRanges(silent)}, which the driver does not report`);
    else if (stated.length > 0)
      held.push(stated.length < mapped.length ? `${name} (of ${stated.length})` : name);
  }
  const by = held.some((name) => name.startsWith('UUID')) ? held : ['index', ...held];
  // As `UUID, model and memory`.
  const words = by.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  verified.push(`${mapped.length} ${mapped.length === 1 ? 'GPU' : 'GPUs'} by ${words}`);
}

/** Adds facts that are useful to know, although they are no difference from the plan. */
export function noteExtras({ node }: PlannedNode, machine: Machine, { notes }: Coverage): void {
  const named = new Set(node.gpus.flatMap(({ index, parent }) => [index, parent]));
  const whole = machine.gpus.filter(({ index, parent }) => parent === null && !named.has(index));
  if (whole.length > 0) {
    const indices = formatRanges(whole.map(({ index }) => index));
    notes.push(`this machine has GPU ${indices} besides, which the plan does not know`);
  }
  for (const { uuid, parent } of machine.gpus.filter((gpu) => isUnknownInstance(gpu, node)))
    notes.push(`GPU ${parent} has the MIG instance ${uuid} besides, which the plan does not know`);
  for (const gpu of machine.sick.filter(({ index }) => !named.has(index)))
    notes.push(
      `GPU ${gpu.index}, which the plan does not know, cannot be used: ${describeSick(gpu).message}`,
    );
}

/** The instances of a GPU that is planned as a whole are reported as a finding instead. */
const isUnknownInstance = ({ uuid, parent }: MachineGpu, { gpus }: PlanNode): boolean =>
  parent !== null &&
  gpus.some((gpu) => gpu.parent === parent) &&
  !gpus.some((gpu) => gpu.uuid !== null && meansDevice(gpu.uuid, uuid));

/** Adds the GPUs whose driver rankplan does not call, and how many of them the PCI bus shows. */
export function noteOthers(planned: PlannedNode, onBus: readonly PciGpu[], { unverified }: Coverage): void {
  for (const vendor of ['amd', 'intel'] as const) {
    const mapped = mappedGpus(planned).filter((gpu) => gpu.vendor === vendor).length;
    if (mapped === 0) continue;
    const seen = onBus.filter((gpu) => gpu.vendor === vendor).length;
    unverified.push(
      `${mapped} ${mapped === 1 ? 'GPU' : 'GPUs'} of ${VENDOR_NAMES[vendor]}, whose driver rankplan cannot ask (the PCI bus shows ${seen === 0 ? 'none' : seen})`,
    );
  }
}
