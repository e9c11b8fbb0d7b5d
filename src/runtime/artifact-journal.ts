import {
  fsyncSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, posix } from 'node:path';
import { isDigest } from './artifact-manifest.ts';
import { STAGE_NAME, STAGED } from './artifact-stage.ts';
import { createInspector, findConflict, isContained } from './inspect-output.ts';
import { removeIfEmpty } from './make-folders.ts';
import { OutputError, tolerate } from './output-error.ts';
import { isRecord, parseJson, withFile } from './try-read.ts';

/** One change of the output directory. Done twice it is the same as done once. */
export interface Step {
  /** `install` moves a staged file, or a staged folder where there was none, to its place. */
  readonly kind: 'install' | 'remove';
  readonly path: string;
  /** The digest of the file that the decision was about; null if there was nothing. */
  readonly before: string | null;
}

const JOURNAL = `${STAGE_NAME}/journal.json`;
const MAX_JOURNAL_BYTES = 256 * 1024 * 1024;

/** From when this returns the steps will be done, if not by this process then by the next compile. */
export function writeJournal(root: string, steps: readonly Step[]): void {
  const unfinished = join(root, `${JOURNAL}.part`);
  withFile(unfinished, 'wx', (descriptor) => {
    writeFileSync(descriptor, JSON.stringify({ formatVersion: '1.0', steps }));
    fsyncSync(descriptor);
  });
  renameSync(unfinished, join(root, JOURNAL));
}

export const hasJournal = (root: string): boolean => createInspector(root).holds(JOURNAL);

/** The steps that a compile left undone; null without a journal. Throws an OutputError for one that is broken. */
export function readJournal(root: string): readonly Step[] | null {
  if (!hasJournal(root)) return null;
  const path = join(root, JOURNAL);
  const stat = lstatSync(path);
  const value =
    stat.isFile() && stat.size <= MAX_JOURNAL_BYTES ? parseJson(readFileSync(path, 'utf8')) : null;
  if (isRecord(value) && value['formatVersion'] === '1.0' && Array.isArray(value['steps'])) {
    const steps: readonly unknown[] = value['steps'];
    if (steps.every(isStep)) return steps;
  }
  throw new OutputError(`${path} cannot be understood: delete ${join(root, STAGE_NAME)} and compile again`);
}

function isStep(value: unknown): value is Step {
  if (!isRecord(value)) return false;
  const { kind, path, before } = value;
  const isChange = kind === 'install' || (kind === 'remove' && before !== null);
  return isChange && typeof path === 'string' && isContained(path) && (before === null || isDigest(before));
}

/** What an interrupted compile left to do. Nothing of it may be done while there is a conflict: a change since the decision. */
export function findRemainder(root: string, steps: readonly Step[]) {
  const inspector = createInspector(root);
  const left = steps.filter(({ kind, path }) => kind === 'remove' || inspector.holds(`${STAGED}/${path}`));
  const conflicts = left.flatMap(({ kind, path, before }) => {
    const reason = kind === 'remove' ? 'edited-stale' : before === null ? 'unlisted' : 'edited';
    return findConflict(inspector.at(path), path, [before], reason) ?? [];
  });
  return { steps: left, conflicts };
}

/** Does the steps in order, then closes the journal. Throws system errors; the journal then stays. */
export function applySteps(root: string, steps: readonly Step[]): void {
  const folders = new Set<string>();
  for (const { kind, path } of steps) {
    const target = join(root, path);
    if (kind === 'remove') {
      tolerate(['ENOENT'], () => unlinkSync(target));
      continue;
    }
    const folder = posix.dirname(path);
    if (!folders.has(folder)) mkdirSync(join(root, folder), { recursive: true });
    folders.add(folder);
    renameSync(join(root, STAGED, path), target);
  }
  removeEmptyFolders(root, steps);
  unlinkSync(join(root, JOURNAL));
}

/** Removes the folders that removed files were in, where nothing is left in them. */
function removeEmptyFolders(root: string, steps: readonly Step[]): void {
  const folders = new Set<string>();
  for (const { kind, path } of steps) {
    if (kind !== 'remove') continue;
    let folder = posix.dirname(path);
    for (; folder !== '.' && !folders.has(folder); folder = posix.dirname(folder)) folders.add(folder);
  }
  const deepestFirst = [...folders].sort((a, b) => b.length - a.length);
  for (const folder of deepestFirst) removeIfEmpty(join(root, folder));
}
