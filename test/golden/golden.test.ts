import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { STRATEGIES } from '../../src/compiler/mapping/strategies.ts';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';

/*
 * A golden case is a folder: its `topology.yaml`, optional `args.json`, and `expected/`, the exact set of files, modes
 * and bytes that `rankplan compile` writes. Every example is one too. Missing and stale both fail.
 * UPDATE_GOLDEN=1 writes them anew; read the difference before you commit it.
 */
const CASES = 'test/golden/cases';
const EXAMPLES = 'examples';
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';
const scratch = mkdtempSync(join(tmpdir(), 'rankplan-golden-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Case {
  readonly name: string;
  readonly source: string;
  readonly expected: string;
}

const folders = (parent: string): string[] =>
  readdirSync(parent).filter((name) => statSync(join(parent, name)).isDirectory());

const cases: Case[] = [
  ...folders(CASES).map((name) => ({
    name,
    source: join(CASES, name),
    expected: join(CASES, name, 'expected'),
  })),
  ...folders(EXAMPLES).map((name) => ({
    name: `example ${name}`,
    source: join(EXAMPLES, name),
    expected: join('test/golden/examples', name, 'expected'),
  })),
];

describe.each(cases)('$name', ({ name, source, expected }) => {
  test('compiles to exactly the expected files', () => {
    const output = join(scratch, name.replaceAll(/\W/g, '-'));
    const args = existsSync(join(source, 'args.json'))
      ? JSON.parse(readFileSync(join(source, 'args.json'), 'utf8'))
      : [];
    const { status, stderr } = rankplan(['compile', join(source, 'topology.yaml'), '-o', output, ...args]);
    expect(stderr.replace(/^.*warning\[RP\d+\][\s\S]*$/m, '')).toBe('');
    expect(status).toBe(0);
    if (UPDATE) {
      rmSync(expected, { recursive: true, force: true });
      mkdirSync(join(expected, '..'), { recursive: true });
      cpSync(output, expected, { recursive: true });
    }
    expect(listing(output)).toEqual(listing(expected));
  });
});

test('no golden folder is left of an example that is gone', () => {
  expect(folders('test/golden/examples').sort()).toEqual(folders(EXAMPLES).sort());
});

test('every strategy and every emitter has a golden case', () => {
  const plans = cases.map(({ expected }) => JSON.parse(readFileSync(join(expected, 'plan.json'), 'utf8')));
  const strategies = new Set(plans.map((plan) => `${plan.mapping.strategy} ${plan.mapping.order}`));
  for (const { name, orders } of STRATEGIES) {
    for (const order of orders.length === 0 ? [null] : orders)
      expect(strategies).toContain(`${name} ${order}`);
  }
  expect(folders(CASES)).toEqual(expect.arrayContaining(EMITTERS.map(({ name }) => `emit-${name}`)));
});

test.each(folders(EXAMPLES))('the README of %s shows what rankplan prints', (name) => {
  const readme = readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8');
  for (const [, shown] of readme.matchAll(/\$ rankplan show topology\.yaml\n([\s\S]*?)```/g)) {
    expect(rankplan(['show', join(EXAMPLES, name, 'topology.yaml')]).stdout).toBe(shown);
  }
});

function rankplan(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/rankplan.cjs', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Every file of a folder with its mode (as far as git keeps it) and its text. */
function listing(folder: string): Record<string, { executable: boolean; text: string }> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [
        relative(folder, path),
        { executable: (statSync(path).mode & 0o100) !== 0, text: readFileSync(path, 'utf8') },
      ]),
  );
}
