import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf } from '../../src/cli/input/digest.ts';
import { renderPlan } from '../../src/compiler/plan/render-plan.ts';
import { emitPlan, selectEmitters } from '../../src/emitters/emit-plan.ts';
import { planOf } from '../compile-text.ts';

/*
 * The order in which the machines of a job take the places of nodes. What real clusters make of it is in
 * test/integration/slurm/network.test.ts, which also records the answers that are read here.
 */
const NETWORKS = 'test/data/slurm/network';

/** The library, and a stand-in for scontrol that answers with a recorded network. */
const LIBRARY = `
. src/emitters/slurm/parts/head.bash
. src/emitters/slurm/parts/bound.bash
group_nodes=1
scontrol() {
  if [[ $2 == topology ]]; then cat "$NETWORK"; return; fi
  list=$(sed -E 's/([0-9]+)-([0-9]+)/{\\1..\\2}/g; s/\\[([^],]*)\\]/\\1/g; s/\\[/{/g; s/\\]/}/g' <<<"{,$3}")
  eval "printf '%s\\n' $list" | sed /^$/d
}
`;

function runBash(script: string, input = '', network = '/dev/null'): readonly string[] {
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', LIBRARY + script], {
    encoding: 'utf8',
    input,
    env: { PATH: process.env['PATH'], NETWORK: network },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

/** The machines a1, a2 and so on, each with its path. */
const pathsOf = (numbers: readonly number[], path: (number: number) => string) =>
  Object.fromEntries(numbers.map((number, i) => [`a${i + 1}`, path(number)]));
const BY_SWITCH = pathsOf([0, 1, 0, 2, 0, 2, 2, 1], (leaf) => `/core/p${leaf === 2 ? 1 : 0}/s${leaf}`);
const BY_BLOCK = pathsOf([0, 1, 0, 1, 2, 2, 3, 3], (block) => `/b[${block < 2 ? '0-1' : '2-3'}]/b${block}`);

it.each(readdirSync(NETWORKS))('%s: each machine has a path, outermost first', (file) => {
  const lines = runBash(
    'read_topology; for name in "${!path_of[@]}"; do echo "$name ${path_of[$name]}"; done',
    '',
    `${NETWORKS}/${file}`,
  );
  const paths = Object.fromEntries(lines.map((line) => line.split(' ')));
  expect(paths).toEqual(file.includes('block') ? BY_BLOCK : BY_SWITCH);
});

it('tells the order in one line, of many domains the first eight', () => {
  const [line, long] = runBash(`
    declare -A path_of=([a1]=/s0 [a2]=/s0 [b1]=/s1)
    report_order a1 a2 b1 c1 a3
    for i in {0..9}; do path_of[n$i]=/s$i; done
    report_order n{0..9}`);
  expect(line).toMatch(/: 2 in s0, 1 in s1, 2 in no domain$/);
  expect(long).toMatch(/, 1 in s7, and so on$/);
});

it('a Slurm that knows no network, or does not answer, changes nothing', () => {
  expect(
    runBash(`
      pack_all() { read_topology; pack_machines '' b2 a1 c3; echo "\${whole[*]}|\${rest[*]}|\${#path_of[@]}"; }
      pack_all
      scontrol() { return 1; }
      pack_all`),
  ).toEqual(['b2 a1 c3||0', 'b2 a1 c3||0']);
});

it('tells how many groups are in more than one domain', () => {
  const [line] = runBash(`
    declare -A path_of=([a1]=/s0 [a2]=/s0 [a3]=/s0 [b1]=/s1 [b2]=/s1)
    group_nodes=2
    report_order a1 a2 b1 b2 a3 c1`);
  expect(line).toMatch(/; 1 of 3 groups of 2 nodes are in more than one of these$/);
});

/** A topology of slots with blocks of ranks, as far as its job script tells of them. */
function groupNodesOf(nodes: readonly object[], launch: object, mapping: object = {}): string | undefined {
  const plan = planOf({ nodes, launch, mapping, slurm: { time: 5 } });
  const planText = renderPlan(plan);
  const artifacts = emitPlan({
    plan,
    planText,
    planDigest: digestOf(planText),
    emitters: selectEmitters(['slurm']),
  });
  const script = [...artifacts].find(({ path }) => path === 'job.sbatch')?.content ?? '';
  return /group_nodes='?(\d+)/.exec(String(script))?.[1];
}

it('blocks that span nodes are packed, where the level is known only when the job starts', () => {
  const slots = { hosts: 'slot[1-6]', bind: 'job', gpus: { count: 4 } };
  expect(groupNodesOf([slots], { groupSize: 8, groupWithin: 'nvlink' })).toBe('2');
  expect(groupNodesOf([slots], { groupSize: 12, groupWithin: 'nvlink' })).toBe('3');
  expect(groupNodesOf([slots], { groupSize: 2, groupWithin: 'nvlink' })).toBeUndefined();
  expect(groupNodesOf([slots], { parallel: { tp: 8 }, groupWithin: 'nvlink' })).toBe('2');
  expect(groupNodesOf([slots], { groupSize: 4 })).toBeUndefined();
  // Blocks of ranks that are dealt out in turn are no neighbours.
  expect(groupNodesOf([slots], { groupSize: 8, groupWithin: 'nvlink' }, { order: 'cyclic' })).toBeUndefined();
  const named = { hosts: 'a[1-6]', domain: { nvlink: 'd1' }, gpus: { count: 4 } };
  expect(groupNodesOf([named], { groupSize: 8, groupWithin: 'nvlink' })).toBeUndefined();
});

/** Where a machine of a random tree is: at a leaf, at an inner switch, or nowhere that is known. */
const PATH = fc
  .array(fc.constantFrom('/d0', '/d1', '/d2'), { maxLength: 3, size: 'max' })
  .map((names) => names.join(''));
const CASE = fc.record({
  group: fc.integer({ min: 1, max: 4 }),
  paths: fc.array(PATH, { minLength: 1, maxLength: 14, size: 'max' }),
});

/** The domain of a level that a path is in. */
const domainAt = (path: string, level: number): string | undefined =>
  path.split('/').length > level ? path.split('/', level + 1).join('/') : undefined;

it('no order has more groups within a domain, at any level', () => {
  const cases = fc.sample(CASE, { seed: 13, numRuns: 400 }).map(({ group, paths }) => ({
    group,
    machines: paths.map((path, i): [string, string] => [`n${i}`, path]),
  }));
  const input = cases.map(
    ({ group, machines }) => `${group} ${machines.map((entry) => entry.join('=')).join(' ')}\n`,
  );
  const orders = runBash(
    `while read -r group_nodes line; do
      unset -v path_of; declare -A path_of=(); names=()
      for word in $line; do names+=("\${word%%=*}"); path_of[\${word%%=*}]=\${word#*=}; done
      pack_machines '' "\${names[@]}"
      echo "\${whole[@]}" "\${rest[@]}"
    done`,
    input.join(''),
  );
  cases.forEach(({ group, machines }, i) => {
    const order = orders[i]?.trim().split(' ') ?? [];
    expect([...order].sort()).toEqual(machines.map(([name]) => name).sort());
    const pathOf = new Map(machines);
    for (const level of [0, 1, 2, 3]) {
      const domains = order.map((name) => domainAt(pathOf.get(name) ?? '', level));
      const whole = domains.filter((domain, at) => {
        const members = domains.slice(at, at + group);
        return (
          at % group === 0 && domain !== undefined && members.length === group && new Set(members).size === 1
        );
      });
      const sizes = new Map<string, number>();
      for (const domain of domains) if (domain !== undefined) sizes.set(domain, (sizes.get(domain) ?? 0) + 1);
      const most = [...sizes.values()].reduce((sum, size) => sum + Math.floor(size / group), 0);
      expect({ i, level, whole: whole.length }).toEqual({ i, level, whole: most });
    }
  });
});
