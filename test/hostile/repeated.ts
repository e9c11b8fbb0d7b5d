import { HEAD, type HostileInput, lines, sized, withNodes, withRest } from './input.ts';

function billionLaughs(): string {
  const levels = lines(30, (i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`);
  return `l0: &l0 lol\n${levels}\n`;
}

export const ALIASES: readonly HostileInput[] = [
  { name: 'billion laughs', source: billionLaughs, codes: ['RP1005'] },
  { name: 'an alias of itself', source: () => `${HEAD}nodes: &a [*a]\n`, codes: ['RP1005'] },
  { name: 'an alias without an anchor', source: () => `${HEAD}nodes: *a\n`, codes: ['RP1005'] },
  {
    name: 'a list of GPUs, aliased 10,000 times',
    ...sized(10_000, (n) =>
      withNodes(
        `  - {hosts: n0, gpus: &g [${Array.from({ length: 1000 }, (_, i) => `{index: ${i}}`).join(', ')}]}\n` +
          lines(n, (i) => `  - {hosts: n${i + 1}, gpus: *g}`),
      )(),
    ),
    codes: ['RP1005'],
  },
  { name: 'a merge key', source: withRest('launch:\n  env: {<<: {A: b}}\n'), codes: ['RP1007'] },
];

export const KEYS: readonly HostileInput[] = [
  {
    name: '100,000 unknown keys',
    ...sized(100_000, (n) => withRest(lines(n, (i) => `k${i}: 1`))()),
    codes: ['RP1101'],
  },
  {
    name: '100,000 unknown keys in JSON',
    source: () => `{${lines(100_000, (i) => `"k${i}": 1,`)}"version": 1}`,
    codes: ['RP1102', 'RP1101'],
  },
  {
    name: '100,000 models that nobody uses',
    ...sized(100_000, (n) => withRest(`models:\n${lines(n, (i) => `  m${i}: {memory: 80GiB}`)}`)()),
    codes: ['RP2028'],
    compiles: true,
  },
  {
    name: '100,000 models that are wrong',
    ...sized(100_000, (n) => withRest(`models:\n${lines(n, (i) => `  m${i}: {score: 0}`)}`)()),
    codes: ['RP1105'],
  },
  {
    name: '100,000 variables',
    ...sized(100_000, (n) => withRest(`launch:\n  env:\n${lines(n, (i) => `    V${i}: 1`)}`)()),
    codes: [],
    compiles: true,
  },
  {
    name: '100,000 variables that are none',
    ...sized(100_000, (n) => withRest(`launch:\n  env:\n${lines(n, (i) => `    V-${i}: 1`)}`)()),
    codes: ['RP1106'],
  },
  {
    name: '100,000 times the same key',
    ...sized(100_000, (n) => lines(n, () => 'version: 1')),
    codes: ['RP1004'],
  },
  { name: 'the same key twice in JSON', source: () => '{"version": 1, "version": 1}', codes: ['RP1004'] },
  { name: '__proto__', source: withRest('__proto__: {x: 1}\n'), codes: ['RP1007'] },
  { name: '__proto__ in JSON', source: () => '{"__proto__": {"version": 1}}', codes: ['RP1007'] },
  {
    name: 'constructor and toString as keys',
    source: withRest('constructor: 1\ntoString: {}\nhasOwnProperty: 1\n'),
    codes: ['RP1101'],
  },
  {
    name: 'constructor in a launch',
    source: withRest('launch: {constructor: 1, valueOf: 2}\n'),
    codes: ['RP1101'],
  },
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
    source: () =>
      `${HEAD}models: {A: {score: 3}}\nnodes: [{hosts: n1, gpus: [{index: 0, model: toString}, {index: 1, model: A}]}]\n`,
    codes: ['RP2007'],
  },
  {
    name: 'a metric named constructor',
    source: withRest('mapping: {strategy: performance-ranked, by: constructor}\n'),
    codes: ['RP3004'],
  },
  {
    name: 'an option named toString',
    source: withRest('slurm: {directives: {constructor: x}}\n'),
    codes: [],
    compiles: true,
  },
  { name: 'a list as a key', source: withRest('? [a, b]\n: 1\n'), codes: ['RP1007'] },
  { name: 'an alias as a key', source: withRest('name2: &a x\n*a : 1\n'), codes: ['RP1007'] },
];
