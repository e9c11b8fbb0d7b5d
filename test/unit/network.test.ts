import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { domainsOf } from '../../src/runtime/network/network.ts';
import { isNetwork, parseNetwork } from '../../src/runtime/network/parse-network.ts';
import { NETWORKS } from '../integration/slurm/harness/networks.ts';

const read = (path: string): string => readFileSync(`test/data/${path}`, 'utf8');

function parse(text: string) {
  const report = createReporter();
  const network = parseNetwork({ name: 'file', text }, report);
  return network ?? { problem: report.diagnostics()[0]?.code ?? '' };
}

/** `spine=p0 leaf=s0` of each host. */
function placesIn(text: string, hosts: readonly string[]): readonly string[] {
  const network = parse(text);
  if ('problem' in network) throw new Error(network.problem);
  return domainsOf(network, hosts).map((domain) => domain.map((pair) => pair.join('=')).join(' '));
}

const A = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'];
const N = ['n01', 'n02', 'n03', 'n04'];
const BY_SWITCH = [0, 1, 0, 2, 0, 2, 2, 1].map((leaf) => `spine=p${leaf === 2 ? 1 : 0} leaf=s${leaf}`);
const BY_BLOCK = [0, 1, 0, 1, 2, 2, 3, 3].map(
  (block) => `blocks4=${block < 2 ? 'b0-1' : 'b2-3'} block=b${block}`,
);

describe('networks as three versions of Slurm print them', () => {
  it.each(['22.05-tree', '24.11-tree', '26.05-tree', '26.05-yaml'])('%s', (name) => {
    expect(placesIn(read(`slurm/network/${name}.txt`), A)).toEqual(BY_SWITCH);
  });

  it.each(['24.11-block', '26.05-block'])('%s, with what Slurm makes of several blocks', (name) => {
    const text = read(`slurm/network/${name}.txt`);
    expect(placesIn(text, A)).toEqual(BY_BLOCK);
    for (const [, names = '', nodes = ''] of text.matchAll(/^AggregatedBlock=(\S+) .*Nodes=(\S+)/gm)) {
      const level = `blocks4=${names.replaceAll(/[[\]]/g, '')} `;
      const members = A.filter((_, i) => placesIn(text, A)[i]?.startsWith(level));
      expect(`a[${members[0]?.slice(1)}-${members.at(-1)?.slice(1)}]`).toBe(nodes);
    }
  });
});

it.each(['\n', '\r\n'])('a list of nodes goes on behind a backslash, and places stay (%j)', (end) => {
  const lines = ['SwitchName=s1 Nodes=n01,\\', 'n02 \\', ' LinkSpeed=1', 'SwitchName=s2 Nodes=n03,\\', 'n04'];
  const of = (tree: readonly string[]) => tree.join(end);
  expect(placesIn(of(lines), N)).toEqual(['leaf=s1', 'leaf=s1', 'leaf=s2', 'leaf=s2']);
  const twice = [...lines, 'SwitchName=s3 Nodes=n01'];
  const problem = parse(of(twice));
  expect(problem).toMatchObject({ at: of(twice).lastIndexOf('SwitchName') });
});

it.each(NETWORKS)('$name: the files of Slurm say what it answers', ({ files, name }) => {
  const [text = ''] = Object.values(files);
  expect(isNetwork(text)).toBe(true);
  expect(placesIn(text, A)).toEqual(name === 'block' ? BY_BLOCK : BY_SWITCH);
  expect(placesIn(text.replaceAll('\n', '\r\n'), A)).toEqual(name === 'block' ? BY_BLOCK : BY_SWITCH);
});

describe('what topograph writes', () => {
  it('topology.conf: tree and block', () => {
    expect(placesIn(read('topograph/tree.conf'), N)).toEqual([
      'spine=switch.2.1 leaf=switch.1.1',
      'spine=switch.2.1 leaf=switch.1.1',
      'spine=switch.2.1 leaf=switch.1.2',
      'spine=switch.2.2 leaf=switch.1.3',
    ]);
    expect(placesIn(read('topograph/block.conf'), ['n01', 'n04', 'n07'])).toEqual([
      'blocks4=rack11-12 block=rack11',
      'blocks4=rack11-12 block=rack12',
      'blocks4=rack21-22 block=rack22',
    ]);
  });
});

describe('places as a topology can have them', () => {
  const UNEVEN =
    'SwitchName=s0 Nodes=a1\nSwitchName=s1 Nodes=a2\nSwitchName=p Switches=s[0-1]\nSwitchName=far Nodes=a3\n';

  it('every node has every level: what hangs further out, or is not known, has names of its own', () => {
    expect(placesIn(UNEVEN, ['a1', 'a3', 'b9'])).toEqual([
      'spine=p leaf=s0',
      'spine=far leaf=far',
      'spine=b9 leaf=b9',
    ]);
  });

  it('an outer level that all nodes share is left out, and a network that knows none of them', () => {
    expect(placesIn(UNEVEN, ['a1', 'a2'])).toEqual(['leaf=s0', 'leaf=s1']);
    expect(placesIn(UNEVEN, ['a1'])).toEqual(['leaf=s0']);
    expect(placesIn(UNEVEN, ['b9'])).toEqual(['']);
  });

  it('names are as a topology takes them, and stay different', () => {
    const odd = 'SwitchName=_s/0 Nodes=a1\nSwitchName=s.0 Nodes=a2\nSwitchName=s[0] Nodes=a3\n';
    expect(placesIn(odd, ['a1', 'a2', 'a3'])).toEqual(['leaf=s.0', 'leaf=s.0-2', 'leaf=s0']);
  });
});

it.each([
  ['a switch that is missing', 'SwitchName=t Switches=s[1-2]\nSwitchName=s1 Nodes=a\n', /no switch `s2`/],
  ['a circle', 'SwitchName=a Switches=b\nSwitchName=b Switches=a\n', /more than 16 levels, or a circle/],
  ['two parents', 'SwitchName=s Nodes=a1\nSwitchName=p Switches=s\nSwitchName=q Switches=s\n', /below both/],
  ['no host list', 'BlockName=b Nodes=a[1-\n', /no host list/],
  ['too many machines', 'BlockName=b Nodes=a[1-9999][1-9999]\n', /no host list/],
  ['neither', 'RingName=r Nodes=a1\n', /no switch and no block/],
  ['flat', '- topology: x\n  flat: true\n', /neither `tree` nor `block`/],
  ['no YAML', '- topology: x\n  tree: [\n', /^RP1/],
])('a network with %s is none', (_, text, problem) => {
  expect(parse(text)).toMatchObject({ problem: expect.stringMatching(problem) });
});

it('a hostile network takes linear time', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => `SwitchName=s${i} Switches=s${i + 1}\n`).join('');
  expect(parse(`${chain}SwitchName=s20000 Nodes=a1\n`)).toHaveProperty('problem');
  const repeated = Array.from(
    { length: 15 },
    (_, i) => `SwitchName=s${i} Switches=${`s${i + 1},`.repeat(60)}\n`,
  );
  expect(parse(`${repeated.join('')}SwitchName=s15 Nodes=a1\n`)).toHaveProperty('levels');
  const diamonds = Array.from({ length: 15 }, (_, i) => {
    const below = `s${i + 1},t${i + 1}`;
    return `SwitchName=s${i} Switches=${below}\nSwitchName=t${i} Switches=${below}\n`;
  });
  const leaves = 'SwitchName=s15 Nodes=a1\nSwitchName=t15 Nodes=a2\n';
  expect(parse(diamonds.join('') + leaves)).toHaveProperty('problem');
});
