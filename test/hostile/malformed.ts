import { HEAD, type HostileInput, lines, NODES, sized, withNodes, withRest } from './input.ts';

export const ENCODINGS: readonly HostileInput[] = [
  { name: 'nothing', source: () => '', codes: ['RP1006'] },
  { name: 'a NUL', source: () => `${HEAD}${NODES}# \0\n`, codes: ['RP1009'] },
  { name: 'an escape', source: () => `${HEAD}${NODES}# \u001b[2J\n`, codes: ['RP1009'] },
  {
    name: 'bytes that are not UTF-8',
    source: () => Buffer.from(`${HEAD}# caf\u00e9\n${NODES}`, 'latin1'),
    codes: ['RP1009'],
  },
  { name: 'UTF-16', source: () => Buffer.from(`\ufeff${HEAD}${NODES}`, 'utf16le'), codes: ['RP1009'] },
  {
    name: 'a surrogate as three bytes',
    source: () => Buffer.from([0x61, 0x3a, 0xed, 0xa0, 0x80]),
    codes: ['RP1009'],
  },
  {
    name: 'a byte order mark and CRLF',
    source: () => `\ufeff${HEAD}${NODES}`.replaceAll('\n', '\r\n'),
    codes: [],
    compiles: true,
  },
  { name: 'two byte order marks', source: () => `\ufeff\ufeff${HEAD}${NODES}`, codes: ['RP1009'] },
  { name: 'tabs', source: () => `${HEAD}nodes:\n\t- hosts: n1\n`, codes: ['RP1003'] },
  ...['env: {A: "\\ud800"}', 'command: ["\\ud800"]', 'setup: ["\\ud800"]', 'workdir: "/\\ud800"'].map(
    (launch) => ({
      name: `half a surrogate pair: launch ${launch}`,
      source: withRest(`launch: {${launch}}\n`),
      codes: ['RP2027'],
    }),
  ),
  {
    name: 'half a surrogate pair in srun',
    source: withRest('slurm: {srun: ["--a=\\ud800"]}\n'),
    codes: ['RP2027'],
  },
  {
    name: 'half a surrogate pair in a directive',
    source: withRest('slurm: {directives: {comment: "\\ud800"}}\n'),
    codes: ['RP2027'],
  },
  {
    name: 'half a surrogate pair in a job name',
    source: withRest('slurm: {jobName: "\\ud800"}\n'),
    codes: ['RP2027'],
  },
  {
    name: 'half a surrogate pair as a name',
    source: () => `{"version": 1, "name": "\\udc00", "nodes": [{"hosts": "n1", "cpuRanks": 1}]}`,
    codes: ['RP2027'],
  },
];

export const SYNTAX: readonly HostileInput[] = [
  { name: 'two documents', source: () => `${HEAD}${NODES}---\n${HEAD}`, codes: ['RP1006'] },
  { name: '100,000 documents', ...sized(1e5, (n) => '--- a\n'.repeat(n)), codes: ['RP1006'] },
  { name: 'an unknown tag', source: withRest('launch: !evil {}\n'), codes: ['RP1007'] },
  {
    name: 'a tag of another schema',
    source: withRest('launch: {env: {A: !!binary aGk=}}\n'),
    codes: ['RP1007'],
  },
  { name: 'a scalar', source: () => 'hello\n', codes: ['RP1103'] },
  { name: 'a list', source: () => '- a\n', codes: ['RP1103'] },
  { name: 'an empty map', source: () => '{}\n', codes: ['RP1102'] },
  { name: 'an unclosed quote', source: () => `name: "${'a'.repeat(1e6)}`, codes: ['RP1003'] },
  { name: 'a million colons', source: () => ': '.repeat(1e6), codes: ['RP1001'] },
  {
    name: 'a million anchors',
    ...sized(300_000, (n) => `[${lines(n, (i) => `&a${i} x,`)}]`),
    codes: ['RP1103'],
  },
];

export const NUMBERS: readonly HostileInput[] = [
  ...['1e400', '-1e400', '.inf', '.nan', '1e-400', '0', '-0', '-1'].map((score) => ({
    name: `score: ${score}`,
    source: withNodes(`  - {hosts: n1, gpus: {count: 2, score: ${score}}}`),
    codes: [/inf|nan|e400/.test(score) ? 'RP1103' : 'RP1105'],
  })),
  {
    name: 'JSON 1e400',
    source: () => '{"version":1,"name":"x","nodes":[{"hosts":"n1","gpus":{"count":1,"score":1e400}}]}',
    codes: ['RP1103'],
  },
  { name: 'worldSize: 1e400', source: withRest('mapping: {worldSize: 1e400}\n'), codes: ['RP1103'] },
  { name: 'worldSize: 1.5', source: withRest('mapping: {worldSize: 1.5}\n'), codes: ['RP1103'] },
  {
    name: 'globalBatch: 2^53',
    source: withRest('workload: {globalBatch: 9007199254740992}\n'),
    codes: ['RP1105'],
  },
  { name: 'mem: 1e21', source: withRest('slurm: {mem: 1e21}\n'), codes: ['RP1105'] },
  {
    name: 'scores from 5e-324 to 1e308',
    source: () =>
      `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, score: 5e-324}, {index: 1, score: 1e308}]}]\nworkload: {globalBatch: 9007199254740991}\n`,
    codes: [],
    compiles: true,
  },
];
