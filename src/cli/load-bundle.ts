import { readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { stampOf } from './code-cache-stamp.ts';

type ModuleWrapper = (this: undefined, ...scope: unknown[]) => void;

const loaded = new Map<string, { exports: unknown }>();

/** Runs a bundle of scripts/bundle-command.mjs, once; returns what it gives to the others. */
export function loadBundle(name: string): unknown {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const path = join(__dirname, name);
  const module = { exports: {} };
  loaded.set(name, module);
  const requireOther = createRequire(path);
  const require = (id: string) => (id.startsWith('./') ? loadBundle(id.slice(2)) : requireOther(id));
  compileBundle(path).call(undefined, module.exports, require, module, path, __dirname);
  return module.exports;
}

/** Compiles with V8's code cache, which halves the start, where this very Node made it of this very bundle. */
function compileBundle(path: string): ModuleWrapper {
  const bundle = readFileSync(path, 'latin1');
  const cachedData = readCodeCache(path.replace(/\.cjs$/, '.cache'), stampOf(bundle));
  const script = new Script(wrap(bundle), { filename: path, ...(cachedData === null ? {} : { cachedData }) });
  return script.runInThisContext() as ModuleWrapper;
}

function readCodeCache(path: string, stamp: Buffer): Buffer | null {
  const cache = tryRead(path);
  const length = (cache?.length ?? 0) - stamp.length;
  return cache !== null && length > 0 && cache.subarray(length).equals(stamp)
    ? cache.subarray(0, length)
    : null;
}

function tryRead(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
