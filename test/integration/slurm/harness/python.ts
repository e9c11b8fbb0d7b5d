import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SlurmInstall } from './versions.ts';

/** A Python of this machine, as jobs see it. */
export interface SharedPython {
  readonly program: string;
  /** Paths that a chroot must see. */
  readonly paths: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const DESCRIBE = `
import _ctypes, sys, sysconfig
places = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
print(sys.executable, _ctypes.__file__, *places, sep="\\n")`;

const PROGRAMS = '/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * A chroot has a Python of its own, or none: there this one is called by its real name, with the packages of its
 * environment. `folder` gets that name, and copies of what a small Debian lacks.
 */
export function sharePython(python: string, { chroot }: SlurmInstall, folder: string): SharedPython {
  const { stdout } = spawnSync(python, ['-c', DESCRIBE], { encoding: 'utf8' });
  const [program = '', extension = '', ...places] = stdout.trim().split('\n');
  if (chroot === null) return { program, paths: [], env: { PATH: `${dirname(program)}:${PROGRAMS}` } };
  mkdirSync(join(folder, 'bin'), { recursive: true });
  symlinkSync(realpathSync(program), join(folder, 'bin/python3'));
  const libraries = spawnSync('ldd', [program, extension], { encoding: 'utf8' }).stdout;
  for (const [, library = ''] of libraries.matchAll(/=> (\S*\/lib(?:ffi|python)\S+)/g)) {
    copyFileSync(library, join(folder, basename(library)));
  }
  return {
    program: join(folder, 'bin/python3'),
    paths: [...new Set([realpathSync(program), ...places])],
    env: {
      PATH: `${folder}/bin:${PROGRAMS}`,
      PYTHONPATH: places.slice(1).join(':'),
      LD_LIBRARY_PATH: folder,
    },
  };
}
