import { type Inventory, slotCount } from '../inventory/inventory.ts';
import { formatRanges } from '../values/number-list.ts';
import { formTeams, teamOf } from './form-teams.ts';
import type { Strategy } from './strategy.ts';

export const sequential: Strategy = {
  name: 'sequential',
  summary:
    'nodes as listed, and the GPUs of each: `block` fills a node before the next, `cyclic` deals one slot per node in turn',
  orders: ['block', 'cyclic'],
  keys: ['worldSize', 'exclude'],
  ranked: false,
  order({ mapping, inventory, candidates }, order, wanted) {
    const teams = formTeams(inventory, candidates, mapping.gpusPerRank);
    const ordered = order === 'cyclic' ? dealCyclic(inventory, teams.heads) : teams.heads;
    const total = slotCount(inventory);
    const { next, heads } = teams;
    const why = (position: number) => {
      if (order === 'cyclic') return `turn ${position + 1}, one ${next === null ? 'slot' : 'rank'} per node`;
      const numbers = Array.from(teamOf(ordered[position] ?? 0, next), (slot) => slot + 1);
      return `slot${numbers.length === 1 ? '' : 's'} ${formatRanges(numbers)} of ${total} in inventory order`;
    };
    return { slots: ordered.subarray(0, wanted(ordered)), teams, why, available: heads.length };
  },
};

/** One slot of each node in turn, nodes in inventory order; a node that has no more is passed over. */
function dealCyclic(inventory: Inventory, candidates: Uint32Array): Uint32Array {
  const dealt = new Uint32Array(candidates.length);
  // Candidates are grouped by node: `next[i]` walks through the i-th group.
  const starts: number[] = [];
  for (let i = 0; i < candidates.length; i++) {
    const node = inventory.nodeOfSlot[candidates[i] ?? 0];
    if (i === 0 || node !== inventory.nodeOfSlot[candidates[i - 1] ?? 0]) starts.push(i);
  }
  let groups = starts.map((start, i) => ({ next: start, end: starts[i + 1] ?? candidates.length }));
  let count = 0;
  while (groups.length > 0) {
    for (const group of groups) dealt[count++] = candidates[group.next++] ?? 0;
    groups = groups.filter((group) => group.next < group.end);
  }
  return dealt;
}
