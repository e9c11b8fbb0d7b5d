import { nodeAt, slotName } from '../inventory/inventory.ts';
import type { MappingProblem } from './strategy.ts';

/** How many GPUs are named. */
const MAX_NAMED = 8;

/** GPUs that make no whole rank cost what the others cost: who wants them idle can say so. */
export function warnOfIdleGpus(
  left: Uint32Array,
  { mapping, inventory, places, report }: MappingProblem,
): void {
  if (left.length === 0) return;
  const nodes = new Set(Array.from(left, (slot) => nodeAt(inventory, slot).name));
  const [first = ''] = nodes;
  const where = nodes.size === 1 ? first : `${nodes.size} nodes`;
  const count = left.length === 1 ? '1 GPU' : `${left.length} GPUs`;
  const named = Array.from(left.subarray(0, MAX_NAMED), (slot) => slotName(inventory, slot)).join(', ');
  const more = left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : '';
  report.warning(
    'RP3028',
    places.setting('mapping', 'gpusPerRank'),
    `${count} on ${where} ${left.length === 1 ? 'makes' : 'make'} no whole rank of ${mapping.gpusPerRank}, and ${left.length === 1 ? 'stays' : 'stay'} idle`,
    {
      notes: [`without a rank: ${named}${more}`],
      help: `exclude what shall be idle, or choose a \`gpusPerRank\` that divides the GPUs of each node`,
    },
  );
}
