// Keeps what V8 compiles of the bundles that start often: the same bytes for the same bundles and the same Node.
import { execFileSync } from 'node:child_process';
import { buildSync } from 'esbuild';

export function buildCodeCaches(folder = 'dist') {
  const entryPoints = ['scripts/keep-code-cache.cjs'];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, platform: 'node', write: false });
  const args = ['--random-seed=1', '--hash-seed=1', '-', folder, 'cli', 'run', 'rest'];
  execFileSync(process.execPath, args, { input: outputFiles[0].text });
}
