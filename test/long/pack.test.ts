import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { API_BLOCKS } from '../api-blocks.ts';
import { fakeMachine, hasNative, rankplanOn } from '../native/fake-machine.ts';
import { makeFolder } from '../scratch.ts';

const scratch = makeFolder('rankplan-pack-');

const home = join(scratch, 'home');
const installed = join(home, 'node_modules/rankplan');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
let installation = '';

/** As `npm pack` does with its scripts, less the builds: those are of this working tree, which others use. */
beforeAll(() => {
  run(process.execPath, ['scripts/build-types.mjs'], process.cwd());
  const clone = join(scratch, 'clone');
  for (const path of ['package.json', 'README.md', 'LICENSE', ...manifest.files])
    cpSync(path, join(clone, path), { recursive: true });
  const strip = resolve('scripts/strip-package.mjs');
  run(process.execPath, [strip], clone);
  const packed = run('npm', ['pack', '--pack-destination', scratch, '--ignore-scripts'], clone);
  run(process.execPath, [strip, '--undo'], clone);
  expect(readFileSync(join(clone, 'package.json'), 'utf8')).toBe(readFileSync('package.json', 'utf8'));
  const tarball = packed.stdout.trim().split('\n').pop() ?? '';
  mkdirSync(home);
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(scratch, tarball)];
  const { stdout, stderr } = run('npm', install, home);
  installation = stdout + stderr;
});

describe('the packed tarball', () => {
  test('installs into an empty folder without network, checks and compiles', () => {
    cpSync('examples/quickstart', join(home, 'job'), { recursive: true });
    const bin = join(home, 'node_modules/.bin/rankplan');
    expect(run(bin, ['--version'], home).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run(bin, ['check', 'job/topology.yaml'], home).stdout).toContain('ok: 4 ranks');
    run(bin, ['compile', 'job/topology.yaml', '-o', 'out'], home);
    expect(readdirSync(join(home, 'out'))).toEqual(
      expect.arrayContaining(['.rankplan.json', 'env', 'hosts', 'launch.sh', 'plan.json']),
    );
    if (!hasNative) return;
    const bundle = join(installed, 'dist/rankplan.cjs');
    const { status, stdout } = rankplanOn(fakeMachine('four-l40s'), ['probe'], home, bundle);
    expect(status).toBe(0);
    expect(stdout).toContain('4 GPUs');
  });

  test('has what the GitHub action is run from, and what docs name', () => {
    for (const path of [
      'action.yml',
      ...readdirSync('action').map((name) => `action/${name}`),
      'dist/pull-request-comment.cjs',
      'problem-matcher.json',
      'schemas/topology.schema.json',
      'schemas/inventory.schema.json',
      ...manifest.man,
    ])
      expect(existsSync(join(installed, path)), path).toBe(true);
  });

  test('has nothing that npm installs or runs, and npm does not warn of it', () => {
    const { dependencies, scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(scripts[name], name).toBeUndefined();
    expect(manifest.scripts.prepare).toBeDefined();
    expect(installation).not.toMatch(/rankplan@|install script/);
  });
});

describe('the library', () => {
  test.each(API_BLOCKS.map(({ code, prints }, i) => [i, code, prints]))(
    'does what block %i of docs/api.md says',
    (i, code, prints) => {
      expect(prints).not.toBe('');
      const path = join(home, `block-${i}.mjs`);
      writeFileSync(path, String(code));
      expect(run(process.execPath, [path], home).stdout).toBe(prints);
    },
  );

  test('is required by CommonJS, and has no other entry', () => {
    const code = `
      const { compile, emitters } = require('rankplan');
      console.log(typeof compile, emitters.join(), require('rankplan/schemas/plan.schema.json').title);
      try { require('rankplan/dist/cli.cjs'); } catch ({ code }) { console.log(code); }`;
    writeFileSync(join(home, 'require.cjs'), code);
    expect(run(process.execPath, ['require.cjs'], home).stdout).toBe(
      `function ${'env,shell,slurm,torchrun'} LaunchPlan\nERR_PACKAGE_PATH_NOT_EXPORTED\n`,
    );
  });

  const PROGRAM = `
    import { compile, diff, emit, explain, formatDiff, parsePlan } from 'rankplan';
    import type { Finding, LaunchPlan, PlanDiff } from 'rankplan';
    const { plan, json, findings } = compile('');
    const first: Finding | undefined = findings[0];
    const codes: readonly string[] = findings.map((finding) => finding.code);
    export async function use(other: LaunchPlan): Promise<string> {
      if (plan === null || json === null) return codes.join() + first?.primary.start.line;
      const difference: PlanDiff = diff(plan, other);
      const { files } = await emit(json, { emitters: ['env'] });
      const container: string | undefined = plan.slurm?.container?.image;
      const place = explain(plan, { rank: 0 })?.[0]?.facts[0]?.place?.start.column ?? 0;
      return formatDiff(difference, { format: 'markdown' }) + files?.[0]?.path + container + place + parsePlan(json).findings.length;
    }
  `;
  const WRONG = `import { compile } from 'rankplan';\nexport const worldSize: string = compile('').plan?.worldSize ?? '';\n`;

  test.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types for module %s with moduleResolution %s', (module, moduleResolution) => {
    const check = (name: string, text: string) => {
      writeFileSync(join(home, `${name}.mts`), text);
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--types', ''];
      const words = [...options, '--moduleResolution', moduleResolution, `${name}.mts`];
      return spawnSync(resolve('node_modules/.bin/tsc'), words, { cwd: home, encoding: 'utf8' });
    };
    expect(check('program', PROGRAM)).toMatchObject({ status: 0, stdout: '' });
    if (module === 'node16') expect(check('wrong', WRONG).stdout).toContain('TS2322');
  });
});

function run(command: string, args: readonly string[], cwd: string): { stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect({ command, args, status, stderr, error }).toMatchObject({ status: 0 });
  return { stdout, stderr };
}
