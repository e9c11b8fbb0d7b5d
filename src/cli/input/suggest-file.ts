import { readdirSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import { didYouMean } from '../../compiler/values/suggest-name.ts';

/** `; did you mean …?` about the first part of a path that is not there, or nothing. */
export function suggestFile(path: string): string {
  const { root } = parse(path);
  let folder = root;
  for (const part of path.slice(root.length).split(sep)) {
    const names = listNames(folder);
    if (!/^\.{0,2}$/.test(part) && !names.includes(part)) {
      const within = (name: string): string => printable(join(folder, name));
      return didYouMean(within(part), names.filter((name) => name[0] !== '.').map(within));
    }
    folder = join(folder, part);
  }
  return '';
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder);
  } catch {
    return []; // what cannot be listed has no name to suggest
  }
}
