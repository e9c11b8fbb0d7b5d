import type { Reporter } from '../diagnostics/reporter.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Domain, NodeEntry, Topology } from '../syntax/topology.ts';
import { MAX_SLOTS, reportTooMany } from '../values/budget.ts';
import { buildCpuSlot, createGpuBuilder } from './build-gpus.ts';
import { findSameUuids } from './find-same-uuids.ts';
import { buildInventory } from './inventory.ts';
import { joinDomains, placeNodes } from './place-nodes.ts';
import type { PlacedGpu, PlacedInventory, PlacedNode } from './places.ts';
import { createInventoryReader, type ReadInventory, type ReadOptions } from './read-inventory.ts';
import { warnOfSharedAddresses } from './warn-of-shared-addresses.ts';

/** Expands hosts, models and inventory files into the nodes and their slots. */
export function expandNodes(topology: Topology, options: ReadOptions, report: Reporter): PlacedInventory {
  const inventories = createInventoryReader(options, report);
  const { nodes, domains, isWhole } = listNodes(topology, inventories.read, report);
  inventories.reportRefused();
  if (!isWhole) return buildInventory(nodes, []);
  checkNames(nodes, topology.source.nodes, report);
  warnOfSharedAddresses(nodes, report);
  checkUuids(nodes, report);
  checkBinding(topology.nodes, report.nonBlocking);
  const placed = placeNodes(nodes, domains, report);
  return buildInventory(placed.nodes, placed.levels);
}

interface NodeList {
  readonly nodes: readonly PlacedNode[];
  /** Where each of them is, as far as it says. */
  readonly domains: readonly (Domain | null)[];
  /** Not where there would be too many slots. */
  readonly isWhole: boolean;
}

/** What all hosts of an entry have in common, where they do not have an inventory file each. */
interface SharedFacts {
  readonly gpus: readonly PlacedGpu[];
  readonly cpus: number | null;
  readonly domain: Domain | null;
}

function listNodes(topology: Topology, readInventory: ReadInventory, report: Reporter): NodeList {
  const nodes: PlacedNode[] = [];
  const domains: (Domain | null)[] = [];
  const buildGpus = createGpuBuilder(topology.models, report);
  let slots = 0;
  for (const [entryIndex, entry] of topology.nodes.entries()) {
    checkEntry(entry, report.nonBlocking);
    // Of what the entry lists itself the product is known before anything of it is made, or read.
    const fitting = countFitting(entry, MAX_SLOTS - slots);
    if (fitting < entry.hosts.length) {
      reportTooMany(entry.hostSpan(fitting), report);
      return { nodes, domains, isWhole: false };
    }
    const perHost = entry.inventory?.includes('{host}') === true;
    let shared: SharedFacts | null = null;
    for (const [position, name] of entry.hosts.entries()) {
      if (shared === null || perHost) {
        const file = entry.inventory === null ? null : readInventory(entry, name);
        shared = {
          gpus: buildGpus(entry, file),
          cpus: entry.cpus ?? file?.document.cpus ?? null,
          domain: joinDomains(entry.domain, file?.document.domain),
        };
        const refused = entry.inventory !== null && file === null;
        if (shared.gpus.length + entry.cpuRanks === 0 && !refused) reportNoSlot(entry, report);
      }
      slots += shared.gpus.length + entry.cpuRanks;
      if (slots > MAX_SLOTS) {
        reportTooMany(entry.hostSpan(position), report);
        return { nodes, domains, isWhole: false };
      }
      nodes.push(createNode(position, entryIndex, entry, shared));
      domains.push(shared.domain);
    }
  }
  return { nodes, domains, isWhole: true };
}

/** How many hosts of an entry there can be at most, if `left` slots may still be made. */
function countFitting({ gpus, cpuRanks }: NodeEntry, left: number): number {
  const slots = gpus.reduce((sum, { indices }) => sum + indices.length, cpuRanks);
  return slots === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / slots);
}

/** One list for a hundred thousand nodes that do not say where they are. */
const NOWHERE: PlacedNode['domain'] = [];

