import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fakeMachine, hasNative, rankplanOn } from '../native/fake-machine.ts';

const scratch = mkdtempSync(join(tmpdir(), 'rankplan-pack-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('the packed tarball installs into an empty folder without network, checks and compiles', () => {
  const packed = run('npm', ['pack', '--pack-destination', scratch, '--ignore-scripts'], process.cwd());
  const tarball = packed.stdout.trim().split('\n').pop() ?? '';
  const home = join(scratch, 'home');
  mkdirSync(home);
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(scratch, tarball)], home);
  cpSync('examples/quickstart', join(home, 'job'), { recursive: true });
  const bin = join(home, 'node_modules/.bin/rankplan');
  expect(run(bin, ['--version'], home).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run(bin, ['check', 'job/topology.yaml'], home).stdout).toContain('ok: 4 ranks');
  run(bin, ['compile', 'job/topology.yaml', '-o', 'out'], home);
  expect(readdirSync(join(home, 'out')).sort()).toEqual([
    '.rankplan.json',
    'env',
    'hosts',
    'launch.sh',
    'plan.json',
  ]);
  // The GitHub action is used from there, and docs name the other files.
  for (const path of [
    'action.yml',
    ...readdirSync('action').map((name) => `action/${name}`),
    'dist/pull-request-comment.cjs',
    'problem-matcher.json',
    'schemas/topology.schema.json',
    'schemas/inventory.schema.json',
  ])
    expect(existsSync(join(home, 'node_modules/rankplan', path)), path).toBe(true);
  if (hasNative) {
    const bundle = join(home, 'node_modules/rankplan/dist/rankplan.cjs');
    const { status, stdout } = rankplanOn(fakeMachine('four-l40s'), ['probe'], home, bundle);
    expect(status).toBe(0);
    expect(stdout).toContain('4 GPUs');
  }
  const { dependencies, scripts } = JSON.parse(
    readFileSync(join(home, 'node_modules/rankplan/package.json'), 'utf8'),
  );
  expect(dependencies).toBeUndefined();
  expect(scripts.install ?? scripts.postinstall).toBeUndefined();
});

function run(command: string, args: readonly string[], cwd: string): { stdout: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect({ command, args, status, stderr, error }).toMatchObject({ status: 0 });
  return { stdout };
}
