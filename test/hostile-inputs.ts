/** An input that a program could choke on, and what the compiler must say instead. */
export interface HostileInput {
  readonly name: string;
  readonly source: () => string | Uint8Array;
  readonly codes: readonly string[];
  readonly compiles?: boolean;
}

const MIB = 2 ** 20;
const HEAD = 'version: 1\nname: x\n';
const NODES = 'nodes: [{hosts: n1, gpus: {count: 2}}]\n';

const lines = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** A topology that is fine but for `rest`. */
const withRest = (rest: string) => () => `${HEAD}${NODES}${rest}`;
const withNodes = (nodes: string) => () => `${HEAD}nodes:\n${nodes}\n`;

function nestedMaps(depth: number): string {
  let text = '';
  for (let i = 0; i < depth; i++) text += `${' '.repeat(i)}a:\n`;
  return text;
}

function billionLaughs(): string {
  const levels = lines(30, (i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`);
  return `l0: &l0 lol\n${levels}\n`;
}

const SIZES: readonly HostileInput[] = [
  { name: '17 MiB', source: () => '#'.repeat(17 * MIB), codes: ['RP1001'] },
  { name: '16 MiB of comment', source: () => '#'.repeat(16 * MIB), codes: ['RP1006'] },
  { name: '16 MiB of `a,` in one list', source: () => `[${'a,'.repeat(8 * MIB - 1)}]`, codes: ['RP1001'] },
  { name: '1,600,000 items in one list', source: () => `[${'a,'.repeat(1_600_000)}]`, codes: ['RP1103'] },
  { name: '16 MiB of line ends', source: () => '\n'.repeat(16 * MIB), codes: ['RP1006'] },
  { name: 'a name of 15 MiB', source: () => `version: 1\n${NODES}name: ${'a'.repeat(15 * MIB)}`, codes: ['RP1105'] },
  { name: 'a quoted name of 15 MiB', source: () => `version: 1\n${NODES}name: "${'a'.repeat(15 * MIB)}"`, codes: ['RP1105'] },
  {
    name: 'a name of 15 MiB in JSON',
    source: () => JSON.stringify({ version: 1, name: 'a'.repeat(15 * MIB), nodes: [{ hosts: 'n1', cpuRanks: 1 }] }),
    codes: ['RP1105'],
  },
  { name: 'a key of 15 MiB', source: withRest(`? ${'a'.repeat(15 * MIB)}\n: 1\n`), codes: ['RP1101'] },
  { name: 'a host name of 15 MiB', source: withNodes(`  - {hosts: ${'a'.repeat(15 * MIB)}, cpuRanks: 1}`), codes: ['RP2001'] },
  { name: 'a host list of 5 million brackets', source: withNodes(`  - {hosts: "n${'[1]'.repeat(5_000_000)}", cpuRanks: 1}`), codes: ['RP2001'] },
  { name: 'a host list of 5 million commas', source: withNodes(`  - {hosts: "n1${','.repeat(5_000_000)}", cpuRanks: 1}`), codes: [], compiles: true },
  { name: 'a command of one line of 60 kB', source: withRest(`launch: {command: [${'a'.repeat(60_000)}]}`), codes: [], compiles: true },
];

const NESTING: readonly HostileInput[] = [
  { name: 'a million brackets', source: () => '['.repeat(1e6), codes: ['RP1002'] },
  { name: 'fifteen million brackets', source: () => '['.repeat(15e6), codes: ['RP1002'] },
  { name: 'fifteen million braces', source: () => '{'.repeat(15e6), codes: ['RP1002'] },
  { name: 'fifteen million brackets in JSON', source: () => `{"version": ${'['.repeat(15e6)}`, codes: ['RP1002'] },
  { name: 'a million dashes', source: () => '- '.repeat(1e6), codes: ['RP1002'] },
  { name: 'a million question marks', source: () => '? '.repeat(1e6), codes: ['RP1002'] },
  { name: '200 nested maps', source: () => nestedMaps(200), codes: ['RP1002'] },
  { name: '5000 nested maps', source: () => nestedMaps(5000), codes: ['RP1002'] },
  { name: 'a million brackets, closed by the wrong ones', source: () => '[}'.repeat(1e6), codes: ['RP1003'] },
];

const ALIASES: readonly HostileInput[] = [
  { name: 'billion laughs', source: billionLaughs, codes: ['RP1005'] },
  { name: 'an alias of itself', source: () => `${HEAD}nodes: &a [*a]\n`, codes: ['RP1005'] },
  { name: 'an alias without an anchor', source: () => `${HEAD}nodes: *a\n`, codes: ['RP1005'] },
  {
    name: 'a list of GPUs, aliased 10,000 times',
    source: withNodes(
      `  - {hosts: n0, gpus: &g [${Array.from({ length: 1000 }, (_, i) => `{index: ${i}}`).join(', ')}]}\n` +
        lines(10_000, (i) => `  - {hosts: n${i + 1}, gpus: *g}`),
    ),
    codes: ['RP1005'],
  },
  { name: 'a merge key', source: withRest('launch:\n  env: {<<: {A: b}}\n'), codes: ['RP1007'] },
];

const KEYS: readonly HostileInput[] = [
  { name: '100,000 unknown keys', source: withRest(lines(100_000, (i) => `k${i}: 1`)), codes: ['RP1101'] },
  { name: '100,000 unknown keys in JSON', source: () => `{${lines(100_000, (i) => `"k${i}": 1,`)}"version": 1}`, codes: ['RP1102', 'RP1101'] },
  { name: '100,000 models that nobody uses', source: withRest(`models:\n${lines(100_000, (i) => `  m${i}: {score: 1}`)}`), codes: ['RP2028'], compiles: true },
  { name: '100,000 models that are wrong', source: withRest(`models:\n${lines(100_000, (i) => `  m${i}: {score: 0}`)}`), codes: ['RP1105'] },
  { name: '100,000 variables', source: withRest(`launch:\n  env:\n${lines(100_000, (i) => `    V${i}: 1`)}`), codes: [], compiles: true },
  { name: '100,000 variables that are none', source: withRest(`launch:\n  env:\n${lines(100_000, (i) => `    V-${i}: 1`)}`), codes: ['RP2029'] },
  { name: '100,000 times the same key', source: () => lines(100_000, () => 'version: 1'), codes: ['RP1004'] },
  { name: 'the same key twice in JSON', source: () => '{"version": 1, "version": 1}', codes: ['RP1004'] },
  { name: '__proto__', source: withRest('__proto__: {x: 1}\n'), codes: ['RP1007'] },
  { name: '__proto__ in JSON', source: () => '{"__proto__": {"version": 1}}', codes: ['RP1007'] },
  { name: 'constructor and toString as keys', source: withRest('constructor: 1\ntoString: {}\nhasOwnProperty: 1\n'), codes: ['RP1101'] },
  { name: 'constructor in a launch', source: withRest('launch: {constructor: 1, valueOf: 2}\n'), codes: ['RP1101'] },
  {
    name: 'models and variables named as members of Object',
    source: () =>
      `${HEAD}models: {constructor: {score: 3}, toString: {score: {valueOf: 4}}}\nlaunch: {env: {constructor: a, toString: b}}\n` +
      'nodes: [{hosts: n1, gpus: [{index: 0, model: constructor}, {index: 1, model: toString}]}]\n',
    codes: ['RP3007'],
    compiles: true,
  },
  {
    name: 'the model toString, which is not described',
    source: () => `${HEAD}models: {A: {score: 3}}\nnodes: [{hosts: n1, gpus: [{index: 0, model: toString}, {index: 1, model: A}]}]\n`,
    codes: ['RP2007'],
  },
  { name: 'a metric named constructor', source: withRest('mapping: {strategy: performance-ranked, by: constructor}\n'), codes: ['RP3004'] },
  { name: 'an option named toString', source: withRest('slurm: {directives: {constructor: x}}\n'), codes: [], compiles: true },
  { name: 'a list as a key', source: withRest('? [a, b]\n: 1\n'), codes: ['RP1007'] },
  { name: 'an alias as a key', source: withRest('name2: &a x\n*a : 1\n'), codes: ['RP1007'] },
];

const ENCODINGS: readonly HostileInput[] = [
  { name: 'nothing', source: () => '', codes: ['RP1006'] },
  { name: 'a NUL', source: () => `${HEAD}${NODES}# \0\n`, codes: ['RP1009'] },
  { name: 'an escape', source: () => `${HEAD}${NODES}# \u001b[2J\n`, codes: ['RP1009'] },
  { name: 'bytes that are not UTF-8', source: () => Buffer.from(`${HEAD}# caf\u00e9\n${NODES}`, 'latin1'), codes: ['RP1009'] },
  { name: 'UTF-16', source: () => Buffer.from(`\ufeff${HEAD}${NODES}`, 'utf16le'), codes: ['RP1009'] },
  { name: 'a surrogate as three bytes', source: () => Buffer.from([0x61, 0x3a, 0xed, 0xa0, 0x80]), codes: ['RP1009'] },
  { name: 'a byte order mark and CRLF', source: () => `\ufeff${HEAD}${NODES}`.replaceAll('\n', '\r\n'), codes: [], compiles: true },
  { name: 'two byte order marks', source: () => `\ufeff\ufeff${HEAD}${NODES}`, codes: [], compiles: true },
  { name: 'tabs', source: () => `${HEAD}nodes:\n\t- hosts: n1\n`, codes: ['RP1003'] },
  ...['env: {A: "\\ud800"}', 'command: ["\\ud800"]', 'setup: ["\\ud800"]', 'workdir: "/\\ud800"'].map((launch) => ({
    name: `half a surrogate pair: launch ${launch}`,
    source: withRest(`launch: {${launch}}\n`),
    codes: ['RP2027'],
  })),
  { name: 'half a surrogate pair in srun', source: withRest('slurm: {srun: ["--a=\\ud800"]}\n'), codes: ['RP2027'] },
  { name: 'half a surrogate pair in a directive', source: withRest('slurm: {directives: {comment: "\\ud800"}}\n'), codes: ['RP2032'] },
  { name: 'half a surrogate pair in a job name', source: withRest('slurm: {jobName: "\\ud800"}\n'), codes: ['RP1105'] },
  { name: 'half a surrogate pair as a name', source: () => `{"version": 1, "name": "\\udc00", "nodes": [{"hosts": "n1", "cpuRanks": 1}]}`, codes: ['RP1105'] },
];

const SYNTAX: readonly HostileInput[] = [
  { name: 'two documents', source: () => `${HEAD}${NODES}---\n${HEAD}`, codes: ['RP1006'] },
  { name: 'a million documents', source: () => '--- a\n'.repeat(1e6), codes: ['RP1006'] },
  { name: 'an unknown tag', source: withRest('launch: !evil {}\n'), codes: ['RP1007'] },
  { name: 'a tag of another schema', source: withRest('launch: {env: {A: !!binary aGk=}}\n'), codes: ['RP1007'] },
  { name: 'a scalar', source: () => 'hello\n', codes: ['RP1103'] },
  { name: 'a list', source: () => '- a\n', codes: ['RP1103'] },
  { name: 'an empty map', source: () => '{}\n', codes: ['RP1102'] },
  { name: 'an unclosed quote', source: () => `name: "${'a'.repeat(1e6)}`, codes: ['RP1003'] },
  { name: 'a million colons', source: () => ': '.repeat(1e6), codes: ['RP1002'] },
  { name: 'a million anchors', source: () => `[${lines(300_000, (i) => `&a${i} x,`)}]`, codes: ['RP1103'] },
];

const NUMBERS: readonly HostileInput[] = [
  ...['1e400', '-1e400', '.inf', '.nan', '1e-400', '0', '-0', '-1'].map((score) => ({
    name: `score: ${score}`,
    source: withNodes(`  - {hosts: n1, gpus: {count: 2, score: ${score}}}`),
    codes: [/inf|nan|e400/.test(score) ? 'RP1103' : 'RP1105'],
  })),
  { name: 'JSON 1e400', source: () => '{"version":1,"name":"x","nodes":[{"hosts":"n1","gpus":{"count":1,"score":1e400}}]}', codes: ['RP1103'] },
  { name: 'worldSize: 1e400', source: withRest('mapping: {worldSize: 1e400}\n'), codes: ['RP1103'] },
  { name: 'worldSize: 1.5', source: withRest('mapping: {worldSize: 1.5}\n'), codes: ['RP1103'] },
  { name: 'globalBatch: 2^53', source: withRest('workload: {globalBatch: 9007199254740992}\n'), codes: ['RP1105'] },
  { name: 'mem: 1e21', source: withRest('slurm: {mem: 1e21}\n'), codes: ['RP1105'] },
  { name: 'scores from 5e-324 to 1e308', source: () => `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, score: 5e-324}, {index: 1, score: 1e308}]}]\nworkload: {globalBatch: 9007199254740991}\n`, codes: [], compiles: true },
];

const N = 'n[0-65535]';

const AMPLIFIERS: readonly HostileInput[] = [
  { name: '80,000 wrong nodes', source: withNodes(lines(80_000, (i) => `  - {hosts: n${i}, gpu: 1}`)), codes: ['RP1101'] },
  { name: '80,000 nodes of a wrong type', source: withNodes(lines(80_000, () => '  - 1')), codes: ['RP1103'] },
  { name: '800,000 wrong items in one list', source: withRest(`mapping: {exclude: [${'1,'.repeat(800_000)}]}`), codes: ['RP1103'] },
  { name: '400,000 wrong GPUs of one node', source: withNodes(`  - {hosts: n1, gpus: [${'1,'.repeat(400_000)}]}`), codes: ['RP1103'] },
  { name: '65,536 hosts, 100 times', source: withNodes(lines(100, (i) => `  - {hosts: 'a${i}${N}', gpus: {count: 1}}`)), codes: ['RP2003'] },
  { name: '65,536 hosts, 10,000 times', source: withNodes(lines(10_000, (i) => `  - {hosts: 'a${i}${N}', gpus: {count: 1}}`)), codes: ['RP2003'] },
  { name: '65,536 hosts twice', source: withNodes(`  - {hosts: ['${N}', '${N}'], cpuRanks: 1}`), codes: ['RP2002'] },
  { name: '65,536 GPUs on each of 10,000 nodes', source: withNodes(lines(10_000, (i) => `  - {hosts: n${i}, gpus: [{index: 0-65535}]}`)), codes: ['RP2003'] },
  { name: '4096 GPUs on each of 100,000 nodes', source: withNodes(lines(100_000, (i) => `  - {hosts: n${i}, gpus: {count: 4096}}`)), codes: ['RP2003'] },
  { name: '2^31 ranks', source: () => `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 32}}]\nmapping: {ranksPerGpu: 1024}\n`, codes: ['RP3002'] },
  { name: '65,536 instances of one GPU', source: withNodes(`  - {hosts: n1, gpus: [{index: 0-65534, uuid: MIG-a, parent: 65535}]}`), codes: ['RP2005'] },
  { name: '1000 lists of 65,536 hosts excluded', source: withRest(`mapping:\n  exclude:\n${lines(1000, () => `    - '${N}'`)}`), codes: ['RP2033'] },
  { name: '100 lists of 2 million hosts excluded', source: withRest(`mapping:\n  exclude:\n${lines(100, () => `    - '${Array(32).fill(N).join(',')}'`)}`), codes: ['RP2033'] },
  { name: '65,536 unknown hosts among 5000', source: () => `${HEAD}nodes: [{hosts: 'n[0-4999]', cpuRanks: 1}]\nmapping: {exclude: ['m[0-65535]']}\n`, codes: ['RP2033'] },
  { name: '65,536 unknown GPUs on 1000 nodes', source: () => `${HEAD}nodes: [{hosts: 'n[0-999]', gpus: {count: 1}}]\nmapping: {exclude: ['n[0-999]:0-65535']}\n`, codes: ['RP2019'] },
  { name: '2 million slots excluded 200 times', source: () => `${HEAD}nodes: [{hosts: 'n[1-32]', cpuRanks: 65536}]\nmapping:\n  exclude:\n${lines(200, () => `    - 'n[1-32]'`)}\n`, codes: ['RP3021', 'RP3003'] },
  {
    name: '20,000 unknown models among 20,000',
    source: () => `${HEAD}models:\n${lines(20_000, (i) => `  a${i}: {score: 1}`)}\nnodes:\n${lines(20_000, (i) => `  - {hosts: n${i}, gpus: {count: 1, model: b${i}}}`)}\n`,
    codes: ['RP2028', 'RP2007'],
  },
  { name: '2 million ranks', source: () => `${HEAD}nodes: [{hosts: 'n[1-65536]', gpus: {count: 32}}]\n`, codes: [], compiles: true },
];

export const HOSTILE: Readonly<Record<string, readonly HostileInput[]>> = {
  SIZES,
  NESTING,
  ALIASES,
  KEYS,
  ENCODINGS,
  SYNTAX,
  NUMBERS,
  AMPLIFIERS,
};
