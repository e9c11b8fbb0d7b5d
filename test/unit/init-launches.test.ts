import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';

/*
 * Launch scripts and configurations as people write them, each with the map that its own tool makes of it, written by
 * hand: `lab1:0-3` are four ranks in order, on GPUs 0 to 3 of lab1.
 */
const FOLDER = resolve('test/data/init/launches');

interface Expected {
  readonly map?: string;
  readonly warnings?: number;
  readonly refused?: string;
  readonly place?: string;
}

const EXPECTED = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Record<string, Expected>;
const CASES = Object.entries(EXPECTED);

/** What cases name, and what is no case itself. */
const BESIDE = ['expected.json', 'hosts-mixed', 'machines.txt', 'zero2.yaml'];

function expandMap(map: string): readonly string[] {
  return map.split(' ').flatMap((part) => {
    const [, host = '', kind = '', first = '', last = first] =
      /^(.+):(cpu|)(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, i) => `${host}:${kind}${Number(first) + i}`);
  });
}

interface Plan {
  readonly nodes: readonly { readonly name: string; readonly bind: string }[];
  readonly ranks: readonly {
    readonly rank: number;
    readonly node: string;
    readonly gpu: number | null;
    readonly cpuSlot: number | null;
  }[];
}

/** The host and GPU of each rank in the plan of a topology. */
function mapOf(topology: string): readonly string[] {
  const shown = runRankplan(['show', '--format', 'json', '-'], { input: topology });
  expect({ status: shown.status, stderr: shown.stderr }).toEqual({ status: 0, stderr: '' });
  const { ranks } = JSON.parse(shown.stdout) as Plan;
  expect(ranks.map(({ rank }) => rank)).toEqual(ranks.map((_, i) => i));
  return ranks.map(({ node, gpu, cpuSlot }) => `${node}:${gpu ?? `cpu${cpuSlot}`}`);
}

const init = (file: string, args: readonly string[] = []) =>
  runRankplan(['init', '--from', ...args, file, '-o', '-', '--name', 'job'], { cwd: FOLDER });

describe('a launch becomes a topology with the same map, or a reason', () => {
  test('each file of the folder has its map or its refusal here, and at least 35 have a map', () => {
    expect(CASES.filter(([, { map }]) => map !== undefined).length).toBeGreaterThanOrEqual(35);
    expect([...Object.keys(EXPECTED), ...BESIDE].sort()).toEqual(readdirSync(FOLDER).sort());
  });

  test.each(CASES)('%s', (file, { map, warnings = 0, refused, place }) => {
    const { status, stdout, stderr } = init(file);
    const found = [...stderr.matchAll(/^(\S+?):(\d+:\d+): (error|warning)\[(RP\d+)\]/gm)];
    if (map === undefined) {
      expect(found.map(([, ...parts]) => parts)).toContainEqual([file, place, 'error', refused]);
      expect(stderr).toContain('  help: ');
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      return;
    }
    expect(found.map(([, , , severity, code]) => [severity, code])).toEqual(
      Array.from({ length: warnings }, () => ['warning', 'RP5117']),
    );
    expect(status).toBe(0);
    expect(mapOf(stdout)).toEqual(expandMap(map));
    const check = runRankplan(['check', '--warnings-as-errors', '-'], { input: stdout });
    expect(check).toMatchObject({ status: 0, stderr: '' });
  });

  test('a kind may be named, and says the same', () => {
    for (const [kind, file] of [
      ['sbatch', 'lightning.sbatch'],
      ['torchrun', 'last-four-gpus.sh'],
      ['accelerate', 'accelerate-fsdp.yaml'],
      ['deepspeed', 'include-hosts.sh'],
      ['mpirun', 'mpi-by-node.sh'],
      ['rankfile', 'interleaved.rankfile'],
      ['hostfile', 'hosts-mixed'],
    ] as const)
      expect(init(file, [kind])).toEqual(init(file));
  });
});
