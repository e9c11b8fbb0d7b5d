import { describe, expect, test } from 'vitest';
import { compileText, placeOf } from '../compile-text.ts';
import { readAlways, readNothing } from '../read-beside.ts';

const MARK = '▸';

/** `code line:column` of each finding, in the order reported. */
function findings(source: string | Uint8Array, read = readNothing): readonly string[] {
  return compileText(source, read).diagnostics.map((finding) => `${finding.code} ${placeOf(finding)}`);
}

/** Line and column, in code points, of every mark; the text without them. */
function unmark(marked: string): { readonly text: string; readonly places: readonly string[] } {
  const parts = marked.split(MARK);
  const places = parts.slice(0, -1).map((_, i) => {
    const lines = parts
      .slice(0, i + 1)
      .join('')
      .split('\n');
    return `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}`;
  });
  return { text: parts.join(''), places };
}

/** Each mark must have the finding of the code beside it, and nothing else may be found. */
function expectAtMarks(marked: string, codes: string): void {
  const { text, places } = unmark(marked);
  expect(findings(text)).toEqual(codes.split(' ').map((code, i) => `${code} ${places[i]}`));
}

const HEAD = 'version: 1\nname: x\n';
const N1 = `${HEAD}nodes: [{hosts: n1, gpus: {count: 2}}]\n`;
const N12 = `${HEAD}nodes:\n  - {hosts: n1, gpus: {count: 2}}\n  - {hosts: n2, gpus: {count: 2}}\n`;
const SCORED = `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, score: 2}, {index: 1, score: 1}]}]\n`;

describe('an unknown key: the key', () => {
  test.each([
    ['RP1101', `${N1}▸foo: 1\n`],
    ['RP1101', `${N1}mapping:\n  ▸startegy: sequential\n`],
    ['RP1101', `${HEAD}nodes:\n  - hosts: n1\n    ▸gpu: {count: 1}\n`],
    ['RP1101', `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, ▸indx: 1}]}]\n`],
    ['RP1101', `${HEAD}nodes: [{hosts: n1, gpus: {count: 1, ▸index: 1}}]\n`],
    ['RP1101', `${N1}models:\n  A:\n    ▸scor: 1\n`],
    ['RP1101', `${N1}models:\n  "4090":\n    ▸scor: 1\n`],
    ['RP1101', `${N1}launch: {master: {▸prot: 1}}\n`],
    ['RP1101', `{"version": 1, "name": "x", "nodes": [{"hosts": "n1", "cpuRanks": 1}],\n  ▸"foo": 1}`],
    ['RP1106', `${N1}models: {▸"": {score: 1}}\n`],
    ['RP1106', `${N1}launch: {env: {A: b, ▸1A: c}}\n`],
    ['RP2025', `${N1}launch: {env: {A: b, ▸RANK: 3}}\n`],
    ['RP2032', `${N1}slurm: {directives: {▸gres: gpu:4}}\n`],
    ['RP3017', `${N1}mapping: {strategy: sequential, ▸by: score}\n`],
    ['RP3063', `${N1}▸end: signal\n`],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));
});

