import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { ReadFile } from '../../compiler/inventory/read-inventory.ts';
import { looksLikePlan } from '../../compiler/plan/parse-plan.ts';
import { MAX_SOURCE_BYTES } from '../../compiler/syntax/read-source.ts';
import { EnvironmentError, UsageError } from '../verb.ts';

/** A saved plan may be as large as one string may be. */
export const MAX_PLAN_BYTES = 512 * 1024 * 1024 - 1024;

export interface InputFile {
  /** As the user named it; `<stdin>` for `-`. */
  readonly name: string;
  /** One byte more than the bound when there is more: enough to be refused. */
  readonly bytes: Buffer;
  readonly isPlan: boolean;
}

/** Reads a file within its bound (a plan has its own), whatever `path` is: a file, a pipe, `-` for stdin. */
export function readInput(path: string, maxBytes = MAX_SOURCE_BYTES): InputFile {
  const name = path === '-' ? '<stdin>' : path;
  try {
    const read = (descriptor: number) => {
      const start = readUpTo(descriptor, 4096);
      const isPlan = looksLikePlan(start.toString('utf8'));
      const limit = (isPlan ? MAX_PLAN_BYTES : maxBytes) + 1;
      return { name, isPlan, bytes: readUpTo(descriptor, limit, start) };
    };
    return path === '-' ? read(0) : withOpen(path, constants.O_RDONLY, read);
  } catch (error) {
    throw new EnvironmentError(`cannot read ${name}: ${reasonOf(error)}`);
  }
}

/**
 * The text of a saved plan that is a file on disk, read without its bytes staying in memory beside it; null for all
 * else, also where it cannot be read: `readInput` reports why.
 */
export function readPlanText(path: string): string | null {
  try {
    const stat = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MAX_PLAN_BYTES) return null;
    return withOpen(path, constants.O_RDONLY, (descriptor) => {
      const start = Buffer.alloc(4096);
      readSync(descriptor, start, 0, start.length, 0); // a read at a place leaves the descriptor at the start
      return looksLikePlan(start.toString('utf8')) ? readFileSync(descriptor, 'utf8') : null;
    });
  } catch {
    return null; // such as a folder without permission
  }
}

export function withOpen<T>(path: string, flags: number, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The reason of a failed system call, without the path, which the message names already. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the path is too long',
  ENOENT: 'no such file',
  ENOTDIR: 'a part of the path is no directory',
};

/** `start` with what comes after it. A plan may have hundreds of megabytes: those of a file are not copied again. */
function readUpTo(descriptor: number, limit: number, start: Buffer = Buffer.alloc(0)): Buffer {
  const stat = fstatSync(descriptor);
  const size = stat.isFile() ? stat.size : 0;
  let bytes = Buffer.allocUnsafe(Math.min(limit, Math.max(65_536, size + 1)));
  let total = start.copy(bytes);
  for (;;) {
    const count = readRetrying(descriptor, bytes.subarray(total));
    total += count;
    if (count === 0 || total === limit) return bytes.subarray(0, total);
    if (total === bytes.length) bytes = Buffer.concat([bytes], Math.min(limit, 2 * total));
  }
}

/** A terminal or pipe in non-blocking mode answers EAGAIN until there is something. */
function readRetrying(descriptor: number, into: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, into, 0, into.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** False if the path cannot be examined; reading it reports the reason. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The nearest folder, from `folder` up, that has `path`. */
export function findAbove(folder: string, path: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, path))) return at;
    if (dirname(at) === at) return null;
  }
}

/**
 * Returns the compiler's reader: paths are relative to the topology's folder, and what they lead to, links followed,
 * must lie in `root` (by default that folder). For a topology on stdin the folder is the working directory.
 */
export function createReader(topologyPath: string, root: string | null): ReadFile {
  const folder = topologyPath === '-' ? '.' : dirname(topologyPath);
  if (root !== null && !isFolder(root)) throw new UsageError(`\`--root ${root}\` is no folder`);
  return (path) => {
    const name = join(folder, path);
    try {
      const bound = realpathSync(resolve(root ?? folder));
      const target = realpathSync(resolve(name));
      const inside = relative(bound, target);
      if (leadsOut(inside) || isAbsolute(inside)) return { kind: 'outside', name };
      const stat = lstatSync(target);
      if (!stat.isFile()) return { kind: 'not-a-file', name };
      if (stat.size > MAX_SOURCE_BYTES) return { kind: 'too-large', name };
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      const bytes = withOpen(target, flags, (descriptor) => readUpTo(descriptor, MAX_SOURCE_BYTES + 1));
      return { kind: 'bytes', name, bytes };
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return { kind: missing ? 'missing' : 'unreadable', name };
    }
  };
}

/**
 * Whether a relative, normalized path leads out of the folder where it starts. A name may begin with two dots and lie
 * inside, such as `..data`, which Kubernetes makes where it mounts a ConfigMap.
 */
export const leadsOut = (path: string): boolean => path === '..' || path.startsWith('../');
