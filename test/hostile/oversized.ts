import { compiled, type HostileInput, NODES, refused, sized, withNodes, withRest } from './input.ts';

const MIB = 2 ** 20;

function nestedMaps(depth: number): string {
  let text = '';
  for (let i = 0; i < depth; i++) text += `${' '.repeat(i)}a:\n`;
  return text;
}

export const SIZES: readonly HostileInput[] = [
  refused('17 MiB', ['RP1001'], { source: () => '#'.repeat(17 * MIB) }),
  refused('16 MiB of comment', ['RP1006'], { source: () => '#'.repeat(16 * MIB) }),
  refused('16 MiB of `a,` in one list', ['RP1001'], {
    isLong: true,
    source: () => `[${'a,'.repeat(8 * MIB - 1)}]`,
  }),
  refused(
    '1,600,000 items in one list',
    ['RP1103'],
    sized(1_600_000, (n) => `[${'a,'.repeat(n)}]`),
  ),
  refused('4,900,000 brackets that close nothing', ['RP1003'], {
    ...sized(4_900_000, (n) => withRest(`mapping: { strategy: ${']'.repeat(n)}`)()),
  }),
  refused('16 MiB of line ends', ['RP1001'], { isLong: true, source: () => '\n'.repeat(16 * MIB) }),
  refused('a name of 15 MiB', ['RP1105'], {
    ...sized(15 * MIB, (n) => `version: 1\n${NODES}name: ${'a'.repeat(n)}`),
  }),
  refused('a quoted name of 15 MiB', ['RP1105'], {
    ...sized(15 * MIB, (n) => `version: 1\n${NODES}name: "${'a'.repeat(n)}"`),
  }),
  refused('a name of 15 MiB in JSON', ['RP1105'], {
    source: () =>
      JSON.stringify({ version: 1, name: 'a'.repeat(15 * MIB), nodes: [{ hosts: 'n1', cpuRanks: 1 }] }),
  }),
  refused('a key of 15 MiB', ['RP1101'], { source: withRest(`? ${'a'.repeat(15 * MIB)}\n: 1\n`) }),
  refused('a host name of 15 MiB', ['RP2001'], {
    ...sized(15 * MIB, (n) => withNodes(`  - {hosts: ${'a'.repeat(n)}, cpuRanks: 1}`)()),
  }),
  refused('a host list of 5 million brackets', ['RP2001'], {
    ...sized(5_000_000, (n) => withNodes(`  - {hosts: "n${'[1]'.repeat(n)}", cpuRanks: 1}`)()),
  }),
  compiled('a host list of 5 million commas', [], {
    ...sized(5_000_000, (n) => withNodes(`  - {hosts: "n1${','.repeat(n)}", cpuRanks: 1}`)()),
  }),
  compiled('a command of one line of 60 kB', [], {
    source: withRest(`launch: {command: [${'a'.repeat(60_000)}]}`),
  }),
];

export const NESTING: readonly HostileInput[] = [
  refused('a million brackets', ['RP1001'], { source: () => '['.repeat(1e6) }),
  refused('fifteen million brackets', ['RP1001'], { source: () => '['.repeat(15e6) }),
  refused('fifteen million braces', ['RP1001'], { source: () => '{'.repeat(15e6) }),
  refused('fifteen million brackets in JSON', ['RP1001'], {
    source: () => `{"version": ${'['.repeat(15e6)}`,
  }),
  refused('a million dashes', ['RP1001'], { source: () => '- '.repeat(1e6) }),
  refused('a million question marks', ['RP1001'], { source: () => '? '.repeat(1e6) }),
  refused('200 nested maps', ['RP1001'], { source: () => nestedMaps(200) }),
  refused('5000 nested maps', ['RP1001'], { source: () => nestedMaps(5000) }),
  refused('100,000 brackets, closed by the wrong ones', ['RP1001'], { source: () => '[}'.repeat(1e5) }),
];
