import { gpuAt, nodeAt, slotName } from '../inventory/inventory.ts';
import type { Selector } from '../syntax/topology.ts';
import { MAX_SLOTS } from '../values/budget.ts';
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
    // A listed slot that must not be listed is an error, but the order of the slots is known, so go on.
    if (report.errorCount() > errorsBefore + excluded) return null;
    const teams = teamsAsListed(listed, problem);
    if (teams === null) return null;
    const { heads: slots } = teams;
    const why = (position: number) => `listed as ${listed.get(slots[position] ?? 0)?.text}`;
    return { slots, teams, why };
  },
};

/** Which selector lists each slot, in the order of the list. */
type Listed = ReadonlyMap<number, Selector>;

/**
 * Makes the teams from the listed slots, in list order. On each of its nodes an item lists one team, or several of full
 * size, so the list shows where each rank ends. Null when a mistake was reported.
 */
function teamsAsListed(listed: Listed, problem: MappingProblem): Teams | null {
  const { mapping, inventory } = problem;
  const slots = Uint32Array.from(listed.keys());
  const left = new Uint32Array(0);
  if (mapping.gpusPerRank === 1) return { heads: slots, members: null, left };
  const members = new Map<number, Uint32Array>();
  const whole = new Map<string, Selector>();
  for (let from = 0, to = 0; from < slots.length; from = to) {
    to = endOfLot(slots, from, listed, problem);
    const lot = slots.subarray(from, to);
    const selector = listed.get(lot[0] ?? 0) as Selector;
    const isGpu = gpuAt(inventory, lot[0] ?? 0) !== null;
    const size = !isGpu ? 1 : mapping.gpusPerRank === 'node' ? lot.length : mapping.gpusPerRank;
    if (isGpu && refuseLot(lot, size, selector, whole, problem)) return null;
    for (let at = 0; at < lot.length; at += size) members.set(lot[at] ?? 0, lot.subarray(at, at + size));
  }
  return { heads: Uint32Array.from(members.keys()), members, left };
}

/** The end of the slots of one kind (GPU or CPU) that one item lists on one node. */
function endOfLot(slots: Uint32Array, from: number, listed: Listed, { inventory }: MappingProblem): number {
  const lotOf = (slot: number) => [
    listed.get(slot),
    inventory.nodeOfSlot[slot],
    gpuAt(inventory, slot) === null,
  ];
  const lot = lotOf(slots[from] ?? 0);
  let to = from + 1;
  while (to < slots.length && lotOf(slots[to] ?? 0).every((fact, i) => fact === lot[i])) to++;
  return to;
}

/** Reports GPUs that cannot be divided into teams of this size; true if it did. `whole`: the item of each node. */
function refuseLot(
  lot: Uint32Array,
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
