import { readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

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

/**
 * Compiles with V8's code cache, which halves the start. V8 refuses a cache of another version or of other flags by
 * itself, and then compiles as usual.
 */
function compileBundle(path: string): ModuleWrapper {
  const cachedData = tryRead(path.replace(/\.cjs$/, '.cache'));
  const source = wrap(readFileSync(path, 'latin1'));
  const script = new Script(source, { filename: path, ...(cachedData === null ? {} : { cachedData }) });
  return script.runInThisContext() as ModuleWrapper;
}

function tryRead(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
