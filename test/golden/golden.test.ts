import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { STRATEGIES } from '../../src/compiler/mapping/strategies.ts';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import {
  CASES,
  folders,
  GOLDEN_CASES,
  listNames,
  readFiles,
  selectShown,
  writeGolden,
} from '../golden-cases.ts';
import { readSaved, SAVED_PLANS } from '../saved-plans.ts';
import { makeFolder } from '../scratch.ts';

/*
 * A golden case is a folder: its `topology.yaml`, optional `args.json`, and `expected/`, the exact modes and bytes of some of
 * the files that `rankplan compile` writes: those that no other case shows alike. The others must be written under the names
 * of `listNames`, and no more. UPDATE_GOLDEN=1 writes `expected/` again; read the difference before you commit it.
 */
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

describe.each(GOLDEN_CASES)('$name', (golden) => {
  test('compiles to exactly the expected files', () => {
    const output = join(makeFolder('rankplan-golden-'), 'out');
    const { status, stderr } = runRankplan(['compile', golden.topology, '-o', output, ...golden.args]);
    expect(stderr.replace(/^.*warning\[RP\d+\][\s\S]*$/m, '')).toBe('');
    expect(status).toBe(0);
    const written = readFiles(output);
    if (UPDATE) writeGolden(golden, written);
    expect(selectShown(golden, written)).toEqual(readFiles(golden.expected));
    const names = Object.entries(written).map(([path, { executable }]) => [path, executable]);
    expect(Object.fromEntries(names)).toEqual(listNames(golden, written));
  });
});

test('every strategy and every emitter has a golden case', () => {
  const strategies = new Set(
    SAVED_PLANS.map(readSaved).map(({ mapping }) => `${mapping.strategy} ${mapping.order}`),
  );
  for (const { name, orders } of STRATEGIES) {
    for (const order of orders.length === 0 ? [null] : orders)
      expect(strategies).toContain(`${name} ${order}`);
  }
  expect(folders(CASES)).toEqual(expect.arrayContaining(EMITTERS.map(({ name }) => `emit-${name}`)));
});
