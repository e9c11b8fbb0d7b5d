import { resolve } from 'node:path';
import { hasJournal } from './artifact-journal.ts';
import { MANIFEST_NAME, readManifest, renderManifest } from './artifact-manifest.ts';
import { STAGE_NAME } from './artifact-stage.ts';
import { findConflict, isCurrent, recordDigest } from './decide-changes.ts';
import { createInspector, isContained } from './inspect-output.ts';
import { explainFailure } from './output-error.ts';
import { digestOf, type OutputFile } from './output-file.ts';
import { findRoot } from './output-root.ts';

/** How a path of the output directory differs from what a compile would leave there. */
export interface Difference {
  readonly path: string;
  /**
   * `stale`: as the manifest lists it, but no longer what would be written; `edited`: neither of the two; `extra`:
   * listed, but no longer produced; `pending`: an interrupted compile is still to be finished, and nothing else was
   * looked at.
   */
  readonly state: 'missing' | 'stale' | 'edited' | 'extra' | 'pending';
}

/**
 * Compares the output directory with the files, each read once, in their order; the manifest comes last. Changes
 * nothing. Throws an OutputError when the directory cannot be read.
 */
export function compareArtifacts(directory: string, files: Iterable<OutputFile>): readonly Difference[] {
  return explainFailure(`cannot read ${directory}`, () => {
    const root = findRoot(directory) ?? resolve(directory);
    return hasJournal(root) ? [{ path: STAGE_NAME, state: 'pending' }] : compare(root, files);
  });
}

function compare(root: string, files: Iterable<OutputFile>): readonly Difference[] {
  const manifest = readManifest(root);
  const listed = manifest.kind === 'listed' ? manifest.digests : new Map<string, string>();
  const inspector = createInspector(root);
  const digests = new Map<string, string>();
  const differences = new Map<string, Difference>();
  for (const file of files) {
    const { path, executable } = file;
    const digest = recordDigest(digests, file);
    const standing = inspector.at(path);
    if (isCurrent(standing, digest, executable)) continue;
    const conflict = findConflict(standing, path, digest, listed.get(path));
    const state = standing.kind === 'missing' ? 'missing' : conflict === null ? 'stale' : 'edited';
    // A folder that is in the way of many files is one difference.
    differences.set(conflict?.path ?? path, { path: conflict?.path ?? path, state });
  }
  for (const path of listed.keys()) {
    if (digests.has(path) || (isContained(path) && inspector.at(path).kind === 'missing')) continue;
    differences.set(path, { path, state: 'extra' });
  }
  const standing = inspector.at(MANIFEST_NAME);
  if (!isCurrent(standing, digestOf(renderManifest(digests)), false)) {
    const state = standing.kind === 'missing' ? 'missing' : manifest.kind === 'broken' ? 'edited' : 'stale';
    differences.set(MANIFEST_NAME, { path: MANIFEST_NAME, state });
  }
  return [...differences.values()];
}
