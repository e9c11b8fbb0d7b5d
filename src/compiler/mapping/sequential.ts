import { type Inventory, slotCount } from '../inventory/inventory.ts';
import { formatRanges } from '../values/number-list.ts';
import { formTeams, teamOf } from './form-teams.ts';
import { gather, gatherByDomain, nameDomain } from './gather-by-domain.ts';
import { packBlocks } from './pack-blocks.ts';
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
      const home = homeOf(position);
      if (isCyclic)
        return `turn ${position + 1}, one ${teams.members === null ? 'slot' : 'rank'} per node${domain === null ? '' : ` of ${domain}`}${home}`;
      const numbers = Array.from(teamOf(head, teams), (slot) => slot + 1);
      const place = domain === null ? ' in inventory order' : `, in ${domain}`;
      return `slot${numbers.length === 1 ? '' : 's'} ${formatRanges(numbers)} of ${total}${place}${home}`;
    };
    return { slots: slots.subarray(0, wanted(slots)), teams, why };
  },
};

/** One slot of each node in turn, domain by domain; a node that has no more is passed over. */
function dealByDomain(inventory: Inventory, slots: Uint32Array): Uint32Array {
  const turns = new Uint32Array(inventory.nodes.length);
  const turnOf = (slot: number): number => {
    const node = inventory.nodeOfSlot[slot] ?? 0;
    const turn = turns[node] ?? 0;
    turns[node] = turn + 1;
    return turn;
  };
  return gatherByDomain(inventory, gather(slots, turnOf));
}
