import {
  compiled,
  HEAD,
  type HostileInput,
  lines,
  NODES,
  refused,
  sized,
  withNodes,
  withRest,
} from './input.ts';

export const ENCODINGS: readonly HostileInput[] = [
  refused('nothing', ['RP1006'], { source: () => '' }),
  refused('a NUL', ['RP1009'], { source: () => `${HEAD}${NODES}# \0\n` }),
  refused('an escape', ['RP1009'], { source: () => `${HEAD}${NODES}# \u001b[2J\n` }),
  refused('bytes that are not UTF-8', ['RP1009'], {
    source: () => Buffer.from(`${HEAD}# caf\u00e9\n${NODES}`, 'latin1'),
  }),
  refused('UTF-16', ['RP1009'], { source: () => Buffer.from(`\ufeff${HEAD}${NODES}`, 'utf16le') }),
  refused('a surrogate as three bytes', ['RP1009'], {
    source: () => Buffer.from([0x61, 0x3a, 0xed, 0xa0, 0x80]),
  }),
  compiled('a byte order mark and CRLF', [], {
    source: () => `\ufeff${HEAD}${NODES}`.replaceAll('\n', '\r\n'),
  }),
  refused('two byte order marks', ['RP1009'], { source: () => `\ufeff\ufeff${HEAD}${NODES}` }),
  refused('tabs', ['RP1003'], { source: () => `${HEAD}nodes:\n\t- hosts: n1\n` }),
  ...['env: {A: "\\ud800"}', 'command: ["\\ud800"]', 'setup: ["\\ud800"]', 'workdir: "/\\ud800"'].map(
    (launch) => ({
      name: `half a surrogate pair: launch ${launch}`,
      source: withRest(`launch: {${launch}}\n`),
      codes: ['RP2027'],
    }),
  ),
  refused('half a surrogate pair in srun', ['RP2027'], {
    source: withRest('slurm: {srun: ["--a=\\ud800"]}\n'),
  }),
  refused('half a surrogate pair in a directive', ['RP2027'], {
    source: withRest('slurm: {directives: {comment: "\\ud800"}}\n'),
  }),
  refused('half a surrogate pair in a job name', ['RP2027'], {
    source: withRest('slurm: {jobName: "\\ud800"}\n'),
  }),
  refused('half a surrogate pair as a name', ['RP2027'], {
    source: () => `{"version": 1, "name": "\\udc00", "nodes": [{"hosts": "n1", "cpuRanks": 1}]}`,
  }),
];

export const SYNTAX: readonly HostileInput[] = [
  refused('two documents', ['RP1006'], { source: () => `${HEAD}${NODES}---\n${HEAD}` }),
  refused(
    '100,000 documents',
    ['RP1006'],
    sized(1e5, (n) => '--- a\n'.repeat(n)),
  ),
  refused('an unknown tag', ['RP1007'], { source: withRest('launch: !evil {}\n') }),
  refused('a tag of another schema', ['RP1007'], { source: withRest('launch: {env: {A: !!binary aGk=}}\n') }),
  refused('a scalar', ['RP1103'], { source: () => 'hello\n' }),
  refused('a list', ['RP1103'], { source: () => '- a\n' }),
  refused('an empty map', ['RP1102'], { source: () => '{}\n' }),
  refused('an unclosed quote', ['RP1003'], { source: () => `name: "${'a'.repeat(1e6)}` }),
  refused('a million colons', ['RP1001'], { source: () => ': '.repeat(1e6) }),
  refused(
    'a million anchors',
    ['RP1103'],
    sized(300_000, (n) => `[${lines(n, (i) => `&a${i} x,`)}]`),
  ),
];

export const NUMBERS: readonly HostileInput[] = [
  ...['1e400', '-1e400', '.inf', '.nan', '1e-400', '0', '-0', '-1'].map((score) => ({
    name: `score: ${score}`,
    source: withNodes(`  - {hosts: n1, gpus: {count: 2, score: ${score}}}`),
    codes: [/inf|nan|e400/.test(score) ? 'RP1103' : 'RP1105'],
  })),
  refused('JSON 1e400', ['RP1103'], {
    source: () => '{"version":1,"name":"x","nodes":[{"hosts":"n1","gpus":{"count":1,"score":1e400}}]}',
  }),
  refused('worldSize: 1e400', ['RP1103'], { source: withRest('mapping: {worldSize: 1e400}\n') }),
  refused('worldSize: 1.5', ['RP1103'], { source: withRest('mapping: {worldSize: 1.5}\n') }),
  refused('globalBatch: 2^53', ['RP1105'], {
    source: withRest('workload: {globalBatch: 9007199254740992}\n'),
  }),
  refused('mem: 1e21', ['RP1105'], { source: withRest('slurm: {mem: 1e21}\n') }),
  compiled('scores from 5e-324 to 1e308', [], {
    source: () =>
      `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, score: 5e-324}, {index: 1, score: 1e308}]}]\nworkload: {globalBatch: 9007199254740991}\n`,
  }),
];
