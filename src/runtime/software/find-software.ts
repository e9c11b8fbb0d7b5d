import { existsSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Software } from '../../compiler/syntax/topology.ts';
import { attempt, listNames, tryRead, withFile } from '../try-read.ts';
import { type FoundPython, findPython, type Start } from './find-python.ts';

/** Packages by their names in metadata. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  nccl: /^nvidia_nccl_cu\d+$/,
  torch: /^torch$/,
  lightning: /^(pytorch_)?lightning$/,
  vllm: /^vllm$/,
};

/**
 * Versions of libraries that the ranks would use, read from files and their names: nothing is loaded, nothing is run. What
 * is not found is left out.
 */
export function findSoftware(start: Start): Software {
  const python = findPython(start);
  if (python === null) return {};
  const { lightning, nccl, torch, vllm } = readPackages(python);
  const usesLightning = lightning !== undefined && importsLightning(python.script);
  const found = {
    lightning: usesLightning ? lightning.version : undefined,
    nccl:
      readPreloaded(start) ??
      readLoaded(torch, nccl) ??
      nccl?.version ??
      (torch === undefined ? undefined : readBeside(torch.folder, python, 'libnccl.so.2')),
    rccl: torch === undefined ? undefined : readBeside(torch.folder, python, 'librccl.so.1'),
    torch: torch?.version,
    vllm: vllm?.version,
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

interface Package {
  readonly folder: string;
  readonly version: string;
}

/** The first of each, as Python finds it: metadata have name and version in the name of their folder. */
function readPackages({ packages, prefix }: FoundPython): Readonly<Record<string, Package>> {
  const found: Record<string, Package> = {};
  const note = (folder: string, name: string, version: string) => {
    for (const [library, pattern] of Object.entries(PACKAGES))
      if (pattern.test(name)) found[library] ??= { folder, version };
  };
  for (const folder of packages) {
    for (const entry of listNames(folder)) {
      const [, name, version] =
        /^([A-Za-z0-9_.]+)-(\d[^-]*)(?:-py[\d.]+)?\.(?:dist|egg)-info$/.exec(entry) ?? [];
      if (name !== undefined && version !== undefined) note(folder, name.toLowerCase(), version);
    }
  }
  for (const entry of listNames(join(prefix, 'conda-meta'))) {
    const [, version] = /^nccl-(\d[\d.]*)-/.exec(entry) ?? [];
    if (version !== undefined) note(prefix, 'nvidia_nccl_cu0', version);
  }
  return found;
}

/** A library that comes before all others. */
const readPreloaded = ({ environment }: Start): string | undefined =>
  readFirst((environment['LD_PRELOAD'] ?? '').split(/[: ]/).filter((word) => /\blibnccl\.so/.test(word)));

/**
 * The library that PyTorch loads from the wheel beside it. Those for CUDA 12 and 13 have one path, and the one that was installed
 * last is there, whatever the names of the folders say.
 */
const readLoaded = (...packages: readonly (Package | undefined)[]): string | undefined =>
  readFirst(
    packages
      .flatMap((found) => found?.folder ?? [])
      .flatMap((folder) => ['nvidia/nccl/lib', 'lib'].map((lib) => join(folder, lib, 'libnccl.so.2')))
      .filter((path) => existsSync(path)),
  );

/** The library that PyTorch brings along, or that the system has for it. */
function readBeside(packages: string, { prefix }: FoundPython, name: string): string | undefined {
  const bare = name.replace(/\.\d+$/, '');
  const folders = [join(packages, 'torch/lib'), join(prefix, 'lib'), '/opt/rocm/lib', ...SYSTEM];
  return readFirst(
    folders.flatMap((folder) => [join(folder, name), join(folder, bare)]).filter((path) => existsSync(path)),
  );
}

const readFirst = ([path]: readonly string[]): string | undefined =>
  path === undefined ? undefined : (readLibraryVersion(path) ?? undefined);

const SYSTEM = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/local/lib'];

/** Longer scripts are not looked through. */
const MAX_SCRIPT_BYTES = 2 ** 20;

/** Whether a script imports Lightning, by its text. */
function importsLightning(script: string | null): boolean {
  const size = script === null ? null : attempt(() => statSync(script).size);
  const text = script === null || size === null || size > MAX_SCRIPT_BYTES ? null : tryRead(script);
  return /^[ \t]*(import|from)\s+(pytorch_)?lightning\b/m.test(text ?? '');
}

const CHUNK = 1 << 22;
/** More than the text can be long. */
const OVERLAP = 128;
/** A longer file is not read: the largest NCCL has 0.4 GB. */
const MAX_BYTES = 2 ** 30;

/** The version in a library, as in `NCCL version 2.27.5+cuda12.9`; null if it has none. It is not loaded. */
export const readLibraryVersion = (path: string): string | null =>
  attempt(() => withFile(path, 'r', searchVersion)); // it may be a folder, or on a disk at fault

function searchVersion(file: number): string | null {
  const bytes = Buffer.alloc(CHUNK + OVERLAP);
  for (let at = 0; at < MAX_BYTES; at += CHUNK) {
    const read = readSync(file, bytes, 0, bytes.length, at);
    const version = /[NR]CCL version (\d+\.\d+\.\d+)/.exec(bytes.toString('latin1', 0, read))?.[1];
    if (version !== undefined) return version;
    if (read < bytes.length) return null;
  }
  return null;
}
