import { type Launcher, launcherAt, PYTHON, programName } from '../../../compiler/values/launchers.ts';
import type { Command } from '../shell/read-script.ts';
import type { Word } from '../shell/scope.ts';

export interface Found {
  readonly launcher: Launcher;
  /** What stands behind its name. */
  readonly words: readonly Word[];
}

/** Programs that start what stands behind their own options. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'apptainer',
  'command',
  'conda',
  'coverage',
  'docker',
  'env',
  'exec',
  'ionice',
  'micromamba',
  'ncu',
  'nice',
  'nohup',
  'nsys',
  'numactl',
  'pipenv',
  'podman',
  'poetry',
  'setsid',
  'shifter',
  'singularity',
  'stdbuf',
  'sudo',
  'taskset',
  'time',
  'timeout',
  'uv',
  'xvfb-run',
]);

/** The launcher that a command starts, if it starts one; `isNested`: as the program of another, such as srun. */
export function findLauncher(words: readonly Word[], isNested = false): Found | null {
  for (let at = 0; at < words.length; at++) {
    const found = launcherAt(words, at);
    if (found !== null) return found;
    if (at === 0 && !isNested && !WRAPPERS.has(programName(words[0]))) return null;
  }
  return null;
}

/** Whether a command is a program of Python that may be the training; `pip`, `-c` and the like are none. */
export function isPythonProgram({ words }: Command): boolean {
  const at = words.findIndex((word) => PYTHON.test(programName(word)));
  if (at < 0 || (at > 0 && !WRAPPERS.has(programName(words[0])))) return false;
  const options = words.slice(at + 1, at + 4).map(({ text }) => text);
  return (
    options.length > 0 &&
    !options.some((text) => /^(-c|-V|--version|-|pip|venv|virtualenv|ensurepip)$/.test(text))
  );
}

/** What srun starts beside the training: nothing whose map anybody needs. */
const ASIDE: ReadonlySet<string> = new Set([
  'cat',
  'cp',
  'date',
  'df',
  'echo',
  'env',
  'hostname',
  'ls',
  'lscpu',
  'mkdir',
  'nvidia-smi',
  'printenv',
  'rm',
  'rocm-smi',
  'rsync',
  'sleep',
  'tar',
  'true',
]);

export const isAside = (program: readonly Word[]): boolean => ASIDE.has(programName(program[0]));
