import type { Code } from '../../generated/codes.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Mapped } from '../mapping/placement-facts.ts';
import { isolatedCost, uuidParser } from './device-lists.ts';
import type { HazardContext } from './hazard.ts';
import { launcherCommand } from './launcher-command.ts';
import { misspeltVariable } from './misspelt-variable.ts';
import { hcaByRank, interfaceSyntax, loopbackInterface, netMismatch } from './network-interfaces.ts';
import { nvlsOrder } from './nvls-order.ts';
import { fsdpShards, unreadAllocConf } from './torch-settings.ts';
import { lightningUnevenNodes, ncclUnevenNodes, rcclUnevenNodes } from './uneven-nodes.ts';

/**
 * Every known hazard by its code: a defect or a trap of a library that a plan can walk into. What is known of it, with its
 * threads, is the page of the code in docs/diagnostics; nothing here is an error, for the plan itself is sound.
 */
export const HAZARDS: Readonly<Partial<Record<Code, (context: HazardContext) => void>>> = {
  RP6001: launcherCommand,
  RP6002: misspeltVariable,
  RP6003: nvlsOrder,
  RP6004: ncclUnevenNodes,
  RP6005: rcclUnevenNodes,
  RP6006: hcaByRank,
  RP6007: isolatedCost,
  RP6008: lightningUnevenNodes,
  RP6009: fsdpShards,
  RP6010: loopbackInterface,
  RP6011: netMismatch,
  RP6012: uuidParser,
  RP6013: unreadAllocConf,
  RP6015: interfaceSyntax,
};

/** Reports the hazards of a plan; `found` are versions that a machine has. */
export function checkHazards(
  { launch, slurm, backend, visibility }: LaunchPlan,
  mapped: Mapped & Pick<HazardContext, 'places' | 'report'>,
  found: HazardContext['software'] = {},
): void {
  const software = { ...launch.software, ...found };
  const context = { ...mapped, launch, slurmSetup: slurm?.setup ?? [], backend, visibility, software };
  for (const check of Object.values(HAZARDS)) check(context);
}
