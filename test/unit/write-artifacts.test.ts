import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutputFile } from '../../src/runtime/output-file.ts';
import { compareArtifacts, OutputError, writeArtifacts } from '../../src/runtime/write-artifacts.ts';
import {
  expected,
  expectRefusal,
  MANIFEST,
  out,
  output,
  put,
  putManifest,
  refused,
  STAGE,
  sha256,
  snapshot,
  statesOf,
  textOf,
  top,
  useOutputDirectory,
} from '../output-directory.ts';

useOutputDirectory();

describe('a first compile', () => {
  it('writes everything, parents included, and lists it', () => {
    const deep = join(top, 'a/b/out');
    expect(writeArtifacts(deep, output('1', 3))).toEqual({
      kind: 'written',
      written: 5,
      unchanged: 0,
      removed: [],
    });
    expect(snapshot(top)).toEqual(
      Object.fromEntries(
        Object.entries(expected(output('1', 3))).map(([path, text]) => [`a/b/out/${path}`, text]),
      ),
    );
    expect(fs.statSync(join(deep, 'launch.sh')).mode & 0o777).toBe(0o777 & ~process.umask());
    expect(fs.statSync(join(deep, 'plan.json')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it('writes into an empty directory, and through a link to one, without replacing it', () => {
    fs.mkdirSync(out);
    const { ino } = fs.statSync(out);
    const link = join(top, 'link');
    fs.symlinkSync('out', link);
    writeArtifacts(link, output('1', 3));
    expect(snapshot(out)).toEqual(expected(output('1', 3)));
    expect(fs.statSync(out).ino).toBe(ino);
    expect(fs.readlinkSync(link)).toBe('out');
  });

  it('writes a manifest for no files', () => {
    writeArtifacts(out, []);
    expect(JSON.parse(snapshot(out)[MANIFEST] ?? '')).toEqual({ formatVersion: '1.0', artifacts: {} });
    expect(writeArtifacts(out, [])).toMatchObject({ kind: 'written', unchanged: 0 });
  });

  it('writes content in pieces byte by byte as one text', () => {
    const pieces = Array.from({ length: 90_000 }, (_, index) => `${index} é\n`);
    writeArtifacts(out, [{ path: 'plan.json', executable: false, content: pieces }]);
    expect(snapshot(out)['plan.json'] === pieces.join('')).toBe(true);
    expect(snapshot(out)[MANIFEST]).toContain(sha256(pieces.join('')));
    const whole = [{ path: 'plan.json', executable: false, content: pieces.join('') }];
    expect(writeArtifacts(out, whole)).toMatchObject({ written: 0, unchanged: 1 });
  });

  it('leaves nothing behind when the files cannot be made', () => {
    function* failing(): Generator<OutputFile> {
      yield* output('1', 2);
      throw new Error('a bug in an emitter');
    }
    expect(() => writeArtifacts(join(top, 'a/b/out'), failing())).toThrow('a bug in an emitter');
    expect(snapshot(top)).toEqual({});
    writeArtifacts(out, output('1', 2));
    const before = snapshot(top);
    expect(() => writeArtifacts(out, failing())).toThrow('a bug in an emitter');
    expect(snapshot(top)).toEqual(before);
  });

  it.each(['../x', '/x', 'a//b', './x', 'a/..', '', MANIFEST, `${STAGE}/x`])(
    'throws for the path %j',
    (path) => {
      expect(() => writeArtifacts(out, [{ path, executable: false, content: '' }])).toThrow('not a path');
      expect(snapshot(top)).toEqual({});
    },
  );
});

describe('an update', () => {
  beforeEach(() => {
    writeArtifacts(out, output('1', 3));
  });

  it('leaves unchanged files alone', () => {
    const before = fs.statSync(join(out, 'env/rank-0.env'), { bigint: true });
    expect(writeArtifacts(out, output('1', 3))).toMatchObject({ written: 0, unchanged: 5 });
    const after = fs.statSync(join(out, 'env/rank-0.env'), { bigint: true });
    expect([after.ino, after.mtimeNs, after.ctimeNs]).toEqual([before.ino, before.mtimeNs, before.ctimeNs]);
    expect(snapshot(out)).toEqual(expected(output('1', 3)));
  });

  it('replaces what differs, adds, removes, and keeps what is the user’s', () => {
    put('runs/1/rank-0.out', 'hello');
    put('topology.yaml', 'version: 1\n');
    const removed = ['env/rank-2.env'];
    expect(writeArtifacts(out, output('2', 2))).toEqual({
      kind: 'written',
      written: 3,
      unchanged: 1,
      removed,
    });
    const own = { 'runs/1/rank-0.out': 'hello', 'topology.yaml': 'version: 1\n' };
    expect(snapshot(out)).toEqual({ ...expected(output('2', 2)), ...own });
    expect(writeArtifacts(out, output('2', 4))).toMatchObject({ written: 2, unchanged: 4 });
    expect(snapshot(out)).toEqual({ ...expected(output('2', 4)), ...own });
  });

  it('removes folders that became empty, but no others', () => {
    writeArtifacts(out, output('1', 0));
    expect(snapshot(out)).toEqual(expected(output('1', 0)));
    writeArtifacts(out, output('1', 2));
    put('env/mine', '');
    writeArtifacts(out, output('1', 0));
    expect(snapshot(out)).toEqual({ ...expected(output('1', 0)), 'env/mine': '' });
  });

  it('writes again what was deleted, manifest and all', () => {
    fs.rmSync(join(out, 'env'), { recursive: true });
    expect(writeArtifacts(out, output('1', 3))).toMatchObject({ written: 3, unchanged: 2 });
    expect(snapshot(out)).toEqual(expected(output('1', 3)));
    fs.rmSync(join(out, MANIFEST));
    expect(writeArtifacts(out, output('1', 3))).toMatchObject({ written: 0, unchanged: 5 });
    expect(snapshot(out)).toEqual(expected(output('1', 3)));
    fs.rmSync(join(out, 'env/rank-2.env'));
    expect(writeArtifacts(out, output('1', 2))).toMatchObject({ removed: [] });
  });

  it('sets the executable bit again, in both directions', () => {
    fs.chmodSync(join(out, 'launch.sh'), 0o644);
    fs.chmodSync(join(out, 'plan.json'), 0o755);
    expect(statesOf(output('1', 3))).toEqual(['plan.json mode', 'launch.sh mode']);
    expect(writeArtifacts(out, output('1', 3))).toMatchObject({ written: 2, unchanged: 3 });
    expect(fs.statSync(join(out, 'launch.sh')).mode & 0o777).toBe(0o777 & ~process.umask());
    expect(fs.statSync(join(out, 'plan.json')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it('does not write through a hard link', () => {
    fs.linkSync(join(out, 'env/rank-0.env'), join(top, 'other'));
    writeArtifacts(out, output('2', 3));
    expect(fs.readFileSync(join(top, 'other'), 'utf8')).toContain("V='1'");
  });
});

describe('a refusal', () => {
  it('names files that were edited, and does nothing', () => {
    writeArtifacts(out, output('1', 3));
    put('env/rank-1.env', 'mine');
    put('env/rank-2.env', 'mine');
    expectRefusal(output('2', 2), ['env/rank-1.env', 'edited'], ['env/rank-2.env', 'edited-stale']);
  });

  it('names files that nobody listed, but adopts those that are as they would be', () => {
    put('plan.json', 'mine');
    put('launch.sh', '#!/bin/sh\n');
    expectRefusal(output('1', 2), ['plan.json', 'unlisted']);
    put('plan.json', textOf([...output('1', 2)][0] as OutputFile));
    expect(writeArtifacts(out, output('1', 2))).toMatchObject({ kind: 'written', written: 3, unchanged: 1 });
    expect(snapshot(out)).toEqual(expected(output('1', 2)));
  });

  it('names what is no file', () => {
    fs.mkdirSync(join(out, 'plan.json'), { recursive: true });
    fs.symlinkSync('elsewhere', join(out, 'launch.sh'));
    put('env', 'a file where a folder should be');
    expectRefusal(
      output('1', 2),
      ['plan.json', 'not-a-file'],
      ['launch.sh', 'not-a-file'],
      ['env', 'unlisted'],
    );
  });

  it('does not wait for a pipe', () => {
    fs.mkdirSync(out);
    expect(spawnSync('mkfifo', [join(out, 'plan.json')]).status).toBe(0);
    expect(writeArtifacts(out, output('1', 1))).toEqual(refused(['plan.json', 'not-a-file']));
  });

  it('follows no link inside the directory', () => {
    writeArtifacts(out, output('1', 2));
    fs.renameSync(join(out, 'env'), join(top, 'elsewhere'));
    fs.symlinkSync('../elsewhere', join(out, 'env'));
    expectRefusal(output('2', 2), ['env', 'outside']);
    expectRefusal(output('1', 0), ['env', 'outside']);
  });

  it('believes no manifest that leads out', () => {
    fs.writeFileSync(join(top, 'precious'), 'precious');
    fs.mkdirSync(out);
    const precious = sha256('precious');
    const own = ['./x', `${STAGE}/x`, 'a'.repeat(5000)];
    const paths = ['../precious', join(top, 'precious'), 'env/../../precious', ...own];
    putManifest(Object.fromEntries(paths.map((path) => [path, precious])));
    expectRefusal(output('1', 1), ...paths.map((path): [string, string] => [path, 'outside']));
  });

  it.each([
    ['{', 'not a manifest'],
    ['[]', 'not a manifest'],
    ['{"formatVersion":"2.0","artifacts":{}}', 'another version'],
    ['{"formatVersion":"1.0","artifacts":{"a":"md5:0"}}', 'digest of `a`'],
    ['{"formatVersion":"1.0","artifacts":{"\\u001b[2J":"x"}}', 'control characters'],
  ])('cannot use the manifest %s', (text, reason) => {
    put(MANIFEST, text);
    const before = snapshot(top);
    expect(() => writeArtifacts(out, output('1', 1))).toThrow(OutputError);
    expect(() => writeArtifacts(out, output('1', 1))).toThrow(reason);
    expect(snapshot(top)).toEqual(before);
    expect(statesOf(output('1', 0))).toEqual([`${MANIFEST} broken`]);
  });

  it('cannot use a manifest that is a link or huge', () => {
    fs.mkdirSync(out);
    fs.symlinkSync('/dev/zero', join(out, MANIFEST));
    expect(() => writeArtifacts(out, [])).toThrow('no regular file');
    fs.rmSync(join(out, MANIFEST));
    fs.writeFileSync(join(out, MANIFEST), '');
    fs.truncateSync(join(out, MANIFEST), 2 ** 30);
    expect(() => writeArtifacts(out, [])).toThrow('larger than');
  });
});

describe('a file that gives way', () => {
  const OURS = { path: '.gitattributes', executable: false, content: 'ours\n', givesWay: true } as const;
  const list = () => Object.keys(JSON.parse(snapshot(out)[MANIFEST] ?? '').artifacts);

  it('is written, listed, replaced and removed as any other where only rankplan wrote it', () => {
    writeArtifacts(out, [OURS]);
    expect(snapshot(out)['.gitattributes']).toBe('ours\n');
    expect(writeArtifacts(out, [{ ...OURS, content: 'newer\n' }])).toMatchObject({ written: 1 });
    expect(list()).toEqual(['.gitattributes']);
    expect(writeArtifacts(out, [])).toMatchObject({ removed: ['.gitattributes'] });
  });

  it.each([
    ['before the first compile', false],
    ['by an edit', true],
  ])('leaves one of the user alone that came %s, and does not list it', (_, isEdit) => {
    if (isEdit) writeArtifacts(out, [OURS]);
    put('.gitattributes', 'mine\n');
    expect(writeArtifacts(out, [OURS])).toMatchObject({ kind: 'written' });
    expect(snapshot(out)['.gitattributes']).toBe('mine\n');
    expect(list()).toEqual([]);
    expect(compareArtifacts(out, [OURS])).toEqual([]);
    fs.rmSync(join(out, '.gitattributes'));
    expect(compareArtifacts(out, [OURS]).map(({ path }) => path)).toContain('.gitattributes');
  });
});
