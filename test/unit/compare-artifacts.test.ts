import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareArtifacts, OutputError, writeArtifacts } from '../../src/runtime/write-artifacts.ts';
import { MANIFEST, out, output, put, snapshot, top } from '../output-directory.ts';

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
    expect(compareArtifacts(out, output('2', 3))).toEqual([
      { path: 'plan.json', state: 'stale' },
      { path: 'env/rank-0.env', state: 'stale' },
      { path: 'env/rank-1.env', state: 'edited' },
      { path: 'env/rank-2.env', state: 'missing' },
      { path: 'env/rank-3.env', state: 'extra' },
      { path: MANIFEST, state: 'stale' },
    ]);
  });

  it('finds a manifest that is missing', () => {
    writeArtifacts(out, output('1', 2));
    fs.rmSync(join(out, MANIFEST));
    expect(compareArtifacts(out, output('1', 2))).toEqual([{ path: MANIFEST, state: 'missing' }]);
  });

  it('names a folder that is in the way once', () => {
    writeArtifacts(out, output('1', 3));
    fs.renameSync(join(out, 'env'), join(top, 'env'));
    fs.symlinkSync('../env', join(out, 'env'));
    expect(compareArtifacts(out, output('1', 3))).toEqual([{ path: 'env', state: 'edited' }]);
  });

  it('cannot read what is no directory', () => {
    fs.writeFileSync(out, '');
    expect(() => compareArtifacts(out, output('1', 3))).toThrow(OutputError);
  });
});
