// Keeps what V8 compiles of the bundles that start often: the same bytes for the same bundles and the same Node.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { buildSync } from 'esbuild';

export function buildCodeCaches(folder = 'dist') {
  const keeper = `${folder}/keep-code-cache.cjs`;
  try {
    buildSync({
      entryPoints: ['scripts/keep-code-cache.cjs'],
      outfile: keeper,
      bundle: true,
      platform: 'node',
    });
    execFileSync(process.execPath, [
      '--random-seed=1',
      '--hash-seed=1',
      keeper,
      folder,
      'cli',
      'run',
      'rest',
    ]);
  } finally {
    rmSync(keeper, { force: true });
  }
}
