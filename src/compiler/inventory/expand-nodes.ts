import type { Reporter } from '../diagnostics/reporter.ts';
import { keySpan } from '../syntax/document.ts';
import type { NodeEntry, Topology } from '../syntax/topology.ts';
import { MAX_SLOTS, reportTooMany } from '../values/budget.ts';
import { buildCpuSlot, createGpuBuilder } from './build-gpus.ts';
import { checkNodes } from './check-nodes.ts';
import { buildInventory } from './inventory.ts';
import { joinDomains, placeNodes } from './place-nodes.ts';
import type { PlacedInventory, PlacedNode } from './places.ts';
import { createInventoryReader, type ReadInventory, type ReadOptions } from './read-inventory.ts';

/** Expands hosts, models and inventory files into the nodes and their slots. */
export function expandNodes(topology: Topology, options: ReadOptions, report: Reporter): PlacedInventory {
  const inventories = createInventoryReader(options, report);
  const nodes = listNodes(topology, inventories.read, report);
  inventories.reportRefused();
  if (nodes === null) return buildInventory([], []);
  checkNodes(nodes, topology, report);
  const placed = placeNodes(nodes, report);
  return buildInventory(placed.nodes, placed.levels);
}

/** Null if there would be too many slots. */
function listNodes(topology: Topology, readInventory: ReadInventory, report: Reporter): PlacedNode[] | null {
  const nodes: PlacedNode[] = [];
  const buildGpus = createGpuBuilder(topology.models, report);
  let slots = 0;
  for (const [entryIndex, entry] of topology.nodes.entries()) {
    checkEntry(entry, report.nonBlocking);
    const { bind, env, spare, cpuRanks } = entry;
    // The number of slots that the entry itself lists is checked before any is made, or any file is read.
    const own = entry.gpus.reduce((sum, { indices }) => sum + indices.length, cpuRanks);
    const fitting = own === 0 ? Number.POSITIVE_INFINITY : Math.floor((MAX_SLOTS - slots) / own);
    if (fitting < entry.hosts.length) {
      reportTooMany(entry.hostSpan(fitting), report);
      return null;
    }
    const cpuSlot = buildCpuSlot(entry.cpuSlot);
    const perHost = entry.inventory?.includes('{host}') === true;
    // What the hosts have in common, where they do not have an inventory file each.
    let shared: Pick<PlacedNode, 'gpus' | 'cpus' | 'said'> | null = null;
    for (const [position, name] of entry.hosts.entries()) {
      if (shared === null || perHost) {
        const file = entry.inventory === null ? null : readInventory(entry, name);
        shared = {
          gpus: buildGpus(entry, file),
          cpus: entry.cpus ?? file?.document.cpus ?? null,
          said: joinDomains(entry.domain, file?.document.domain),
        };
        const refused = entry.inventory !== null && file === null;
        if (shared.gpus.length + cpuRanks === 0 && !refused) reportNoSlot(entry, report);
      }
      slots += shared.gpus.length + cpuRanks;
      if (slots > MAX_SLOTS) {
        reportTooMany(entry.hostSpan(position), report);
        return null;
      }
      const address = bind === 'job' ? null : entry.address.replaceAll('{host}', name);
      const place = { entryIndex, entry, position, domain: NOWHERE };
      nodes.push({ name, address, bind, env, spare, cpuRanks, cpuSlot, ...place, ...shared });
    }
  }
  return nodes;
}

/** One list for a hundred thousand nodes that do not say where they are. */
const NOWHERE: PlacedNode['domain'] = [];

function reportNoSlot({ source, inventory, gpus }: NodeEntry, report: Reporter): void {
  if (inventory === null && gpus.some(({ indices }) => indices.length === 0)) return; // its list was refused
  const help = 'give `gpus:`, an inventory with GPUs or `cpuRanks:`, or remove the node';
  report.error('RP2015', keySpan(source, 'hosts'), 'the node has no slot: no GPU and no CPU rank', { help });
}

function checkEntry({ source, hosts }: NodeEntry, report: Reporter): void {
  const { address = null } = source;
  if (hosts.length < 2 || address === null || address.includes('{host}')) return;
  const help = 'write `{host}` where the host name belongs: "{host}.cluster"';
  const message = `${hosts.length} hosts share the address \`${address}\``;
  report.error('RP2026', keySpan(source, 'address'), message, { help });
}
