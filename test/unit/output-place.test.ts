import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { whyForbidden } from '../../src/runtime/forbidden-output.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder, writeFiles } from '../scratch.ts';

const scratch = makeFolder('rankplan-place-');
const home = join(scratch, 'home');

beforeAll(() => {
  writeFiles(scratch, {
    'good.yaml': 'version: 1\nname: g\nnodes: [{hosts: lab1, gpus: {count: 2}}]\n',
    'bare/HEAD': 'ref: refs/heads/main\n',
    'mine/README.md': 'mine\n',
  });
  for (const folder of ['home/inside', 'repo/.git', 'bare/objects', 'bare/refs'])
    mkdirSync(join(scratch, folder), { recursive: true });
  symlinkSync('repo/.git', join(scratch, 'link'));
  symlinkSync('home', join(scratch, 'to-home'));
  symlinkSync('/', join(scratch, 'to-root'));
});

const place = (directory: string) => (directory.startsWith('/') ? directory : join(scratch, directory));
beforeEach(() => void vi.stubEnv('HOME', home));
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['/', 'the root'],
  ['//', 'the root'],
  ['to-root', 'the root'],
  ['.git', 'git'],
  ['repo/.git', 'git'],
  ['repo/.git/hooks', 'git'],
  ['repo/.git/new/one', 'git'],
  ['link', 'git'],
  ['link/new', 'git'],
  ['bare', 'git'],
  ['bare/new', 'git'],
  ['home', 'your home'],
  ['to-home', 'your home'],
])('%s cannot be an output directory, because of %s', (directory, why) => {
  expect(whyForbidden(place(directory))).toContain(why);
});

test.each([['home/inside'], ['to-home/inside'], ['repo'], ['new/one'], ['mine'], ['.github'], ['.']])(
  '%s can be one',
  (directory) => {
    expect(whyForbidden(place(directory))).toBeNull();
  },
);

const compile = (directory: string, ...more: readonly string[]) =>
  runRankplan(['compile', 'good.yaml', '-o', directory, ...more], { cwd: scratch });

test('one that cannot be is refused before anything is written', () => {
  for (const more of [[], ['--check']]) {
    const { status, stderr } = compile('link/new', ...more);
    expect(stderr).toMatch(/^rankplan: `link\/new` cannot be the output directory: /);
    expect(status).toBe(2);
  }
  expect(readdirSync(join(scratch, 'repo/.git'))).toEqual([]);
});

test('one that others have files in can be', () => {
  expect(compile('mine')).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(join(scratch, 'mine'))).toEqual(expect.arrayContaining(['README.md', 'plan.json']));
});

test('a link to nothing is named', () => {
  symlinkSync('nowhere', join(scratch, 'dangling'));
  const said = /^rankplan: .*dangling is a symbolic link that leads nowhere$/m;
  expect(compile('dangling/x/y')).toMatchObject({ status: 3, stderr: expect.stringMatching(said) });
});
