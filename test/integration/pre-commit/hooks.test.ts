import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';

/*
 * The hooks under the real pre-commit. The repository that it takes them from is the package as it is built, without
 * what building it needs: so nothing comes from the network.
 */

const hasTool = spawnSync('sh', ['-c', 'command -v pre-commit']).status === 0;
const scratch = makeFolder('rankplan-pre-commit-');
const hooks = join(scratch, 'hooks');
const project = join(scratch, 'project');

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  PRE_COMMIT_HOME: join(scratch, 'home'),
  npm_config_offline: 'true',
};

function run(cwd: string, command: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: environment });
  return { status, output: stdout + stderr };
}

function must(cwd: string, command: string, ...args: readonly string[]): string {
  const result = run(cwd, command, ...args);
  expect(result).toMatchObject({ status: 0 });
  return result.output.trim();
}

const preCommit = () => run(project, 'pre-commit', 'run', '--color', 'never');
const rankplan = (...args: readonly string[]) =>
  must(project, process.execPath, join(hooks, 'dist/rankplan.cjs'), ...args);

describe.skipIf(!requireTool('pre-commit', hasTool, 'pip install pre-commit'))('pre-commit', () => {
  beforeAll(() => {
    const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const path of ['dist', 'schemas', '.pre-commit-hooks.yaml'])
      cpSync(path, join(hooks, path), { recursive: true });
    writeFileSync(join(hooks, 'package.json'), JSON.stringify(manifest));
    for (const folder of [hooks, project]) must(scratch, 'git', 'init', '-q', folder);
    must(hooks, 'git', 'add', '-Af');
    must(hooks, 'git', 'commit', '-qm', 'x');
    const revision = must(hooks, 'git', 'rev-parse', 'HEAD');
    writeFileSync(
      join(project, '.pre-commit-config.yaml'),
      `repos:
  - repo: ${hooks}
    rev: ${revision}
    hooks:
      - id: rankplan-check
        args: [--warnings-as-errors]
      - id: rankplan-compile-check
        args: [topology.yaml, -o, out]
`,
    );
    rankplan('init', 'topology.yaml');
    rankplan('compile', 'topology.yaml', '-o', 'out');
    must(project, 'git', 'add', '-A');
  });

  test('lets a commit pass that is in order', () => {
    const { status, output } = preCommit();
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output.match(/^rankplan .*Passed$/gm)).toHaveLength(2);
  });

  test('stops one whose artifacts are stale, and one with a finding', () => {
    const text = readFileSync(join(project, 'topology.yaml'), 'utf8');
    writeFileSync(join(project, 'topology.yaml'), text.replace('count: 4', 'count: 3'));
    must(project, 'git', 'add', '-A');
    const stale = preCommit();
    expect(stale).toMatchObject({ status: 1 });
    expect(stale.output).toMatch(/^rankplan check\.+Passed$/m);
    expect(stale.output).toMatch(/^topology\.yaml:\d+:\d+: error\[RP4003\]: out: \d+ files are stale/m);

    writeFileSync(join(project, 'topology.yaml'), text.replace('count: 4', 'count: 4, score: 1'));
    must(project, 'git', 'add', '-A');
    const warned = preCommit();
    expect(warned).toMatchObject({ status: 1 });
    expect(warned.output).toMatch(/^topology\.yaml:\d+:\d+: error\[RP3007\]/m);
  });

  test('checks topologies, and no other YAML', () => {
    must(project, 'git', 'rm', '-q', '--cached', 'topology.yaml');
    writeFileSync(join(project, 'other.yaml'), 'a: 1\n');
    must(project, 'git', 'add', 'other.yaml');
    expect(preCommit().output).toMatch(/^rankplan check\.+\(no files to check\)Skipped$/m);
  });
});
