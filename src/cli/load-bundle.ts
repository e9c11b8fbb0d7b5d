import { readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { printable } from '../compiler/source/printable.ts';
import { attempt } from '../runtime/try-read.ts';
import { digestOf, stampOf } from './code-cache-stamp.ts';
import { EXIT } from './verb.ts';

/** The bundles of this build, by the names of their files (scripts/build.mjs). */
declare const BUNDLE_DIGESTS: Readonly<Record<string, string>>;
/** Whether the bundles have source maps, which Node reads of modules only, and not of what node:vm compiles. */
declare const HAVE_SOURCE_MAPS: boolean;

type ModuleWrapper = (this: undefined, ...scope: unknown[]) => void;

const loaded = new Map<string, { exports: unknown }>();

/** Runs a bundle of scripts/bundle-command.mjs, once; returns what it gives to the others. */
export function loadBundle(name: string): unknown {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const path = join(__dirname, name);
  const requireOther = createRequire(path);
  if (HAVE_SOURCE_MAPS) {
    process.setSourceMapsEnabled(true);
    return requireOther(path);
  }
  const module = { exports: {} };
  loaded.set(name, module);
  const require = (id: string) => (id.startsWith('./') ? loadBundle(id.slice(2)) : requireOther(id));
  const bundle = readBundle(path, BUNDLE_DIGESTS[name]);
  compileBundle(bundle, path).call(undefined, module.exports, require, module, path, __dirname);
  return module.exports;
}

/**
 * An update that broke off leaves files that are empty, missing or of another build: a check that ran none of its code
 * would pass. It ends the process: an exception could be caught.
 */
function readBundle(path: string, digest: string | undefined): string {
  const bundle = attempt(() => readFileSync(path))?.toString('latin1');
  if (bundle !== undefined && digestOf(bundle) === digest) return bundle;
  const wrong = bundle === undefined ? 'cannot be read' : 'is not whole, or of another build';
  process.stderr.write(
    `rankplan: the installation is incomplete or mixed: ${printable(path)} ${wrong}; install rankplan again\n`,
  );
  return process.exit(EXIT.environment);
}

/** Compiles with V8's code cache, which halves the start, where this very Node made it of this very bundle. */
function compileBundle(bundle: string, path: string): ModuleWrapper {
  const cachedData = readCodeCache(path.replace(/\.cjs$/, '.cache'), stampOf(bundle));
  const script = new Script(wrap(bundle), { filename: path, ...(cachedData === null ? {} : { cachedData }) });
  return script.runInThisContext() as ModuleWrapper;
}

function readCodeCache(path: string, stamp: Buffer): Buffer | null {
  const cache = attempt(() => readFileSync(path));
  const length = (cache?.length ?? 0) - stamp.length;
  return cache !== null && length > 0 && cache.subarray(length).equals(stamp)
    ? cache.subarray(0, length)
    : null;
}
