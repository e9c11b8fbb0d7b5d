import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadsOut } from '../../src/cli/input/read-file.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';

const scratch = makeFolder('rankplan-parent-');
const mount = join(scratch, 'mount');

const topologyOf = (inventory: string) =>
  `version: 1\nname: g\nnodes: [{hosts: lab1, inventory: ${JSON.stringify(inventory)}}]\n`;
const INVENTORY = '{"formatVersion":"1.0","gpus":[{"index":0}]}\n';
const NAMES = ['..inv.json', '..data/inv.json', 'mounted.json', '...json'];

function run(program: string, args: readonly string[], cwd = mount) {
  return spawnSync(program, args, { cwd, encoding: 'utf8' });
}
const rankplan = (...args: readonly string[]) => runRankplan(args, { cwd: mount });

/** As the kubelet mounts a ConfigMap: each file leads into `..data`, which leads into a folder of that moment. */
beforeAll(() => {
  mkdirSync(join(mount, '..2026_11_22'), { recursive: true });
  writeFileSync(join(mount, '..2026_11_22/inv.json'), INVENTORY);
  symlinkSync('..2026_11_22', join(mount, '..data'));
  symlinkSync('..data/inv.json', join(mount, 'mounted.json'));
  writeFileSync(join(mount, '..inv.json'), INVENTORY);
  writeFileSync(join(mount, '...json'), INVENTORY);
  writeFileSync(join(scratch, 'outside.json'), INVENTORY);
  symlinkSync('../outside.json', join(mount, '..out.json'));
  for (const [i, name] of [...NAMES, '..out.json', '../outside.json'].entries())
    writeFileSync(join(mount, `${i}.yaml`), topologyOf(name));
  run('git', ['init', '-q']);
  run('git', ['add', '-A']);
  run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'x']);
});

describe('a name that begins with two dots lies inside', () => {
  test.each(NAMES.map((name, i) => [name, i] as const))('%s', (_name, i) => {
    expect(rankplan('check', `${i}.yaml`)).toMatchObject({ status: 0, stderr: '' });
    expect(rankplan('show', `HEAD:${i}.yaml`)).toMatchObject({ status: 0, stderr: '' });
    expect(rankplan('check', '--root', '.', `${i}.yaml`)).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('what leads out is refused', () => {
  test.each([[4], [5]])('%s.yaml', (i) => {
    expect(rankplan('check', `${i}.yaml`)).toMatchObject({ status: 1 });
    expect(rankplan('check', `${i}.yaml`).stdout).toContain('error[RP2010]');
    expect(rankplan('show', `HEAD:${i}.yaml`).stderr).toContain('error[RP2010]');
  });
});

test('leadsOut knows the parent folder from a name that begins like it', () => {
  expect(['..', '../a', '../..'].filter(leadsOut)).toHaveLength(3);
  expect(['', '.', '..a', '...', '..a/b', 'a/..b', '.../a'].filter(leadsOut)).toEqual([]);
});

test('nobody else asks whether a path begins with two dots', () => {
  const sources = ['src', 'action', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|cjs|sh)$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(sources.length).toBeGreaterThan(300);
  const asking = sources.filter((path) => /startsWith\(\s*(['"`])\.\.\1/.test(readFileSync(path, 'utf8')));
  expect(asking).toEqual([]);
});
