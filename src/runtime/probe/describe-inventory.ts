import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import type { Machine, MachineGpu } from './machine.ts';

const NODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,255}$/;

/**
 * A machine as an inventory file, in a fixed order of keys. It has no date: the same machine gives the same file, so a
 * difference in git is a difference of the machine. Scores have dates of their own.
 */
export function describeInventory({
  node,
  cpus,
  driver,
  cuda,
  nvlinkDomain,
  gpus,
}: Machine): InventoryDocument {
  return {
    formatVersion: '1.0',
    ...(NODE.test(node) ? { node } : {}),
    cpus,
    driver,
    cuda,
    ...(nvlinkDomain === null ? {} : { domain: { nvlink: nvlinkDomain } }),
    gpus: gpus.map(describeGpu),
  };
}

function describeGpu(gpu: MachineGpu): Gpu {
  const {
    index,
    uuid,
    model,
    memoryBytes,
    pci,
    computeCapability,
    cpus,
    numaNode,
    isDivided,
    parent,
    links,
  } = gpu;
  return {
    index,
    uuid,
    model,
    vendor: 'nvidia',
    memoryBytes,
    pci,
    computeCapability,
    cpus,
    numaNode,
    ...(isDivided ? { mig: true } : {}),
    parent,
    links: links === null ? null : [...links],
  };
}
