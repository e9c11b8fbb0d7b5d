import type { InventoryDocument } from '../../generated/inventory.ts';
import type { Draft } from './draft.ts';

/** A topology of machines: their GPUs one by one, each with what distinguishes it from the others. */
export const draftMachines = (machines: readonly InventoryDocument[], origin: readonly string[]): Draft => ({
  summary: 'GPUs',
  origin,
  entries: machines.map(({ node = 'localhost', cpus = null, domain = {}, gpus }) => ({
    hosts: node,
    cpus,
    domain: Object.entries(domain).filter(([level]) => level === 'nvlink'),
    gpus: [],
    devices: gpus,
  })),
});

export const draftThisMachine = (inventory: InventoryDocument): Draft =>
  draftMachines([inventory], [BY_PROBE]);

const BY_PROBE = 'Written from what the driver of this machine says by `rankplan init --from probe`.';
