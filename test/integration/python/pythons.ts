import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { requireTool } from '../require-tool.ts';

/** The one that builds wheels; with pip and venv. */
export const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';

const OLDEST = 9;

/** The versions that the package promises, of those that are here: on the PATH, or of pyenv. */
export const PYTHONS: readonly (readonly [version: string, program: string])[] = findPythons();

export const hasPython = requireTool(
  'a Python with pip and venv',
  spawnSync(PYTHON, ['-c', 'import ensurepip, pip, tomllib, venv']).status === 0,
  'apt-get install python3-pip python3-venv, or set RANKPLAN_TEST_PYTHON to Python 3.11 or newer',
);

function findPythons(): [string, string][] {
  const pyenv = join(homedir(), '.pyenv/versions');
  const kept = existsSync(pyenv) ? readdirSync(pyenv).map((name) => join(pyenv, name, 'bin/python')) : [];
  const named = Array.from({ length: 20 }, (_, i) => `python3.${OLDEST + i}`);
  const found = new Map<string, string>();
  for (const program of [PYTHON, ...named, ...kept]) {
    const ask = 'import sys; assert sys.version_info >= (3, 9); print("%d.%d" % sys.version_info[:2])';
    const { status, stdout } = spawnSync(program, ['-c', ask], { encoding: 'utf8' });
    if (status === 0 && !found.has(stdout.trim())) found.set(stdout.trim(), program);
  }
  return [...found];
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export function run(program: string, args: readonly string[], options: Surroundings = {}): Ended {
  const { status, signal, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...options,
  });
  return { status, signal, stdout, stderr };
}

/** As `run`, of what must not fail; returns what it says. */
export function succeed(program: string, args: readonly string[], options: Surroundings = {}): string {
  const { status, stdout, stderr } = run(program, args, options);
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Builds the wheel of this machine into a folder; returns its path. */
export function buildWheel(folder: string): string {
  const built = succeed(PYTHON, ['python/backend.py', folder]).trim().split('\n');
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const wheel = built.find((path) => path.endsWith(`_${machine}.whl`));
  if (wheel === undefined) throw new Error(`there is no wheel for ${machine} among ${built.join(', ')}`);
  return wheel;
}

/** Makes an empty environment and installs a wheel, without a network; returns the folder of its programs. */
export function installWheel(python: string, wheel: string, folder: string): string {
  succeed(python, ['-m', 'venv', '--without-pip', folder]);
  const into = join(folder, 'bin/python');
  const install = ['install', '--quiet', '--no-index', '--disable-pip-version-check', wheel];
  succeed(PYTHON, ['-m', 'pip', '--python', into, ...install]);
  return join(folder, 'bin');
}
