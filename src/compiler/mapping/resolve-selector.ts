import type { Reporter } from '../diagnostics/reporter.ts';
import type { Suggestion } from '../diagnostics/suggestion.ts';
import {
  type Inventory,
  type InventoryGpu,
  type InventoryNode,
  positionOfIndex,
} from '../inventory/inventory.ts';
import type { Span } from '../source/source-file.ts';
import type { Selector } from '../syntax/topology.ts';
import { createBudget, MAX_SLOTS } from '../values/budget.ts';
import { didYouMean, suggestSlip } from '../values/suggest-name.ts';

/** How many slots all selectors of `exclude` together may pick: far more than a mapping needs, and soon visited. */
export const MAX_EXCLUDED = 16 * MAX_SLOTS;

/**
 * Returns a function that calls `visit` for each slot of a selector, in its order. It reports the first mistake and stops
 * there. Its selectors pick at most `limit` slots in all.
 */
export function createResolver(inventory: Inventory, report: Reporter, limit: number) {
  const budget = createBudget(limit);
  return (selector: Selector, visit: (slot: number) => void): void => {
    for (const host of selector.hosts) {
      const nodeIndex = inventory.nodeByName.get(host);
      if (nodeIndex === undefined) {
        reportUnknownHost(selector, host, inventory, report);
        return;
      }
      const refuse = () =>
        report.error('RP2019', selector.span(), `the selectors pick more than ${limit} slots`, {
          help: 'the same slots are picked again and again: remove the selectors that repeat others',
        });
      if (!budget.take(countLooks(selector, inventory.nodes[nodeIndex]), refuse)) return;
      const picked = pickOnNode(selector, nodeIndex, inventory, report);
      if (picked === null) return;
      for (const slot of picked) visit(slot);
    }
  };
}

function reportUnknownHost(selector: Selector, host: string, inventory: Inventory, report: Reporter): void {
  const message = () => `no node is named \`${host}\`${didYouMean(host, inventory.nodeByName.keys())}`;
  const span = selector.span();
  const help = 'name a node of `nodes:`';
  report.error('RP2019', span, message, { help, suggestion: () => suggestHost(span, host, inventory) });
}

/** Suggests another host name, if the text has this one literally and not as a part of a range. */
function suggestHost(span: Span, host: string, { nodeByName }: Inventory): Suggestion | null {
  const at = span.file.text.slice(span.start, span.end).indexOf(host);
  const start = span.start + at;
  return at < 0
    ? null
    : suggestSlip({ ...span, start, end: start + host.length }, host, nodeByName.keys(), 'name');
}

/** The number of slots of a node that a selector visits. */
function countLooks({ pick }: Selector, node: InventoryNode | undefined): number {
  if (pick.kind === 'gpus' || pick.kind === 'cpus') return pick.numbers.length;
  return (node?.gpus.length ?? 0) + (pick.kind === 'all' ? (node?.cpuRanks ?? 0) : 0);
}

/** The slots that a selector picks on one node; null when a mistake was reported. */
function pickOnNode({ pick, span }: Selector, nodeIndex: number, inventory: Inventory, report: Reporter) {
  const first = inventory.firstSlot[nodeIndex] ?? 0;
  const { gpus, cpuRanks, name } = inventory.nodes[nodeIndex] as InventoryNode;
  const refuse = (message: string, help: string) => {
    report.error('RP2019', span(), message, { help });
    return null;
  };
  switch (pick.kind) {
    case 'all':
      return Array.from({ length: gpus.length + cpuRanks }, (_, i) => first + i);
    case 'cpus': {
      const missing = pick.numbers.find((number) => number >= cpuRanks);
      if (missing !== undefined)
        return refuse(`${name} has no CPU slot ${missing}`, `it has ${cpuRanks}, by \`cpuRanks\``);
      return pick.numbers.map((number) => first + gpus.length + number);
    }
    case 'gpus': {
      const missing = pick.numbers.find((index) => positionOfIndex(gpus, index) === undefined);
      if (missing !== undefined) return refuse(`${name} has no GPU ${missing}`, listGpus(name, gpus));
      return pick.numbers.map((index) => first + (positionOfIndex(gpus, index) ?? 0));
    }
    case 'uuid': {
      const { prefix } = pick;
      const found = gpus.flatMap((gpu, position) =>
        gpu.uuid?.startsWith(prefix) === true ? [position] : [],
      );
      if (found.length === 1) return found.map((position) => first + position);
      return found.length === 0
        ? refuse(
            `no GPU of ${name} has a uuid that starts with ${prefix}`,
            'give the `uuid:` on the GPU, or select by index',
          )
        : refuse(`${prefix} is the start of ${found.length} uuids on ${name}`, 'write more of the uuid');
    }
  }
}

function listGpus(name: string, gpus: readonly InventoryGpu[]): string {
  if (gpus.length === 0) return `${name} has no GPU`;
  const shown = gpus.slice(0, 32).map((gpu) => gpu.index);
  return `its indices are ${shown.join(', ')}${gpus.length > 32 ? ', …' : ''}`;
}
