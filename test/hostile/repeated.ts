import { compiled, HEAD, type HostileInput, lines, refused, sized, withNodes, withRest } from './input.ts';

function billionLaughs(): string {
  const levels = lines(30, (i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`);
  return `l0: &l0 lol\n${levels}\n`;
}

export const ALIASES: readonly HostileInput[] = [
  refused('billion laughs', ['RP1005'], { source: billionLaughs }),
  refused('an alias of itself', ['RP1005'], { source: () => `${HEAD}nodes: &a [*a]\n` }),
  refused('an alias without an anchor', ['RP1005'], { source: () => `${HEAD}nodes: *a\n` }),
  refused('a list of GPUs, aliased 10,000 times', ['RP1005'], {
    ...sized(10_000, (n) =>
      withNodes(
        `  - {hosts: n0, gpus: &g [${Array.from({ length: 1000 }, (_, i) => `{index: ${i}}`).join(', ')}]}\n` +
          lines(n, (i) => `  - {hosts: n${i + 1}, gpus: *g}`),
      )(),
    ),
  }),
  refused('a merge key', ['RP1007'], { source: withRest('launch:\n  env: {<<: {A: b}}\n') }),
];

export const KEYS: readonly HostileInput[] = [
  refused('100,000 unknown keys', ['RP1101'], {
    ...sized(100_000, (n) => withRest(lines(n, (i) => `k${i}: 1`))()),
  }),
  refused('100,000 unknown keys in JSON', ['RP1102', 'RP1101'], {
    source: () => `{${lines(100_000, (i) => `"k${i}": 1,`)}"version": 1}`,
  }),
  compiled('100,000 models that nobody uses', ['RP2028'], {
    ...sized(100_000, (n) => withRest(`models:\n${lines(n, (i) => `  m${i}: {memory: 80GiB}`)}`)()),
  }),
  refused('100,000 models that are wrong', ['RP1105'], {
    ...sized(100_000, (n) => withRest(`models:\n${lines(n, (i) => `  m${i}: {score: 0}`)}`)()),
  }),
  compiled('100,000 variables', [], {
    ...sized(100_000, (n) => withRest(`launch:\n  env:\n${lines(n, (i) => `    V${i}: 1`)}`)()),
  }),
  refused('100,000 variables that are none', ['RP1106'], {
    ...sized(100_000, (n) => withRest(`launch:\n  env:\n${lines(n, (i) => `    V-${i}: 1`)}`)()),
  }),
  refused('100,000 times the same key', ['RP1004'], {
    ...sized(100_000, (n) => lines(n, () => 'version: 1')),
  }),
  refused('the same key twice in JSON', ['RP1004'], { source: () => '{"version": 1, "version": 1}' }),
  refused('__proto__', ['RP1007'], { source: withRest('__proto__: {x: 1}\n') }),
  refused('__proto__ in JSON', ['RP1007'], { source: () => '{"__proto__": {"version": 1}}' }),
  refused('constructor and toString as keys', ['RP1101'], {
    source: withRest('constructor: 1\ntoString: {}\nhasOwnProperty: 1\n'),
  }),
  refused('constructor in a launch', ['RP1101'], {
    source: withRest('launch: {constructor: 1, valueOf: 2}\n'),
  }),
  compiled('models and variables named as members of Object', ['RP3007'], {
    source: () =>
      `${HEAD}models: {constructor: {score: 3}, toString: {score: {valueOf: 4}}}\nlaunch: {env: {constructor: a, toString: b}}\n` +
      'nodes: [{hosts: n1, gpus: [{index: 0, model: constructor}, {index: 1, model: toString}]}]\n',
  }),
  refused('the model toString, which is not described', ['RP2007'], {
    source: () =>
      `${HEAD}models: {A: {score: 3}}\nnodes: [{hosts: n1, gpus: [{index: 0, model: toString}, {index: 1, model: A}]}]\n`,
  }),
  refused('a metric named constructor', ['RP3004'], {
    source: withRest('mapping: {strategy: performance-ranked, by: constructor}\n'),
  }),
  compiled('an option named toString', [], { source: withRest('slurm: {directives: {constructor: x}}\n') }),
  refused('a list as a key', ['RP1007'], { source: withRest('? [a, b]\n: 1\n') }),
  refused('an alias as a key', ['RP1007'], { source: withRest('name2: &a x\n*a : 1\n') }),
];
