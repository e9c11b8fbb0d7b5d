import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';

const scratch = makeFolder('rankplan-place-');
const home = join(scratch, 'home');

beforeAll(() => {
  writeFileSync(
    join(scratch, 'good.yaml'),
    'version: 1\nname: g\nnodes: [{hosts: lab1, gpus: {count: 2}}]\n',
  );
  for (const folder of ['home/inside', 'repo/.git', 'bare/objects', 'bare/refs', 'mine'])
    mkdirSync(join(scratch, folder), { recursive: true });
  writeFileSync(join(scratch, 'bare/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(scratch, 'mine/README.md'), 'mine\n');
  symlinkSync('repo/.git', join(scratch, 'link'));
  symlinkSync('home', join(scratch, 'to-home'));
  symlinkSync('/', join(scratch, 'to-root'));
});

const compile = (directory: string, ...more: readonly string[]) =>
  runRankplan(['compile', 'good.yaml', '-o', directory, ...more], {
    cwd: scratch,
    env: { ...process.env, HOME: home },
  });

describe('what cannot be an output directory is refused before anything is written', () => {
  test.each([
    ['/'],
    ['//'],
    ['to-root'],
    ['.git'],
    ['repo/.git'],
    ['repo/.git/hooks'],
    ['repo/.git/new/one'],
    ['link'],
    ['link/new'],
    ['bare'],
    ['bare/new'],
    ['home'],
    ['to-home'],
    [home],
  ])('%s', (directory) => {
    const before = [scratch, join(scratch, 'repo/.git'), join(scratch, 'bare'), home].map((at) =>
      readdirSync(at),
    );
    for (const more of [[], ['--check']]) {
      const { status, stderr } = compile(directory, ...more);
      expect(stderr).toMatch(/^rankplan: `.*` cannot be the output directory: /);
      expect(status).toBe(2);
    }
    expect(
      [scratch, join(scratch, 'repo/.git'), join(scratch, 'bare'), home].map((at) => readdirSync(at)),
    ).toEqual(before);
  });
});

describe('what can be one', () => {
  test.each([['home/inside'], ['to-home/inside'], ['repo'], ['new/one'], ['mine'], ['.github'], ['.']])(
    '%s',
    (directory) => {
      const { status, stderr } = compile(directory);
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(existsSync(join(scratch, directory, 'plan.json'))).toBe(true);
    },
  );
});

test.each(['dangling', 'dangling/x', 'dangling/x/y'])('%s: a link to nothing is named', (directory) => {
  symlinkSync('nowhere', join(scratch, 'dangling'));
  const { status, stderr } = compile(directory);
  rmSync(join(scratch, 'dangling'));
  expect(stderr).toMatch(/^rankplan: .*dangling is a symbolic link that leads nowhere$/m);
  expect(status).toBe(3);
});
