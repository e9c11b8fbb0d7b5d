import { posix } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { printable } from '../../compiler/source/printable.ts';

/**
 * What changes in a file, as a unified diff that `patch -p1` and `git apply` take. On a terminal invisible characters are
 * shown: they could show another change than the one that is made.
 */
export function renderPatch(name: string, before: string, after: string, isTerminal: boolean): string {
  // git takes no `a/./x.yaml`.
  const path = posix.normalize(name);
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (!isTerminal) return patch;
  const show = (line: string) => printable(line.replaceAll('\t', ' ').replace(/\ufeff|\r$/g, ''));
  return patch.split('\n').map(show).join('\n');
}
