import { createHash, hash } from 'node:crypto';
import { constants, lstatSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { posix } from 'node:path';
import { remember } from '../compiler/source/remember.ts';
import { STAGE_NAME } from './artifact-stage.ts';
import { OutputError } from './output-error.ts';
import { withFile } from './try-read.ts';

/** Why a path may be neither written nor removed. */
export interface Conflict {
  readonly path: string;
  readonly reason: 'edited' | 'unlisted' | 'not-a-file' | 'outside' | 'edited-stale';
}

/** What stands at a path of the output directory. */
export type Standing =
  /** `unit` is the topmost folder that is missing on the way, or the path itself. */
  | { readonly kind: 'missing'; readonly unit: string }
  | { readonly kind: 'file'; readonly digest: string; readonly executable: boolean }
  | { readonly kind: 'blocked'; readonly conflict: Conflict };

/** Why what stands at a path may be neither replaced nor removed; null where it has one of these digests, or is missing. */
export function findConflict(
  standing: Standing,
  path: string,
  digests: readonly (string | null | undefined)[],
  reason: Conflict['reason'],
): Conflict | null {
  if (standing.kind === 'missing') return null;
  if (standing.kind === 'blocked') return standing.conflict;
  return digests.includes(standing.digest) ? null : { path, reason };
}

/** Longer paths are no system's paths. */
const MAX_PATH_LENGTH = 4096;

/**
 * Is it a normalized relative path that stays inside, and out of the stage? Manifests and journals may come from a stranger's repository:
 * whatever they name must pass here before anything is done with it.
 */
export function isContained(path: string): boolean {
  if (path.length > MAX_PATH_LENGTH || /\p{Cc}/u.test(path)) return false;
  const parts = path.split('/');
  return parts[0] !== STAGE_NAME && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

export type Inspector = ReturnType<typeof createInspector>;

/**
 * Looks at contained paths below `root` and follows no symbolic link there. It remembers folders: make one for a
 * decision, another after something was changed.
 */
export function createInspector(root: string) {
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);

  /** What keeps the folder from being used; null for a real folder. */
  const obstacle: (folder: string) => Standing | null = remember((folder) =>
    folder === '.' ? null : (obstacle(posix.dirname(folder)) ?? lookAtFolder(folder, look(folder))),
  );

  function look(path: string): Stats | undefined {
    return lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
  }

  /** What stands there; reads the whole file for its digest. Throws system errors. */
  function at(path: string): Standing {
    const found = obstacle(posix.dirname(path));
    if (found !== null) return found;
    const stat = look(path);
    if (stat === undefined) return { kind: 'missing', unit: path };
    if (!stat.isFile()) return { kind: 'blocked', conflict: { path, reason: 'not-a-file' } };
    const digest = digestFile(`${root}/${path}`, stat.size, buffer);
    // Git keeps this one bit, and umasks differ: the others are the user's.
    return { kind: 'file', digest, executable: (stat.mode & 0o100) !== 0 };
  }

  /** Is there a regular file or a folder, reached through real folders only? */
  function holds(path: string): boolean {
    if (obstacle(posix.dirname(path)) !== null) return false;
    const stat = look(path);
    return stat !== undefined && (stat.isFile() || stat.isDirectory());
  }

  return { at, holds };
}

function lookAtFolder(path: string, stat: Stats | undefined): Standing | null {
  if (stat === undefined) return { kind: 'missing', unit: path };
  if (stat.isDirectory()) return null;
  return { kind: 'blocked', conflict: { path, reason: stat.isSymbolicLink() ? 'outside' : 'unlisted' } };
}

const digestFile = (path: string, size: number, buffer: Buffer): string =>
  withFile(path, constants.O_RDONLY | constants.O_NOFOLLOW, (descriptor) => {
    let count = readSync(descriptor, buffer);
    if (size < buffer.length) return `sha256:${hash('sha256', buffer.subarray(0, count), 'hex')}`;
    const sum = createHash('sha256');
    for (; count > 0; count = readSync(descriptor, buffer)) sum.update(buffer.subarray(0, count));
    return `sha256:${sum.digest('hex')}`;
  });

/**
 * The real path of the output directory, links followed; null if it does not exist. Throws an OutputError if something
 * else has its name, and system errors.
 */
export function findRoot(directory: string): string | null {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return null;
  const stat = statSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) throw new OutputError(`${directory} is a symbolic link that leads nowhere`);
  if (!stat.isDirectory())
    throw new OutputError(`${directory} is no directory: choose another output directory`);
  return realpathSync(directory);
}
