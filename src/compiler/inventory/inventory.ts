import type { PlanGpu, PlanNode } from '../../generated/plan.ts';
import { remember } from '../source/remember.ts';
import type { Environment, Metrics } from '../syntax/topology.ts';

/** A GPU with all that is known of it. Nodes of one kind share one object: a million GPUs cost one list. */
export interface InventoryGpu extends Readonly<Omit<PlanGpu, 'score' | 'fixedSeconds'>> {
  readonly metrics: Metrics;
}

/** What a slot works with, for shares. */
export type SlotFacts = Pick<InventoryGpu, 'memoryBytes' | 'metrics' | 'maxSamples' | 'pace'>;

type PlannedNode = Pick<PlanNode, 'name' | 'address' | 'bind' | 'cpus' | 'spare' | 'cpuRanks'>;

export interface InventoryNode extends Readonly<PlannedNode> {
  /** Which entry of the topology it came from, from 0. */
  readonly entryIndex: number;
  readonly env: Environment;
  /** The name of its domain at each level of the inventory; null if none is known: there it stands for itself. */
  readonly domain: readonly (string | null)[];
  readonly gpus: readonly InventoryGpu[];
  readonly cpuSlot: SlotFacts | null;
}

/**
 * All nodes and their slots: plain data, of a topology or of a saved plan. Slots are numbered node by node, on each node its GPUs in inventory order and then its CPU
 * slots: slot `firstSlot[n] + k` is the k-th of node n.
 */
export interface Inventory<N extends InventoryNode = InventoryNode> {
  readonly nodes: readonly N[];
  /** The levels of domains, from outside to inside; empty if no node says where it is. */
  readonly levels: readonly string[];
  /** One more than there are nodes; the last is the number of slots. */
  readonly firstSlot: Int32Array;
  readonly nodeOfSlot: Int32Array;
  readonly nodeByName: ReadonlyMap<string, number>;
}

export function buildInventory<N extends InventoryNode>(
  nodes: readonly N[],
  levels: readonly string[],
): Inventory<N> {
  const firstSlot = new Int32Array(nodes.length + 1);
  nodes.forEach((node, index) => {
    firstSlot[index + 1] = (firstSlot[index] ?? 0) + node.gpus.length + node.cpuRanks;
  });
  const nodeOfSlot = new Int32Array(firstSlot[nodes.length] ?? 0);
  nodes.forEach((_, index) => {
    nodeOfSlot.fill(index, firstSlot[index], firstSlot[index + 1]);
  });
  const nodeByName = new Map(nodes.map((node, index) => [node.name, index]));
  return { nodes, levels, firstSlot, nodeOfSlot, nodeByName };
}

export const slotCount = (inventory: Inventory): number => inventory.nodeOfSlot.length;

export function nodeAt(inventory: Inventory, slot: number): InventoryNode {
  const node = inventory.nodes[inventory.nodeOfSlot[slot] ?? -1];
  if (node === undefined) throw new Error(`there is no slot ${slot}`);
  return node;
}

/** The node of a slot and its position there, as `Places` take them. */
export const siteOf = (inventory: Inventory, slot: number): readonly [node: number, position: number] => [
  inventory.nodeOfSlot[slot] ?? 0,
  positionOnNode(inventory, slot),
];

export function positionOnNode(inventory: Inventory, slot: number): number {
  return slot - (inventory.firstSlot[inventory.nodeOfSlot[slot] ?? 0] ?? 0);
}

/** The GPU of a slot; null for a CPU slot. */
export function gpuAt(inventory: Inventory, slot: number): InventoryGpu | null {
  return nodeAt(inventory, slot).gpus[positionOnNode(inventory, slot)] ?? null;
}

/** What is known of a slot: of its GPU, or of the node's CPU slots; null if nothing is said of those. */
export function factsAt(inventory: Inventory, slot: number): SlotFacts | null {
  const node = nodeAt(inventory, slot);
  return node.gpus[positionOnNode(inventory, slot)] ?? node.cpuSlot;
}

export const hasIslands = ({ nodes }: Inventory): boolean =>
  nodes.some(({ gpus }) => gpus.some(({ island }) => island !== null));

/**
 * A number for the island of a slot, which no other island of any node has: a node has at most as many islands as slots. All of a
 * node without islands is one.
 */
export const islandAt = (inventory: Inventory, slot: number): number =>
  (inventory.firstSlot[inventory.nodeOfSlot[slot] ?? 0] ?? 0) + (gpuAt(inventory, slot)?.island ?? 0);

/** `lab1:2`, or `build1:cpu0`: how people name a slot. */
export function slotName(inventory: Inventory, slot: number): string {
  const node = nodeAt(inventory, slot);
  const position = positionOnNode(inventory, slot);
  const gpu = node.gpus[position];
  return gpu === undefined ? `${node.name}:cpu${position - node.gpus.length}` : `${node.name}:${gpu.index}`;
}

type Indexed = Pick<InventoryGpu, 'index'>;

const positionsOf = remember(
  (gpus: readonly Indexed[]): ReadonlyMap<number, number> =>
    new Map(gpus.map(({ index }, position) => [index, position])),
  new WeakMap(),
);

/**
 * Where in a node's list the GPU with this index stands; undefined when it has none. Most lists have GPU k at k and need
 * no map: a hundred thousand maps would take more time and memory than all their uses.
 */
export const positionOfIndex = (gpus: readonly Indexed[], index: number): number | undefined =>
  gpus[index]?.index === index ? index : positionsOf(gpus).get(index);