function createNode(
  position: number,
  entryIndex: number,
  entry: NodeEntry,
  { gpus, cpus }: SharedFacts,
): PlacedNode {
  const { bind, env, spare, cpuRanks } = entry;
  const name = entry.hosts[position] ?? '';
  const address = bind === 'job' ? null : entry.address.replaceAll('{host}', name);
  return {
    name,
    address,
    bind,
    entryIndex,
    entry,
    position,
    cpus,
    env,
    domain: NOWHERE,
    gpus,
    spare,
    cpuRanks,
    cpuSlot: buildCpuSlot(entry.cpuSlot),
  };
}

function reportNoSlot({ source, inventory, gpus }: NodeEntry, report: Reporter): void {
  if (inventory === null && gpus.some(({ indices }) => indices.length === 0)) return; // its list was refused
  report.error('RP2015', keySpan(source, 'hosts'), 'the node has no slot: no GPU and no CPU rank', {
    help: 'give `gpus:`, an inventory with GPUs or `cpuRanks:`, or remove the node',
  });
}

function checkEntry(entry: NodeEntry, report: Reporter): void {
  const { source } = entry;
  const { address = null } = source;
  if (entry.hosts.length > 1 && address !== null && !address.includes('{host}')) {
    report.error(
      'RP2026',
      keySpan(source, 'address'),
      `${entry.hosts.length} hosts share the address \`${address}\``,
      {
        help: 'write `{host}` where the host name belongs: "{host}.cluster"',
      },
    );
  }
}

function checkNames(nodes: readonly PlacedNode[], entries: readonly object[], report: Reporter): void {
  const seen = new Map<string, PlacedNode>();
  for (const node of nodes) {
    const first = seen.get(node.name);
    if (first === undefined) {
      seen.set(node.name, node);
      continue;
    }
    // An alias has no words of its own: it is the item of the list.
    const isAlias = first.entry !== node.entry && first.entry.source === node.entry.source;
    const span = isAlias ? valueSpan(entries, node.entryIndex) : node.entry.hostSpan(node.position);
    report.error('RP2002', span, `the node \`${node.name}\` is named twice`, {
      labels:
        first.entry === node.entry
          ? []
          : [{ span: first.entry.hostSpan(first.position), message: 'named here first' }],
      help: 'keep one entry for each node',
    });
  }
}

/** Nodes of one entry share their GPUs, so there a uuid may stand on one host only. */
function checkUuids(nodes: readonly PlacedNode[], report: Reporter): void {
  for (const { first, second } of findSameUuids(nodes)) {
    const isShared = first.gpu.source === second.gpu.source;
    if (isShared && first.node === second.node) continue; // one uuid for several indices, which is reported already
    const [one, other] = [first.gpu.uuid ?? '', second.gpu.uuid ?? ''];
    const isSame = one.toLowerCase() === other.toLowerCase();
    const message = !isSame
      ? `the uuids \`${one}\` and \`${other}\` mean one GPU: one is the beginning of the other`
      : `the uuid \`${other}\` is listed ${isShared ? `on ${first.node} and on ${second.node}` : 'twice'}`;
    report.error('RP2005', valueSpan(second.gpu.source, 'uuid'), message, {
      labels: isShared
        ? []
        : [{ span: valueSpan(first.gpu.source, 'uuid'), message: `listed here for ${first.node}` }],
      help: isSame
        ? 'each GPU has a uuid of its own: `nvidia-smi -L` lists them'
        : 'write both as `nvidia-smi -L` lists them, to the end, or long enough to differ',
    });
  }
}

function checkBinding(entries: readonly NodeEntry[], report: Reporter): void {
  const [first] = entries;
  const other = entries.find((entry) => entry.bind !== first?.bind);
  if (first === undefined || other === undefined) return;
  const span =
    other.source.bind === undefined ? keySpan(other.source, 'hosts') : keySpan(other.source, 'bind');
  report.error('RP2020', span, 'nodes bound by name and nodes bound by the job cannot be mixed', {
    labels: [{ span: keySpan(first.source, 'hosts'), message: `this node is bound by ${first.bind}` }],
    help: 'give every entry `bind: job`, or none',
  });
}
