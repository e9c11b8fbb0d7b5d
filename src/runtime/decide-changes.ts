import { accessSync, constants } from 'node:fs';
import { join, posix } from 'node:path';
import type { Step } from './artifact-journal.ts';
import { type Digests, MANIFEST_NAME, renderManifest } from './artifact-manifest.ts';
import { STAGED } from './artifact-stage.ts';
import {
  type Conflict,
  createInspector,
  findConflict,
  type Inspector,
  isContained,
  type Standing,
} from './inspect-output.ts';
import { createWriter, digestOf, type OutputFile } from './output-file.ts';

export type Changes = ReturnType<typeof decideChanges>;

/**
 * Holds the files against the directory `root` and what its manifest lists, one after the other, and stages those that
 * differ: neither their texts nor those on disk are ever in memory together. The steps are in their order, the manifest
 * last; none may be done while there is a conflict, as then not everything was staged. Throws system errors.
 */
export function decideChanges(root: string, listed: Digests, files: Iterable<OutputFile>) {
  const inspector = createInspector(root);
  const known = new Map(listed);
  const stage = createWriter(join(root, STAGED));
  const digests = new Map<string, string>();
  const conflicts = new Map<string, Conflict>();
  const installs = new Map<string, Step>();
  let written = 0; // artifacts, so without the manifest
  for (const file of leaveToUsers(inspector, known, files)) {
    const { path } = file;
    const digest = recordDigest(digests, file);
    const standing = inspector.at(path);
    if (isCurrent(standing, digest, file.executable)) continue;
    const conflict = refuseChange(standing, path, digest, known.get(path));
    if (conflict !== null) conflicts.set(conflict.path, conflict);
    if (conflicts.size > 0) continue;
    stage(file);
    const step = installStep(standing, path);
    installs.set(step.path, step);
    written += 1;
  }
  const stale = decideRemovals(inspector, known, digests);
  for (const conflict of stale.conflicts) conflicts.set(conflict.path, conflict);
  const steps = [...installs.values(), ...stale.steps];
  if (conflicts.size === 0) steps.push(...stageManifest(inspector, stage, digests));
  refuseUnwritableFolders(root, steps);
  const removed = stale.steps.map(({ path }) => path);
  return { steps, conflicts: [...conflicts.values()], written, unchanged: digests.size - written, removed };
}

/** All files but those that give way to one of the user's, which are then no longer `listed`. */
export function* leaveToUsers(
  inspector: Inspector,
  listed: Map<string, string>,
  files: Iterable<OutputFile>,
): Iterable<OutputFile> {
  for (const file of files) {
    const { path, givesWay, content } = file;
    if (givesWay && refuseChange(inspector.at(path), path, digestOf(content), listed.get(path)) !== null) {
      listed.delete(path);
    } else yield file;
  }
}

/** Adds the file's digest and returns it. Two files of one path, or a path that leads out, are a bug of the caller. */
export function recordDigest(digests: Map<string, string>, { path, content }: OutputFile): string {
  if (!isContained(path) || path === MANIFEST_NAME) throw new Error(`not a path for an artifact: ${path}`);
  if (digests.has(path)) throw new Error(`two artifacts have the path ${path}`);
  const digest = digestOf(content);
  digests.set(path, digest);
  return digest;
}

export const isCurrent = (standing: Standing, digest: string, executable: boolean): boolean =>
  standing.kind === 'file' && standing.digest === digest && standing.executable === executable;

/** A file may be overwritten when it is what rankplan wrote, or what rankplan would write. */
export const refuseChange = (standing: Standing, path: string, digest: string, listed: string | undefined) =>
  findConflict(standing, path, [digest, listed], listed === undefined ? 'unlisted' : 'edited');

function installStep(standing: Standing, path: string): Step {
  if (standing.kind === 'missing') return { kind: 'install', path: standing.unit, before: null };
  return { kind: 'install', path, before: standing.kind === 'file' ? standing.digest : null };
}

/** What the manifest lists and no emitter writes any more. */
export function decideRemovals(inspector: Inspector, listed: Digests, produced: Digests) {
  const steps: Step[] = [];
  const conflicts: Conflict[] = [];
  for (const [path, before] of listed) {
    if (produced.has(path)) continue;
    if (!isContained(path)) {
      conflicts.push({ path, reason: 'outside' });
      continue;
    }
    const standing = inspector.at(path);
    const conflict = findConflict(standing, path, [before], 'edited-stale');
    if (conflict !== null) conflicts.push(conflict);
    else if (standing.kind === 'file') steps.push({ kind: 'remove', path, before });
  }
  return { steps, conflicts };
}

function stageManifest(inspector: Inspector, stage: (file: OutputFile) => void, digests: Digests) {
  const content = renderManifest(digests);
  const standing = inspector.at(MANIFEST_NAME);
  if (isCurrent(standing, digestOf(content), false)) return [];
  stage({ path: MANIFEST_NAME, executable: false, content });
  return [installStep(standing, MANIFEST_NAME)];
}

/** Better now than when half of the steps are done. */
function refuseUnwritableFolders(root: string, steps: readonly Step[]): void {
  for (const folder of new Set(steps.map(({ path }) => posix.dirname(path))))
    accessSync(join(root, folder), constants.W_OK | constants.X_OK);
}
