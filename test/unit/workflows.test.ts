import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/* actionlint (`npm run lint:workflows`) knows what a workflow may say; this is what ours must say. */

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
        readonly 'timeout-minutes'?: number;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

const FOLDER = '.github/workflows';
const WORKFLOWS = readdirSync(FOLDER);
const textOf = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8');
const read = (name: string): Workflow => parse(textOf(name));

test.each(WORKFLOWS)('%s pins its actions, and may do nothing by default', (name) => {
  const { permissions, jobs } = read(name);
  expect(Object.values(permissions ?? { all: 'write' }).filter((may) => may !== 'read')).toEqual([]);
  for (const { 'timeout-minutes': limit, steps } of Object.values(jobs)) {
    expect(limit).toBeGreaterThan(0);
    for (const { uses } of steps) expect(uses ?? '@'.padEnd(41, '0')).toMatch(/@[0-9a-f]{40}$/);
  }
});

test('pull requests are checked on the oldest Node that is supported, on younger ones, and on both architectures', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { node, runner } = read('check.yml').jobs['test']?.strategy?.matrix ?? {};
  expect(`>=${node?.[0]}`).toBe(engines.node);
  expect(node).toEqual(['20.19', '22', '24', '26']);
  expect(runner).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm']);
});

test('no workflow runs what somebody else wrote into a title or a branch', () => {
  for (const name of WORKFLOWS) {
    const runs = Object.values(read(name).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  }
});

test('what is published is signed for by the run that made it', () => {
  const [job] = Object.values(read('release.yml').jobs);
  expect(job?.steps.at(-1)?.run).toBe('npm publish --provenance --access public');
  expect(job?.steps.at(-2)?.run).toMatch(/uv publish --trusted-publishing always build\/wheels\/\*\.whl$/m);
  expect(textOf('release.yml')).not.toMatch(/secrets\./);
});
