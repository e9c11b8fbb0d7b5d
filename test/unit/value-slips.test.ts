import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { yamlText } from '../../src/compiler/values/yaml-text.ts';
import { compileText, placeOf } from '../compile-text.ts';

const MARK = '▸';
const N1 = 'version: 1\nname: t\nnodes: [{hosts: n1, gpus: {count: 2}}]\n';
const HEAD = 'version: 1\nname: t\n';

/** Each finding with its place and help; the marks of a text are where findings must be. */
function findingsOf(marked: string) {
  const lines = marked.split('\n');
  const places = lines.flatMap((line, i) => {
    const at = line.indexOf(MARK);
    return at < 0 ? [] : [`${i + 1}:${[...line.slice(0, at)].length + 1}`];
  });
  const { diagnostics } = compileText(marked.replaceAll(MARK, ''));
  const found = diagnostics.map((finding) => {
    const { code, help, message, notes } = finding;
    return { code, help: [help ?? '', ...notes].join('\n'), message, place: placeOf(finding) };
  });
  return { found, places };
}

/** The code, the marked text, and what the help must tell to write. */
type Row = readonly [code: string, marked: string, written: string];

const SPELLED: readonly Row[] = [
  ['RP1105', 'version: 1\nname: ▸my job\nnodes: [{hosts: n1, cpuRanks: 1}]\n', 'name: my-job'],
  ['RP1105', 'version: 1\nname: ▸train,\nnodes: [{hosts: n1, cpuRanks: 1}]\n', 'name: train'],
  ['RP1105', 'version: 1\nname: ▸“train”\nnodes: [{hosts: n1, cpuRanks: 1}]\n', 'name: train'],
  ['RP1105', 'version: 1\nname: ▸train\u00a0\nnodes: [{hosts: n1, cpuRanks: 1}]\n', 'name: train'],
  ['RP1105', `${N1}slurm:\n  mem: ▸200GB\n`, 'mem: 200G'],
  ['RP1105', `${N1}slurm:\n  mem: ▸200 GiB\n`, 'mem: 200G'],
  ['RP1105', `${N1}slurm:\n  partition: ▸gpu, long\n`, 'partition: gpu,long'],
  ['RP2024', `${N1}slurm:\n  time: ▸1h\n`, 'time: "1:00:00"'],
  ['RP2024', `${N1}slurm:\n  time: ▸2 days\n`, 'time: 2-0'],
  [
    'RP1105',
    `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, uuid: ▸5f2a01c4-7b1d-4f0e-9a55-2f8d3c1b7e90}]}]\n`,
    'uuid: GPU-5f2a01c4-7b1d-4f0e-9a55-2f8d3c1b7e90',
  ],
];

const TYPED: readonly Row[] = [
  ['RP1103', `${HEAD}nodes: [{hosts: n1, gpus: ▸2}]\n`, 'gpus: { count: 2 }'],
  ['RP1103', `${HEAD}nodes: [{hosts: n1, gpus: [▸0]}]\n`, '{ index: 0 }'],
  ['RP1103', `${HEAD}nodes: [▸n1]\n`, '{ hosts: n1, gpus: { count: 8 } }'],
  ['RP1103', `${HEAD}nodes:\n  ▸n1:\n    gpus: {count: 2}\n`, '- hosts: n1'],
  ['RP1103', `${HEAD}nodes:\n  ▸hosts: n1\n  gpus: {count: 2}\n`, 'dash before `hosts`'],
  ['RP1103', `${N1}mapping:\n  ▸- strategy: sequential\n`, 'remove the dash'],
  ['RP1103', `${N1}mapping:\n  ▸strategy:sequential\n`, 'strategy: sequential'],
  ['RP1103', `${N1}mapping:\n  ▸strategy = sequential\n`, 'strategy: sequential'],
  ['RP1103', `${N1}mapping:\n  ▸strategy sequential\n`, 'strategy: sequential'],
  ['RP1103', `${N1}launch:\n  env:\n    ▸A:b\n`, 'A: b'],
  [
    'RP1103',
    `${N1}launch:\n  command: ▸python train.py --lr "0 1"\n`,
    'command: [python, train.py, --lr, 0 1]',
  ],
  ['RP1103', `${N1}launch:\n  setup: ▸module load cuda\n`, 'setup: [module load cuda]'],
  ['RP1103', `${N1}launch:\n  setup:\n    - ▸echo a: b\n`, '"echo a: b"'],
  ['RP1103', `${N1}launch:\n  env: {A: ▸{host}}\n`, '"{host}"'],
  ['RP1103', `${N1}slurm:\n  partition: ▸[gpu, long]\n`, 'partition: "gpu,long"'],
  ['RP1103', `${N1}▸mapping:\n`, 'below it, indented, or remove'],
  ['RP1101', `${HEAD}nodes: [{hosts: n1, gpus: {▸count:2, count: 2}}]\n`, 'count: 2'],
  ['RP1101', `${HEAD}nodes: [{hosts: n1, gpus: {count: 2, ▸\u00a0model: A}}]\n`, 'model'],
];

