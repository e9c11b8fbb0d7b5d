import { isolatedCost, uuidParser } from './device-lists.ts';
import { fsdpShards } from './fsdp-shards.ts';
import type { Hazard, HazardContext } from './hazard.ts';
import { launcherCommand } from './launcher-command.ts';
import { misspeltVariable } from './misspelt-variable.ts';
import { hcaByRank, interfaceSyntax, loopbackInterface, netMismatch } from './network-interfaces.ts';
import { nvlsOrder } from './nvls-order.ts';
import { lightningUnevenNodes, ncclUnevenNodes, rcclUnevenNodes } from './uneven-nodes.ts';
import { unreadAllocConf } from './unread-alloc-conf.ts';

/** Every known hazard; findings are sorted by place. */
export const HAZARDS: readonly Hazard[] = [
  launcherCommand,
  misspeltVariable,
  nvlsOrder,
  ncclUnevenNodes,
  rcclUnevenNodes,
  hcaByRank,
  isolatedCost,
  lightningUnevenNodes,
  fsdpShards,
  loopbackInterface,
  netMismatch,
  uuidParser,
  unreadAllocConf,
  interfaceSyntax,
];

export function checkHazards(context: HazardContext): void {
  for (const hazard of HAZARDS) hazard.check(context);
}
