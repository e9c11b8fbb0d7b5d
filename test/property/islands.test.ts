import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIslands } from '../../src/compiler/inventory/find-islands.ts';
import { findIslandsNaively } from '../naive-islands.ts';
import { runs } from '../stage.ts';

/** Machines whose words come from a few lists: random words alone would make one whole of nearly all. */
const machine = fc
  .record({
    count: fc.integer({ min: 1, max: 9 }),
    words: fc.constantFrom<readonly (string | null)[]>(
      ['NV4', 'SYS', 'SYS', 'SYS'],
      ['NV2', 'PIX', 'SYS', 'SYS', 'SYS'],
      ['NV1', null, 'SYS', 'SYS', 'SYS'],
      ['NODE', 'SYS', 'SYS', 'SYS'],
      ['PIX', 'PHB', 'NODE', 'PHB'],
      ['PXB', 'SYS', null, 'SYS'],
      [null, 'SYS'],
      [null],
      ['later', 'NODE', 'SYS', 'SYS'],
    ),
  })
  .chain(({ count, words }) =>
    fc.array(
      fc.record({
        links: fc.array(fc.constantFrom(...words), { minLength: count, maxLength: count }),
        numaNode: fc.option(fc.nat(2), { freq: 8 }),
      }),
      { minLength: count, maxLength: count },
    ),
  );

test('islands of a machine are those of the definition', () => {
  fc.assert(
    fc.property(machine, (gpus) => {
      const found = findIslands(gpus.map((gpu, index) => ({ ...gpu, index })));
      expect(found).toEqual(findIslandsNaively(gpus));
    }),
    { numRuns: runs(10_000) },
  );
});
