import fc from 'fast-check';

export interface Cluster {
  readonly nodes: readonly {
    readonly hosts: string;
    readonly gpus: readonly { readonly index: number; readonly score: number }[];
  }[];
  readonly mapping: { readonly strategy: string; readonly [key: string]: unknown };
}

const node = (hosts: string) =>
  fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }).map((scores) => ({
    hosts,
    gpus: scores.map((score, index) => ({ index, score: 10 * score })),
  }));

/** Small clusters where changes of many kinds leave a topology that compiles. */
export const clusterTopology: fc.Arbitrary<Cluster> = fc
  .tuple(
    fc.tuple(node('a1'), node('b1'), node('c1')),
    fc.constantFrom(
      { strategy: 'performance-ranked' },
      { strategy: 'performance-ranked', order: 'block' },
      { strategy: 'sequential' },
      { strategy: 'sequential', order: 'cyclic' },
    ),
    fc.option(fc.integer({ min: 1, max: 4 })),
  )
  .map(([nodes, mapping, worldSize]) => ({
    nodes,
    mapping: worldSize === null ? mapping : { ...mapping, worldSize },
  }));

type Change = (topology: Cluster) => Cluster;

const hostName = fc.constantFrom('a1', 'b1', 'c1');

const scoreChange = fc.tuple(hostName, fc.nat(3), fc.integer({ min: 1, max: 70 })).map(
  ([host, gpu, score]): Change =>
    (topology) => ({
      ...topology,
      nodes: topology.nodes.map((entry) =>
        entry.hosts === host
          ? { ...entry, gpus: entry.gpus.map((old) => (old.index === gpu ? { ...old, score } : old)) }
          : entry,
      ),
    }),
);
const nodeRemoved = hostName.map(
  (host): Change =>
    (topology) => ({
      ...topology,
      nodes: topology.nodes.filter(({ hosts }) => hosts !== host),
    }),
);
const nodeAdded = node('d1').map(
  (entry): Change =>
    (topology) => ({ ...topology, nodes: [...topology.nodes, entry] }),
);
const mapped =
  (entries: object): Change =>
  (topology) => ({ ...topology, mapping: { ...topology.mapping, ...entries } });
const excluded = fc.constantFrom('a1:0', 'b1', 'c1:0').map((selector) => mapped({ exclude: [selector] }));
const resized = fc.integer({ min: 1, max: 5 }).map((worldSize) => mapped({ worldSize }));
const reordered = fc.constant<Change>((topology) => ({ ...topology, nodes: [...topology.nodes].reverse() }));
const shared = fc.constant(mapped({ ranksPerGpu: 2 }));

/** Two edits that leave each other alone, in most cases. */
export const changesOfTopology: fc.Arbitrary<[Change, Change]> = fc.tuple(
  fc.oneof(scoreChange, scoreChange, nodeRemoved, reordered, shared),
  fc.oneof(excluded, resized, nodeAdded, scoreChange),
);
