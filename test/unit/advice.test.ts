import { describe, expect, test } from 'vitest';
import { compileText, placeOf } from '../compile-text.ts';

const HEAD = 'version: 1\nname: t\n';

/** Code, place, message and help of each finding. */
const findingsOf = (text: string) =>
  compileText(HEAD + text).diagnostics.map((finding) => {
    const { code, message, help, labels } = finding;
    return { code, at: placeOf(finding), message, help, labels: labels.length };
  });

/** The help of the only finding of a code. */
const helpOf = (code: string, text: string) => {
  const found = findingsOf(text).filter((finding) => finding.code === code);
  expect(found).toHaveLength(1);
  return found[0]?.help;
};

describe('what findings advise can be done', () => {
  const UNEVEN =
    'nodes: [{hosts: "a,b", gpus: {count: 3, score: 2}}, {hosts: c, gpus: {count: 4, score: 1}}]\n';

  test('blocks that span nodes although the order is block', () => {
    const blocks = (mapping: string) =>
      helpOf('RP3011', `${UNEVEN}mapping: {${mapping}}\nlaunch: {groupSize: 2}\n`);
    expect(blocks('strategy: performance-ranked, order: block')).toBe(
      'choose a group size that divides the ranks of each node',
    );
    expect(blocks('strategy: performance-ranked')).not.toContain('order: block');
    expect(blocks('strategy: sequential')).not.toContain('order: block');
    expect(blocks('order: cyclic')).toContain('set `order: block`');
    expect(blocks('strategy: performance-ranked, order: score')).toContain('set `order: block`');
    expect(blocks('strategy: explicit, ranks: ["a:0-2", "b:0-2"]')).toContain('list the ranks node by node');
  });

  test('one block of several leaves its node in the singular', () => {
    const nodes = 'nodes: [{hosts: "a,b", gpus: {count: 4}}]\n';
    const [finding] = findingsOf(`${nodes}launch: {groupSize: 8}\n`);
    expect(finding?.message).toBe('1 of 1 blocks of 8 ranks spans nodes');
  });

  test('CPU slots alone under a strategy that ranks GPUs', () => {
    const help = helpOf(
      'RP3002',
      'nodes: [{hosts: a, cpuRanks: 2}]\nmapping: {strategy: performance-ranked}\n',
    );
    expect(help).toBe('set `strategy: sequential`, which maps CPU slots too, or add GPUs');
    expect(helpOf('RP3002', `${UNEVEN}mapping: {exclude: [a, b, c]}\n`)).toBe('exclude less, or add slots');
  });

  test('names with other characters, too many of them, and a program that is repeated', () => {
    const role = '{ slots: [a], launch: { command: [x] } }';
    const nodes = 'end: signal\nnodes: [{hosts: a, cpuRanks: 1}]\nroles:\n';
    expect(helpOf('RP1106', `${nodes}  x-y: ${role}\n`)).toContain(
      'a name is made of lower-case letters, digits or `_` (at most 64), and begins with lower-case letters. ',
    );
    expect(helpOf('RP1106', `nodes: [{hosts: a, gpus: {count: 1, score: {memory: 1}}}]\n`)).toContain(
      '`memory` means something else',
    );
    const many = Array.from({ length: 65 }, (_, i) => `  r${i}: ${role}\n`).join('');
    expect(findingsOf(nodes + many)[0]?.message).toBe('`roles` has more than 64 entries');
    const each = role.replace('[x]', '[{ each: r, words: [x] }]');
    expect(findingsOf(`${nodes}  r: ${each}\n`)[0]?.message).toContain('is repeated');
  });

  test('a slot of a role, a port of another one, and the loopback of gloo', () => {
    const nodes = 'end: signal\nnodes: [{hosts: "a,b", gpus: {count: 4}}]\n';
    const role = '{ slots: ["a:0-3"], mapping: { exclude: ["a:0"] }, launch: { command: [x] } }';
    expect(helpOf('RP3022', `${nodes}roles: { r: ${role} }\n`)).toBe(
      'remove it from `slots`, or from `exclude`',
    );
    const one = '{ slots: ["a:0"], launch: { command: [x], master: { port: 8000 } } }';
    const two = '{ slots: ["a:1"], ports: { http: 8000 }, launch: { command: [x] } }';
    const [port] = findingsOf(`${nodes}roles: { one: ${one}, two: ${two} }\n`);
    expect(port?.message).toBe('port 8000 on a is http of two');
    const gloo =
      'nodes: [{hosts: "a,b", cpuRanks: 1}]\nlaunch: {backend: gloo, env: {GLOO_SOCKET_IFNAME: lo}}\n';
    expect(helpOf('RP6010', gloo)).not.toContain('NCCL');
    expect(findingsOf(`nodes: *${'a'.repeat(1000)}\n`)[0]?.message.length).toBeLessThan(100);
  });

  test('a range that is too long', () => {
    expect(helpOf('RP2001', 'nodes: [{hosts: "a[1-70000]", cpuRanks: 1}]\n')).toContain(
      'split it, as 1-65536,65537-70000',
    );
    expect(findingsOf('nodes: [{hosts: "a[1-65536,65537-70000]", cpuRanks: 1}]\n')).toEqual([]);
  });

  test('a number or a truth where text may stand', () => {
    expect(helpOf('RP1103', 'nodes: [{hosts: a, cpuRanks: 1, env: {A: .inf}}]\n')).toContain('quote it');
    expect(helpOf('RP1103', 'nodes: [{hosts: 12, cpuRanks: 1}]\n')).toContain('quote it');
    expect(helpOf('RP1103', 'nodes: [{hosts: a, cpuRanks: yes}]\n')).not.toContain('quote it');
  });

  test('a name where a list of nodes is due', () => {
    expect(helpOf('RP1103', 'nodes: lab1\n')).toContain('`nodes: [{ hosts: lab1, gpus: { count: 8 } }]`');
  });

  test('variables as a shell sets them, of which YAML makes one line', () => {
    const help = helpOf('RP1103', 'nodes: [{hosts: a, cpuRanks: 1}]\nlaunch:\n  env:\n    A=b\n    C=d\n');
    expect(help).toContain('write `A: b`');
  });
});