describe('a wrong value: the value', () => {
  test.each([
    ['RP1008', `version: ▸2\nname: x\nnodes: [{hosts: n1, cpuRanks: 1}]\n`],
    ['RP1105', `version: 1\nname: ▸"a b"\nnodes: [{hosts: n1, cpuRanks: 1}]\n`],
    ['RP1103', `version: 1\n▸name:\nnodes: [{hosts: n1, cpuRanks: 1}]\n`],
    ['RP1103', `${HEAD}nodes: ▸3\n`],
    ['RP1105', `${HEAD}nodes: ▸[]\n`],
    ['RP1103', `${HEAD}nodes: [{hosts: n1, cpuRanks: 1}, ▸3]\n`],
    ['RP1105', `${HEAD}nodes: [{hosts: n1, gpus: {count: ▸0}}]\n`],
    ['RP1104', `${N1}mapping:\n  strategy: ▸fastest\n`],
    ['RP1103', `${N1}models: {A: ▸5}\n`],
    ['RP1103', `${N1}models: {"4090": ▸5}\n`],
    ['RP1103', `${N1}models: {A: {score: 1}, "0": ▸5}\n`],
    ['RP1103', `${N1}launch: {env: {A: b, B: ▸[c]}}\n`],
    ['RP1103', `${N1}launch: {command: [python, ▸[c]]}\n`],
    ['RP2001', `${HEAD}nodes: [{hosts: ▸"n[2-1]", cpuRanks: 1}]\n`],
    ['RP2001', `${HEAD}nodes: [{hosts: [n1, ▸"n[2-1]"], cpuRanks: 1}]\n`],
    ['RP1105', `${HEAD}nodes: [{hosts: n1, gpus: [{index: ▸a}]}]\n`],
    [
      'RP2007',
      `${HEAD}models: {A100: {score: 1}}\nnodes: [{hosts: n1, gpus: [{index: 0, model: A100}, {index: 1, model: ▸A10}]}]\nmapping: {strategy: performance-ranked}\n`,
    ],
    ['RP1105', `${HEAD}nodes: [{hosts: n1, gpus: {count: 1, memory: ▸80XB}}]\n`],
    ['RP2019', `${N1}mapping: {exclude: ["n1:0", ▸"n1:x"]}\n`],
    ['RP2019', `${N1}mapping: {exclude: ["n1:0", ▸"n2:0"]}\n`],
    ['RP2019', `${N1}mapping: {exclude: ["n1:0", ▸"n1:7"]}\n`],
    ['RP1105', `${N1}launch: {grace: ▸soon}\n`],
    ['RP2024', `${N1}slurm: {time: ▸noon}\n`],
    ['RP2024', `${N1}slurm: {signal: {name: USR1, before: ▸1h}, time: 30}\n`],
    ['RP2024', `${N1}slurm: {time: 10, signal: {name: USR1, before: ▸600}}\n`],
    ['RP2026', `${HEAD}nodes: [{hosts: n1, cpuRanks: 1, address: ▸"a b"}]\n`],
    ['RP2027', `${N1}launch: {env: {A: ▸"\\0"}}\n`],
    ['RP2031', `${N1}launch: {workdir: ▸~/x}\n`],
    ['RP3006', `${N1}mapping: {ranksPerGpu: 2}\nlaunch: {visibility: ▸ordered}\n`],
    ['RP3008', `${HEAD}nodes: [{hosts: n1, cpuRanks: 2}]\nlaunch: {backend: ▸nccl}\n`],
    ['RP3013', `${N1}workload: {globalBatch: ▸1, shares: equal}\n`],
    ['RP3013', `${N1}workload: {globalBatch: 10, multipleOf: ▸4, shares: equal}\n`],
    ['RP3015', `${N12}launch: {master: {address: ▸localhost}}\n`],
    ['RP3016', `${N1}launch: {master: {port: ▸80}}\n`],
    ['RP3017', `${N1}mapping: {order: ▸score}\n`],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));
});

describe('something missing: the parent’s key, at the top 1:1, in a list item its first key', () => {
  test.each([
    ['RP1102', '▸version: 1\nname: x\n'],
    ['RP1102', `# a comment\n${N1}▸workload: {shares: equal}\n`],
    ['RP1102', `${N1}slurm:\n  ▸mail: {type: [END]}\n`],
    ['RP1102', `${HEAD}nodes:\n  - ▸cpuRanks: 1\n    cpus: 4\n`],
    ['RP1102', `${HEAD}nodes: [▸{}]\n`],
    ['RP1102', `${HEAD}nodes:\n  - hosts: n1\n    gpus:\n      - ▸model: A\n        score: 1\n`],
    ['RP1102', `${HEAD}nodes:\n  - hosts: n1\n    ▸gpus:\n      model: A\n`],
    ['RP2015', `${HEAD}nodes:\n  - ▸hosts: n1\n    cpus: 3\n`],
    ['RP3017', `${N1}mapping: {strategy: ▸explicit}\n`],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));

  test('a comment before the top does not move it', () => {
    expect(findings('# hello\n\nname: x\nnodes: [{hosts: n1, cpuRanks: 1}]\n')).toEqual(['RP1102 1:1']);
  });
});

describe('a missing score: the GPU entry, or `gpus`', () => {
  const ranked = 'mapping: {strategy: performance-ranked}\n';
  test.each([
    ['RP3004', `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, score: 1}, ▸{index: 1}]}]\n${ranked}`],
    [
      'RP3004',
      `${HEAD}nodes:\n  - hosts: n1\n    gpus:\n      - index: 0\n        score: 1\n      - ▸index: 1\n        model: A\n${ranked}`,
    ],
    ['RP3004', `${HEAD}nodes:\n  - hosts: n1\n    ▸gpus:\n      count: 2\n${ranked}`],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));

  test('in an inventory file, there', () => {
    const read = readAlways('{"formatVersion": "1.0",\n "gpus": [{"index": 0}]}');
    const text = `${HEAD}nodes: [{hosts: n1, inventory: n1.json}]\n${ranked}`;
    expect(compileText(text, read).diagnostics.map(({ primary }) => primary.file.name)).toEqual(['n1.json']);
    expect(findings(text, read)).toEqual(['RP3004 2:11']);
  });
});

