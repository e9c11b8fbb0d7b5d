import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { NodeEntry, Topology } from '../syntax/topology.ts';
import { isLoopback } from '../values/address.ts';
import { findSameUuids } from './find-same-uuids.ts';
import type { PlacedNode } from './places.ts';

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
    const [one, other] = [first.gpu.uuid ?? '', second.gpu.uuid ?? ''];
    const isSame = one.toLowerCase() === other.toLowerCase();
    const message = !isSame
      ? `the uuids \`${one}\` and \`${other}\` mean one GPU: one is the beginning of the other`
      : `the uuid \`${other}\` is listed ${isShared ? `on ${first.node} and on ${second.node}` : 'twice'}`;
    report.error('RP2004', valueSpan(second.gpu.source, 'uuid'), message, {
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

/** Two nodes at one address are most likely one machine, or a slip; several on this machine may be a trial. */
function warnOfSharedAddresses(nodes: readonly PlacedNode[], report: Reporter): void {
  const seen = new Map<string, PlacedNode>();
  for (const node of nodes) {
    const { address, entry } = node;
    if (address === null || isLoopback(address)) continue;
    const [whole, ...shorter] = namesOf(address);
    const known = [whole, ...shorter].map((name) => seen.get(name)).find((found) => found !== undefined);
    if (!seen.has(whole)) seen.set(whole, node);
    // A domain that is left out may be any: so `lab1` and `lab1.cluster` meet, `lab1.a` and `lab1.b` do not.
    for (const name of shorter) if (!seen.has(`${name}.*`)) seen.set(`${name}.*`, node);
    const first = known ?? (shorter.length === 0 ? seen.get(`${whole}.*`) : undefined);
    if (first === undefined || first.name === node.name) continue; // named twice is an error
    const isSame = first.address?.toLowerCase() === whole;
    if (isSame && first.entry === entry) continue; // hosts that share an address are an error, too
    const message = isSame
      ? `${first.name} and ${node.name} have the address ${address}`
      : `${first.address} and ${address} are most likely one machine`;
    report.warning('RP2026', placeOfAddress(node), message, {
      labels: [{ span: placeOfAddress(first), message: `the address of ${first.name}` }],
      help: 'give each node the address of its own machine',
    });
  }
}

/** The address, and of a name with a domain the name without; letters of either case are the same. */
function namesOf(address: string): readonly [string, ...string[]] {
  const whole = address.toLowerCase();
  const short = whole.slice(0, Math.max(0, whole.indexOf('.')));
  return /[a-z_-]/.test(short) && /^[a-z0-9_-]*$/.test(short) ? [whole, short] : [whole];
}

const placeOfAddress = ({ entry, position }: PlacedNode): Span =>
  entry.source.address === undefined ? entry.hostSpan(position) : valueSpan(entry.source, 'address');
