import type { Span } from '../source/source-file.ts';
import { itemOfWord } from '../syntax/bind-command.ts';
import { type Container, containerSpan, keySpan, valueSpan } from '../syntax/document.ts';
import type { Domain, NodeEntry, Topology } from '../syntax/topology.ts';
import type { Inventory, InventoryGpu, InventoryNode } from './inventory.ts';

/** A GPU of a topology, and where it is written: its own entry, or that of its inventory file. */
export interface PlacedGpu extends InventoryGpu {
  readonly source: Container;
}

export interface PlacedNode extends InventoryNode {
  readonly gpus: readonly PlacedGpu[];
  readonly entry: NodeEntry;
  /** Which of the entry's hosts it is, from 0. */
  readonly position: number;
  /** The domain of the node, as far as it is written. */
  readonly said: Domain | null;
}

export type PlacedInventory = Inventory<PlacedNode>;

export type Section = 'mapping' | 'workload' | 'stages' | 'launch' | 'slurm';

/**
 * Where the facts of a plan are written, for findings about them. Nodes count as in the plan, GPUs by their position on
 * the node. Each answers with the nearest place that there is.
 */
export interface Places {
  readonly isWritten: (section: Section, key: string) => boolean;
  /** The value of the first of `keys` that the section gives; else the section's key, or that of the nodes. */
  readonly setting: (section: Section, ...keys: readonly string[]) => Span;
  /** The key itself, where the value is long. */
  readonly settingKey: (section: Section, key: string) => Span;
  readonly master: (key: 'address' | 'port') => Span;
  /** The port of a role with this name, or that of its master; else the role. */
  readonly port: (role: string, name: string) => Span;
  readonly word: (list: 'command' | 'wrap', position: number) => Span;
  /** The name of a variable that `launch` gives, or a node. */
  readonly variable: (node: number | null, name: string) => Span;
  /** The value of the first of `keys` that `launch.parallel` gives; else its key. */
  readonly parallel: (...keys: readonly string[]) => Span;
  readonly setupLine: (section: 'slurm' | 'launch', line: number) => Span;
  /** The value of the first of `keys` that the node gives; else its name. */
  readonly node: (node: number, ...keys: readonly string[]) => Span;
  /** The value of the first of `keys` that the GPU gives; else the whole GPU. */
  readonly gpu: (node: number, position: number, ...keys: readonly string[]) => Span;
  /** The place where the figure of a slot must be written. */
  readonly figure: (node: number, position: number) => Span;
  /** The first figure that is written for this topology: on a GPU, or on a model of a list that it has for itself. */
  readonly firstScore: () => Span | null;
  /** Whether it describes models that no GPU of it is of: then the list is one that several topologies share. */
  readonly sharesModels: () => boolean;
}

export function placesInTopology({ source, role, launch }: Topology, { nodes }: PlacedInventory): Places {
  const sectionOf = (section: Section): Container | undefined => source[section];
  const keyOf = (section: Section): Span => {
    const own = [section, 'slots', 'colocate'].find((key) => gives(role, key));
    if (role !== undefined && own !== undefined) return keySpan(role, own);
    return keySpan(source, sectionOf(section) === undefined ? 'nodes' : section);
  };
  const nodeAt = (node: number): PlacedNode => nodes[node] as PlacedNode;
  return {
    isWritten: (section, key) => gives(sectionOf(section), key),
    setting: (section, ...keys) => findValue(sectionOf(section), keys) ?? keyOf(section),
    settingKey: (section, key) => {
      const container = sectionOf(section);
      return gives(container, key) ? keySpan(container, key) : keyOf(section);
    },
    master: (key) => findValue(launch.source?.master, [key]) ?? keySpan(source, 'nodes'),
    port: (role, name) => {
      const { ports, launch: own } = source.roles?.[role] ?? {};
      const at = findValue(ports, [name]) ?? findValue(own?.master, ['port']);
      return at ?? keySpan(source.roles ?? source, role);
    },
    word: (list, position) => {
      const words = launch.source?.[list] ?? launch.defaults?.[list];
      if (words === undefined) return keyOf('launch');
      return valueSpan(words, itemOfWord(words, launch.replicas, position));
    },
    variable: (node, name) => {
      const { source: own, defaults } = launch;
      const maps = node === null ? [own?.env, defaults?.env] : [nodeAt(node).entry.source.env];
      const env = maps.find((map) => gives(map, name));
      return env === undefined ? keyOf('launch') : keySpan(env, name);
    },
    parallel: (...keys) => {
      const { source: container } = launch;
      return container?.parallel === undefined
        ? keyOf('launch')
        : (findValue(container.parallel, keys) ?? keySpan(container, 'parallel'));
    },
    setupLine: (section, line) => {
      const lines = source[section]?.setup;
      return lines === undefined ? keyOf(section) : valueSpan(lines, line);
    },
    node: (node, ...keys) => {
      const { entry, position } = nodeAt(node);
      return findValue(entry.source, keys) ?? entry.hostSpan(position);
    },
    gpu: (node, position, ...keys) => {
      const gpu = nodeAt(node).gpus[position]?.source;
      return gpu === undefined
        ? nodeAt(node).entry.hostSpan(nodeAt(node).position)
        : (findValue(gpu, keys) ?? containerSpan(gpu));
    },
    figure: (node, position) => {
      const { entry, gpus } = nodeAt(node);
      const gpu = gpus[position]?.source;
      if (gpu === undefined) return keySpan(entry.source, 'cpuRanks');
      return gpu === entry.source.gpus ? keySpan(entry.source, 'gpus') : containerSpan(gpu);
    },
    firstScore: () => findFirstScore(source, sharesModels(source, nodes)),
    sharesModels: () => sharesModels(source, nodes),
  };
}

const gives = (container: Container | undefined, key: string): container is Container =>
  container !== undefined && Object.hasOwn(container, key);

/** The position of the value of the first of `keys` that a container has. */
export function findValue(container: Container | undefined, keys: readonly string[]): Span | null {
  const key = keys.find((candidate) => gives(container, candidate));
  return container === undefined || key === undefined ? null : valueSpan(container, key);
}

function sharesModels({ models }: Topology['source'], nodes: readonly PlacedNode[]): boolean {
  if (models === undefined) return false;
  const lists = new Set(nodes.map(({ gpus }) => gpus));
  const used = new Set([...lists].flatMap((gpus) => gpus.map(({ model }) => model)));
  return Object.keys(models).some((model) => !used.has(model));
}

function findFirstScore({ models, nodes }: Topology['source'], isShared: boolean): Span | null {
  const entries = nodes.flatMap(({ gpus = [] }): readonly (Container & { readonly score?: unknown })[] =>
    Array.isArray(gpus) ? gpus : [gpus],
  );
  const owner = [...(isShared ? [] : Object.values(models ?? {})), ...entries].find(
    ({ score }) => score !== undefined,
  );
  return owner === undefined ? null : keySpan(owner, 'score');
}
