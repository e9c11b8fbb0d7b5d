import { fsdpShards } from './fsdp-shards.ts';
import type { Hazard, HazardContext } from './hazard.ts';
import { hcaByRank } from './hca-by-rank.ts';
import { interfaceSyntax } from './interface-syntax.ts';
import { isolatedCost } from './isolated-cost.ts';
import { launcherCommand } from './launcher-command.ts';
import { lightningUnevenNodes } from './lightning-uneven-nodes.ts';
import { loopbackInterface } from './loopback-interface.ts';
import { misspeltVariable } from './misspelt-variable.ts';
import { ncclUnevenNodes } from './nccl-uneven-nodes.ts';
import { netMismatch } from './net-mismatch.ts';
import { nvlsOrder } from './nvls-order.ts';
import { rcclUnevenNodes } from './rccl-uneven-nodes.ts';
import { unreadAllocConf } from './unread-alloc-conf.ts';
import { uuidParser } from './uuid-parser.ts';

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
