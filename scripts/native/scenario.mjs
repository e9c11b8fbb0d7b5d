// What an imitated machine is like (native/test/fake/scenario.h), where a file has only what another one has not.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The lines of a file that ends with `like NAME`, and those of that file, which lies beside it. Of a key the first counts. */
export function readScenario(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const base = /^like (.+)$/.exec(lines.at(-1))?.[1];
  return base === undefined
    ? lines
    : [...lines.slice(0, -1), ...readScenario(join(dirname(path), `${base}.txt`))];
}
