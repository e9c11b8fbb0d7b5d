import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { anyText } from '../any-text.ts';
import { compileText, errorCodes, planText } from '../compile-text.ts';
import { expectInvariants } from '../invariants.ts';
import { runs } from '../stage.ts';
import { randomTopology, shuffleKeys } from './random-topology.ts';

const RUNS = runs(1000, 250); // a sixth of them is sound
const yamlOf = (document: unknown): string => stringify(document, { aliasDuplicateObjects: false });

test('a topology gives a sound plan or says why not, and never throws', () => {
  let compiled = 0;
  fc.assert(
    fc.property(randomTopology, (document) => {
      const compilation = compileText(yamlOf(document));
      expect(compilation.plan === null).toBe(errorCodes(compilation).length > 0);
      if (compilation.plan === null) return;
      compiled++;
      expectInvariants(compilation.plan);
    }),
    { numRuns: RUNS },
  );
  expect(compiled, 'the topologies are not all mistakes').toBeGreaterThan(RUNS / 20);
});

test('the same text gives the same findings and the same bytes', () => {
  fc.assert(
    fc.property(randomTopology, (document) => {
      const text = yamlOf(document);
      const [first, second] = [compileText(text), compileText(new TextEncoder().encode(text))];
      expect(planText(second.plan)).toBe(planText(first.plan));
      expect(second.diagnostics).toEqual(first.diagnostics);
    }),
    { numRuns: runs(100, 20) },
  );
});

test('neither the order of keys nor JSON instead of YAML changes the plan', () => {
  fc.assert(
    fc.property(randomTopology, fc.nat(), (document, seed) => {
      const [first, ...others] = [
        yamlOf(document),
        yamlOf(shuffleKeys(document, seed)),
        JSON.stringify(document),
        JSON.stringify(shuffleKeys(document, seed), null, '\t'),
      ].map((text) => compileText(text));
      for (const other of others) {
        expect(planText(other.plan)).toBe(planText(first?.plan ?? null));
        expect(new Set(errorCodes(other))).toEqual(new Set(first === undefined ? [] : errorCodes(first)));
      }
    }),
    { numRuns: runs(500) },
  );
});

test('any text at all is answered', () => {
  const longer = ['version: 1', 'nodes:', '- ', '  ', '&a', '*a', ': ', '!x', '---'];
  const words = fc.constantFrom(...longer, ...`[]{}"'|#\n\t😀`);
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.array(words).map((list) => list.join('')),
      ),
      (text) => {
        const compilation = compileText(text);
        expect(compilation.plan).toBeNull();
        expect(errorCodes(compilation)).not.toEqual([]);
      },
    ),
    { numRuns: runs(1000) },
  );
});
