import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import { type Inventory, positionOfIndex } from '../../compiler/inventory/inventory.ts';
import type { PlacedGpu } from '../../compiler/inventory/places.ts';
import { createResolver, MAX_EXCLUDED } from '../../compiler/mapping/resolve-selector.ts';
import type { Span } from '../../compiler/source/source-file.ts';
import { containerSpan, keySpan, valueSpan } from '../../compiler/syntax/document.ts';
import type { GpuFacts, NodeEntry, Selector } from '../../compiler/syntax/topology.ts';
import type { Explained } from './explanation.ts';
import type { NamedSlot } from './order-slots.ts';

export type Places = ReturnType<typeof findPlaces>;

/** Finds what the topology says about a plan; everything is null for a saved plan. */
export function findPlaces(explained: Explained) {
  const places = explained.decisions?.places ?? null;
  return {
    section: (name: 'mapping' | 'launch' | 'workload' | 'stages', key: string): Span | null =>
      places?.isWritten(name, key) === true ? places.setting(name, key) : null,
    /** The value of the first of `keys` that the node gives; else its name. */
    node: (name: string, ...keys: readonly string[]): Span | null =>
      places?.node(findNode(explained, name), ...keys) ?? null,
    slot: ({ node: name, gpu }: Pick<NamedSlot, 'node' | 'gpu'>): Span | null => {
      const node = findNode(explained, name);
      const found = gpu === null ? places?.node(node) : places?.gpu(node, findGpu(explained, node, gpu));
      return found ?? null;
    },
    /** The origin of the figure that ranks the GPU, in words and as a place. */
    figure: (node: string, index: number) => placeOfFigure(explained, node, index),
    /** The selector of `exclude` or `ranks` that picks a slot; `position` counts the slots of its node. */
    selector: (key: 'exclude' | 'ranks', node: string, position: number) =>
      findSelector(explained, key, node, position),
  };
}

const findNode = ({ decisions }: Explained, name: string): number =>
  decisions?.inventory.nodeByName.get(name) ?? -1;

const findGpu = ({ decisions }: Explained, node: number, index: number): number =>
  positionOfIndex(decisions?.inventory.nodes[node]?.gpus ?? [], index) ?? -1;

/** The layers in which facts win: the GPU's own entry, its inventory file, its model. */
function placeOfFigure(explained: Explained, name: string, index: number) {
  const { topology, plan, decisions } = explained;
  const node = findNode(explained, name);
  const { gpus, entry } = decisions?.inventory.nodes[node] ?? {};
  const gpu = gpus?.[findGpu(explained, node, index)];
  if (topology === null || gpu === undefined || entry === undefined) return null;
  const { by } = plan.mapping;
  const key = by === 'memory' ? 'memory' : 'score';
  const own = entry.gpus.find(({ indices }) => indices.includes(index));
  if (own !== undefined && gives(own.facts, by))
    return { text: 'written on the GPU', place: valueSpan(own.source, key) };
  const measured = placeOfMeasurement(entry, gpu, by, own === undefined);
  if (measured !== null) return measured;
  const model = topology.models.get(gpu.model ?? '');
  const source = topology.source.models?.[gpu.model ?? ''];
  return model !== undefined && source !== undefined && gives(model, by)
    ? { text: `written on the model ${gpu.model}`, place: valueSpan(source, key) }
    : { text: 'from the inventory file', place: keySpan(entry.source, 'inventory') };
}

const gives = ({ metrics, memoryBytes }: GpuFacts, by: string): boolean =>
  by === 'memory' ? memoryBytes != null : metrics?.has(by) === true;

/** A figure with a method is one of an inventory file: of a GPU that the topology does not list, its very line is known. */
function placeOfMeasurement(entry: NodeEntry, gpu: PlacedGpu, by: string, unlisted: boolean) {
  const method = gpu.metrics.get(by)?.method ?? null;
  if (by === 'memory' || method === null) return null;
  const place = unlisted ? containerSpan(gpu.source) : keySpan(entry.source, 'inventory');
  return { text: `measured by ${method}`, place };
}

function findSelector(explained: Explained, key: 'exclude' | 'ranks', node: string, position: number) {
  const { topology, decisions } = explained;
  if (topology === null || decisions === null) return null;
  const { inventory } = decisions;
  const slot = (inventory.firstSlot[findNode(explained, node)] ?? -1) + position;
  const picks = (selector: Selector) =>
    selector.hosts.includes(node) && slotsOfSelector(selector, inventory).includes(slot);
  return topology.mapping[key]?.find(picks) ?? null;
}

/** The slots that a selector picks. */
export function slotsOfSelector(selector: Selector, inventory: Inventory): readonly number[] {
  const slots: number[] = [];
  createResolver(inventory, createReporter(), MAX_EXCLUDED)(selector, (slot) => void slots.push(slot));
  return slots;
}
