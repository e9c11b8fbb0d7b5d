import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellEmitter } from '../../src/emitters/shell/emit.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { compileText, planOf } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';

const NODES = [
  { hosts: 'lab[1-3]', gpus: { count: 2, model: 'A100' } },
  { hosts: 'old1', gpus: { count: 4, model: 'V100' } },
  { hosts: 'lab9', address: '10.0.0.9', gpus: { count: 2, model: 'A100' }, spare: true },
];
const topology = (nodes: readonly object[], rest: object = {}) => ({
  version: 1,
  name: 'lab',
  nodes,
  ...rest,
});

function spareLines(nodes: readonly object[], rest: object = {}): readonly string[] {
  const plan = planOf(topology(nodes, rest));
  const [script] = [...shellEmitter.emit({ plan, planDigest: '0'.repeat(64) } as never)];
  return String(script?.content)
    .split('\n')
    .filter((line) => line.startsWith('spare '));
}

describe('what launch.sh knows of spares', () => {
  test('whose places they can take, and why not those of others', () => {
    expect(spareLines(NODES)).toEqual(["spare lab9 10.0.0.9 0-2 - same '3=it has 2 GPUs, not 4'"]);
  });

  test('nothing where there are none', () => {
    expect(spareLines(NODES.slice(0, 2))).toEqual([]);
  });

  test('that an address of the master was chosen for one machine', () => {
    const [line] = spareLines(NODES, { launch: { master: { address: '10.1.1.1' } } });
    expect(line).toContain(" 1-2 - same '0=the address of the master, 10.1.1.1, was chosen for lab1'");
  });

  test('that env files name GPUs, and have what is set for a machine', () => {
    const uuids = (start: string) =>
      [0, 1].map((index) => ({ index, uuid: `GPU-${start}${index}`, model: 'A100' }));
    const named = [
      { hosts: 'lab1', gpus: uuids('aaaaaaa') },
      { hosts: 'lab2', gpus: uuids('ccccccc'), env: { NCCL_SOCKET_IFNAME: 'eth1' } },
      { hosts: 'lab9', gpus: uuids('bbbbbbb'), spare: true },
    ];
    expect(spareLines(named, { launch: { addressing: 'uuid' } })).toEqual([
      "spare lab9 lab9 - 0=GPU-bbbbbbb0,1=GPU-bbbbbbb1 same '0-1=ranks find their GPUs there by UUID: compile again with the spare'",
    ]);
    expect(spareLines(named)).toEqual([
      "spare lab9 lab9 0 0=GPU-bbbbbbb0,1=GPU-bbbbbbb1 same '1=it has another env: compile again with the spare'",
    ]);
  });
});

test.each([
  ['is as the others are', { gpus: { count: 2, model: 'A100' } }, []],
  ['is as one of them is', { gpus: { count: 4, model: 'V100' } }, []],
  ['has more CPU slots', { gpus: { count: 2, model: 'A100' }, cpuRanks: 1 }, []],
  ['has fewer GPUs', { gpus: { count: 1, model: 'A100' } }, ['RP3058']],
  ['has more GPUs', { gpus: { count: 8, model: 'A100' } }, ['RP3058']],
  ['has other GPUs', { gpus: { count: 2, model: 'H100' } }, ['RP3058']],
  ['has none', { cpuRanks: 2 }, ['RP3058']],
])('check says of a spare that %s what it is good for', (_, machine, codes) => {
  const nodes = [...NODES.slice(0, 2), { hosts: 'lab[8-9]', spare: true, ...machine }];
  const { diagnostics } = compileText(JSON.stringify(topology(nodes)));
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

test('bind --bound makes the plan that a run with spares had', () => {
  const folder = makeFolder('bound-');
  const file = join(folder, 'topology.yaml');
  writeFileSync(file, JSON.stringify(topology(NODES)));
  const nodes = ['lab1', 'lab2', 'lab3', 'old1'].map((node) => ({
    node,
    host: node === 'lab2' ? 'lab9' : node,
  }));
  writeFileSync(join(folder, 'bound.json'), JSON.stringify({ formatVersion: '1.0', nodes }));
  const bound = runRankplan(['bind', file, '--bound', join(folder, 'bound.json')]);
  const replaced = runRankplan(['bind', file, '--replace', 'lab2=lab9']);
  expect(bound.status).toBe(0);
  expect(bound.stdout).toBe(replaced.stdout);
});
