import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stampOf, watchFiles } from '../../src/cli/lsp/watch-files.ts';
import { makeFolder } from '../scratch.ts';

test('what changes after it was read is seen, also before it is watched', async () => {
  const path = join(makeFolder('rankplan-watch-'), 'lab1.json');
  let seen = (_: string): void => undefined;
  const next = () => new Promise<string>((done) => (seen = done));
  const follow = watchFiles((changed) => seen(changed));
  const absent = stampOf(path);
  writeFileSync(path, 'as it was read');
  follow([[path, absent]]);
  expect(await next()).toBe(path);

  const read = stampOf(path);
  writeFileSync(path, 'as it is now');
  follow([[path, read]]);
  expect(await next()).toBe(path);

  rmSync(path);
  expect(await next()).toBe(path);
  follow([]);
});
