// Makes build/rankplan-vscode.vsix of editors/vscode: one bundle, without a network, but for `vsce` itself (npm exec).
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { build } from 'esbuild';

const VSCE = '@vscode/vsce@4.1.0';
const FOLDER = 'editors/vscode';

await build({
  entryPoints: [`${FOLDER}/extension.mjs`],
  outfile: `${FOLDER}/dist/extension.cjs`,
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  logLevel: 'warning',
});
cpSync('LICENSE', `${FOLDER}/LICENSE`);
mkdirSync('build', { recursive: true });
execFileSync(
  'npm',
  [
    ...['exec', '--yes', `--package=${VSCE}`, '--', 'vsce', 'package', '--no-dependencies'],
    ...['--allow-missing-repository', '--out', '../../build/rankplan-vscode.vsix'],
  ],
  { cwd: FOLDER, stdio: 'inherit' },
);
