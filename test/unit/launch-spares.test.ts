import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupRanks } from '../../src/compiler/plan/group-ranks.ts';
import { listLaunchSpares } from '../../src/compiler/plan/replace-node.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { compileText, planOf } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';

const NODES = [
  { hosts: 'lab[1-3]', gpus: { count: 2, model: 'A100' } },
  { hosts: 'old1', gpus: { count: 4, model: 'V100' } },
  { hosts: 'lab9', address: '10.0.0.9', gpus: { count: 2, model: 'A100' }, spare: true },
];
/** Each spare with the places that it can take, from 0, and why not others. */
function listSpares(nodes: readonly object[], rest: object = {}) {
  const plan = planOf({ nodes, ...rest });
  return listLaunchSpares(plan, groupRanks(plan)).map(({ node, places, unlike }) => ({
    name: node.name,
    places,
    unlike: Object.fromEntries(unlike),
  }));
}

describe('what a launcher knows of spares', () => {
  test('whose places they can take, and why not those of others', () => {
    const unlike = { 'it has 2 GPUs, not 4': [3] };
    expect(listSpares(NODES)).toEqual([{ name: 'lab9', places: [0, 1, 2], unlike }]);
  });

  test('nothing where there are none', () => {
    expect(listSpares(NODES.slice(0, 2))).toEqual([]);
  });

  test('that an address of the master was chosen for one machine', () => {
    const [spare] = listSpares(NODES, { launch: { master: { address: '10.1.1.1' } } });
    expect(spare).toMatchObject({
      places: [1, 2],
      unlike: { 'the address of the master, 10.1.1.1, was chosen for lab1': [0] },
    });
  });

  test('that env files name GPUs, and have what is set for a machine', () => {
    const uuids = (start: string) =>
      [0, 1].map((index) => ({ index, uuid: `GPU-${start}${index}`, model: 'A100' }));
    const named = [
      { hosts: 'lab1', gpus: uuids('aaaaaaa') },
      { hosts: 'lab2', gpus: uuids('ccccccc'), env: { NCCL_SOCKET_IFNAME: 'eth1' } },
      { hosts: 'lab9', gpus: uuids('bbbbbbb'), spare: true },
    ];
    const byUuid = 'ranks find their GPUs there by UUID: compile again with the spare';
    expect(listSpares(named, { launch: { addressing: 'uuid' } })).toEqual([
      { name: 'lab9', places: [], unlike: { [byUuid]: [0, 1] } },
    ]);
    const otherEnv = 'it has another env: compile again with the spare';
    expect(listSpares(named)).toEqual([{ name: 'lab9', places: [0], unlike: { [otherEnv]: [1] } }]);
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
  const { diagnostics } = compileText({ nodes });
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

test('bind --bound makes the plan that a run with spares had', () => {
  const folder = makeFolder('bound-');
  const file = join(folder, 'topology.yaml');
  writeFileSync(file, JSON.stringify({ version: 1, name: 'lab', nodes: NODES }));
  const names = ['lab1', 'lab2', 'lab3', 'old1'];
  const nodes = names.map((node) => ({ node, host: node === 'lab2' ? 'lab9' : node }));
  writeFileSync(join(folder, 'bound.json'), JSON.stringify({ formatVersion: '1.0', nodes }));
  const bound = runRankplan(['bind', file, '--bound', join(folder, 'bound.json')]);
  const replaced = runRankplan(['bind', file, '--replace', 'lab2=lab9']);
  expect(bound.status).toBe(0);
  expect(bound.stdout).toBe(replaced.stdout);
});
