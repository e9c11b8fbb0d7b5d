import type { Compilation } from '../compiler/compile.ts';
import type { InventoryGpu } from '../compiler/inventory/inventory.ts';
import type { Path } from '../compiler/syntax/schema-path.ts';
import type { NodeEntry, Selector, Topology } from '../compiler/syntax/topology.ts';
import type { Offer, Place } from './locate.ts';

/** A longer list helps no user; the editor requests it again when more is typed. */
export const MAX_OFFERS = 200;

// CompletionItemKind of the protocol.
const REFERENCE = 18;

/** Names that the topology itself gives: of models, metrics, roles and their ports, hosts and their GPUs. */
export function offerValues({ path, typed }: Place, known: Compilation): Offer[] {
  const { topology, decisions } = known;
  if (topology === null) return [];
  const key = path.findLast((step) => typeof step === 'string');
  const [section, role] = path;
  if (key === 'model') return [...topology.models.keys()].map((name) => offer(name, 'model'));
  if (section !== 'mapping' && section !== 'roles') return [];
  if (key === 'by') return listMetrics(topology, decisions).map((name) => offer(name, 'metric'));
  if (key === 'exclude' || key === (section === 'roles' ? 'slots' : 'ranks'))
    return offerSelectors(typed, topology, decisions);
  if (section === 'mapping') return [];
  if (NAMES_ROLE.has(key)) return listOtherRoles(known, path).map((name) => offer(name, 'role'));
  if (path.at(-2) !== 'readiness' || (key !== 'port' && key !== 'tcp')) return [];
  const { ports = {} } = topology.source.roles?.[String(role)] ?? {};
  return Object.keys(ports).map((name) => offer(name, 'port'));
}

/** Keys whose value is the name of a role. */
const NAMES_ROLE: ReadonlySet<string | number | undefined> = new Set(['colocate', 'each']);

/** The role that a word names: where it is written, and where others wait for it or share its slots; null if it is none. */
export function roleAt({ kind, path, word }: Place): string | null {
  if (path[0] !== 'roles') return null;
  const last = path.at(-1);
  const isName = kind === 'key' ? path.length === 1 || last === 'dependsOn' : NAMES_ROLE.has(last);
  return isName ? word : null;
}

/** The roles that the one at the path can name. */
export const listOtherRoles = ({ topology }: Compilation, [, own]: Path): string[] =>
  Object.keys(topology?.source.roles ?? {}).filter((name) => name !== own);

/** The item of `mapping.ranks` or `exclude`, or of the slots of a role, that stands at a path; null if none does. */
export function selectorAt({ mapping, roles }: Topology, [section, key, index, item]: Path): Selector | null {
  if (section === 'mapping' && (key === 'ranks' || key === 'exclude'))
    return mapping[key]?.[Number(index)] ?? null;
  const role = section === 'roles' && index === 'slots' ? roles?.find(({ name }) => name === key) : null;
  return role?.slots?.[Number(item)] ?? null;
}

const offer = (text: string, detail: string): Offer => ({ label: text, text, detail, kind: REFERENCE });

function listMetrics({ models, nodes }: Topology, decisions: Compilation['decisions']): string[] {
  const names = new Set(['score', 'memory']);
  const facts = [...models.values(), ...nodes.flatMap(({ gpus }) => gpus.map((gpu) => gpu.facts))];
  for (const { metrics } of facts) for (const name of metrics?.keys() ?? []) names.add(name);
  for (const gpus of new Set(decisions?.inventory.nodes.map((node) => node.gpus)))
    for (const { metrics } of gpus) for (const name of metrics.keys()) names.add(name);
  return [...names];
}

/** Before the colon: host names; after it: the GPUs and CPU slots of that host. */
function offerSelectors(typed: string, topology: Topology, decisions: Compilation['decisions']): Offer[] {
  const colon = typed.indexOf(':');
  const hosts = topology.nodes.flatMap((entry) => entry.hosts.map((host) => ({ host, entry })));
  if (colon < 0) {
    const begun = hosts.filter(({ host }) => host.startsWith(typed)).slice(0, MAX_OFFERS);
    return begun.map(({ host }) => offer(host, 'all slots of this node'));
  }
  const name = typed.slice(0, colon);
  const entry = hosts.find(({ host }) => host === name)?.entry;
  if (entry === undefined) return [];
  const gpus = listGpus(name, entry, decisions);
  const indices = gpus.map(({ index }) => index);
  const all =
    gpus.length > 1 && isRun(indices) ? [offer(`${name}:${indices[0]}-${indices.at(-1)}`, 'all GPUs')] : [];
  const each = gpus.map(({ index, model }) => offer(`${name}:${index}`, model ?? 'GPU'));
  const cpus = Array.from({ length: Math.min(entry.cpuRanks, MAX_OFFERS) }, (_, i) =>
    offer(`${name}:cpu${i}`, 'CPU slot'),
  );
  return [...all, ...each, ...cpus].slice(0, MAX_OFFERS);
}

/** The GPUs that the topology lists now; if none, those of its inventory file when it was last mapped. */
function listGpus(
  name: string,
  { gpus }: NodeEntry,
  decisions: Compilation['decisions'],
): readonly Pick<InventoryGpu, 'index' | 'model'>[] {
  const written = gpus.flatMap(({ indices, facts: { model = null } }) =>
    indices.map((index) => ({ index, model })),
  );
  if (written.length > 0) return written;
  return decisions?.inventory.nodes.find((node) => node.name === name)?.gpus ?? [];
}

const isRun = (indices: readonly number[]): boolean =>
  indices.every((index, i) => i === 0 || index === (indices[i - 1] ?? 0) + 1);
