import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Compilation } from '../../src/compiler/compile.ts';
import { compileText } from '../compile-text.ts';
import { cpuSecondsOf } from '../cpu-time.ts';
import type { HostileInput } from '../hostile/input.ts';
import { LISTINGS, TEXTS } from '../hostile/inputs.ts';
import { readBeside } from '../read-beside.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';

const folder = makeFolder('hostile-');

function expectFindings({ codes, compiles = false }: HostileInput, { plan, diagnostics }: Compilation): void {
  const found = [...new Set(diagnostics.map(({ code }) => code))];
  expect(plan !== null).toBe(compiles);
  expect(found).toEqual(codes ?? expect.arrayContaining([expect.any(String)]));
}

/** What takes a while is here in a tenth of its size; whole, and in a process of its own, in test/long. */
describe.each([...TEXTS, ...LISTINGS])('%s', (_group, inputs) => {
  const small = inputs.filter(({ partOf, isLong }) => partOf === undefined && isLong !== true);
  const sized = inputs.flatMap(({ partOf, ...input }) =>
    partOf === undefined ? [] : [{ ...input, partOf }],
  );

  test.runIf(small.length > 0).each(some(small))('$name', (input) => {
    for (const [name, text] of Object.entries(input.files ?? {})) writeFileSync(join(folder, name), text());
    expectFindings(input, compileText(input.source(), readBeside(folder)));
  });

  test.runIf(sized.length > 0).each(some(sized))('a tenth of: $name', ({ partOf, ...input }) => {
    const [small, large] = [partOf(1 / 40), partOf(1 / 10)];
    const before = cpuSecondsOf(() => compileText(small));
    const measure = () => cpuSecondsOf(() => expectFindings(input, compileText(large)));
    const most = 10 * Math.max(before, 0.05);
    const first = measure();
    const after = first < most ? first : Math.min(first, measure()); // a busy machine slows one of them
    // Four times the input: four times the work, or sixteen times where it grows with the square.
    expect(after).toBeLessThan(most);
  });
});
