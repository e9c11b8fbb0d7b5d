import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadsOut } from '../../src/cli/input/read-file.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder, writeFiles } from '../scratch.ts';

const scratch = makeFolder('rankplan-parent-');
const mount = join(scratch, 'mount');

const topologyOf = (inventory: string) =>
  `version: 1\nname: g\nnodes: [{hosts: lab1, inventory: ${JSON.stringify(inventory)}}]\n`;
const INVENTORY = '{"formatVersion":"1.0","gpus":[{"index":0}]}\n';
const NAMES = ['..inv.json', '..data/inv.json', 'mounted.json', '...json'];

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: mount });
const rankplan = (...args: readonly string[]) => runRankplan(args, { cwd: mount });

/** As the kubelet mounts a ConfigMap: each file leads into `..data`, which leads into a folder of that moment. */
beforeAll(() => {
  for (const path of ['..2026_11_22/inv.json', '..inv.json', '...json', '../outside.json'])
    writeFiles(mount, { [path]: INVENTORY });
  symlinkSync('..2026_11_22', join(mount, '..data'));
  symlinkSync('..data/inv.json', join(mount, 'mounted.json'));
  symlinkSync('../outside.json', join(mount, '..out.json'));
  for (const [i, name] of [...NAMES, '..out.json', '../outside.json'].entries())
    writeFiles(mount, { [`${i}.yaml`]: topologyOf(name) });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'x');
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
