import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect } from 'vitest';
import { OutputError } from '../src/runtime/write-artifacts.ts';
import { output, top } from './output-directory.ts';

/** Root is not bound by permission bits: what to spawn as instead. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** False where root alone can reach the interpreter. */
export const canRunAsNobody = spawnSync(process.execPath, ['--version'], NOBODY).status === 0;

/** Writes in a process of its own that first runs `prelude`; as somebody whom permission bits bind, if asked. */
export function writeApart(
  prelude: string,
  directory: string,
  version: string,
  ranks: number,
  user: 'self' | 'nobody',
) {
  if (user === 'nobody' && NOBODY.uid !== undefined) spawnSync('chown', ['-R', '65534:65534', top]);
  const script = join(top, '..', `${basename(top)}.mjs`);
  try {
    const stdin = {
      contents: `${prelude}
        import { writeArtifacts } from './src/runtime/write-artifacts.ts';
        writeArtifacts(${JSON.stringify(directory)}, ${JSON.stringify([...output(version, ranks)])});`,
      resolveDir: process.cwd(),
    };
    buildSync({ stdin, outfile: script, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
    fs.chmodSync(script, 0o644);
    return spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      cwd: '/',
      ...(user === 'nobody' ? NOBODY : {}),
    });
  } finally {
    fs.rmSync(script, { force: true });
  }
}

const CHANGING = [
  'mkdirSync',
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'closeSync',
  'symlinkSync',
  'renameSync',
  'unlinkSync',
  'rmdirSync',
  'rmSync',
] as const;

export type Failure = 'crash' | 'error';

/**
 * Runs `action` with a file system that fails at the n-th call that could change something: a crash is the end of all
 * further calls, an error happens once. Returns whether it came so far.
 */
export function failingAt(n: number, failure: Failure, action: () => void): boolean {
  const originals = CHANGING.map((name) => [name, fs[name]] as const);
  let calls = 0;
  for (const [name, original] of originals) {
    const failing = (...args: unknown[]): unknown => {
      calls += 1;
      if (calls === n && name === 'writeSync') fs.writevSync(Number(args[0]), [Buffer.from('half')]);
      if (calls === n || (calls > n && failure === 'crash')) {
        throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), {
          code: 'ENOSPC',
          syscall: name,
        });
      }
      return Reflect.apply(original, fs, args);
    };
    Object.assign(fs, { [name]: failing });
  }
  syncBuiltinESMExports();
  try {
    action();
    expect(calls).toBeLessThan(n);
  } catch (error) {
    expect(error).toBeInstanceOf(OutputError);
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
  return calls >= n;
}