describe('a duplicate: the second', () => {
  test.each([
    ['RP1004', `${HEAD}▸name: y\nnodes: [{hosts: n1, cpuRanks: 1}]\n`],
    ['RP1004', `${N1}mapping:\n  worldSize: 1\n  ▸worldSize: 2\n`],
    ['RP1004', `{"version": 1,\n "name": "x", ▸"name": "y"}`],
    ['RP2002', `${HEAD}nodes:\n  - {hosts: n1, cpuRanks: 1}\n  - {hosts: ▸n1, cpuRanks: 1}\n`],
    ['RP2002', `${HEAD}nodes:\n  - {hosts: [n1, n2, ▸n1], cpuRanks: 1}\n`],
    ['RP2004', `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0}, {index: ▸0}]}]\n`],
    [
      'RP2004',
      `${HEAD}nodes:\n  - {hosts: n1, gpus: [{index: 0, uuid: GPU-a}]}\n  - {hosts: n2, gpus: [{index: 0, uuid: ▸GPU-a}]}\n`,
    ],
    ['RP3001', `${N1}mapping: {strategy: explicit, ranks: ["n1:0", "n1:1", ▸"n1:0"]}\n`],
    ['RP3021', `${N1}mapping: {exclude: ["n1:0", ▸"n1:0"]}\n`],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));
});

describe('a shortfall: worldSize', () => {
  test.each([
    ['RP3002', `${N1}mapping: {exclude: ["n1:0"], worldSize: ▸2}\n`],
    ['RP3002', `${SCORED}mapping:\n  worldSize: ▸3\n  strategy: performance-ranked\n`],
    ['RP3023', `${N1}mapping: {strategy: explicit, worldSize: ▸2, ranks: ["n1:0"]}\n`],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));
});

describe('syntax: where it stands', () => {
  test.each([
    ['RP1005', `${HEAD}nodes: ▸*a\n`],
    ['RP1006', `▸# only a comment\n`],
    ['RP1006', `${N1}▸---\nname: y\n`],
    ['RP1006', `---\n${N1}▸---\nname: y\n`],
    ['RP1006', `${N1}...\n▸foo: 1\n`],
    ['RP1007', `${N1}launch: {env: {▸<<: {A: b}}}\n`],
    ['RP1007', `${N1}launch: {▸[a]: b}\n`],
    ['RP1009', `${N1}# ▸\u0000\n`],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));
});

describe('columns count code points', () => {
  test.each([
    ['RP2001 RP1101', `${HEAD}nodes: [{hosts: ▸"😀😀", ▸foo: 1}]\n`],
    ['RP1101', `# 😀\r\n${N1.replaceAll('\n', '\r\n')}launch: {env: {A: "😀"}, ▸foo: 1}\r\n`],
    [
      'RP2019',
      `${HEAD}nodes: [{hosts: n1, cpuRanks: 1, env: {A: "e\u0301😀"}}]\nlaunch: {env: {B: 😀}}\nmapping: {exclude: [▸n2]}\n`,
    ],
  ])('%s: %j', (codes, marked) => expectAtMarks(marked, codes));

  test('a byte order mark takes no column', () => {
    const text = '\ufefffoo: 1\nname: x\nversion: 1\nnodes: [{hosts: n1, cpuRanks: 1}]\n';
    expect(findings(text)).toEqual(['RP1101 1:1']);
  });

  test('nor does it before bytes that are not UTF-8', () => {
    expect(findings(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0x3a, 0xff]))).toEqual(['RP1009 1:3']);
  });
});

