import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compiler/compile.ts';
import { renderDiagnostic } from '../../src/compiler/diagnostics/render-text.ts';
import { defaultEmitters, findRefusals, selectEmitters } from '../../src/emitters/emit-plan.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { readBeside } from '../read-beside.ts';

const FOLDER = 'test/reasonable';
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.rankplan.yaml'));

/*
 * Topologies as people write them, of many kinds. rankplan has nothing to say against any of them: a warning that comes
 * where nothing is wrong is one that nobody reads where something is.
 */
describe('a reasonable topology has no finding, and every default file', () => {
  test('there are many of them', () => expect(NAMES.length).toBeGreaterThanOrEqual(60));

  test.each(NAMES)('%s', (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const { plan, diagnostics } = compile(text, { name, read: readBeside(FOLDER) });
    expect(diagnostics.map((found) => renderDiagnostic(found, false))).toEqual([]);
    expect(plan === null ? null : findRefusals(plan, selectEmitters(defaultEmitters(plan)))).toEqual([]);
  });
});

test('check of the folder says so in one line', () => {
  const { status, stdout, stderr } = runRankplan(['check', FOLDER]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^${NAMES.length} files: ${NAMES.length} ok\n$`, 'm'));
});

/** What is close to a reasonable topology, and is not. */
describe('but it is said', () => {
  const HEAD = 'version: 1\nname: x\n';
  test.each([
    [
      'that a model is of no GPU where one names none',
      'RP2028',
      'models: { A: {}, B: {} }\nnodes: [{ hosts: n, gpus: [{ index: 0, model: A }, { index: 1 }] }]\n',
    ],
    [
      'that two models have one score',
      'RP3007',
      'models: { A: { score: 1 }, B: { score: 1 } }\nnodes: [{ hosts: n, gpus: [{ index: 0, model: A }, { index: 1, model: B }] }]\nmapping: { strategy: performance-ranked }\n',
    ],
    [
      'that GPUs of no model have one score',
      'RP3007',
      'nodes: [{ hosts: n, gpus: { count: 2, score: 1 } }]\nmapping: { strategy: performance-ranked }\n',
    ],
  ])('%s', (_, code, text) => {
    const { diagnostics } = compile(HEAD + text, { name: 'x', read: readBeside('.') });
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
  });
});
