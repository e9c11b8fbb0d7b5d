import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OutputFile } from '../../src/runtime/output-file.ts';
import { OutputError, writeArtifacts } from '../../src/runtime/write-artifacts.ts';
import { canRunAsNobody, type Failure, failingAt, writeApart } from '../failing-file-system.ts';
import {
  expected,
  expectRefusal,
  MANIFEST,
  out,
  output,
  put,
  STAGE,
  sha256,
  snapshot,
  statesOf,
  top,
  useOutputDirectory,
} from '../output-directory.ts';
import { some } from '../stage.ts';

useOutputDirectory();

describe('surroundings that forbid it', () => {
  it.each(['file', 'file/out', 'file/a/out', 'dangling', 'dangling/out'])('stops at %s', (path) => {
    fs.writeFileSync(join(top, 'file'), '');
    fs.symlinkSync('nowhere', join(top, 'dangling'));
    const before = snapshot(top);
    expect(() => writeArtifacts(join(top, path), output('1', 1))).toThrow(OutputError);
    expect(snapshot(top)).toEqual(before);
  });

  it.skipIf(!canRunAsNobody).each(['', 'env'])('stops at the unwritable folder out/%s', (folder) => {
    writeArtifacts(out, output('1', 2));
    fs.chmodSync(join(out, folder), 0o555);
    const before = snapshot(top);
    for (const directory of [out, join(out, folder, 'new/out')]) {
      expect(writeApart('', directory, '2', 2, 'nobody').stderr).toMatch(
        /OutputError: cannot write .*: permission denied \(/,
      );
      expect(snapshot(top)).toEqual(before);
    }
  });

  it.each(['create', 'update'])('stops at a live owner (%s) and goes on after a dead one', (kind) => {
    if (kind === 'update') writeArtifacts(out, output('1', 2));
    const root = kind === 'update' ? out : join(top, `.out${STAGE}`);
    fs.mkdirSync(join(root, STAGE), { recursive: true });
    fs.symlinkSync(`${process.ppid}@${hostname()}`, join(root, STAGE, 'owner-1'));
    const before = snapshot(top);
    expect(() => writeArtifacts(out, output('2', 2))).toThrow(`another compile (process ${process.ppid}`);
    expect(snapshot(top)).toEqual(before);
    fs.symlinkSync('1@another-host', join(root, STAGE, 'owner-2'));
    expect(() => writeArtifacts(out, output('2', 2))).toThrow('(process 1 on another-host)');
    fs.symlinkSync(`${spawnSync('true').pid}@${hostname()}`, join(root, STAGE, 'owner-3'));
    writeArtifacts(out, output('2', 2));
    expect(snapshot(out)).toEqual(expected(output('2', 2)));
    expect(fs.readdirSync(top)).toEqual(['out']);
  });

  it('lets a compile have the directory alone', () => {
    writeArtifacts(out, output('1', 2));
    const child = spawn('sleep', ['60']);
    try {
      function* files(): Generator<OutputFile> {
        // As seen from another process: ours would be taken for an earlier life.
        fs.symlinkSync(`${child.pid}@${hostname()}`, join(out, STAGE, 'owner-2'));
        expect(() => writeArtifacts(out, output('3', 2))).toThrow('another compile');
        yield* output('2', 2);
      }
      writeArtifacts(out, files());
      expect(snapshot(out)).toEqual(expected(output('2', 2)));
    } finally {
      child.kill();
    }
  });

  it.runIf(fs.existsSync('/proc/self/stat'))(
    'goes on after an owner that died and was never waited for',
    async () => {
      writeArtifacts(out, output('1', 2));
      // The shell becomes sleep, which knows nothing of the child that then ends.
      const script = 'exec 3<&0; read -r _ <&3 & echo $!; exec sleep 60';
      const parent = spawn('bash', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
      try {
        const pid = await new Promise((resolve) =>
          parent.stdout.once('data', (text) => resolve(Number(text))),
        );
        await expect.poll(() => fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
        parent.stdin.end('\n');
        await expect.poll(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
        fs.mkdirSync(join(out, STAGE));
        fs.symlinkSync(`${pid}@${hostname()}`, join(out, STAGE, 'owner-1'));
        writeArtifacts(out, output('2', 2));
        expect(snapshot(out)).toEqual(expected(output('2', 2)));
      } finally {
        parent.kill();
      }
    },
  );

  it('follows no link in place of its own folders', () => {
    fs.mkdirSync(join(top, 'precious'));
    fs.writeFileSync(join(top, 'precious/file'), '');
    fs.mkdirSync(out);
    fs.symlinkSync('../precious', join(out, STAGE));
    fs.symlinkSync('precious', join(top, `.new${STAGE}`));
    const before = snapshot(top);
    expect(() => writeArtifacts(out, output('1', 1))).toThrow('no directory');
    expect(() => writeArtifacts(join(top, 'new'), output('1', 1))).toThrow('no directory');
    expect(snapshot(top)).toEqual(before);
  });
});

/** Folders aside, and the stage, which is nobody's output. */
function artifactsOf(found: Record<string, string>): Record<string, string> {
  const kept = Object.entries(found).filter(([path, text]) => !path.includes(STAGE) && text !== '(empty)');
  return Object.fromEntries(kept);
}

const CASES: readonly [name: string, ranksBefore: number, ranksAfter: number][] = [
  ['fewer ranks', 3, 1],
  ['more ranks', 1, 3],
  ['the folder goes', 2, 0],
  ['the folder comes', 0, 2],
];

describe.each(some(CASES))('an update that fails, %s', (_, ranksBefore, ranksAfter) => {
  const old: Record<string, string> = { ...expected(output('1', ranksBefore)), 'topology.yaml': 'mine' };
  const fresh: Record<string, string> = { ...expected(output('2', ranksAfter)), 'topology.yaml': 'mine' };

  function prepare(): void {
    fs.rmSync(out, { recursive: true, force: true });
    writeArtifacts(out, output('1', ranksBefore));
    put('topology.yaml', 'mine');
  }

  it('by a crash at any call leaves every file old or new, and the next compile finishes', () => {
    let n = 1;
    for (; ; n += 1) {
      prepare();
      if (!failingAt(n, 'crash', () => writeArtifacts(out, output('2', ranksAfter)))) break;
      const found = artifactsOf(snapshot(out));
      for (const path of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
        expect([old[path], fresh[path]], `${path} after a crash at call ${n}`).toContain(found[path]);
      }
      expect(Object.keys({ ...found, ...old, ...fresh })).toHaveLength(
        Object.keys({ ...old, ...fresh }).length,
      );
      const again = n % 2 === 0 ? output('2', ranksAfter) : output('3', 2);
      expect(writeArtifacts(out, again).kind).toBe('written');
      const last = n % 2 === 0 ? fresh : { ...expected(output('3', 2)), 'topology.yaml': 'mine' };
      expect(snapshot(out), `after the crash at call ${n}`).toEqual(last);
    }
    expect(n).toBeGreaterThan(15);
  });

  it('by one error leaves all as it was, or says that the next compile finishes it', () => {
    for (let n = 1; ; n += 1) {
      prepare();
      let message = '';
      const hasFailed = failingAt(n, 'error', () => {
        try {
          writeArtifacts(out, output('2', ranksAfter));
        } catch (error) {
          message = String(error);
          throw error;
        }
      });
      if (!hasFailed) break;
      if (message.includes('compile again to finish it')) {
        expect(statesOf([])).toEqual([`${STAGE} pending`]);
      } else {
        const found = snapshot(out);
        const settled = artifactsOf(found)[MANIFEST] === old[MANIFEST] ? old : fresh;
        expect(artifactsOf(found), `after the error at call ${n}: ${message}`).toEqual(settled);
      }
      writeArtifacts(out, output('2', ranksAfter));
      expect(snapshot(out)).toEqual(fresh);
    }
  });
});

describe('a process that is killed', () => {
  it.each([1, 2, 3, 4, 5])('at rename %i leaves its work to the next', (n) => {
    const prelude = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const rename = fs.renameSync;
      let calls = 0;
      fs.renameSync = (from, to) => {
        rename(from, to);
        calls += 1;
        if (calls === ${n}) process.kill(process.pid, 'SIGKILL');
      };
      syncBuiltinESMExports();`;
    writeArtifacts(out, output('1', 3));
    expect(writeApart(prelude, out, '2', 2, 'self').signal).toBe('SIGKILL');
    expect(statesOf(output('2', 2))).toEqual([`${STAGE} pending`]);
    expect(writeArtifacts(out, output('2', 2))).toMatchObject({ kind: 'written', written: 0 });
    expect(snapshot(out)).toEqual(expected(output('2', 2)));
  });
});

describe('a first compile that fails', () => {
  it.each<Failure>(['crash', 'error'])('by %s at any call leaves nothing or everything', (failure) => {
    const deep = join(top, 'a/b/out');
    const whole = expected(output('1', 2));
    for (let n = 1; ; n += 1) {
      fs.rmSync(join(top, 'a'), { recursive: true, force: true });
      if (!failingAt(n, failure, () => writeArtifacts(deep, output('1', 2)))) break;
      if (fs.existsSync(deep)) expect(artifactsOf(snapshot(deep))).toEqual(whole);
      else if (failure === 'error') expect(snapshot(top), `after the error at call ${n}`).toEqual({});
      expect(writeArtifacts(deep, output('1', 2)).kind).toBe('written');
      expect(snapshot(join(top, 'a'))).toEqual(
        Object.fromEntries(Object.entries(whole).map(([path, text]) => [`b/out/${path}`, text])),
      );
    }
  });
});

describe('a journal', () => {
  /** The first crash after the journal is complete and one file is in place. */
  function interrupt(): void {
    writeArtifacts(out, output('1', 3));
    for (let n = 1; ; n += 1) {
      failingAt(n, 'crash', () => writeArtifacts(out, output('2', 2)));
      if (fs.readFileSync(join(out, 'plan.json'), 'utf8').includes('2')) return;
      writeArtifacts(out, output('1', 3));
    }
  }

  function putJournal(steps: readonly unknown[]): void {
    put(`${STAGE}/journal.json`, JSON.stringify({ formatVersion: '1.0', steps }));
  }

  it('waits while a file was edited since, and goes on when it is gone', () => {
    interrupt();
    put('env/rank-0.env', 'mine');
    put('env/rank-2.env', 'mine');
    expect(statesOf(output('2', 2))).toEqual([`${STAGE} pending`]);
    expectRefusal(output('2', 2), ['env/rank-0.env', 'edited'], ['env/rank-2.env', 'edited-stale']);
    fs.rmSync(join(out, 'env'), { recursive: true });
    expect(writeArtifacts(out, output('2', 2)).kind).toBe('written');
    expect(snapshot(out)).toEqual(expected(output('2', 2)));
  });

  it.each([
    [{ kind: 'remove', path: '../precious', before: sha256('precious') }],
    [{ kind: 'install', path: '/precious', before: null }],
    [{ kind: 'remove', path: 'x', before: null }],
    ['x'],
  ])('is not followed out of the directory: %j', (step) => {
    fs.writeFileSync(join(top, 'precious'), 'precious');
    putJournal([step]);
    const before = snapshot(top);
    expect(() => writeArtifacts(out, output('1', 1))).toThrow('cannot be understood');
    expect(snapshot(top)).toEqual(before);
  });

  it('moves nothing in from outside through a link', () => {
    fs.mkdirSync(join(top, 'precious'));
    fs.writeFileSync(join(top, 'precious/key'), 'precious');
    putJournal([{ kind: 'install', path: 'key', before: null }]);
    fs.symlinkSync('../../precious', join(out, STAGE, 'new'));
    writeArtifacts(out, output('1', 1));
    expect(snapshot(join(top, 'precious'))).toEqual({ key: 'precious' });
    expect(snapshot(out)).toEqual(expected(output('1', 1)));
  });

  it('removes nothing through a link', () => {
    fs.mkdirSync(join(top, 'precious'));
    fs.writeFileSync(join(top, 'precious/key'), 'precious');
    putJournal([{ kind: 'remove', path: 'env/key', before: sha256('precious') }]);
    fs.symlinkSync('../precious', join(out, 'env'));
    expectRefusal(output('1', 1), ['env', 'outside']);
  });
});
