import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasJournal } from './artifact-journal.ts';
import { type Digests, MANIFEST_NAME, readManifest, renderManifest } from './artifact-manifest.ts';
import { STAGE_NAME } from './artifact-stage.ts';
import { decideRemovals, isCurrent, leaveToUsers, recordDigest, refuseChange } from './decide-changes.ts';
import { type Conflict, createInspector, findRoot, type Inspector } from './inspect-output.ts';
import { explainFailure } from './output-error.ts';
import { digestOf, type OutputFile } from './output-file.ts';

/** How a path of the output directory differs from what a compile would leave there. */
export interface Difference {
  readonly path: string;
  /**
   * A compile would correct: `missing`, `stale` (as the manifest lists it, but no longer what would be written), `mode` (only the executable bit is wrong), `extra` (listed, but no
   * longer produced), `manifest` (it lists other files or digests), `pending` (an interrupted compile is still to be finished,
   * and nothing else was looked at). What it would refuse: a conflict's reason, or `broken` (a manifest that cannot be
   * used, and nothing else was looked at).
   */
  readonly state:
    | 'missing'
    | 'stale'
    | 'mode'
    | 'extra'
    | 'manifest'
    | 'pending'
    | 'broken'
    | Conflict['reason'];
  /** Where the lines of a file begin to differ, where there is a file on both sides. */
  readonly change: LineChange | null;
  readonly reason: string | null;
}

/**
 * Compares the output directory with the files, each read once, in their order; the manifest comes last. Changes
 * nothing. Throws an OutputError when the directory cannot be read.
 */
export function compareArtifacts(directory: string, files: Iterable<OutputFile>): readonly Difference[] {
  return explainFailure(`cannot read ${directory}`, () => {
    const root = findRoot(directory) ?? resolve(directory);
    return hasJournal(root) ? [difference(STAGE_NAME, 'pending')] : compare(root, files);
  });
}

function compare(root: string, files: Iterable<OutputFile>): readonly Difference[] {
  const manifest = readManifest(root);
  if (manifest.kind === 'broken')
    return [{ ...difference(MANIFEST_NAME, 'broken'), reason: manifest.reason }];
  const inspector = createInspector(root);
  const digests = new Map<string, string>();
  const differences = new Map<string, Difference>();
  const listed = new Map(manifest.digests);
  for (const file of leaveToUsers(inspector, listed, files)) {
    const digest = recordDigest(digests, file);
    const found = compareFile(root, inspector, file, digest, listed);
    // A folder that is in the way of many files is one difference.
    if (found !== null) differences.set(found.path, found);
  }
  const removals = decideRemovals(inspector, listed, digests);
  for (const { path } of removals.steps) differences.set(path, difference(path, 'extra'));
  for (const { path, reason } of removals.conflicts) differences.set(path, difference(path, reason));
  const standing = inspector.at(MANIFEST_NAME);
  if (!isCurrent(standing, digestOf(renderManifest(digests)), false)) {
    const state = standing.kind === 'missing' ? 'missing' : 'manifest';
    differences.set(MANIFEST_NAME, difference(MANIFEST_NAME, state));
  }
  return [...differences.values()];
}

function compareFile(
  root: string,
  inspector: Inspector,
  { path, executable, content }: OutputFile,
  digest: string,
  listed: Digests,
): Difference | null {
  const standing = inspector.at(path);
  if (isCurrent(standing, digest, executable)) return null;
  if (standing.kind === 'missing') return difference(path, 'missing');
  if (standing.kind === 'blocked') return difference(standing.conflict.path, standing.conflict.reason);
  if (standing.digest === digest) return difference(path, 'mode');
  const state = refuseChange(standing, path, digest, listed.get(path))?.reason ?? 'stale';
  return { ...difference(path, state), change: findLineChange(join(root, path), content) };
}

function difference(path: string, state: Difference['state']): Difference {
  return { path, state, change: null, reason: null };
}

/** Longer texts are not compared by lines: who would look? */
const MAX_LENGTH = 16 * 1024 * 1024;

/** Where a file first differs from the text that it would get. */
interface LineChange {
  /** From 1. */
  readonly line: number;
  /** What the line is in the file; null if that has ended. */
  readonly before: string | null;
}

/** Null when one is too large, or no line differs. */
function findLineChange(path: string, content: OutputFile['content']): LineChange | null {
  const pieces = typeof content === 'string' ? [content] : content;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > MAX_LENGTH || statSync(path).size > MAX_LENGTH) return null;
  return compareLines(readFileSync(path, 'utf8'), pieces.join(''));
}

/** Lines include their ends, so that a missing last one is a difference. */
export function compareLines(oldText: string, newText: string): LineChange | null {
  const before = oldText.split(/(?<=\n)/);
  const after = newText.split(/(?<=\n)/);
  let first = 0;
  while (first < before.length && before[first] === after[first]) first += 1;
  if (first === before.length && first === after.length) return null;
  return { line: first + 1, before: before[first]?.replace(/\n$/, '') || null };
}
