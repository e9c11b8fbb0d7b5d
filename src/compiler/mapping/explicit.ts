import { nodeAt, slotName } from '../inventory/inventory.ts';
import type { Selector } from '../syntax/topology.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import { createResolver } from './resolve-selector.ts';
import type { Strategy } from './strategy.ts';
import { teamsAsListed } from './teams-as-listed.ts';

export const explicit: Strategy = {
  name: 'explicit',
  summary: 'the slots listed under `ranks`, rank 0 first',
  orders: [],
  keys: ['ranks', 'worldSize', 'exclude'],
  ranked: false,
  order(problem) {
    const { mapping, inventory, candidates, report } = problem;
    const errorsBefore = report.errorCount();
    let excluded = 0;
    const allowed = new Set(candidates);
    const listed = new Map<number, Selector>();
    const resolve = createResolver(inventory, report, MAX_SLOTS); // each can be listed once
    for (const selector of mapping.ranks ?? []) {
      resolve(selector, (slot) => {
        const first = listed.get(slot);
        if (first !== undefined) {
          report.error('RP3001', selector.span(), `${slotName(inventory, slot)} is mapped twice`, {
            labels: first === selector ? [] : [{ span: first.span(), message: 'mapped here first' }],
            help: 'list each slot once; `ranksPerGpu` puts several ranks on one GPU',
          });
        } else if (!allowed.has(slot)) {
          excluded++;
          const isSpare = nodeAt(inventory, slot).spare;
          const why = isSpare ? 'listed, and its node is a spare' : 'listed and excluded';
          report.error('RP3022', selector.span(), `${slotName(inventory, slot)} is ${why}`, {
            help: `remove it from \`ranks\`, or ${isSpare ? '`spare: true` from its node' : 'from `exclude`'}`,
          });
        }
        listed.set(slot, selector);
      });
    }
    // Which slots they are is clear also where one must not be listed.
    if (report.errorCount() > errorsBefore + excluded) return null;
    const teams = teamsAsListed(listed, problem);
    if (teams === null) return null;
    const { heads: slots } = teams;
    const why = (position: number) => `listed as ${listed.get(slots[position] ?? 0)?.text}`;
    return { slots, teams, why, available: slots.length };
  },
};