describe('one mistake is told once', () => {
  test.each([
    ['a misspelt key that is required', 'nodes: [{host: a, cpuRanks: 1}]\n', ['RP1101 3:10']],
    ['unless nothing looks like it', 'nodes: [{machine: a, cpuRanks: 1}]\n', ['RP1101 3:10', 'RP1102 3:10']],
    ['one uuid for two indices', 'nodes: [{hosts: a, gpus: [{index: 8-9, uuid: GPU-1}]}]\n', ['RP2004 3:46']],
    ['a node again by an alias', 'nodes:\n  - &a {hosts: a, cpuRanks: 1}\n  - *a\n', ['RP2002 5:5']],
  ])('%s', (_, text, expected) => {
    expect(findingsOf(text).map(({ code, at }) => `${code} ${at}`)).toEqual(expected);
  });

  test('and a uuid that an alias lists on two nodes says which', () => {
    const [finding, ...rest] = findingsOf(
      'nodes:\n  - {hosts: a, gpus: &g [{index: 0, uuid: GPU-1}]}\n  - {hosts: b, gpus: *g}\n',
    );
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      code: 'RP2004',
      message: 'the uuid `GPU-1` is listed on a and on b',
      labels: 0,
    });
  });
});

describe('one card, named twice', () => {
  const FULL = 'GPU-5f2a01c4-7b1d-4f0e-9a55-2f8d3c1b7e90';
  const gpus = (...uuids: string[]) =>
    `[${uuids.map((uuid, index) => `{index: ${index}, uuid: "${uuid}"}`).join(', ')}]`;
  const found = (...uuids: string[]) =>
    findingsOf(`nodes:\n  - {hosts: a, gpus: ${gpus(...uuids)}}\n`).map(
      ({ code, labels }) => `${code} ${labels}`,
    );

  test.each([
    ['the same', [FULL, FULL]],
    ['the beginning behind the whole', [FULL, 'GPU-5f2a01c4']],
    ['the whole behind the beginning', ['GPU-5f2a01c4', FULL]],
    ['another between them', ['GPU-5f2a', 'GPU-5f2b', FULL]],
    ['letters of another case', [FULL, FULL.toUpperCase()]],
    ['a MIG instance', ['MIG-7b1d', 'MIG-7b1d-4f0e']],
  ])('%s', (_, uuids) => {
    expect(found(...uuids)).toContain('RP2004 1');
    expect(found(...uuids).filter((code) => code.startsWith('RP2004'))).toHaveLength(1);
  });

  test.each([
    ['uuids that only begin alike', [FULL, 'GPU-5f2a01c4-0000']],
    ['a GPU and an instance', [FULL, `MIG-${FULL}/1/0`]],
  ])('but not %s', (_, uuids) => {
    expect(found(...uuids)).not.toContain('RP2004 1');
  });

  test('nor a beginning on another node, where it means another card', () => {
    const nodes = `nodes:\n  - {hosts: a, gpus: ${gpus(FULL)}}\n  - {hosts: b, gpus: ${gpus('GPU-5f2a')}}\n`;
    expect(findingsOf(nodes)).toEqual([]);
  });

  test.each([
    ['Lab1', 'lab1', 1],
    ['lab1', 'lab1.cluster', 1],
    ['lab1.cluster', 'lab1', 1],
    ['lab1.a', 'lab1.b', 0],
    ['10.0.0.1', '10.0.0.11', 0],
    ['lab1', 'lab10.cluster', 0],
  ])('addresses %s and %s: %i', (one, other, count) => {
    const nodes = [one, other].map((host) => `  - {hosts: ${host}, gpus: {count: 1}}\n`).join('');
    expect(findingsOf(`nodes:\n${nodes}`).map(({ code }) => code)).toEqual(Array(count).fill('RP2026'));
  });
});

