import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { slotName } from '../inventory/inventory.ts';
import type { PlacementFacts } from '../mapping/placement-facts.ts';
import type { Rule, Settings } from './rule.ts';

/**
 * One process sees one MIG instance; a GPU that two ranks share would stand twice in the list, which empties it; Intel's
 * list has no order.
 */
export const wrongVisibility: Rule = {
  name: 'wrong-visibility',
  codes: ['RP3006'],
  sees: 'mapping',
  check({ settings, inventory, facts, places, report }) {
    if (settings.launch.visibility !== 'ordered') return;
    const reason = explain(facts, settings.mapping.gpusPerRank, (slot) => slotName(inventory, slot));
    if (reason === null) return;
    const span = places.setting('launch', 'visibility');
    report.error('RP3006', span, `\`ordered\` cannot work: ${reason}`, {
      help: 'remove `visibility`, or set it to `isolated`',
      suggestion: suggestRewrite(span, 'ordered', 'isolated', false),
    });
  },
};

function explain(
  { migInstance, sharedGpu, unlistable }: PlacementFacts,
  gpusPerRank: Settings['mapping']['gpusPerRank'],
  name: (slot: number) => string,
): string | null {
  if (gpusPerRank !== 1) return 'ranks with several GPUs see their own only';
  if (migInstance !== null) return `${name(migInstance)} is a MIG instance`;
  if (sharedGpu !== null) return `several ranks share ${name(sharedGpu)}`;
  if (unlistable === null) return null;
  return `${name(unlistable)} comes after a GPU with a higher index, and Intel shows GPUs by index, in whatever order they are listed`;
}