describe('all of them in one go', () => {
  test('of the schema', () => {
    const marked = `version: ▸2\nname: ▸"a b"\nnodes:\n  - ▸gpus: {count: ▸0, ▸kind: A}\nmapping: {strategy: ▸fast, ▸size: 3}\n`;
    expectAtMarks(marked, 'RP1008 RP1105 RP1102 RP1105 RP1101 RP1104 RP1101');
  });

  test('of meaning', () => {
    const marked = `${HEAD}nodes:\n  - {hosts: ▸"n[", gpus: {count: 1, memory: ▸1XB}}\n  - {hosts: n2, cpuRanks: 1, env: {▸RANK: 1}}\nlaunch: {grace: ▸x, master: {port: ▸1}}\n`;
    expectAtMarks(marked, 'RP2001 RP1105 RP2025 RP1105 RP3016');
  });

  test.each([
    [
      'a launch that cannot be does not hide a mapping that cannot be',
      'RP3002 RP3016 RP2025 RP2024',
      `${N1}mapping: {worldSize: ▸3}\nlaunch: {master: {port: ▸80}, env: {▸RANK: 3}}\nslurm: {time: ▸x}\n`,
    ],
    [
      'nor does a node’s environment or address',
      'RP2026 RP2025 RP3004',
      `${HEAD}nodes: [{hosts: n1, address: ▸"a b", env: {▸RANK: 3}, ▸gpus: {count: 2}}]\nmapping: {strategy: performance-ranked}\n`,
    ],
    [
      'an excluded slot in a list does not hide its length',
      'RP3022 RP3023',
      `${N1}mapping: {strategy: explicit, ranks: [▸"n1:0", "n1:1"], exclude: ["n1:0"], worldSize: ▸3}\n`,
    ],
    [
      'a missing score does not hide a small batch',
      'RP3004 RP3013',
      `${HEAD}nodes: [{hosts: n1, gpus: [{index: 0, score: 1}, ▸{index: 1}]}]\nworkload: {globalBatch: ▸1}\n`,
    ],
    [
      'nor a shortfall, nor a batch that cannot be divided',
      'RP3004 RP3002 RP3013',
      `${HEAD}nodes: [{hosts: n1, ▸gpus: {count: 2}}]\nmapping: {strategy: performance-ranked, worldSize: ▸5}\nworkload: {globalBatch: 3, multipleOf: ▸2}\n`,
    ],
    [
      'what does not match the schema does not hide wrong values elsewhere, and an unknown key none at all',
      'RP2001 RP1101 RP1103 RP2001 RP2019 RP1101 RP3016 RP2025 RP1104',
      `${HEAD}nodes: [{hosts: ▸"n[1-3", ▸gpu: 2}, {hosts: ▸3}, {hosts: ▸"x[", gpus: {count: 1}}]\n` +
        'mapping: {exclude: [▸":"], ▸foo: 3}\nlaunch: {master: {port: ▸80}, env: {▸RANK: 3}}\nworkload: {globalBatch: 3, shares: ▸even}\n',
    ],
    [
      'but nothing is said that an unknown key may be to blame for',
      'RP1101 RP1101 RP1101',
      `${HEAD}▸modles: {A: {score: 1}}\nnodes: [{hosts: n1, ▸gpu: {count: 2}, address: n1}]\nmapping: {▸stratgy: explicit, ranks: ["n1:0"]}\n`,
    ],
  ])('%s', (_, codes, marked) => expectAtMarks(marked, codes));

  test('of the mapping', () => {
    const marked = `${HEAD}nodes: [{hosts: n1, gpus: {count: 2}, cpuRanks: 1}]\nmapping: {ranksPerGpu: 2}\nlaunch: {visibility: ▸ordered, backend: ▸nccl, groupSize: ▸2}\n`;
    expectAtMarks(marked, 'RP3006 RP3008 RP3025');
  });
});

describe('did you mean', () => {
  test.each([
    ['RP1101', 'strategy', `${N1}mapping: {stratgy: sequential}\n`],
    ['RP1101', 'worldSize', `${N1}mapping: {world_size: 1}\n`],
    ['RP1101', 'score', `${N1}models: {A100: {scor: 1}}\n`],
    ['RP1101', 'score', `${N1}models: {"4090": {scor: 1}}\n`],
    ['RP1104', 'sequential', `${N1}mapping: {strategy: sequental}\n`],
    [
      'RP2007',
      'A100',
      `${HEAD}models: {A100: {score: 1}}\nnodes: [{hosts: n1, gpus: {count: 1, model: A10}}]\n`,
    ],
    ['RP2019', 'lab1', `${HEAD}nodes: [{hosts: lab1, cpuRanks: 1}]\nmapping: {exclude: [lap1]}\n`],
    [
      'RP3004',
      'bf16',
      `${HEAD}nodes: [{hosts: n1, gpus: {count: 1, score: {bf16: 2}}}]\nmapping: {strategy: performance-ranked, by: bf61}\n`,
    ],
  ])('%s: `%s`', (code, suggestion, text) => {
    const found = compileText(text).diagnostics.find((diagnostic) => diagnostic.code === code);
    expect(found?.message).toContain(`did you mean \`${suggestion}\`?`);
  });

  test('nothing, when nothing is near', () => {
    const { diagnostics } = compileText(`${N1}mapping: {colour: red}\n`);
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.not.stringContaining('did you mean')]);
  });
});
