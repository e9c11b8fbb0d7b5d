import { compiled, HEAD, type HostileInput, lines, NODES, refused, sized } from './input.ts';

/** As JSON, which is read fast: what is left to measure is the work that the lists make. */
const json = (rest: object) => (): string => JSON.stringify({ version: 1, name: 'x', ...rest });

const many = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i));

const inventory = (gpus: readonly unknown[]): string => JSON.stringify({ formatVersion: '1.0', gpus });

/** Each list and range of the language is counted before it is expanded, and together with what multiplies it. */
export const LISTS: readonly HostileInput[] = [
  refused('65,536 GPUs on each of 200,000 nodes', ['RP2003'], {
    isLong: true,
    source: json({ nodes: many(200_000, (i) => ({ hosts: `n${i}`, gpus: [{ index: '0-65535' }] })) }),
  }),
  refused('65,536 GPUs, 4096 times on one node', ['RP2004', 'RP2003'], {
    isLong: true,
    source: json({ nodes: [{ hosts: 'n', gpus: many(4096, () => ({ index: '0-65535' })) }] }),
  }),
  refused('131,070 hosts on each of 200,000 nodes', ['RP2002', 'RP2003'], {
    isLong: true,
    source: json({ nodes: many(200_000, () => ({ hosts: 'n[0-65534],m[0-65534]', cpuRanks: 1 })) }),
  }),
  compiled('65,536 CPUs of each of 240,000 GPUs', [], {
    ...sized(60, (count) =>
      json({
        nodes: many(count, (n) => ({
          hosts: `n${n}`,
          gpus: many(4000, (index) => ({ index, cpus: '0-65535' })),
        })),
      })(),
    ),
  }),
  refused('65,536 GPUs excluded 500,000 times', ['RP2019'], {
    ...sized(500_000, (n) =>
      json({
        nodes: [{ hosts: 'n', gpus: { count: 4 } }],
        mapping: { exclude: many(n, () => 'n:0-65535') },
      })(),
    ),
  }),
  refused('65,536 CPU slots listed 500,000 times', ['RP2019'], {
    ...sized(500_000, (n) =>
      json({
        nodes: [{ hosts: 'n', gpus: { count: 4 } }],
        mapping: { strategy: 'explicit', ranks: many(n, () => 'n:cpu0-65535') },
      })(),
    ),
  }),
  refused('one GPU of 65,536 excluded by its uuid, 60,000 times', ['RP3021', 'RP2019'], {
    isLong: true,
    source: json({
      nodes: [{ hosts: 'n', gpus: [{ index: 0, uuid: 'GPU-1' }, { index: '1-65535' }] }],
      mapping: { exclude: many(60_000, () => 'n:GPU-1') },
    }),
  }),
  refused('a uuid that none of 65,536 GPUs has, 500,000 times', ['RP2019'], {
    isLong: true,
    source: json({
      nodes: [{ hosts: 'n', gpus: [{ index: '0-65535' }] }],
      mapping: { exclude: many(500_000, () => 'n:GPU-1') },
    }),
  }),
  refused('2 million slots listed 20 times', ['RP2019'], {
    isLong: true,
    source: json({
      nodes: [{ hosts: 'n[1-32]', cpuRanks: 65_536 }],
      mapping: { strategy: 'explicit', ranks: many(20, () => 'n[1-32]') },
    }),
  }),
  refused('100 unknown hosts like 131,072 with long names', ['RP2019'], {
    ...sized(100, (n) => {
      const b = 'b'.repeat(240);
      return `${HEAD}nodes: [{hosts: 'a${b}[0-65535],c${b}[0-65535]', cpuRanks: 1}]\nmapping:\n  exclude:\n${lines(n, (i) => `    - 'd${b}${10_000 + i}'`)}\n`;
    }),
  }),
  compiled('160,000 scores, of which one has 324 digits', [], {
    ...sized(40, (count) =>
      json({
        nodes: many(count, (n) => ({
          hosts: `n${n}`,
          gpus: many(4000, (index) => ({ index, score: n + index === 0 ? 5e-324 : 1 + n * 4000 + index })),
        })),
        workload: { globalBatch: Number.MAX_SAFE_INTEGER },
      })(),
    ),
  }),
  refused('8 million numbers in a list of JSON', ['RP1001'], {
    isLong: true,
    source: () => `[${'1,'.repeat(8_000_000)}1]`,
  }),
  compiled('500,000 comments that leave nothing out', ['RP1202'], ignores('RP3007: x')),
  compiled('500,000 comments without a reason', ['RP1201'], ignores('RP3007')),
];

function ignores(what: string) {
  return sized(500_000, (n) => `${HEAD}${NODES}${`# rankplan-ignore ${what}\n`.repeat(n)}`);
}

const withInventory = (
  hosts: string,
  text: () => string,
  more: object = {},
): Pick<HostileInput, 'source' | 'files'> => ({
  source: json({ nodes: [{ hosts, inventory: '{host}/../i.json', ...more }] }),
  files: { 'i.json': text },
});

export const INVENTORIES: readonly HostileInput[] = [
  refused('20,000 hosts with 65,536 GPUs of their own beside one in the file', ['RP2003'], {
    ...withInventory('a[0-19999]', () => inventory([{ index: 0 }]), {
      gpus: [{ index: '0-65535', vendor: 'amd' }],
    }),
  }),
  refused('a million numbers for GPUs', ['RP1105', 'RP1103'], {
    ...withInventory('a', () => inventory(many(1_000_000, () => 1))),
  }),
  refused('400,000 scores without a value', ['RP1102'], {
    isLong: true,
    ...withInventory('a', () =>
      inventory([{ index: 0, scores: Object.fromEntries(many(400_000, (i) => [`k${i}`, {}])) }]),
    ),
  }),
  refused('a million links that are none', ['RP1105', 'RP1103'], {
    ...withInventory('a', () => inventory([{ index: 0, links: many(1_000_000, () => 1) }])),
  }),
  refused('2000 hosts that lead to one file of a megabyte', ['RP2011'], {
    isLong: true,
    ...withInventory('a[0-1999]', () => inventory([{ index: 0, note: 'x'.repeat(1_000_000) }])),
  }),
  refused('a million GPUs that the file with 4096 does not have', ['RP2019', 'RP2004'], {
    isLong: true,
    ...withInventory('a', () => inventory(many(4096, (index) => ({ index }))), {
      gpus: many(20, () => ({ index: '0-65535', vendor: 'amd' })),
    }),
  }),
  compiled('4096 GPUs with 65,536 CPUs each, on 20 hosts', [], {
    ...withInventory('a[0-19]', () => inventory(many(4096, (index) => ({ index, cpus: '0-65535' })))),
  }),
];
