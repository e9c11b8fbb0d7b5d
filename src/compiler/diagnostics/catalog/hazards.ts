import { type CatalogEntry, type TopologyExample, unindent } from './entry.ts';
import type { HazardEntry } from './hazards/entry.ts';
import { FSDP_SHARDS } from './hazards/fsdp-shards.ts';
import { HCA_BY_RANK } from './hazards/hca-by-rank.ts';
import { INTERFACE_SYNTAX } from './hazards/interface-syntax.ts';
import { ISOLATED_COST } from './hazards/isolated-cost.ts';
import { LAUNCHER_COMMAND } from './hazards/launcher-command.ts';
import { LIGHTNING_UNEVEN_NODES } from './hazards/lightning-uneven-nodes.ts';
import { LOOPBACK_INTERFACE } from './hazards/loopback-interface.ts';
import { MISSPELT_VARIABLE } from './hazards/misspelt-variable.ts';
import { NCCL_UNEVEN_NODES } from './hazards/nccl-uneven-nodes.ts';
import { NET_MISMATCH } from './hazards/net-mismatch.ts';
import { NVLS_ORDER } from './hazards/nvls-order.ts';
import { OTHER_SOFTWARE } from './hazards/other-software.ts';
import { RCCL_UNEVEN_NODES } from './hazards/rccl-uneven-nodes.ts';
import { UNREAD_ALLOC_CONF } from './hazards/unread-alloc-conf.ts';
import { UUID_PARSER } from './hazards/uuid-parser.ts';

/** RP60xx: what is known of libraries. `docs/hazards.md` is made of these. */
export const HAZARD_ENTRIES: readonly HazardEntry[] = [
  LAUNCHER_COMMAND,
  MISSPELT_VARIABLE,
  NVLS_ORDER,
  NCCL_UNEVEN_NODES,
  RCCL_UNEVEN_NODES,
  HCA_BY_RANK,
  ISOLATED_COST,
  LIGHTNING_UNEVEN_NODES,
  FSDP_SHARDS,
  LOOPBACK_INTERFACE,
  NET_MISMATCH,
  UUID_PARSER,
  UNREAD_ALLOC_CONF,
  INTERFACE_SYNTAX,
];

const example = (text: string): TopologyExample => ({ kind: 'topology', text: unindent(text) });

/** As entries of the catalog: where each was learnt ends what `explain` says. */
export const HAZARDS: readonly CatalogEntry[] = [
  ...HAZARD_ENTRIES.map(({ versions, threads, explanation, bad, good, ...entry }) => ({
    ...entry,
    explanation: `${explanation} Versions: ${versions}. Learnt from ${threads.join(', ')}.`,
    bad: example(bad),
    good: example(good),
  })),
  OTHER_SOFTWARE,
];
