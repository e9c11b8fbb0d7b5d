import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyTree, follow, readRecipe, splitRecipes } from '../recipe.ts';
import { makeFolder } from '../scratch.ts';

const RECIPES = splitRecipes(readFileSync('docs/extending.md', 'utf8'));

/** One tree for all: no recipe is in the way of another, and the tests of the whole tree run once. */
const tree = makeFolder('rankplan-recipe-');
beforeAll(() => copyTree(tree));

const runThere = (...words: readonly string[]) => {
  const env = { ...process.env };
  // In CI a test whose tool is missing fails, and this tree has no native tests: here it may skip.
  for (const name of ['RANKPLAN_TEST_STAGE', 'VITEST', 'CI']) delete env[name];
  const { stdout, stderr, status } = spawnSync('npx', words, { cwd: tree, env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.split('\n').slice(-200).join('\n') };
};

describe('docs/extending.md', () => {
  test('has the recipes that it lists', () => {
    expect(RECIPES.map(({ name }) => name)).toEqual([
      'A strategy',
      'An emitter',
      'A rule',
      'A hazard',
      'A key, from the topology to the plan',
      'A benchmark',
    ]);
  });

  test.each(RECIPES)('$name can be followed as written', ({ text }) => {
    const steps = readRecipe(text);
    expect(steps.length).toBeGreaterThan(4);
    for (const step of steps) expect(follow(step, tree)).toBeNull();
  });

  test.each([
    ['the types', ['tsc', '--noEmit']],
    ['the linter', ['biome', 'check', '.']],
    ['dead code', ['knip']],
    // No recipe changes what starts ranks and asks drivers (test/native).
    ['every other test', ['vitest', 'run', '--project', 'unit', 'test/unit', 'test/property', 'test/golden']],
  ])('%s: well with all of it', (_, words) => {
    const { status, said } = runThere(...words);
    expect(status, said).toBe(0);
  });
});
