import { HEAD, type HostileInput, lines, sized, withNodes, withRest } from './input.ts';

/** As many hosts as one range may stand for. */
const N = 'n[0-65535]';

export const AMPLIFIERS: readonly HostileInput[] = [
  {
    name: '80,000 wrong nodes',
    ...sized(80_000, (n) => withNodes(lines(n, (i) => `  - {hosts: n${i}, gpu: 1}`))()),
    codes: ['RP1101'],
  },
  {
    name: '80,000 nodes of a wrong type',
    ...sized(80_000, (n) => withNodes(lines(n, () => '  - 1'))()),
    codes: ['RP1103'],
  },
  {
    name: '800,000 wrong items in one list',
    ...sized(800_000, (n) => withRest(`mapping: {exclude: [${'1,'.repeat(n)}]}`)()),
    codes: ['RP1103'],
  },
  {
    name: '400,000 wrong GPUs of one node',
    ...sized(400_000, (n) => withNodes(`  - {hosts: n1, gpus: [${'1,'.repeat(n)}]}`)()),
    codes: ['RP1105', 'RP1103'],
  },
  {
    name: '65,536 hosts, 100 times',
    isLong: true,
    source: withNodes(lines(100, (i) => `  - {hosts: 'a${i}${N}', gpus: {count: 1}}`)),
    codes: ['RP2003'],
  },
  {
    name: '65,536 hosts, 10,000 times',
    isLong: true,
    source: withNodes(lines(10_000, (i) => `  - {hosts: 'a${i}${N}', gpus: {count: 1}}`)),
    codes: ['RP2003'],
  },
  {
    name: '65,536 hosts twice',
    source: withNodes(`  - {hosts: ['${N}', '${N}'], cpuRanks: 1}`),
    codes: ['RP2002'],
  },
  {
    name: '65,536 GPUs on each of 10,000 nodes',
    isLong: true,
    source: withNodes(lines(10_000, (i) => `  - {hosts: n${i}, gpus: [{index: 0-65535}]}`)),
    codes: ['RP2003'],
  },
  {
    name: '4096 GPUs on each of 100,000 nodes',
    isLong: true,
    source: withNodes(lines(100_000, (i) => `  - {hosts: n${i}, gpus: {count: 4096}}`)),
    codes: ['RP2003'],
  },
  {
    name: '2^31 ranks',
    source: () => `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 32}}]\nmapping: {ranksPerGpu: 1024}\n`,
    codes: null,
  },
  {
    name: '458,752 GPUs that make no whole rank',
    source: () => `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 7}}]\nmapping: {gpusPerRank: 8}\n`,
    codes: ['RP3002'],
  },
  {
    name: '65,536 items that list half a rank',
    source: () =>
      `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 2}}]\nmapping: {strategy: explicit, gpusPerRank: 2, ranks: ['n[1-65536]:0', 'n[1-65536]:1']}\n`,
    codes: ['RP3029'],
  },
  {
    name: '65,535 instances of one GPU, ten times',
    source: withNodes(
      lines(10, (i) => `  - {hosts: n${i}, gpus: [{index: 0-65534, uuid: MIG-${i}, parent: 65535}]}`),
    ),
    codes: ['RP2004'],
  },
  {
    name: '1000 lists of 65,536 hosts excluded',
    isLong: true,
    source: withRest(`mapping:\n  exclude:\n${lines(1000, () => `    - '${N}'`)}`),
    codes: ['RP2019'],
  },
  {
    name: '100 lists of 2 million hosts excluded',
    isLong: true,
    source: withRest(`mapping:\n  exclude:\n${lines(100, () => `    - '${Array(32).fill(N).join(',')}'`)}`),
    codes: ['RP2019'],
  },
  {
    name: '65,536 unknown hosts among 5000',
    source: () => `${HEAD}nodes: [{hosts: 'n[0-4999]', cpuRanks: 1}]\nmapping: {exclude: ['m[0-65535]']}\n`,
    codes: ['RP2019'],
  },
  {
    name: '65,536 unknown GPUs on 65,536 nodes',
    source: () => `${HEAD}nodes: [{hosts: '${N}', gpus: {count: 1}}]\nmapping: {exclude: ['${N}:0-65535']}\n`,
    codes: ['RP2019'],
  },
  {
    name: '2 million slots excluded 200 times',
    source: () =>
      `${HEAD}nodes: [{hosts: 'n[1-32]', cpuRanks: 65536}]\nmapping:\n  exclude:\n${lines(200, () => `    - 'n[1-32]'`)}\n`,
    codes: ['RP3021', 'RP2019'],
  },
  {
    name: '20,000 unknown models among 20,000',
    ...sized(
      20_000,
      (n) =>
        `${HEAD}models:\n${lines(n, (i) => `  a${i}: {score: 1}`)}\nnodes:\n${lines(n, (i) => `  - {hosts: n${i}, gpus: {count: 1, model: b${i}}}`)}\n`,
    ),
    codes: ['RP2028', 'RP2007'],
  },
  {
    name: '2 million ranks',
    ...sized(65_536, (n) => `${HEAD}nodes: [{hosts: 'n[1-${n}]', gpus: {count: 32}}]\n`),
    codes: [],
    compiles: true,
  },
];
