import { describeInventory } from '../../runtime/probe/describe-inventory.ts';
import type { Machine } from '../../runtime/probe/machine.ts';
import { printFindings } from '../findings/print-findings.ts';
import { discoverMachine } from '../machine/driver-access.ts';
import { DEFAULT_TIMEOUT_SECONDS } from '../options.ts';
import { UsageError } from '../verb.ts';
import type { Draft, DraftOutcome } from './draft.ts';

/** This machine; null, with the findings printed, if its driver does not answer for all of its GPUs. */
export async function draftFromProbe(files: readonly string[]): Promise<DraftOutcome | null> {
  if (files.length > 0)
    throw new UsageError('`init --from probe` reads no FILE: `-o` names the topology to write');
  const { machine, diagnostics } = await discoverMachine(DEFAULT_TIMEOUT_SECONDS);
  if (machine !== null && machine.sick.length === 0) return { draft: draftThisMachine(machine), diagnostics };
  printFindings(diagnostics, process.stderr);
  return null;
}

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
