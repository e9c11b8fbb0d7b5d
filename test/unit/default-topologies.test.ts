import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERBS } from '../../src/cli/verbs/verbs.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';

const topology = (name: string) =>
  `version: 1\nname: ${name}\nnodes: [{ hosts: localhost, cpuRanks: 2 }]\nlaunch: { command: [echo] }\n`;

/** A folder with a topology, named after its file, in each of `files`. */
function folderWith(...files: readonly string[]) {
  const folder = makeFolder('default-');
  for (const file of files) writeFileSync(join(folder, file), topology(file.replace('.yaml', '')));
  return (args: readonly string[]) => runRankplan(args, { cwd: folder });
}

/** A verb of each fallback: what it takes is found in one place for all. */
const CALLS = [
  ['check', ['check']],
  ['show', ['show']],
] as const;

test('every verb that reads topologies has one where none is named', () => {
  const fallbacks = VERBS.filter(({ fallback }) => fallback !== undefined).map(({ name }) => name);
  expect(fallbacks).toEqual(['check', 'compile', 'show', 'diff', 'explain', 'bind', 'verify', 'run']);
});

describe('show takes', () => {
  test.each([
    ['rankplan.yaml', ['rankplan.yaml'], 'rankplan'],
    ['the one that is called so', ['lab.rankplan.yaml', 'other.yaml'], 'lab.rankplan'],
    ['the former name where there is no other', ['topology.yaml', 'other.yaml'], 'topology'],
    ['not the former name where there is another', ['topology.yaml', 'lab.rankplan.yaml'], 'lab.rankplan'],
  ])('%s', (_, files, name) => {
    const { status, stdout, stderr } = folderWith(...files)(['show', '--format', 'json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout).name).toBe(name);
  });

  test("not Slurm's own file of the former name", () => {
    const folder = makeFolder('default-');
    writeFileSync(join(folder, 'topology.yaml'), '---\n- topology: tree\n  cluster_default: true\n');
    expect(runRankplan(['check'], { cwd: folder })).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "rankplan: give FILE: there is no rankplan.yaml or *.rankplan.yaml here, and topology.yaml is Slurm's own; `rankplan init` writes one\n",
    });
  });

  test('no folder of that name', () => {
    const folder = makeFolder('default-');
    mkdirSync(join(folder, 'rankplan.yaml'));
    writeFileSync(join(folder, 'topology.yaml'), topology('former'));
    expect(runRankplan(['show'], { cwd: folder }).stdout).toContain('former');
  });
});

describe.each(CALLS)('%s', (verb, args) => {
  test('says what is missing where there is no topology', () => {
    const { status, stdout, stderr } = folderWith('other.yaml', '.rankplan.yaml')(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^rankplan: give FILE: there is no rankplan\.yaml.*`rankplan init` writes one\n$/);
  });

  test('names them where there are several, but check takes all', () => {
    const { status, stdout, stderr } = folderWith(
      'rankplan.yaml',
      'b.rankplan.yaml',
      'a.rankplan.yaml',
    )(args);
    if (verb === 'check') {
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.match(/^.*(?=: ok)/gm)).toEqual(['a.rankplan.yaml', 'b.rankplan.yaml', 'rankplan.yaml']);
    } else {
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('3 topologies here: a.rankplan.yaml, b.rankplan.yaml, rankplan.yaml\n');
    }
  });
});

describe('what stands behind `--` is no plan', () => {
  const rankplan = folderWith('rankplan.yaml');
  const shown = (...args: readonly string[]) => rankplan(['run', '--dry-run', '--no-verify', ...args]).stdout;

  test.each([
    ['no plan', ['--', 'ls', '-l'], 'ls -l'],
    ['no plan, options', ['--tee', '--', 'ls', '-l'], 'ls -l'],
    ['a plan', ['rankplan.yaml', '--', '-x'], 'echo -x'],
    ['a plan, options', ['--tee', 'rankplan.yaml', '--', '-x'], 'echo -x'],
    ['a second one', ['rankplan.yaml', '--', 'a', '--', 'b'], 'a -- b'],
    ['two at once', ['rankplan.yaml', '--', '--', 'b'], '-- b'],
    ['nothing behind it', ['--'], 'echo'],
  ])('%s', (_, args, command) => {
    expect(shown(...args)).toMatch(new RegExp(`^rank 0 \\(localhost, CPU\\): .*${command}$`, 'm'));
  });
});

test('the former name still works for the hooks of pre-commit, as the new ones do', () => {
  const files = /files: (.*)\n/.exec(readFileSync('.pre-commit-hooks.yaml', 'utf8'))?.[1] ?? '';
  const matched = ['topology.yaml', 'a/topology.yml', 'rankplan.yaml', 'a/b.rankplan.yaml'];
  const others = ['xrankplan.yaml', 'a/mytopology.yaml', 'rankplan.yaml/x.yaml'];
  expect([...matched, ...others].filter((path) => new RegExp(files).test(path))).toEqual(matched);
});
