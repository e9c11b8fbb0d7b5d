import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder, writeFiles } from '../scratch.ts';

const scratch = makeFolder('rankplan-diff-');
const repository = join(scratch, 'repository');

const topology = (count: number) =>
  `version: 1\nname: job\nnodes:\n  - { hosts: lab1, gpus: { count: ${count} } }\n`;
const measured = 'version: 1\nname: job\nnodes:\n  - { hosts: lab1, inventory: inventory/lab1.json }\n';
const inventory = (gpus: number) =>
  JSON.stringify({ formatVersion: '1.0', gpus: Array.from({ length: gpus }, (_, index) => ({ index })) });

beforeAll(() => {
  mkdirSync(repository);
  git('init', '-q', '-b', 'main');
  write('topology.yaml', topology(2));
  write('clusters/measured.yaml', measured);
  write('clusters/inventory/lab1.json', inventory(2));
  write('clusters/outside.yaml', measured.replace('inventory/lab1.json', '../lab1.json'));
  write('lab1.json', inventory(1));
  write('broken.yaml', 'version: 1\nname: x\n');
  symlinkSync('topology.yaml', join(repository, 'link.yaml'));
  symlinkSync('/etc/hostname', join(repository, 'out.yaml'));
  rankplan(['compile', 'topology.yaml', '-o', 'out']);
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  write('topology.yaml', topology(3));
  write('clusters/inventory/lab1.json', inventory(4));
  write('main:topology.yaml', topology(5));
  rankplan(['compile', 'topology.yaml', '-o', 'out']);
});

