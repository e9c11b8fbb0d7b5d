import fc from 'fast-check';

/** A kind of machine: what is on it, as a topology says it. */
interface Kind {
  readonly prefix: string;
  readonly gpus: readonly string[];
  readonly cpuRanks: number;
}

const KINDS: readonly Kind[] = [
  { prefix: 'a', gpus: Array(4).fill('A100'), cpuRanks: 0 },
  { prefix: 'gpu-h0', gpus: Array(2).fill('H100'), cpuRanks: 0 },
  { prefix: 'big', gpus: Array(6).fill('A100'), cpuRanks: 0 },
  { prefix: 'mixed', gpus: ['V100', 'V100', 'H100'], cpuRanks: 0 },
  { prefix: 'cpu', gpus: [], cpuRanks: 3 },
];

export interface Machine {
  readonly host: string;
  readonly kind: Kind;
  readonly cpus: number;
}

/** The machines of a cluster: several kinds, several of a kind. */
export const randomMachines: fc.Arbitrary<readonly Machine[]> = fc
  .tuple(
    ...KINDS.map((kind) =>
      fc.tuple(
        fc.constant(kind),
        fc.integer({ min: kind.prefix === 'a' ? 1 : 0, max: 2 }),
        fc.constantFrom(12, 16, 24),
      ),
    ),
  )
  .map((kinds) =>
    kinds.flatMap(([kind, count, cpus]) =>
      Array.from({ length: count }, (_, i) => ({ host: `${kind.prefix}${i + 1}`, kind, cpus })),
    ),
  );

const MODELS = {
  A100: { score: 100, memory: '80GiB', gres: 'a100' },
  H100: { score: 140, memory: '80GiB', gres: 'h100' },
  V100: { score: 60, memory: '32GiB', gres: 'v100' },
};

/** The whole cluster as a topology: what the harness configures it from. */
export function clusterTopology(machines: readonly Machine[]): object {
  return {
    version: 1,
    name: 'cluster',
    models: MODELS,
    nodes: machines.map((machine) => namedNode(machine)),
  };
}

function namedNode({ host, kind, cpus }: Machine): object {
  return { hosts: host, cpus, ...devicesOf(kind) };
}

function devicesOf({ gpus, cpuRanks }: Kind): object {
  return cpuRanks > 0 ? { cpuRanks } : { gpus: gpus.map((model, index) => ({ index, model })) };
}

/** A topology on some of these machines, by name or bound by the job; some of what comes out is refused. */
export const randomTopologyOn = (machines: readonly Machine[]): fc.Arbitrary<object> =>
  fc
    .record({
      machines: fc.shuffledSubarray([...machines], { minLength: 1 }),
      isBound: fc.boolean(),
      mapping: randomMapping,
      visibility: fc.constantFrom(undefined, undefined, 'isolated'),
      gpuRequest: fc.constantFrom(undefined, undefined, undefined, 'total', 'none', 'per-node', 'gres'),
      allocation: fc.constantFrom(undefined, undefined, undefined, 'shared'),
      exclusive: fc.constantFrom(undefined, undefined, undefined, false),
    })
    .map(({ machines: chosen, isBound, mapping, visibility, gpuRequest, allocation, exclusive }) => {
      const nodes = isBound ? boundNodes(chosen) : chosen.map((machine) => namedNode(machine));
      const slots = listSlots(chosen, isBound);
      return withoutUndefined({
        version: 1,
        name: 'random',
        models: MODELS,
        nodes,
        mapping: mapping(slots),
        launch: { visibility },
        // Asked for by their CPUs, slots of two sizes may find the other's machine taken.
        slurm: { time: 2, gpuRequest, allocation, exclusive: isBound ? undefined : exclusive },
      });
    });

/** Machines of one kind and size as one entry of slots. */
function boundNodes(machines: readonly Machine[]): object[] {
  return machines.map((machine, i) => ({ ...namedNode(machine), hosts: `slot${i}`, bind: 'job' }));
}

interface Slot {
  readonly selector: string;
  readonly isGpu: boolean;
}

function listSlots(machines: readonly Machine[], isBound: boolean): readonly Slot[] {
  return machines.flatMap(({ host, kind }, i) => {
    const name = isBound ? `slot${i}` : host;
    return [
      ...kind.gpus.map((_, index) => ({ selector: `${name}:${index}`, isGpu: true })),
      ...Array.from({ length: kind.cpuRanks }, (_, slot) => ({
        selector: `${name}:cpu${slot}`,
        isGpu: false,
      })),
    ];
  });
}

type MakeMapping = (slots: readonly Slot[]) => object;

/** Numbers from 0 to 1 choose, so that one arbitrary serves any list of slots; without bias, which favours 0 and 1. */
const fraction = fc.noBias(fc.integer({ min: 0, max: 10_000 })).map((parts) => parts / 10_000);

const randomMapping: fc.Arbitrary<MakeMapping> = fc.noBias(
  fc.oneof(
    fc
      .record({
        order: fc.constantFrom('block', 'cyclic'),
        size: fraction,
        spared: fc.array(fraction, { maxLength: 2 }),
      })
      .map(
        ({ order, size, spared }): MakeMapping =>
          (slots) => {
            const exclude = [...new Set(spared.map((at) => pick(slots, at).selector))];
            const left = slots.length - exclude.length;
            return {
              strategy: 'sequential',
              order,
              exclude,
              worldSize: Math.max(1, Math.round(size * left)),
            };
          },
      ),
    fc
      .record({
        by: fc.constantFrom('score', 'memory'),
        order: fc.constantFrom('score', 'block'),
        size: fraction,
      })
      .map(
        ({ by, order, size }): MakeMapping =>
          (slots) => {
            const gpus = slots.filter(({ isGpu }) => isGpu).length;
            return {
              strategy: 'performance-ranked',
              by,
              order,
              worldSize: Math.max(1, Math.round(size * gpus)),
            };
          },
      ),
    fc.array(fraction, { minLength: 1, maxLength: 12 }).map(
      (places): MakeMapping =>
        (slots) => ({
          strategy: 'explicit',
          ranks: [...new Set(places.map((at) => pick(slots, at).selector))],
        }),
    ),
    fc.record({ gpusPerRank: fc.constantFrom(2, 3, 'node'), order: fc.constantFrom('block', 'cyclic') }).map(
      (mapping): MakeMapping =>
        () =>
          mapping,
    ),
    fraction.map(
      (size): MakeMapping =>
        (slots) => ({
          ranksPerGpu: 2,
          worldSize: 2 * Math.max(1, Math.round(size * slots.filter(({ isGpu }) => isGpu).length)),
        }),
    ),
  ),
);

const pick = (slots: readonly Slot[], at: number): Slot =>
  slots[Math.min(slots.length - 1, Math.floor(at * slots.length))] as Slot;

const withoutUndefined = (document: object): object => JSON.parse(JSON.stringify(document));