const A1 = 'version: 1\nname: t\nnodes: [{hosts: n1, gpus: {count: 2, model: A}}]\n';
const work = (rest: string) => `${A1}mapping: {strategy: sequential}\nworkload: { shares: equal, ${rest} }\n`;
const staged = (memory: string) =>
  `${A1}stages: { layers: 8, memory: { ${memory} } }\nlaunch: { parallel: { pp: 2 } }\n`;

/** Amounts, separators and characters that nobody sees; what the finding must name. */
const MISTAKEN: readonly Row[] = [
  ['RP1105', work('globalBatch: 8, memory: { perSample: ▸2 }'), 'perSample: 2GiB'],
  ['RP1105', work('globalBatch: 8, memory: { perSample: 2MiB, reserve: ▸14 }'), 'reserve: 14GiB'],
  ['RP1105', `${HEAD}nodes: [{hosts: n1, gpus: {count: 2, memory: ▸80}}]\n`, 'memory: 80GiB'],
  ['RP1105', staged('perLayer: ▸3'), 'perLayer: 3GiB'],
  ['RP1105', staged('perLayer: 3MiB, head: ▸1'), 'head: 1GiB'],
  ['RP1105', work('globalBatch: 8, memory: { perSample: ▸2\u00a0MiB }'), 'U+00A0'],
  ['RP1105', work('globalBatch: 8, memory: { perSample: ▸“2MiB” }'), 'U+201C'],
  ['RP1103', work('globalBatch: ▸"16,384"'), 'write `16384`'],
  ['RP1103', `${A1}workload:\n  shares: equal\n  globalBatch: ▸16,384\n`, 'write `16384`'],
  ['RP1103', work('globalBatch: ▸16_384'), 'write `16384`'],
  ['RP1103', work("globalBatch: ▸16'384"), 'write `16384`'],
  ['RP1103', work('globalBatch: ▸16\u202f384'), 'U+202F'],
  ['RP1103', work('globalBatch: ▸\u00a064'), 'U+00A0'],
  ['RP1103', `${HEAD}nodes: [{hosts: n1, gpus: {count: ▸“4”}}]\n`, 'write `4`'],
  ['RP1103', `${HEAD}nodes:\n  - hosts: n1\n    gpus:\n      count: 2\n      score: ▸98,5\n`, 'write `98.5`'],
  ['RP2001', `${HEAD}nodes: [{hosts: ▸“n1”, gpus: {count: 4}}]\n`, 'U+201C'],
  ['RP2001', `${HEAD}nodes: [{hosts: ▸n\u00a01, gpus: {count: 4}}]\n`, 'U+00A0'],
  ['RP2035', `${HEAD}nodes: [{hosts: ▸"lab\\n1", gpus: {count: 4}}]\n`, 'lab1'],
  ['RP1105', `${N1}launch: { remote: { user: ▸alice@gate } }\n`, 'user: alice`'],
];

/** A right key under a wrong parent: where it belongs. */
const MOVED: readonly Row[] = [
  ['RP1101', `${N1}mapping: { ▸parallel: { tp: 2 } }\n`, '`launch.parallel`'],
  ['RP1101', `${N1}mapping: { ▸globalBatch: 8 }\n`, '`workload.globalBatch`'],
  ['RP1101', `${N1}▸strategy: sequential\n`, '`mapping.strategy`'],
  ['RP1101', `${N1}▸command: [a]\n`, '`launch.command`'],
  ['RP1101', `${N1}launch: { ▸partition: gpu }\n`, '`slurm.partition`'],
  ['RP1101', `${HEAD}nodes: [{hosts: n1, ▸count: 2}]\n`, '`nodes[].gpus.count`'],
  ['RP1101', `${N1}mapping: { ▸hosts: n1 }\n`, '`nodes[].hosts`'],
  ['RP1101', `${N1}mapping: { ▸workload: {} }\n`, 'at the top: `workload`'],
  ['RP1101', `${N1}slurm: { ▸requeue: true }\n`, '`slurm.directives`, as `requeue: …`'],
  ['RP1101', `${HEAD}nodes: [{hosts: n1, gpus: {count: 2, ▸type: A100}}]\n`, 'the keys here are'],
];

