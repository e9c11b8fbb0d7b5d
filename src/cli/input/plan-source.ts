import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import { EnvironmentError, UsageError } from '../verb.ts';
import { type LoadedPlan, loadInput, loadPlan } from './load-plan.ts';
import { isFolder } from './read-file.ts';

export interface PlanSource {
  readonly name: string;
  readonly loaded: LoadedPlan;
}

/**
 * Loads a topology, a saved plan, a compiled directory, or `REV:path` in git. What exists is a file, whatever its name;
 * only then does a colon make a revision.
 */
export async function loadPlanSource(given: string, root: string | null): Promise<PlanSource> {
  if (given === '') throw new UsageError('the name of the plan is empty');
  if (given === '-' || existsSync(given)) {
    const isCompiled = given !== '-' && isFolder(given);
    return { name: given, loaded: loadPlan(isCompiled ? join(given, 'plan.json') : given, root) };
  }
  const colon = given.indexOf(':');
  const name = printable(given);
  if (colon < 0)
    throw new EnvironmentError(
      `cannot read ${name}: no such file; of a revision it would be \`${name}:topology.yaml\``,
    );
  return loadRevision(given.slice(0, colon), given.slice(colon + 1), '.', root);
}

/** Loads what `revision` has in the place of a file or directory on disk, which need not exist there any more. */
export async function loadBase(revision: string, given: string, root: string | null): Promise<PlanSource> {
  if (given === '-') throw new UsageError('`--against` needs a file: stdin has no place in the repository');
  if (revision === '') throw new UsageError('`--against` needs a revision: a branch, a tag or a commit');
  const folder = existsSync(dirname(given)) ? dirname(given) : '.';
  const path = folder === '.' ? given.split(sep).join('/') : basename(given);
  return loadRevision(revision, `./${path}`, folder, root);
}

/** git is loaded where it is needed: starting programs takes code that other verbs do without. */
async function loadRevision(
  name: string,
  path: string,
  folder: string,
  root: string | null,
): Promise<PlanSource> {
  const { createRevisionReader, openRevision, readFromRevision } = await import('./git-revision.ts');
  const revision = openRevision(name, folder);
  const input = readFromRevision(revision, path);
  const read = input.isPlan ? null : createRevisionReader(revision, input.path, root);
  return { name: input.name, loaded: loadInput(input, read, root !== null) };
}
