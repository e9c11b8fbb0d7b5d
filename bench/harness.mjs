import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './measure.mjs';

/** What a module of the tests' harnesses exports. It is TypeScript, and looks for its scripts beside itself. */
export async function loadHarness(folder, path) {
  const source = join(ROOT, 'test/integration', path);
  const outfile = join(folder, path.replaceAll('/', '-').replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}
