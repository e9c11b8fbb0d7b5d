import { spawnSync } from 'node:child_process';
import { posix, relative, sep } from 'node:path';
import type { ReadFile } from '../../compiler/inventory/read-inventory.ts';
import { looksLikePlan } from '../../compiler/plan/parse-plan.ts';
import { printable } from '../../compiler/source/printable.ts';
import { MAX_SOURCE_BYTES } from '../../compiler/syntax/read-source.ts';
import { noteProgress } from '../progress.ts';
import { EnvironmentError } from '../verb.ts';
import { type InputFile, leadsOut, MAX_PLAN_BYTES } from './read-file.ts';

/** The files of one revision. A tree is named by its hash, so all of them are of one moment. */
export interface Revision {
  readonly name: string;
  readonly tree: string;
  /** Where git ran, and where that is in the tree: empty at the top, else it ends with a slash. */
  readonly folder: string;
  readonly prefix: string;
}

/** Looks a revision up in the repository around `folder`. */
export function openRevision(name: string, folder: string): Revision {
  const refuse = (reason: string) =>
    new EnvironmentError(`cannot read from \`${printable(name)}\`: ${reason}`);
  // git takes what begins with a hyphen for an option, and no revision does.
  if (name === '' || name.startsWith('-') || name.includes('\0')) throw refuse('it is no name of a revision');
  const prefix = runGit(folder, ['rev-parse', '--show-prefix']);
  if (prefix.status !== 0) throw refuse(firstLine(prefix.stderr, 'git does not find the repository'));
  const tree = runGit(folder, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`]);
  if (tree.status !== 0) throw refuse(firstLine(tree.stderr, explainMissing(folder)));
  return { name, tree: text(tree.stdout), folder, prefix: text(prefix.stdout) };
}

/** Runners of CI clone the last commit alone, of one branch. */
function explainMissing(folder: string): string {
  const shallow = text(runGit(folder, ['rev-parse', '--is-shallow-repository']).stdout) === 'true';
  return shallow
    ? 'this clone is shallow and has no such revision: clone with more history, or fetch it'
    : 'the repository has no such revision';
}

/**
 * Reads a topology, a plan, or the plan of a compiled directory from a revision. As for git, a path begins at the top
 * of the repository, and at the working directory only with `./` or `../`.
 */
export function readFromRevision(revision: Revision, path: string): InputFile & { readonly path: string } {
  const inTree = pathInTree(revision, path);
  // From the top of the repository it means the same in any folder, and inventory files are named so, too.
  const name = `${revision.name}:${inTree ?? path}`;
  const refuse = (reason: string) => new EnvironmentError(`cannot read ${printable(name)}: ${reason}`);
  if (inTree === null) throw refuse('the path leads out of the repository');
  const found = readObject(revision, inTree, MAX_PLAN_BYTES);
  if (found.kind === 'tree') {
    const plan = posix.join(inTree, 'plan.json');
    const saved = readObject(revision, plan, MAX_PLAN_BYTES);
    if (saved.kind !== 'bytes') throw refuse('it is a directory without a plan.json');
    return { name: `${revision.name}:${plan}`, path: plan, bytes: saved.bytes, isPlan: true };
  }
  if (found.kind !== 'bytes') throw refuse(REASONS[found.kind]);
  const isPlan = looksLikePlan(found.bytes.subarray(0, 4096).toString('utf8'));
  return { name, path: inTree, bytes: found.bytes, isPlan };
}

/** The compiler's reader: inventory files beside the topology, from the same revision. `root` as for files on disk. */
export function createRevisionReader(
  revision: Revision,
  topologyPath: string,
  root: string | null,
): ReadFile {
  const folder = posix.dirname(topologyPath);
  const bound = root === null ? folder : rootInTree(revision, root);
  return (path) => {
    const inTree = posix.normalize(posix.join(folder, path));
    const name = `${revision.name}:${inTree}`;
    const inside = posix.relative(bound, inTree);
    if (leadsOut(inside) || leadsOut(inTree)) return { kind: 'outside', name };
    const found = readObject(revision, inTree, MAX_SOURCE_BYTES);
    if (found.kind === 'bytes') return { kind: 'bytes', name, bytes: found.bytes };
    return { kind: found.kind === 'tree' ? 'not-a-file' : found.kind, name };
  };
}

function pathInTree({ prefix }: Revision, path: string): string | null {
  const relativeToFolder = /^\.{1,2}(\/|$)/.test(path);
  const joined = posix.normalize(relativeToFolder ? posix.join(prefix, path) : path).replace(/\/+$/, '');
  const outside = leadsOut(joined) || posix.isAbsolute(joined);
  return outside ? null : joined === '.' ? '' : joined;
}

/** The path in the tree of a `--root` on disk; a root outside of the repository sets no bound in the tree. */
function rootInTree({ folder, prefix }: Revision, root: string): string {
  const fromFolder = relative(folder, root);
  const inTree = posix.normalize(posix.join(prefix, fromFolder.split(sep).join('/')));
  return leadsOut(inTree) ? '.' : inTree;
}

type Found =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'tree' | 'missing' | 'outside' | 'not-a-file' | 'too-large' | 'unreadable' };

const REASONS: Readonly<Record<Exclude<Found['kind'], 'bytes'>, string>> = {
  tree: 'it is a directory',
  missing: 'there is no such file in that revision',
  outside: 'a symbolic link leads out of the repository',
  'not-a-file': 'it is no file',
  'too-large': 'it is too large',
  unreadable: 'git cannot read it',
};

/** Reads an object of the tree, and follows links inside it. git gets the name on stdin, so it cannot be an option. */
function readObject({ tree, folder }: Revision, path: string, limit: number): Found {
  if (/[\n\0]/.test(path)) return { kind: 'missing' };
  noteProgress(() => `reading ${path} from git`);
  const words = ['cat-file', '--batch', '--follow-symlinks'];
  const { status, stdout, tooLarge } = runGit(folder, words, `${tree}:${path}\n`, limit);
  if (tooLarge) return { kind: 'too-large' };
  if (status !== 0) return { kind: 'unreadable' };
  const end = stdout.indexOf('\n');
  const header = stdout.subarray(0, end).toString('utf8');
  const object = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(header);
  if (object === null) {
    const answer = /^(symlink|dangling|loop|notdir) \d+$/.exec(header)?.[1];
    return { kind: answer === 'symlink' ? 'outside' : 'missing' };
  }
  if (object[1] === 'tree') return { kind: 'tree' };
  if (object[1] !== 'blob') return { kind: 'not-a-file' };
  const size = Number(object[2]);
  return size > limit
    ? { kind: 'too-large' }
    : { kind: 'bytes', bytes: stdout.subarray(end + 1, end + 1 + size) };
}

function runGit(folder: string, args: readonly string[], input = '', limit = 65_536) {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    input,
    maxBuffer: limit + 4096,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const tooLarge = code === 'ENOBUFS';
  if (error !== undefined && !tooLarge) {
    throw new EnvironmentError(
      code === 'ENOENT' ? 'git is not installed, or the folder is gone' : `cannot run git: ${error.message}`,
    );
  }
  return { status, stdout, stderr: stderr.toString('utf8'), tooLarge };
}

const text = (output: Buffer): string => output.toString('utf8').replace(/\n$/, '');

function firstLine(stderr: string, otherwise: string): string {
  const line = stderr.split('\n')[0]?.replace(/^(fatal|error): /, '') ?? '';
  return line === '' ? otherwise : printable(line);
}
