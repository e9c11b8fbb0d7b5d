import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { slotName } from '../inventory/inventory.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import type { PlacementFacts } from '../mapping/placement-facts.ts';
import type { Rule } from './rule.ts';

/** NCCL finds these out at its first collective, after the queue. */
export const wrongBackend: Rule = {
  name: 'wrong-backend',
  codes: ['RP3008'],
  sees: 'mapping',
  check({ settings, inventory, ranks, facts, places, report }) {
    if (settings.launch.backend !== 'nccl') return;
    const reason = explain(facts, ranks, (slot) => slotName(inventory, slot));
    if (reason === null) return;
    const span = places.setting('launch', 'backend');
    report.error('RP3008', span, `nccl cannot run here: ${reason}`, {
      help: 'remove `backend`, or set it to `gloo`; for nccl map one whole GPU of one vendor to each rank',
      suggestion: suggestRewrite(span, 'nccl', 'gloo', false),
    });
  },
};

function explain(facts: PlacementFacts, ranks: RankMap, name: (slot: number) => string): string | null {
  const { cpuSlot, sharedGpu, migSibling, vendors } = facts;
  if (cpuSlot !== null) return `rank ${ranks.slotOfRank.indexOf(cpuSlot)} has no GPU (${name(cpuSlot)})`;
  if (sharedGpu !== null) return `several ranks share the GPU ${name(sharedGpu)}`;
  if (migSibling !== null) return `${name(migSibling)} is the second MIG instance of one GPU`;
  if (vendors.size > 1) return `the ranks are on GPUs of ${[...vendors].sort().join(' and ')}`;
  return vendors.has('intel') ? 'the GPUs are made by intel' : null;
}
