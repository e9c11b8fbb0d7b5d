import type { InventoryDocument } from '../../generated/inventory.ts';
import type { Draft } from './draft.ts';

/** A topology of this machine: its GPUs one by one, each with what distinguishes it from the others. */
export const draftThisMachine = ({ node, cpus, domain, gpus }: InventoryDocument): Draft => ({
  summary: 'GPUs',
  origin: ['Written from what the driver of this machine says by `rankplan init --from probe`.'],
  entries: [
    {
      hosts: node ?? 'localhost',
      cpus: cpus ?? null,
      domain: Object.entries(domain ?? {}).filter(([level]) => level === 'nvlink'),
      gpus: [],
      devices: gpus,
    },
  ],
});
