import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from '../../src/runtime/make-folders.ts';
import { makeFolder } from '../scratch.ts';

const root = makeFolder('rankplan-folders-');

it('makes a folder and those around it, and minds none that is there', () => {
  for (let i = 0; i < 2; i++) makeFolders(join(root, 'a/b/c'));
  symlinkSync('a', join(root, 'link'));
  makeFolders(join(root, 'link/d'));
  makeFolders('/');
  expect(statSync(join(root, 'a/d')).isDirectory()).toBe(true);
});

it.each([
  ['a file', 'file', 'EEXIST'],
  ['below a file', 'file/a', 'ENOTDIR'],
  ['where nothing can be made, for ever', '/proc/nowhere/a', 'ENOENT'],
  ['through a link to nothing', 'dangling', 'dangling is a symbolic link that leads nowhere'],
  ['below a link to nothing', 'dangling/a', 'dangling is a symbolic link that leads nowhere'],
])('throws: %s', (_name, path, code) => {
  writeFileSync(join(root, 'file'), '');
  rmSync(join(root, 'dangling'), { force: true });
  symlinkSync('gone', join(root, 'dangling'));
  expect(() => makeFolders(path.startsWith('/') ? path : join(root, path))).toThrow(code);
});
