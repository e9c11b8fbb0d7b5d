import fc from 'fast-check';

const score = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.integer({ min: 1, max: 9999 }).map((tenths) => tenths / 10),
  fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
);

const facts = {
  model: fc.constantFrom('A100', 'H100', 'constructor'),
  memory: fc.constantFrom('80GiB', '1.5TB', 2 ** 34),
  vendor: fc.constantFrom('nvidia', 'nvidia', 'nvidia', 'nvidia', 'nvidia', 'nvidia', 'amd'),
};
const scores = fc.oneof(score, fc.record({ score, bf16: score }));

const gpuList = fc
  .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 5 })
  .chain((indices) =>
    fc.tuple(
      ...indices.map((index) =>
        fc.record(
          { index: fc.constant(index), ...facts, score: scores },
          { requiredKeys: ['index', 'score'] },
        ),
      ),
    ),
  );
const gpuCount = fc.record(
  { count: fc.integer({ min: 1, max: 5 }), ...facts, score: scores },
  { requiredKeys: ['count'] },
);

const hosts = fc.oneof(
  fc.constantFrom('a1', 'b1', 'c[1-2]', 'd[08-10]', 'e[1,3]-ib'),
  fc.constant(['f1', 'g[1-2]', 'f2']),
  fc.constant(['h2', 'h1']),
);

const node = fc.record(
  {
    hosts,
    gpus: fc.oneof(gpuList, gpuCount),
    cpuRanks: fc.integer({ min: 1, max: 3 }),
    cpus: fc.integer({ min: 1, max: 128 }),
    address: fc.constantFrom('{host}.cluster', '{host}', '10.0.0.{host}', 'localhost'),
    env: fc.dictionary(
      fc.constantFrom('A', 'B', 'LD_PRELOAD', 'toString'),
      fc.constantFrom('x', 7, true, '010'),
    ),
  },
  { requiredKeys: ['hosts', 'gpus'] },
);

const selector = fc.constantFrom(
  'a1',
  'a1:0',
  'b1:1-2',
  'c1',
  'c[1-2]:0',
  'd08:0,1',
  'h1:cpu0',
  'f2',
  'nowhere:0',
);
const worldSize = fc.integer({ min: 1, max: 8 });
const ranksPerGpu = fc.constantFrom(1, 1, 2, 3);
const gpusPerRank = fc.constantFrom(1, 1, 1, 1, 1, 2, 'node' as const);
const by = fc.constantFrom('score', 'score', 'bf16', 'memory');

const each = { ranksPerGpu, gpusPerRank };

const ofStrategy = (name: string, more: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record({ strategy: fc.constant(name), ...more }, { requiredKeys: ['strategy'] });
const mapping = fc.oneof(
  ofStrategy('sequential', { order: fc.constantFrom('block', 'cyclic'), worldSize, ...each }),
  ofStrategy('performance-ranked', { order: fc.constantFrom('score', 'block'), by, worldSize, ...each }),
  ofStrategy('explicit', { ranks: fc.array(selector, { minLength: 1, maxLength: 2 }), ...each }),
  fc.record(
    {
      strategy: fc.constantFrom('sequential', 'explicit', 'performance-ranked'),
      order: fc.constantFrom('block', 'cyclic', 'score'),
      by,
      worldSize,
      exclude: fc.array(selector, { maxLength: 2 }),
      ranks: fc.array(selector, { minLength: 1, maxLength: 4 }),
      ...each,
    },
    { requiredKeys: [] },
  ),
);

const workload = fc.record(
  {
    globalBatch: fc.integer({ min: 1, max: 400 }).map((units) => units * 4),
    shares: fc.constantFrom('equal', 'proportional'),
    multipleOf: fc.constantFrom(1, 2, 4),
  },
  { requiredKeys: ['globalBatch'] },
);

const launch = fc.record(
  {
    visibility: fc.constantFrom('ordered', 'isolated', 'isolated', 'isolated'),
    backend: fc.constantFrom('nccl', 'gloo', 'none'),
    groupSize: fc.constantFrom(1, 1, 1, 2),
    command: fc.array(fc.constantFrom('python', 3, 'true', true, 'ä b'), { minLength: 1, maxLength: 3 }),
    env: fc.dictionary(fc.constantFrom('A', 'NCCL_DEBUG', 'constructor'), fc.constantFrom('WARN', 1)),
    grace: fc.constantFrom('15s', 3, '2m'),
  },
  { requiredKeys: [] },
);

const modelFacts = fc.record({ score, memory: facts.memory });

/** Topologies of the language, many of which mean something, and many of which do not. */
export const randomTopology: fc.Arbitrary<object> = fc.record(
  {
    version: fc.constant(1),
    name: fc.constantFrom('x', 'run-7'),
    models: fc.record({ A100: modelFacts, H100: modelFacts, constructor: modelFacts }),
    nodes: fc.uniqueArray(node, { minLength: 1, maxLength: 4, selector: (entry) => String(entry.hosts) }),
    mapping,
    workload,
    launch,
  },
  { requiredKeys: ['version', 'name', 'nodes'] },
);

/** The same value with the keys of every map in another order. */
export function shuffleKeys(value: unknown, seed: number): unknown {
  let state = seed;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  const shuffle = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(shuffle);
    if (typeof item !== 'object' || item === null) return item;
    const entries = Object.entries(item).map(([key, own]) => ({ key, own: shuffle(own), at: draw() }));
    return Object.fromEntries(entries.sort((a, b) => a.at - b.at).map(({ key, own }) => [key, own]));
  };
  return shuffle(value);
}