test('inventory files that are missing are one finding, with what writes them', () => {
  const nodes = (...patterns: string[]) =>
    `nodes:\n${patterns.map((path, i) => `  - {hosts: "n${i}[01-60]", inventory: "${path}"}\n`).join('')}`;
  const [finding, ...rest] = findingsOf(nodes('a/{host}.json', 'b/{host}.json'));
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({ code: 'RP2011', at: '4:37' });
  expect(finding?.message).toMatch(/does not exist, as those of 120 hosts: n\[001-060,101-160\]$/);
  expect(finding?.help).toContain('rankplan probe -o a/{host}.json');
  const mixed = findingsOf(nodes('a/{host}.json', '/b/{host}.json')).map(({ code, at }) => `${code} ${at}`);
  expect(mixed).toEqual(['RP2011 4:37', 'RP2010 5:37']);
});

test('a ranking without `by`, although other figures were measured, is told what to write', () => {
  const helps = (...scores: string[]) =>
    findingsOf(
      `nodes: [{hosts: a, gpus: [${scores.map((score, i) => `{index: ${i}, score: ${score}}`).join(', ')}]}]\nmapping: {strategy: performance-ranked}\n`,
    ).map(({ code, help }) => `${code} ${help}`);
  const measured = '{bandwidth: 2, h2d: 1, bf16: 3}';
  for (const help of helps(measured, measured))
    expect(help).toMatch(/^RP3004 name a metric that it has under `mapping.by` \(bandwidth, h2d, bf16\), /);
  expect(helps('4', '{h2d: 1}')).toHaveLength(1);
});

describe('slips that used to pass', () => {
  test('two entries at one address', () => {
    const nodes = (address: string) =>
      `nodes:\n  - {hosts: a, address: ${address}, cpuRanks: 1}\n  - {hosts: b, address: ${address}, cpuRanks: 1}\n`;
    expect(findingsOf(nodes('10.0.0.1'))).toMatchObject([{ code: 'RP2026', at: '5:25', labels: 1 }]);
    expect(compileText(HEAD + nodes('10.0.0.1')).plan).not.toBeNull();
    expect(findingsOf(nodes('127.0.0.1')).map(({ code }) => code)).toEqual(['RP3015']);
    expect(
      findingsOf('nodes:\n  - {hosts: a, cpuRanks: 1}\n  - {hosts: b, address: a, cpuRanks: 1}\n'),
    ).toMatchObject([{ code: 'RP2026', at: '5:25' }]);
  });

  test.each(['5:99', '1:60:00', '1:00:60', '1-24', '1-5:60'])('the time limit %s', (time) => {
    expect(findingsOf(`nodes: [{hosts: a, cpuRanks: 1}]\nslurm: {time: "${time}"}\n`)).toMatchObject([
      { code: 'RP2024' },
    ]);
  });

  test.each(['5:59', '90', '100:00:00', '1-23:59:59', '0-1', '2:5', 'infinite'])('but not %s', (time) => {
    expect(findingsOf(`nodes: [{hosts: a, cpuRanks: 1}]\nslurm: {time: "${time}"}\n`)).toEqual([]);
  });

  test('scores beside a ranking by memory', () => {
    const by = (what: string) =>
      findingsOf(`nodes: [{hosts: a, gpus: [{index: 0, score: 1, memory: 2GiB}, {index: 1, memory: 1GiB, score: 2}]}]
mapping: {strategy: performance-ranked, by: ${what}}\n`);
    expect(by('memory')).toMatchObject([
      { code: 'RP3007', message: 'the scores are not read: GPUs are compared by memory' },
    ]);
    expect(by('score')).toEqual([]);
  });
});
