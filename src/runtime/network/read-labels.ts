import { isRecord, parseJson } from '../json.ts';
import { type Network, type NetworkLevel, type NetworkProblem, tierName } from './network.ts';

type Json = Readonly<Record<string, unknown>>;

/** A machine with what its labels say, each under the level's name. */
interface Labelled {
  readonly host: string;
  readonly places: ReadonlyMap<string, string>;
}

/**
 * What topograph writes: the document of its `graph` engine, or the labels of its `k8s` engine, as `kubectl get nodes -o
 * json` prints them; tier 0 is next to the machine. NVIDIA's own label of an NVLink domain counts beside them.
 */
export function networkOfLabels(text: string): Network | NetworkProblem {
  const document = parseJson(text);
  const listed = isRecord(document) ? (document['instances'] ?? document['items'] ?? [document]) : document;
  if (!Array.isArray(listed)) return { problem: 'is no JSON of topograph or of `kubectl get nodes -o json`' };
  const machines = listed.flatMap((each) =>
    isRecord(each) ? (readInstance(each) ?? readNode(each) ?? []) : [],
  );
  if (machines.every(({ places }) => places.size === 0))
    return { problem: 'has no machine that says where it is: no `network_layers` and no label of topograph' };
  return { levels: orderLevels(machines) };
}

function readInstance({ id, network_layers: layers, labels }: Json): Labelled | null {
  if (typeof id !== 'string') return null;
  const tiers = Array.isArray(layers)
    ? layers.map((name, tier) => [tierName(tier), String(name)] as const)
    : [];
  return { host: id, places: new Map([...tiers, ...readLabels(labels)]) };
}

function readNode({ metadata }: Json): Labelled | null {
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string') return null;
  return { host: metadata['name'], places: new Map(readLabels(metadata['labels'])) };
}

const LABELS: Readonly<Record<string, string>> = {
  'accelerator.topograph.run/domain': 'accelerator',
  'accelerator.topograph.run/sub-domain': 'subdomain',
  'nvidia.com/gpu.clique': 'nvlink',
  // Before topograph had tiers.
  'network.topology.nvidia.com/accelerator': 'accelerator',
  'network.topology.nvidia.com/leaf': tierName(0),
  'network.topology.nvidia.com/spine': tierName(1),
  'network.topology.nvidia.com/core': tierName(2),
};

function readLabels(labels: unknown): readonly (readonly [level: string, name: string])[] {
  if (!isRecord(labels)) return [];
  return Object.entries(labels).flatMap(([key, value]) => {
    const [, tier] = /^fabric\.topograph\.run\/tier-(\d)$/.exec(key) ?? [];
    const level = tier === undefined ? LABELS[key] : tierName(Number(tier));
    return level === undefined || typeof value !== 'string' || value === '' ? [] : [[level, value] as const];
  });
}

/**
 * Orders the levels. Tiers are nested. A level of accelerators gets the innermost place at which each of its domains
 * lies in one outer domain, and each inner domain in one of its own; a level that fits nowhere is left out.
 */
function orderLevels(machines: readonly Labelled[]): readonly NetworkLevel[] {
  const names = new Set(machines.flatMap(({ places }) => [...places.keys()]));
  const toLevel = (name: string): NetworkLevel => ({
    name,
    domainOf: new Map(
      machines.flatMap(({ host, places }) => {
        const domain = places.get(name);
        return domain === undefined ? [] : [[host, domain] as const];
      }),
    ),
  });
  const tierNames = Array.from({ length: 10 }, (_, tier) => tierName(9 - tier));
  const levels = tierNames.filter((name) => names.has(name)).map(toLevel);
  for (const name of ['accelerator', 'subdomain', 'nvlink'].filter((each) => names.has(each))) {
    const level = toLevel(name);
    const fits = (at: number) => liesWithin(level, levels[at - 1]) && liesWithin(levels[at], level);
    const place = Array.from({ length: levels.length + 1 }, (_, i) => levels.length - i).find(fits);
    if (place !== undefined) levels.splice(place, 0, level);
  }
  return levels;
}

/** Whether each domain of a level lies in one of another. */
function liesWithin(inner: NetworkLevel | undefined, outer: NetworkLevel | undefined): boolean {
  if (inner === undefined || outer === undefined) return true;
  const outerOf = new Map<string, string | undefined>();
  for (const [host, domain] of inner.domainOf) {
    const around = outer.domainOf.get(host);
    if (outerOf.has(domain) && outerOf.get(domain) !== around) return false;
    outerOf.set(domain, around);
  }
  return true;
}
