import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleProgram, compileApart } from '../compiler-process.ts';
import { makeFolder } from '../scratch.ts';
import type { HostileInput } from './input.ts';

/** Of the process itself, whatever else the machine does. The largest that compiles need a third of it. */
const MAX_CPU_SECONDS = 45;

/** One process for each input that takes a while, which must end by itself, within its memory, and with its findings. */
export function testAlone(
  groups: readonly (readonly [name: string, inputs: readonly HostileInput[]])[],
): void {
  const folder = makeFolder('hostile-');
  let program = '';
  beforeAll(async () => {
    program = await bundleProgram(folder);
  });

  const slow = groups
    .map(
      ([name, inputs]) =>
        [name, inputs.filter(({ partOf, isLong }) => partOf !== undefined || isLong)] as const,
    )
    .filter(([, inputs]) => inputs.length > 0);
  describe.each(slow)('%s', (_group, inputs) => {
    test.each(inputs)('$name', async ({ source, codes, compiles = false, files = {} }) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text());
      const file = join(folder, 'topology.yaml');
      writeFileSync(file, source());
      const compiled = await compileApart(program, file, { cpuSeconds: MAX_CPU_SECONDS });
      expect(compiled.compiles).toBe(compiles);
      expect(compiled.codes).toEqual(codes ?? expect.arrayContaining([expect.any(String)]));
    });
  });
}
