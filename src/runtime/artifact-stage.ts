import { lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { removeIfEmpty } from './make-folders.ts';
import { OutputError, tolerate } from './output-error.ts';
import { processExists, tryRead } from './try-read.ts';

/**
 * The folder inside an output directory where a compile prepares its changes, and by which it holds the directory.
 *
 * `owner-1`, `owner-2`, … are symbolic links to nothing that read `<pid>@<host>`: a link is made with its content in
 * one step, and only one process can make it. The highest number holds the directory as long as its process lives.
 */
export const STAGE_NAME = '.rankplan-stage';

/** The new files, at the paths they will have. */
export const STAGED = `${STAGE_NAME}/new`;

/**
 * Takes the directory `root`, whose name for the user is `directory`, also from a compile that died. Returns the name
 * of the owner link. Throws an OutputError when another compile holds it, and system errors.
 */
export function claimStage(root: string, directory: string): string {
  const stage = join(root, STAGE_NAME);
  makeRealFolder(stage);
  try {
    const last = readdirSync(stage).reduce((highest, name) => Math.max(highest, ownerNumber(name)), 0);
    refuseLiveOwner(stage, last, directory);
    const owner = `owner-${last + 1}`;
    symlinkSync(`${process.pid}@${hostname()}`, join(stage, owner));
    return owner;
  } catch (error) {
    removeIfEmpty(stage);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new OutputError(`another compile is writing ${directory}: wait for it and compile again`);
  }
}

/** Makes a folder unless there is one. Throws an OutputError when something else has the name. */
export function makeRealFolder(path: string): void {
  tolerate(['EEXIST'], () => mkdirSync(path));
  if (lstatSync(path).isDirectory()) return;
  throw new OutputError(`${path} is no directory: rankplan needs this name, so move it away`);
}

export function emptyFolder(folder: string, kept: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== kept) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Gives the directory back and removes all that was staged. */
export function removeStage(root: string): void {
  rmSync(join(root, STAGE_NAME), { recursive: true, force: true });
}

const ownerNumber = (name: string): number => Number(/^owner-(\d{1,6})$/.exec(name)?.[1] ?? 0);

function refuseLiveOwner(stage: string, last: number, directory: string): void {
  if (last === 0) return;
  const link = join(stage, `owner-${last}`);
  // Not a link, or gone by now: then it had no owner, or the next step fails.
  const owner = tolerate(['EINVAL', 'ENOENT'], () => readlinkSync(link));
  const [, pid, host] = /^([1-9]\d{0,9})@(.*)$/.exec(owner ?? '') ?? [];
  if (host === undefined || (host === hostname() && !isOtherLiveProcess(Number(pid)))) return;
  throw new OutputError(
    `another compile (process ${pid} on ${host}) is writing ${directory}: wait for it; if it is gone, delete ${link}`,
  );
}

/** An earlier life of this process id is not another process: the first process of a container is always 1. */
const isOtherLiveProcess = (pid: number): boolean =>
  pid !== process.pid && processExists(pid) && !isZombie(pid);

/** A killed process whose parent never waits for it still has its id: the first process of a container is such a parent. */
function isZombie(pid: number): boolean {
  const stat = tryRead(`/proc/${pid}/stat`) ?? ''; // none where this is no Linux
  // The name before the state is in parentheses, and may contain some.
  return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
}
