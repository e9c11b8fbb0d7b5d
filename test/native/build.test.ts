import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
// @ts-expect-error: a script without types
import { findTooNew, readNeeds } from '../../scripts/native/elf.mjs';
// @ts-expect-error: a script without types
import { findNodeHeaders } from '../../scripts/native/toolchain.mjs';
import { makeFolder } from '../scratch.ts';
import { ADDON, hasNative } from './fake-machine.ts';

const scratch = makeFolder('rankplan-build-');

function run(script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

describe('building', () => {
  const NONE = { PATH: scratch, CXX: '', CC: '' };

  test('without a compiler says what to install', () => {
    const { status, stderr } = run('scripts/build-native.mjs', [], NONE);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^build-native: no C\+\+ compiler: .*apt-get install g\+\+/);
  });

  test('without a compiler is no failure where it is optional', () => {
    const { status, stderr } = run('scripts/build-native.mjs', ['--optional'], NONE);
    expect(status).toBe(0);
    expect(stderr).toContain('the native part is left out');
  });

  test('a compiler that is named is the only one', () => {
    const { status, stderr } = run('scripts/build-native.mjs', [], { CXX: 'no-such-compiler' });
    expect(status).toBe(1);
    expect(stderr).toContain('no-such-compiler does not run');
  });

  const NO_OTHER = { CXX_AARCH64_LINUX_GNU: 'no-such-g++', CXX_X86_64_LINUX_GNU: 'no-such-g++' };
  const REFUSAL = /no C\+\+ compiler: no-such-g\+\+ does not run .*apt-get install g\+\+-/;

  test('for another machine takes its compiler, and names it', () => {
    const other = process.arch === 'x64' ? 'linux-arm64' : 'linux-x64';
    const stderr = expect.stringMatching(REFUSAL);
    const refused = run('scripts/build-native.mjs', ['--target', other], NO_OTHER);
    expect(refused).toEqual({ status: 1, stdout: '', stderr });
    expect(run('scripts/build-native.mjs', ['--target', 'linux-vax'])).toMatchObject({ status: 1 });
  });

  test.skipIf(!hasNative)('for all machines, of which one has no compiler', () => {
    const clone = join(scratch, 'clone');
    for (const name of ['scripts', 'native']) cpSync(name, join(clone, name), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'));
    cpSync('build/native/objects', join(clone, 'build/native/objects'), { recursive: true });
    const stale = join(clone, 'dist/native', process.arch === 'x64' ? 'linux-arm64' : 'linux-x64');
    for (const { CI, status, says } of [
      { CI: 'true', status: 1, says: REFUSAL },
      { CI: undefined, status: 0, says: /the package will be without linux-/ },
    ]) {
      mkdirSync(stale, { recursive: true });
      const env = { ...NO_OTHER, CI };
      const built = run(join(clone, 'scripts/build-native.mjs'), ['--all'], env);
      expect(built).toMatchObject({ status, stderr: expect.stringMatching(says) });
      expect(existsSync(stale)).toBe(status !== 0);
      expect(run(join(clone, 'scripts/check-native.mjs'), ['--all'], env).status).toBe(status);
    }
  });

  test.skipIf(!hasNative)('what is built is not built again', () => {
    expect(run('scripts/build-native.mjs', ['--tests'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('headers: the variable, then nodedir, then a Node of this version, then the package', () => {
    const make = (path: string) => {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'node_api.h'), '');
      return path;
    };
    const own = make(join(scratch, 'own'));
    const nodedir = join(scratch, 'nodedir');
    const below = make(join(nodedir, 'include/node'));
    const find = (env: Readonly<Record<string, string>>): string => {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      onTestFinished(() => void vi.unstubAllEnvs());
      return findNodeHeaders();
    };
    const nothing = { RANKPLAN_NODE_HEADERS: '', npm_config_nodedir: '' };
    expect(find({ RANKPLAN_NODE_HEADERS: own, npm_config_nodedir: nodedir })).toBe(own);
    expect(find({ ...nothing, npm_config_nodedir: nodedir })).toBe(below);
    const usual = find({ ...nothing, npm_config_nodedir: join(scratch, 'nowhere') });
    expect(existsSync(join(usual, 'node_api.h'))).toBe(true);
  });
});

describe('symbol versions', () => {
  test.skipIf(!hasNative || process.arch !== 'x64')('of what ships are those of RHEL 8, or older', () => {
    expect(run('scripts/check-native.mjs')).toEqual({ status: 0, stdout: '', stderr: '' });
    const { machine, needs } = readNeeds(ADDON);
    expect(machine).toBe('x64');
    expect(needs).toContainEqual({ library: 'libc.so.6', version: 'GLIBC_2.2.5' });
    expect(needs).toContainEqual({ library: 'libstdc++.so.6', version: 'GLIBCXX_3.4.21' });
  });

  test.each([
    ['GLIBC_2.28', true],
    ['GLIBC_2.29', false],
    ['GLIBC_2.4', true],
    ['GLIBCXX_3.4.25', true],
    ['GLIBCXX_3.4.26', false],
    ['CXXABI_1.3.12', false],
    ['CXXABI_TM_1', false],
    ['GLIBC_PRIVATE', false],
    ['NVML_1.0', false],
  ])('%s: %s', (version, isFine) => {
    expect(findTooNew({ needs: [{ library: 'lib.so', version }] }).length === 0).toBe(isFine);
  });

  test('a file that is no ELF is told', () => {
    expect(() => readNeeds('package.json')).toThrow('package.json is no 64-bit little-endian ELF file');
  });
});

test('a package is packed with what was built and checked', () => {
  const { scripts, files } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.prepack).toMatch(/build\.mjs && .*build-native\.mjs --all && .*check-native\.mjs --all && /);
  expect(files).toContain('dist');
});
