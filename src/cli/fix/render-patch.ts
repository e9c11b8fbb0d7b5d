import { posix } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { printable } from '../../compiler/source/printable.ts';

/** What changes in a file, as a unified diff that `patch -p1` and `git apply` take. */
export function renderPatch(name: string, before: string, after: string): string {
  // git takes no `a/./x.yaml`.
  const path = posix.normalize(name);
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/** The same for a terminal, where invisible characters could show another change than the one that is made. */
export const showPatch = (patch: string): string =>
  patch
    .split('\n')
    .map((line) => printable(line.replaceAll('\t', ' ').replace(/\ufeff|\r$/g, '')))
    .join('\n');