function git(...args: string[]) {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

const write = (path: string, text: string) => writeFiles(repository, { [path]: text });

interface Options {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

function rankplan(args: readonly string[], options: Options = {}) {
  return runRankplan(args, { cwd: repository, ...options });
}

/** The world sizes that a diff of these arguments tells. */
function sizes(args: readonly string[], options: Options = {}): readonly [number, number] {
  const { status, stdout, stderr } = rankplan(['diff', '--format', 'json', ...args], options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { worldSize } = JSON.parse(stdout).head;
  return [worldSize.old, worldSize.new];
}

describe('what is compared', () => {
  test.each([
    ['a topology of a revision', ['HEAD:topology.yaml', 'topology.yaml'], [2, 3]],
    ['a file whose name has a colon', ['topology.yaml', 'main:topology.yaml'], [3, 5]],
    ['--against', ['--against', 'main', 'topology.yaml'], [2, 3]],
    ['--against with a path below', ['--against', 'main', './clusters/../topology.yaml'], [2, 3]],
    ['--against of a compiled directory', ['--against', 'HEAD', 'out'], [2, 3]],
    ['a compiled directory', ['out', 'topology.yaml'], [3, 3]],
    ['a compiled directory of a revision', ['HEAD:out', 'out/plan.json'], [2, 3]],
    ['a plan of a revision', ['HEAD:out/plan.json', 'HEAD:out/'], [2, 2]],
    ['inventory files of the same revision', ['--against', 'main', 'clusters/measured.yaml'], [2, 4]],
    ['a link inside the revision', ['HEAD:link.yaml', 'link.yaml'], [2, 3]],
    ['a bound of inventory files', ['--root', '.', 'HEAD:clusters/outside.yaml', 'topology.yaml'], [1, 3]],
  ] as const)('%s', (_, args, expected) => {
    expect(sizes(args)).toEqual(expected);
  });

  test('a path of a revision begins at the top, or here with a dot', () => {
    const cwd = join(repository, 'clusters');
    expect(sizes(['HEAD:topology.yaml', 'HEAD:./measured.yaml'], { cwd })).toEqual([2, 2]);
    expect(sizes(['HEAD:../topology.yaml', 'HEAD:clusters/measured.yaml'], { cwd })).toEqual([2, 2]);
    expect(sizes(['--against', 'main', '../topology.yaml'], { cwd })).toEqual([2, 3]);
    expect(sizes(['--against', 'main', join(repository, 'topology.yaml')], { cwd: scratch })).toEqual([2, 3]);
  });

  test('a revision is named from the top of the repository, in findings too', () => {
    const cwd = join(repository, 'clusters');
    for (const args of [['HEAD:../topology.yaml'], ['--against', 'HEAD']]) {
      const { stdout } = rankplan(['diff', ...args, '../topology.yaml'], { cwd });
      expect(stdout.split('\n')[1]).toBe('HEAD:topology.yaml → ../topology.yaml');
    }
    const { stderr } = rankplan(['diff', '--against', 'HEAD', 'clusters/outside.yaml']);
    expect(stderr).toMatch(/^HEAD:clusters\/outside\.yaml:4:/);
  });

  test('stdin', () => {
    expect(sizes(['-', 'topology.yaml'], { input: topology(7) })).toEqual([7, 3]);
  });
});

test('a finding that both sides have is a line, one that is new is whole', () => {
  const scored = (strategy: string, score: number) =>
    `version: 1\nname: x\nnodes: [{ hosts: a1, gpus: { count: 4, score: ${score} } }]\nmapping: { strategy: ${strategy} }\n`;
  write('before.yaml', scored('sequential', 5));
  write('same.yaml', scored('sequential', 6));
  write('ranked.yaml', scored('performance-ranked', 6));
  expect(rankplan(['diff', 'before.yaml', 'same.yaml']).stderr).toBe(
    'same.yaml: 1 finding as in before.yaml: RP3007\n',
  );
  expect(rankplan(['diff', 'before.yaml', 'ranked.yaml']).stderr).toMatch(
    /^ranked\.yaml:4:\d+: warning\[RP3007\]: every GPU/,
  );
});

describe('refusals', () => {
  test.each([
    ['an unknown revision', ['nowhere:topology.yaml', 'topology.yaml'], 3],
    ['an unknown path', ['HEAD:nowhere.yaml', 'topology.yaml'], 3],
    ['a directory without a plan', ['HEAD:clusters', 'topology.yaml'], 3],
    ['a directory on disk without a plan', ['clusters', 'topology.yaml'], 3],
    ['a path out of the repository', ['HEAD:../../x', 'topology.yaml'], 3],
    ['a link out of the repository', ['HEAD:out.yaml', 'topology.yaml'], 3],
    ['an option for a revision', ['--output=x:topology.yaml', 'topology.yaml'], 2],
    ['an option after --', ['--', '--output=x:topology.yaml', 'topology.yaml'], 3],
    ['an option for --against', ['--against', '--help', 'topology.yaml'], 3],
    ['an empty revision', [':topology.yaml', 'topology.yaml'], 3],
    ['an empty --against', ['--against', '', 'topology.yaml'], 2],
    ['a missing file', ['nowhere.yaml', 'topology.yaml'], 3],
    ['one file', ['topology.yaml'], 2],
    ['three files', ['topology.yaml', 'topology.yaml', 'topology.yaml'], 2],
    ['--against and two files', ['--against', 'main', 'topology.yaml', 'topology.yaml'], 2],
    ['stdin twice', ['-', '-'], 2],
    ['a topology with errors', ['broken.yaml', 'topology.yaml'], 1],
    ['an inventory file outside', ['HEAD:clusters/outside.yaml', 'topology.yaml'], 1],
    ['a line end in a path', ['HEAD:a\nHEAD:topology.yaml', 'topology.yaml'], 3],
  ] as const)('%s', (_, args, expected) => {
    const { status, stdout, stderr } = rankplan(['diff', ...args]);
    expect({ status, stdout, stderr }).toMatchObject({ status: expected, stdout: '' });
    expect(stderr).not.toBe('');
    expect(stderr).not.toContain('    at ');
  });

  test('a revision without a path is told what it lacks', () => {
    const { status, stderr } = rankplan(['diff', 'main', 'topology.yaml']);
    expect({ status, stderr }).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('`main:topology.yaml`'),
    });
  });

  test('a shallow clone is told from a revision that is nowhere', () => {
    git('commit', '-q', '--allow-empty', '-m', 'second');
    git('clone', '-q', '--depth', '1', `file://${repository}`, join(scratch, 'shallow'));
    const args = ['diff', '--against', 'HEAD~1', 'topology.yaml'];
    const { status, stderr } = rankplan(args, { cwd: join(scratch, 'shallow') });
    expect({ status, stderr }).toMatchObject({ status: 3, stderr: expect.stringContaining('is shallow') });
    expect(rankplan(['diff', 'nowhere:x', 'topology.yaml']).stderr).not.toContain('shallow');
  });

  test('outside of a repository, and without git', () => {
    const outside = rankplan(['diff', 'HEAD:a', 'repository/topology.yaml'], { cwd: scratch });
    expect(outside).toMatchObject({ status: 3, stdout: '' });
    expect(outside.stderr).toContain('repository');
    const withoutGit = rankplan(['diff', 'HEAD:topology.yaml', 'topology.yaml'], { env: { PATH: scratch } });
    expect(withoutGit).toMatchObject({ status: 3, stdout: '' });
    expect(withoutGit.stderr).toContain('git');
  });
});

test('--exit-code tells a difference, of any kind', () => {
  expect(rankplan(['diff', 'topology.yaml', 'out']).status).toBe(0);
  expect(rankplan(['diff', '--exit-code', 'topology.yaml', 'out']).status).toBe(0);
  expect(rankplan(['diff', '--against', 'main', 'topology.yaml']).status).toBe(0);
  expect(rankplan(['diff', '--exit-code', '--against', 'main', 'topology.yaml']).status).toBe(1);
  write('env.yaml', `${readFileSync(join(repository, 'topology.yaml'), 'utf8')}launch: { env: { A: b } }\n`);
  expect(rankplan(['diff', '--exit-code', 'topology.yaml', 'env.yaml']).status).toBe(1);
});

test('a name that is quoted in an error cannot steer the terminal', () => {
  const { status, stderr } = rankplan(['diff', 'no\u001b[31m.yaml', 'topology.yaml']);
  expect(status).toBe(3);
  expect(stderr).not.toContain('\u001b');
  expect(stderr).toContain('no\ufffd[31m.yaml');
});
