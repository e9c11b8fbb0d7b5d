import type { Reporter } from '../diagnostics/reporter.ts';
import type { Inventory, InventoryGpu, InventoryNode } from '../inventory/inventory.ts';
import { didYouMean } from '../syntax/suggest-name.ts';
import type { Selector } from '../syntax/topology.ts';

/** The slots that a selector picks, in the order it names them; mistakes are reported at the selector. */
export function resolveSelector(
  selector: Selector,
  inventory: Inventory,
  report: Reporter,
): readonly number[] {
  return selector.hosts.flatMap((host) => {
    const node = inventory.nodeByName.get(host);
    if (node !== undefined) return resolveOnNode(selector, node, inventory, report);
    const names = inventory.nodes.length <= 5000 ? inventory.nodeByName.keys() : [];
    const message = () => `no node is named \`${host}\`${didYouMean(host, names)}`;
    report.error('RP2033', selector.span(), message, { help: 'name a node of `nodes:`' });
    return [];
  });
}

function resolveOnNode(
  { pick, span }: Selector,
  nodeIndex: number,
  inventory: Inventory,
  report: Reporter,
): readonly number[] {
  const first = inventory.firstSlot[nodeIndex] ?? 0;
  const { gpus, cpuRanks, name } = inventory.nodes[nodeIndex] as InventoryNode;
  switch (pick.kind) {
    case 'all':
      return Array.from({ length: gpus.length + cpuRanks }, (_, position) => first + position);
    case 'cpus':
      return pick.numbers.flatMap((number) => {
        if (number < cpuRanks) return [first + gpus.length + number];
        report.error('RP2019', span(), `${name} has no CPU slot ${number}`, {
          help:
            cpuRanks === 0 ? `${name} has no \`cpuRanks\`` : `its CPU slots are cpu0 to cpu${cpuRanks - 1}`,
        });
        return [];
      });
    case 'gpus':
      return pick.indices.flatMap((index) => {
        const position = gpus.findIndex((gpu) => gpu.index === index);
        if (position >= 0) return [first + position];
        report.error('RP2019', span(), `${name} has no GPU ${index}`, { help: listGpus(name, gpus) });
        return [];
      });
    case 'uuid': {
      const found = gpus.flatMap((gpu, position) =>
        gpu.uuid?.startsWith(pick.prefix) === true ? [first + position] : [],
      );
      if (found.length === 1) return found;
      const message =
        found.length === 0
          ? `no GPU of ${name} has a uuid that starts with ${pick.prefix}`
          : `${pick.prefix} is the start of ${found.length} uuids on ${name}`;
      report.error(found.length === 0 ? 'RP2019' : 'RP2022', span(), message, {
        help:
          found.length === 0 ? 'give the `uuid:` on the GPU, or select by index' : 'write more of the uuid',
      });
      return [];
    }
  }
}

function listGpus(name: string, gpus: readonly InventoryGpu[]): string {
  if (gpus.length === 0) return `${name} has no GPU`;
  return `its indices are ${gpus
    .slice(0, 32)
    .map((gpu) => gpu.index)
    .join(', ')}${gpus.length > 32 ? ', …' : ''}`;
}
