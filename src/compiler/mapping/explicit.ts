import { gpuAt, nodeAt, slotName } from '../inventory/inventory.ts';
import type { Selector } from '../syntax/topology.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import { groupNeighbours } from '../values/lists.ts';
import type { Teams } from './form-teams.ts';
import { createResolver } from './resolve-selector.ts';
import type { MappingProblem, Strategy } from './strategy.ts';

export const explicit: Strategy = {
  name: 'explicit',
  summary: 'the slots listed under `ranks`, rank 0 first',
  orders: [],
  keys: ['ranks', 'worldSize', 'exclude'],
  ranked: false,
  order(problem) {
    const { mapping, inventory, candidates, places, report } = problem;
    const list = places.isWritten('mapping', 'ranks') ? 'ranks' : 'slots';
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
            help: `remove it from \`${list}\`, or ${isSpare ? '`spare: true` from its node' : 'from `exclude`'}`,
          });
        }
        listed.set(slot, selector);
      });
    }
    // A listed slot that must not be listed is an error, but the order of the slots is known, so go on.
    if (report.errorCount() > errorsBefore + excluded) return null;
    const teams = teamsAsListed(listed, problem);
    if (teams === null) return null;
    const { heads: slots } = teams;
    const why = (position: number) => `listed as ${listed.get(slots[position] ?? 0)?.text}`;
    return { slots, teams, why };
  },
};

/**
 * Makes the teams from the listed slots, in list order. On each of its nodes an item lists one team, or several of full
 * size, so the list shows where each rank ends. Null when a mistake was reported.
 */
function teamsAsListed(listed: ReadonlyMap<number, Selector>, problem: MappingProblem): Teams | null {
  const { mapping, inventory } = problem;
  const left = new Uint32Array(0);
  if (mapping.gpusPerRank === 1) return { heads: Uint32Array.from(listed.keys()), members: null, left };
  const members = new Map<number, readonly number[]>();
  const whole = new Map<string, Selector>();
  /** By node; CPU slots, of which each is a rank, are below 0. */
  const kindOf = ([slot]: readonly [number, Selector]): number => {
    const node = inventory.nodeOfSlot[slot] ?? 0;
    return gpuAt(inventory, slot) === null ? -1 - node : node;
  };
  for (const { key: selector, members: own } of groupNeighbours([...listed], ([, item]) => item))
    for (const { key, members: here } of groupNeighbours(own, kindOf)) {
      const lot = here.map(([slot]) => slot);
      const size = key < 0 ? 1 : mapping.gpusPerRank === 'node' ? lot.length : mapping.gpusPerRank;
      if (key >= 0 && refuseLot(lot, size, selector, whole, problem)) return null;
      for (let at = 0; at < lot.length; at += size) members.set(lot[at] ?? 0, lot.slice(at, at + size));
    }
  return { heads: Uint32Array.from(members.keys()), members, left };
}

/** Reports GPUs that cannot be divided into teams of this size; true if it did. `whole`: the item of each node. */
function refuseLot(
  lot: readonly number[],
  size: number,
  selector: Selector,
  whole: Map<string, Selector>,
  { mapping: { gpusPerRank }, inventory, report }: MappingProblem,
): boolean {
  const { name } = nodeAt(inventory, lot[0] ?? 0);
  const first = gpusPerRank === 'node' ? whole.get(name) : undefined;
  whole.set(name, selector);
  if (first !== undefined) {
    report.error('RP3029', selector.span(), `${name} has a rank already, which has all GPUs of its node`, {
      labels: [{ span: first.span(), message: 'listed here first' }],
      help: `list the GPUs of ${name} in one item, or set \`gpusPerRank\` to a number`,
    });
    return true;
  }
  if (lot.length % size === 0) return false;
  const count = lot.length === 1 ? '1 GPU' : `${lot.length} GPUs`;
  const help = `list ${size} GPUs of one node in each item, as in \`${name}:0-${size - 1}\``;
  report.error('RP3029', selector.span(), `${count} of ${name} make no whole ranks of ${size}`, { help });
  return true;
}
