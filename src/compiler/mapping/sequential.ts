import { type Inventory, slotCount } from '../inventory/inventory.ts';
import { formatRanges } from '../values/number-list.ts';
import { formTeams, teamOf } from './form-teams.ts';
import { gatherByDomain, innermostDomains, nameDomain } from './gather-by-domain.ts';
import { describeHome, packBlocks } from './pack-blocks.ts';
import type { Strategy } from './strategy.ts';

export const sequential: Strategy = {
  name: 'sequential',
  summary:
    'nodes as listed, and the GPUs of each: `block` fills a node before the next, `cyclic` deals one slot per node in turn; where nodes say where they are, domain by domain',
  orders: ['block', 'cyclic'],
  keys: ['worldSize', 'exclude'],
  ranked: false,
  order(problem, order, wanted) {
    const { mapping, inventory, candidates } = problem;
    const teams = formTeams(inventory, candidates, mapping.gpusPerRank);
    const gathered = gatherByDomain(inventory, teams.heads);
    const isCyclic = order === 'cyclic';
    const plain = isCyclic ? dealByDomain(inventory, gathered) : gathered;
    const { slots, homeOf } = packBlocks(problem, plain, isCyclic ? 'domains' : 'domains and nodes');
    const total = slotCount(inventory);
    const why = (position: number) => {
      const head = slots[position] ?? 0;
      const domain = nameDomain(inventory, head);
      const home = describeHome(homeOf, position);
      if (isCyclic)
        return `turn ${position + 1}, one ${teams.next === null ? 'slot' : 'rank'} per node${domain === null ? '' : ` of ${domain}`}${home}`;
      const numbers = Array.from(teamOf(head, teams.next), (slot) => slot + 1);
      const place = domain === null ? ' in inventory order' : `, in ${domain}`;
      return `slot${numbers.length === 1 ? '' : 's'} ${formatRanges(numbers)} of ${total}${place}${home}`;
    };
    return { slots: slots.subarray(0, wanted(slots)), teams, why, available: gathered.length };
  },
};

/** One slot of each node in turn, domain by domain. */
function dealByDomain(inventory: Inventory, slots: Uint32Array): Uint32Array {
  const domains = innermostDomains(inventory);
  if (domains === null) return dealCyclic(inventory, slots);
  const domainOf = (slot: number | undefined) => domains[inventory.nodeOfSlot[slot ?? 0] ?? 0];
  const dealt = new Uint32Array(slots.length);
  for (let start = 0, end = 0; start < slots.length; start = end) {
    while (end < slots.length && domainOf(slots[end]) === domainOf(slots[start])) end++;
    dealt.set(dealCyclic(inventory, slots.subarray(start, end)), start);
  }
  return dealt;
}

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
