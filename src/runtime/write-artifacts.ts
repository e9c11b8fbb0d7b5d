import { renameSync, rmSync, unlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { applySteps, findRemainder, readJournal, writeJournal } from './artifact-journal.ts';
import { type Digests, MANIFEST_NAME, readManifest, renderManifest } from './artifact-manifest.ts';
import { claimStage, emptyFolder, makeRealFolder, removeStage, STAGE_NAME } from './artifact-stage.ts';
import { type Changes, decideChanges, recordDigest } from './decide-changes.ts';
import { type Conflict, findRoot } from './inspect-output.ts';
import { makeFolders, removeIfEmpty } from './make-folders.ts';
import { explainFailure, OutputError, orUndo } from './output-error.ts';
import { createWriter, type OutputFile } from './output-file.ts';

export { compareArtifacts, type Difference } from './compare-artifacts.ts';
export { OutputError } from './output-error.ts';

export type WriteOutcome =
  | {
      readonly kind: 'written';
      /** Files, without the manifest. */
      readonly written: number;
      readonly unchanged: number;
      readonly removed: readonly string[];
    }
  /** Nothing at all was written or removed. */
  | { readonly kind: 'refused'; readonly conflicts: readonly Conflict[] };

/**
 * Writes the output directory whole or not at all, however the process ends: what is interrupted is either undone or
 * finished by the next call. `files` is read once, one file after the other.
 *
 * Files that rankplan did not write, or that were edited since, are never touched; neither is anything outside. It
 * survives the end of the process, not that of the machine: the files are not synced to disk.
 *
 * Throws an OutputError when the surroundings forbid it, or another compile is writing the directory.
 */
export function writeArtifacts(directory: string, files: Iterable<OutputFile>): WriteOutcome {
  return explainFailure(`cannot write ${directory}`, () => {
    const root = findRoot(directory);
    return root === null ? create(directory, files) : update(root, directory, files);
  });
}

/** Writes to a sibling, which holds its own stage as a lock, and renames it. */
function create(directory: string, files: Iterable<OutputFile>): WriteOutcome {
  const target = resolve(directory);
  return orUndo(makeFolders(dirname(target)), () => {
    const root = join(dirname(target), `.${basename(target)}${STAGE_NAME}`);
    makeRealFolder(root);
    orUndo(
      () => removeIfEmpty(root),
      () => claimStage(root, directory),
    );
    return orUndo(
      () => rmSync(root, { recursive: true, force: true }),
      () => {
        emptyFolder(root, STAGE_NAME);
        const written = writeAll(root, files);
        renameSync(root, target);
        removeStage(target);
        return { kind: 'written', written, unchanged: 0, removed: [] };
      },
    );
  });
}

function writeAll(root: string, files: Iterable<OutputFile>): number {
  const write = createWriter(root);
  const digests = new Map<string, string>();
  for (const file of files) {
    recordDigest(digests, file);
    write(file);
  }
  write({ path: MANIFEST_NAME, executable: false, content: renderManifest(digests) });
  return digests.size;
}

/** Stages the changes, then does them behind a journal: from then on they are done, by the next compile if need be. */
function update(root: string, directory: string, files: Iterable<OutputFile>): WriteOutcome {
  const owner = join(root, STAGE_NAME, claimStage(root, directory));
  const giveBack = () => rmSync(owner, { force: true });
  const unfinished = orUndo(giveBack, () => finishInterrupted(root, owner));
  if (unfinished.length > 0) return { kind: 'refused', conflicts: unfinished };
  const changes = orUndo(
    () => removeStage(root),
    () => prepare(root, directory, files),
  );
  const { steps, conflicts, written, unchanged, removed } = changes;
  const isRefused = conflicts.length > 0;
  const attempt = `${directory} is written only in part; remove the cause and compile again to finish it`;
  // A failure leaves the journal.
  if (steps.length > 0 && !isRefused)
    orUndo(giveBack, () => explainFailure(attempt, () => applySteps(root, steps)));
  removeStage(root);
  return isRefused ? { kind: 'refused', conflicts } : { kind: 'written', written, unchanged, removed };
}

/** Finishes or discards what a dead compile left. Returns what keeps it from that; the directory is then given back. */
function finishInterrupted(root: string, owner: string): readonly Conflict[] {
  const journal = readJournal(root);
  const { steps, conflicts } = findRemainder(root, journal ?? []);
  if (conflicts.length > 0) {
    unlinkSync(owner);
    return conflicts;
  }
  if (journal !== null) applySteps(root, steps);
  emptyFolder(join(root, STAGE_NAME), basename(owner));
  return [];
}

function prepare(root: string, directory: string, files: Iterable<OutputFile>): Changes {
  const changes = decideChanges(root, listedDigests(root, directory), files);
  if (changes.steps.length > 0 && changes.conflicts.length === 0) writeJournal(root, changes.steps);
  return changes;
}

function listedDigests(root: string, directory: string): Digests {
  const manifest = readManifest(root);
  if (manifest.kind === 'listed') return manifest.digests;
  throw new OutputError(
    `${join(directory, MANIFEST_NAME)} cannot be used: ${manifest.reason}; restore it, or delete it together with the files that rankplan wrote, and compile again`,
  );
}
