import { compiled, HEAD, type HostileInput, lines, refused, sized, withNodes, withRest } from './input.ts';

/** As many hosts as one range may stand for. */
const N = 'n[0-65535]';

export const AMPLIFIERS: readonly HostileInput[] = [
  refused('80,000 wrong nodes', ['RP1101'], {
    ...sized(80_000, (n) => withNodes(lines(n, (i) => `  - {hosts: n${i}, gpu: 1}`))()),
  }),
  refused('80,000 nodes of a wrong type', ['RP1103'], {
    ...sized(80_000, (n) => withNodes(lines(n, () => '  - 1'))()),
  }),
  refused('800,000 wrong items in one list', ['RP1103'], {
    ...sized(800_000, (n) => withRest(`mapping: {exclude: [${'1,'.repeat(n)}]}`)()),
  }),
  refused('400,000 wrong GPUs of one node', ['RP1105', 'RP1103'], {
    ...sized(400_000, (n) => withNodes(`  - {hosts: n1, gpus: [${'1,'.repeat(n)}]}`)()),
  }),
  refused('65,536 hosts, 100 times', ['RP2003'], {
    isLong: true,
    source: withNodes(lines(100, (i) => `  - {hosts: 'a${i}${N}', gpus: {count: 1}}`)),
  }),
  refused('65,536 hosts, 10,000 times', ['RP2003'], {
    isLong: true,
    source: withNodes(lines(10_000, (i) => `  - {hosts: 'a${i}${N}', gpus: {count: 1}}`)),
  }),
  refused('65,536 hosts twice', ['RP2002'], {
    source: withNodes(`  - {hosts: ['${N}', '${N}'], cpuRanks: 1}`),
  }),
  refused('65,536 GPUs on each of 10,000 nodes', ['RP2003'], {
    isLong: true,
    source: withNodes(lines(10_000, (i) => `  - {hosts: n${i}, gpus: [{index: 0-65535}]}`)),
  }),
  refused('4096 GPUs on each of 100,000 nodes', ['RP2003'], {
    isLong: true,
    source: withNodes(lines(100_000, (i) => `  - {hosts: n${i}, gpus: {count: 4096}}`)),
  }),
  refused('2^31 ranks', null, {
    source: () => `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 32}}]\nmapping: {ranksPerGpu: 1024}\n`,
  }),
  refused('458,752 GPUs that make no whole rank', ['RP3002'], {
    source: () => `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 7}}]\nmapping: {gpusPerRank: 8}\n`,
  }),
  refused('65,536 items that list half a rank', ['RP3029'], {
    source: () =>
      `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 2}}]\nmapping: {strategy: explicit, gpusPerRank: 2, ranks: ['n[1-65536]:0', 'n[1-65536]:1']}\n`,
  }),
  refused('65,535 instances of one GPU, ten times', ['RP2004'], {
    source: withNodes(
      lines(10, (i) => `  - {hosts: n${i}, gpus: [{index: 0-65534, uuid: MIG-${i}, parent: 65535}]}`),
    ),
  }),
  refused('1000 lists of 65,536 hosts excluded', ['RP2019'], {
    isLong: true,
    source: withRest(`mapping:\n  exclude:\n${lines(1000, () => `    - '${N}'`)}`),
  }),
  refused('100 lists of 2 million hosts excluded', ['RP2019'], {
    isLong: true,
    source: withRest(`mapping:\n  exclude:\n${lines(100, () => `    - '${Array(32).fill(N).join(',')}'`)}`),
  }),
  refused('65,536 unknown hosts among 5000', ['RP2019'], {
    source: () => `${HEAD}nodes: [{hosts: 'n[0-4999]', cpuRanks: 1}]\nmapping: {exclude: ['m[0-65535]']}\n`,
  }),
  refused('65,536 unknown GPUs on 65,536 nodes', ['RP2019'], {
    source: () => `${HEAD}nodes: [{hosts: '${N}', gpus: {count: 1}}]\nmapping: {exclude: ['${N}:0-65535']}\n`,
  }),
  refused('2 million slots excluded 200 times', ['RP3021', 'RP2019'], {
    source: () =>
      `${HEAD}nodes: [{hosts: 'n[1-32]', cpuRanks: 65536}]\nmapping:\n  exclude:\n${lines(200, () => `    - 'n[1-32]'`)}\n`,
  }),
  refused('20,000 unknown models among 20,000', ['RP2028', 'RP2007'], {
    ...sized(
      20_000,
      (n) =>
        `${HEAD}models:\n${lines(n, (i) => `  a${i}: {score: 1}`)}\nnodes:\n${lines(n, (i) => `  - {hosts: n${i}, gpus: {count: 1, model: b${i}}}`)}\n`,
    ),
  }),
  compiled('2 million ranks', [], {
    ...sized(65_536, (n) => `${HEAD}nodes: [{hosts: 'n[1-${n}]', gpus: {count: 32}}]\n`),
  }),
];
