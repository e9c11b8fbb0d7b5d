import { type HostileInput, NODES, sized, withNodes, withRest } from './input.ts';

const MIB = 2 ** 20;

function nestedMaps(depth: number): string {
  let text = '';
  for (let i = 0; i < depth; i++) text += `${' '.repeat(i)}a:\n`;
  return text;
}

export const SIZES: readonly HostileInput[] = [
  { name: '17 MiB', source: () => '#'.repeat(17 * MIB), codes: ['RP1001'] },
  { name: '16 MiB of comment', source: () => '#'.repeat(16 * MIB), codes: ['RP1006'] },
  {
    name: '16 MiB of `a,` in one list',
    isLong: true,
    source: () => `[${'a,'.repeat(8 * MIB - 1)}]`,
    codes: ['RP1001'],
  },
  {
    name: '1,600,000 items in one list',
    ...sized(1_600_000, (n) => `[${'a,'.repeat(n)}]`),
    codes: ['RP1103'],
  },
  {
    name: '4,900,000 brackets that close nothing',
    ...sized(4_900_000, (n) => withRest(`mapping: { strategy: ${']'.repeat(n)}`)()),
    codes: ['RP1003'],
  },
  { name: '16 MiB of line ends', isLong: true, source: () => '\n'.repeat(16 * MIB), codes: ['RP1001'] },
  {
    name: 'a name of 15 MiB',
    ...sized(15 * MIB, (n) => `version: 1\n${NODES}name: ${'a'.repeat(n)}`),
    codes: ['RP1105'],
  },
  {
    name: 'a quoted name of 15 MiB',
    ...sized(15 * MIB, (n) => `version: 1\n${NODES}name: "${'a'.repeat(n)}"`),
    codes: ['RP1105'],
  },
  {
    name: 'a name of 15 MiB in JSON',
    source: () =>
      JSON.stringify({ version: 1, name: 'a'.repeat(15 * MIB), nodes: [{ hosts: 'n1', cpuRanks: 1 }] }),
    codes: ['RP1105'],
  },
  { name: 'a key of 15 MiB', source: withRest(`? ${'a'.repeat(15 * MIB)}\n: 1\n`), codes: ['RP1101'] },
  {
    name: 'a host name of 15 MiB',
    ...sized(15 * MIB, (n) => withNodes(`  - {hosts: ${'a'.repeat(n)}, cpuRanks: 1}`)()),
    codes: ['RP2001'],
  },
  {
    name: 'a host list of 5 million brackets',
    ...sized(5_000_000, (n) => withNodes(`  - {hosts: "n${'[1]'.repeat(n)}", cpuRanks: 1}`)()),
    codes: ['RP2001'],
  },
  {
    name: 'a host list of 5 million commas',
    ...sized(5_000_000, (n) => withNodes(`  - {hosts: "n1${','.repeat(n)}", cpuRanks: 1}`)()),
    codes: [],
    compiles: true,
  },
  {
    name: 'a command of one line of 60 kB',
    source: withRest(`launch: {command: [${'a'.repeat(60_000)}]}`),
    codes: [],
    compiles: true,
  },
];

export const NESTING: readonly HostileInput[] = [
  { name: 'a million brackets', source: () => '['.repeat(1e6), codes: ['RP1001'] },
  { name: 'fifteen million brackets', source: () => '['.repeat(15e6), codes: ['RP1001'] },
  { name: 'fifteen million braces', source: () => '{'.repeat(15e6), codes: ['RP1001'] },
  {
    name: 'fifteen million brackets in JSON',
    source: () => `{"version": ${'['.repeat(15e6)}`,
    codes: ['RP1001'],
  },
  { name: 'a million dashes', source: () => '- '.repeat(1e6), codes: ['RP1001'] },
  { name: 'a million question marks', source: () => '? '.repeat(1e6), codes: ['RP1001'] },
  { name: '200 nested maps', source: () => nestedMaps(200), codes: ['RP1001'] },
  { name: '5000 nested maps', source: () => nestedMaps(5000), codes: ['RP1001'] },
  { name: '100,000 brackets, closed by the wrong ones', source: () => '[}'.repeat(1e5), codes: ['RP1001'] },
];
