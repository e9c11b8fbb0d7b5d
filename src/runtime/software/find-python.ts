import { existsSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { programAt } from '../../compiler/hazards/read-command.ts';
import { PYTHON } from '../../compiler/values/launchers.ts';
import { attempt, listNames, tryRead, withFile } from '../try-read.ts';

/** How a rank is started, as far as it decides which Python runs. */
export interface Start {
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface FoundPython {
  /** Where its packages may be, in its own order. */
  readonly packages: readonly string[];
  /** `sys.prefix`, of conda's and other libraries beside it. */
  readonly prefix: string;
  /** The script that it runs; null if it runs something else. */
  readonly script: string | null;
}

/** The Python that a command starts, by the files that it starts with; null if that is not to be seen. */
export function findPython({ command, directory, environment }: Start): FoundPython | null {
  const at = programAt(command);
  const path = environment['PATH'] ?? '';
  const program = findProgram(command[at] ?? '', directory, path);
  if (program === null) return null;
  const isPython = PYTHON.test(basename(program));
  const interpreter = isPython ? program : readInterpreter(program, directory, path);
  const script = isPython ? findScript(command.slice(at + 1), directory) : program;
  return interpreter === null ? null : describePython(interpreter, script, environment);
}

function findProgram(name: string, directory: string, path: string): string | null {
  if (name === '') return null;
  const places = name.includes('/')
    ? [resolve(directory, name)]
    : path.split(':').map((folder) => join(resolve(directory, folder), name));
  return places.find((place) => existsSync(place)) ?? null;
}

/** The first word that is no option, unless one before it says what runs. */
function findScript(words: readonly string[], directory: string): string | null {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^-[a-zA-Z]*[cm]/.test(word) || word === '-') return null;
    if (word === '-W' || word === '-X') at++;
    else if (!word.startsWith('-')) return resolve(directory, word);
  }
  return null;
}

/** What the first lines of a script say of its Python: `#!/opt/venv/bin/python`, `#!/usr/bin/env python3`, or pip's form for long paths. */
function readInterpreter(program: string, directory: string, path: string): string | null {
  const [first = '', second = ''] = readStart(program).split('\n');
  const words = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(first) ?? [];
  const long = /^'''exec' "?(\/[^"]*?)"? "\$0"/.exec(second)?.[1];
  const name = long ?? (basename(words[1] ?? '') === 'env' ? words[2] : words[1]) ?? '';
  return PYTHON.test(basename(name)) ? findProgram(name, directory, path) : null;
}

/** Empty where it is not for us: it may be executable and not readable. */
function readStart(path: string): string {
  const bytes = Buffer.alloc(1024);
  const read = (file: number) => bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
  return attempt(() => withFile(path, 'r', read)) ?? '';
}

/** `sys.prefix` and `sys.path`, as `site.py` makes them of what lies beside the interpreter. */
function describePython(interpreter: string, script: string | null, environment: Start['environment']) {
  const own = dirname(dirname(interpreter));
  const settings =
    readSettings(join(own, 'pyvenv.cfg')) ?? readSettings(join(dirname(interpreter), 'pyvenv.cfg'));
  const base = settings === null ? interpreter : join(settings.get('home') ?? '/nowhere', 'python3');
  const isolated = settings !== null && settings.get('include-system-site-packages') !== 'true';
  const given = (environment['PYTHONPATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const packages = [
    ...given,
    ...(settings === null ? [] : listPackages(own, null)),
    ...(isolated ? [] : listSystem(base, environment)),
  ];
  return { packages, prefix: settings === null ? dirname(dirname(resolveLinks(interpreter))) : own, script };
}

function readSettings(path: string): ReadonlyMap<string, string> | null {
  const lines = tryRead(path)?.split('\n');
  if (lines === undefined) return null;
  return new Map(
    lines.map((line) => {
      const [key = '', ...value] = line.split('=');
      return [key.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
}

function listSystem(interpreter: string, environment: Start['environment']): readonly string[] {
  const real = resolveLinks(interpreter);
  const prefix = dirname(dirname(real));
  const version = /^python(\d+\.\d+)/.exec(basename(real))?.[1] ?? null;
  const { HOME: home, PYTHONNOUSERSITE: without } = environment;
  const user =
    home === undefined || (without !== undefined && without !== '')
      ? []
      : listPackages(join(home, '.local'), version);
  const local = prefix === '/usr' ? listPackages('/usr/local', version) : [];
  return [...user, ...local, ...listPackages(prefix, version), join(prefix, 'lib/python3/dist-packages')];
}

/** The folders of packages under a prefix, of one version of Python where it is known. */
function listPackages(prefix: string, version: string | null): readonly string[] {
  return ['lib', 'lib64'].flatMap((lib) => {
    const names =
      version === null
        ? listNames(join(prefix, lib)).filter((name) => /^python3\.\d+$/.test(name))
        : [`python${version}`];
    return names.flatMap((name) =>
      ['site-packages', 'dist-packages'].map((kind) => join(prefix, lib, name, kind)),
    );
  });
}

const resolveLinks = (path: string): string => attempt(() => realpathSync(path)) ?? path;
