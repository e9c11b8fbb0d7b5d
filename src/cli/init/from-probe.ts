import { describeInventory } from '../../runtime/probe/describe-inventory.ts';
import type { Machine } from '../../runtime/probe/machine.ts';
import type { Draft } from './draft.ts';

/** A topology of this machine: its GPUs one by one, each with what distinguishes it from the others. */
export function draftThisMachine(machine: Machine): Draft {
  const { node, cpus, domain, gpus } = describeInventory(machine);
  const entry = {
    hosts: node ?? 'localhost',
    cpus: cpus ?? null,
    domain: Object.entries(domain ?? {}).filter(([level]) => level === 'nvlink'),
    gpus: [],
    devices: gpus,
  };
  return {
    summary: 'GPUs',
    origin: ['Written from what the driver of this machine says by `rankplan init --from probe`.'],
    entries: [entry],
  };
}