const ASKED: readonly Row[] = [
  ['RP1107', `${N1}launch:\n  command: [python, ▸“train.py”]\n`, '"'],
  ['RP1107', `${N1}launch:\n  env: {A: ▸‘b’}\n`, '"'],
  ['RP1108', `${N1}launch:\n  command: [▸"python train.py", 3]\n`, 'command: [python, train.py, 3]'],
  ['RP1108', `${N1}launch:\n  command: [▸python train.py]\n`, 'command: [python, train.py]'],
  ['RP2034', `${N1}slurm:\n  time: ▸24:00\n`, 'time: "24:00:00"'],
  ['RP2034', `${N1}slurm:\n  time: ▸1:30\n`, 'time: "1:30:00"'],
  ['RP2035', `${HEAD}nodes:\n  - hosts: ▸lab 1\n    gpus: {count: 2}\n`, 'lab1'],
  ['RP2035', `${HEAD}nodes:\n  - hosts: [a, ▸"lab [1-2]"]\n    gpus: {count: 2}\n`, 'lab[1-2]'],
];

/** The example is of what holds names, not of the name that cannot be used. */
const NAMED: readonly Row[] = [
  ['RP1106', `${N1}models:\n  ▸"<b>": {score: 1}\n`, 'For example: models: { A100:'],
  ['RP1106', `${N1}models:\n  A100: {score: {▸memory: 1}}\n`, 'For example: score: 100'],
];

describe.each(Object.entries({ SPELLED, TYPED, MISTAKEN, MOVED, ASKED, NAMED }))('%s', (_, rows) => {
  test.each(rows)('%s: %j is told to be written %s', (code, marked, written) => {
    const { found, places } = findingsOf(marked);
    expect(found.map((finding) => `${finding.code} ${finding.place}`)).toEqual(
      places.map((at) => `${code} ${at}`),
    );
    expect(found[0]?.help).toContain(written);
    expect(found[0]?.help).not.toMatch(/\{"|\["/); // YAML, not JSON
  });
});

test('what stands in the way is named', () => {
  const obstacle = (name: string) =>
    findingsOf(`version: 1\nname: ${name}\nnodes: [{hosts: n1, cpuRanks: 1}]\n`).found[0]?.message;
  expect(obstacle('my job')).toContain('a blank at character 3');
  expect(obstacle('😀 a')).toContain('`😀` at character 1');
  expect(obstacle('"a\\tb"')).toContain('a tab at character 2');
  expect(obstacle('train\u200b')).toContain('U+200B');
  expect(obstacle('größe')).toContain('`ö` at character 3');
});

describe('nobody is accused who', () => {
  test.each([
    ['means curved quotes', `${N1}launch:\n  env: {A: "“b”", B: b“c”d, C: “b}\n`],
    ['writes a word', `${N1}launch:\n  command: [./my program, "a b", -c, "import x; y"]\n`],
    ['runs a shell', `${N1}launch:\n  command: [bash, -c, "python train.py"]\n`],
    ['writes minutes', `${N1}slurm:\n  time: 24\n`],
    ['writes hours', `${N1}slurm:\n  time: 24:00:00\n`],
    ['lists hosts by lines', `${HEAD}nodes:\n  - hosts: |\n      lab1\n      lab2\n    gpus: {count: 2}\n`],
    [
      'gives bytes',
      work('globalBatch: 8, memory: { perSample: 2097152, reserve: 0 }').replace(
        'model: A',
        'memory: 1073741824',
      ),
    ],
    ['lists hosts by blanks', `${HEAD}nodes: [{hosts: "lab1 lab2 a[1-2]", gpus: {count: 2}}]\n`],
    ['has a number for a name', `${HEAD}nodes: [{hosts: "1 2", gpus: {count: 2}}]\n`],
    ['says yes', `${N1}launch:\n  env: {A: yes, B: 0755, C: 1_000}\n`],
  ])('%s', (_, text) => {
    expect(findingsOf(text).found).toEqual([]);
  });
});

test('values are shown as YAML that means them', () => {
  const words = 'a yes 12 1e3 --lr - #a @a ä [a] a[1-2] .5 ~'.split(' ');
  const values = [...words, '', 'a b', 'a: b', '- a', 'a #b'];
  for (const value of [...values, values, { a: values, 'b c': { d: 1, e: null } }, [[true]]]) {
    expect(parse(`key: ${yamlText(value)}\n`)).toEqual({ key: value });
  }
});

test('nothing is made up for an empty text', () => {
  const { found } = findingsOf(`${N1}slurm:\n  container: {image: "", runtime: apptainer}\n`);
  expect(found.map(({ help }) => help).join('\n')).not.toContain('%');
});
