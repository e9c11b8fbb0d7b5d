import { readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { watchOutput } from './watch-output.ts';

declare const RANKPLAN_VERSION: string;

/** The bundle of all the rest, and what V8 made of it when it was built. */
const BUNDLE = join(__dirname, 'cli.cjs');
const CODE_CACHE = join(__dirname, 'cli.cache');

/** The version is asked for by scripts, often: it loads nothing. */
function main(args: readonly string[]): void {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${RANKPLAN_VERSION}\n`);
  } else {
    const module = { exports: {} };
    loadBundle().call(undefined, module.exports, createRequire(BUNDLE), module, BUNDLE, __dirname);
  }
}

type ModuleWrapper = (this: undefined, ...scope: unknown[]) => void;

/**
 * Compiles the bundle with V8's code cache, which halves the start. V8 refuses a cache of another version or of other
 * flags by itself, and then compiles as usual.
 */
function loadBundle(): ModuleWrapper {
  const cachedData = tryRead(CODE_CACHE);
  const source = wrap(readFileSync(BUNDLE, 'latin1'));
  const script = new Script(source, { filename: BUNDLE, ...(cachedData === null ? {} : { cachedData }) });
  return script.runInThisContext() as ModuleWrapper;
}

function tryRead(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

watchOutput();
main(process.argv.slice(2));
