import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { NodeEntry, Topology } from '../syntax/topology.ts';
import { isLoopback } from '../values/address.ts';
import { findSameUuids } from './find-same-uuids.ts';
import type { PlacedNode } from './places.ts';

/** Reports nodes that cannot be in one topology together. */
export function checkNodes(nodes: readonly PlacedNode[], topology: Topology, report: Reporter): void {
  checkNames(nodes, topology.source.nodes, report);
  warnOfSharedAddresses(nodes, report);
  checkUuids(nodes, report);
  checkBinding(topology.nodes, report.nonBlocking);
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
    const where = isShared ? `on ${first.node} and on ${second.node}` : 'twice';
    const span = valueSpan(second.gpu.source, 'uuid');
    report.error('RP2004', span, `the uuid \`${second.gpu.uuid}\` is listed ${where}`, {
      labels: isShared
        ? []
        : [{ span: valueSpan(first.gpu.source, 'uuid'), message: `listed here for ${first.node}` }],
      help: 'each GPU has a uuid of its own: `nvidia-smi -L` lists them',
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

/** Two nodes at one address are most likely one machine, or a slip; several on this machine may be a trial. */
function warnOfSharedAddresses(nodes: readonly PlacedNode[], report: Reporter): void {
  const seen = new Map<string, PlacedNode>();
  for (const node of nodes) {
    const { address, entry, name } = node;
    if (address === null || isLoopback(address)) continue;
    const first = seen.get(address.toLowerCase());
    if (first === undefined) seen.set(address.toLowerCase(), node);
    // Named twice is an error, and so is an address that hosts of one entry share.
    if (first === undefined || first.name === name || first.entry === entry) continue;
    const message = `${first.name} and ${name} have the address ${address}`;
    report.warning('RP2026', placeOfAddress(node), message, {
      labels: [{ span: placeOfAddress(first), message: `the address of ${first.name}` }],
      help: 'give each node the address of its own machine',
    });
  }
}

const placeOfAddress = ({ entry, position }: PlacedNode): Span =>
  entry.source.address === undefined ? entry.hostSpan(position) : valueSpan(entry.source, 'address');
