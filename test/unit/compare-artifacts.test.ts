import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareLines } from '../../src/runtime/compare-artifacts.ts';
import { compareArtifacts, OutputError, writeArtifacts } from '../../src/runtime/write-artifacts.ts';
import {
  MANIFEST,
  out,
  output,
  put,
  snapshot,
  statesOf,
  top,
  useOutputDirectory,
} from '../output-directory.ts';

useOutputDirectory();

describe('comparing', () => {
  it('finds nothing after a compile', () => {
    writeArtifacts(out, output('1', 3));
    const before = snapshot(top);
    expect(compareArtifacts(out, output('1', 3))).toEqual([]);
    expect(snapshot(top)).toEqual(before);
  });

  it('finds everything missing where there is no directory, and makes none', () => {
    const states = compareArtifacts(out, output('1', 1));
    expect(states.map(({ path }) => path)).toEqual(['plan.json', 'launch.sh', 'env/rank-0.env', MANIFEST]);
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['missing']));
    expect(fs.existsSync(out)).toBe(false);
  });

  it('tells stale, edited, missing and extra files', () => {
    writeArtifacts(out, output('1', 4));
    put('env/rank-1.env', 'mine');
    fs.rmSync(join(out, 'env/rank-2.env'));
    expect(statesOf(output('2', 3))).toEqual([
      'plan.json stale',
      'env/rank-0.env stale',
      'env/rank-1.env edited',
      'env/rank-2.env missing',
      'env/rank-3.env extra',
      `${MANIFEST} manifest`,
    ]);
  });

  it('tells what a compile would refuse from what it would fix', () => {
    writeArtifacts(out, output('1', 3));
    put('env/rank-2.env', 'mine');
    put('env/rank-3.env', 'mine');
    fs.chmodSync(join(out, 'launch.sh'), 0o600);
    expect(statesOf(output('1', 2))).toEqual([
      'launch.sh mode',
      'env/rank-2.env edited-stale',
      `${MANIFEST} manifest`,
    ]);
    expect(statesOf(output('1', 5))).toEqual([
      'launch.sh mode',
      'env/rank-2.env edited',
      'env/rank-3.env unlisted',
      'env/rank-4.env missing',
      `${MANIFEST} manifest`,
    ]);
    put(MANIFEST, '{');
    expect(compareArtifacts(out, output('1', 5))).toEqual([
      { path: MANIFEST, state: 'broken', change: null, reason: 'it is not a manifest of rankplan' },
    ]);
  });

  it('shows the first line that differs', () => {
    writeArtifacts(out, output('1', 1));
    const [plan, env] = compareArtifacts(out, output('2', 1));
    expect(plan?.change).toEqual({ line: 1, before: '{"plan":"1é"}' });
    expect(env?.path).toBe('env/rank-0.env');
    expect(env?.change?.before).toBe("export RANK='0' V='1'");
  });

  it('finds a manifest that is missing', () => {
    writeArtifacts(out, output('1', 2));
    fs.rmSync(join(out, MANIFEST));
    expect(compareArtifacts(out, output('1', 2))).toEqual([
      { path: MANIFEST, state: 'missing', change: null, reason: null },
    ]);
  });

  it('names a folder that is in the way once', () => {
    writeArtifacts(out, output('1', 3));
    fs.renameSync(join(out, 'env'), join(top, 'env'));
    fs.symlinkSync('../env', join(out, 'env'));
    expect(statesOf(output('1', 3))).toEqual(['env outside']);
  });

  it('cannot read what is no directory', () => {
    fs.writeFileSync(out, '');
    expect(() => compareArtifacts(out, output('1', 3))).toThrow(OutputError);
  });
});

describe('what changed in a file', () => {
  it.each([
    ['a\nb\n', 'a\nb\n', null],
    ['a\nb\nc\n', 'a\nx\nc\n', { line: 2, before: 'b' }],
    ['a\n', 'a\nb\nc\n', { line: 2, before: null }],
    ['a\nb\n', 'a\n', { line: 2, before: 'b' }],
    ['a', 'a\n', { line: 1, before: 'a' }],
    ['', 'a\n', { line: 1, before: null }],
    ['a\r\nb\n', 'a\nb\n', { line: 1, before: 'a\r' }],
  ])('%j, %j', (before, after, expected) => {
    expect(compareLines(before, after)).toEqual(expected);
  });
});
