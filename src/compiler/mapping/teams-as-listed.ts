import { gpuAt, nodeAt, slotCount } from '../inventory/inventory.ts';
import type { Selector } from '../syntax/topology.ts';
import { linkTeam, type Teams } from './form-teams.ts';
import type { MappingProblem } from './strategy.ts';

/** Which selector lists each slot, in the order of the list. */
type Listed = ReadonlyMap<number, Selector>;

/**
 * The teams of a list of slots, in its order: an item lists one team on each of its nodes, or several of full size. So a
 * reader sees where a rank ends. Null when a mistake was reported.
 */
export function teamsAsListed(listed: Listed, problem: MappingProblem): Teams | null {
  const { mapping, inventory } = problem;
  const slots = Uint32Array.from(listed.keys());
  const left = new Uint32Array(0);
  if (mapping.gpusPerRank === 1) return { heads: slots, next: null, left };
  const next = new Int32Array(slotCount(inventory)).fill(-1);
  const heads: number[] = [];
  const refuse = createRefusal(problem);
  for (let from = 0, to = 0; from < slots.length; from = to) {
    to = endOfLot(slots, from, listed, problem);
    const lot = slots.subarray(from, to);
    const selector = listed.get(lot[0] ?? 0) as Selector;
    const isGpu = gpuAt(inventory, lot[0] ?? 0) !== null;
    const size = !isGpu ? 1 : mapping.gpusPerRank === 'node' ? lot.length : mapping.gpusPerRank;
    if (isGpu && refuse(lot, size, selector)) return null;
    for (let at = 0; at < lot.length; at += size) heads.push(linkTeam(lot.subarray(at, at + size), next));
  }
  return { heads: Uint32Array.from(heads), next, left };
}

/** Where the slots end that one item lists of one kind on one node. */
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

/** Returns what reports GPUs that make no whole teams of this size. */
function createRefusal({ mapping: { gpusPerRank }, inventory, report }: MappingProblem) {
  const whole = new Map<number, Selector>();
  return (lot: Uint32Array, size: number, selector: Selector): boolean => {
    const node = inventory.nodeOfSlot[lot[0] ?? 0] ?? 0;
    const { name } = nodeAt(inventory, lot[0] ?? 0);
    const first = gpusPerRank === 'node' ? whole.get(node) : undefined;
    whole.set(node, selector);
    if (first !== undefined) {
      report.error('RP3029', selector.span(), `${name} has a rank already, which has all GPUs of its node`, {
        labels: [{ span: first.span(), message: 'listed here first' }],
        help: `list the GPUs of ${name} in one item, or set \`gpusPerRank\` to a number`,
      });
      return true;
    }
    if (lot.length % size === 0) return false;
    const count = lot.length === 1 ? '1 GPU' : `${lot.length} GPUs`;
    report.error('RP3029', selector.span(), `${count} of ${name} make no whole ranks of ${size}`, {
      help: `list ${size} GPUs of one node in each item, as in \`${name}:0-${size - 1}\``,
    });
    return true;
  };
}
