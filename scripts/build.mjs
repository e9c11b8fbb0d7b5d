// Bundles the command line: a small entry, and what it loads (bundle-command.mjs). What asks the driver, and what the GitHub
// action says on a pull request, are programs of their own.
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { buildCodeCaches } from './build-code-caches.mjs';
import { bundleCommand } from './bundle-command.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// For development: stack traces name lines of src/. What is packed is built without.
const withMaps = process.argv.includes('--source-maps');

const options = {
  target: 'node20',
  supported: { 'dynamic-import': false }, // what is compiled by node:vm can `require` only
  define: { RANKPLAN_VERSION: JSON.stringify(version) },
  legalComments: 'none',
  sourcemap: withMaps ? 'inline' : false,
  logLevel: 'warning',
  platform: 'node',
  format: 'cjs',
  charset: 'ascii',
  alias: { yaml: resolve('node_modules/yaml/browser/index.js') }, // its modules, of which a third is not used
  plugins: [withoutChildProcess()],
};

const { modules, digests } = await bundleCommand(options);
await build({
  ...options,
  define: {
    ...options.define,
    BUNDLE_DIGESTS: JSON.stringify(digests),
    HAVE_SOURCE_MAPS: JSON.stringify(withMaps),
  },
  target: 'es2016', // an older Node must be able to read that it is too old (src/refuse-old-node.cjs)
  bundle: true,
  entryPoints: { rankplan: 'src/cli/main.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
});
await build({
  ...options,
  bundle: true,
  entryPoints: {
    'pull-request-comment': 'src/pull-request/main.ts',
    'ask-driver': 'src/runtime/driver/answer-parent.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
});
writeFileSync('dist/rankplan.cjs', `#!/usr/bin/env node\n${readFileSync('dist/rankplan.cjs', 'utf8')}`);
chmodSync('dist/rankplan.cjs', 0o755);
if (!withMaps) buildCodeCaches();

// For programs, in Node and in browsers (docs/api.md); its types are written when the package is packed (build-types.mjs).
await build({
  ...options,
  entryPoints: { api: 'src/api.ts' },
  bundle: true,
  outdir: 'dist',
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  minifyWhitespace: true,
});

writeFileSync('dist/THIRD-PARTY-LICENSES.txt', collectLicenses(modules));

/**
 * commander loads node:child_process for subcommands that are programs of their own, which rankplan has none of; with
 * the network code behind it that is a twentieth of the start.
 */
function withoutChildProcess() {
  return {
    name: 'without-child-process',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        /node_modules.commander/.test(importer) ? { path: 'child_process', namespace: 'empty' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}

/** The licences of every package that the bundle contains. */
function collectLicenses(modules) {
  const folders = new Set(['node_modules/node-addon-api']); // the addon is built from its headers
  for (const path of modules) {
    const match = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path);
    if (match !== null) folders.add(match[0]);
  }
  return [...folders].sort().map(licenseOf).join('\n');
}

function licenseOf(folder) {
  const packed = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((name) => /^license(\.(md|txt))?$/i.test(name));
  if (file === undefined) throw new Error(`${packed.name} has no licence file`);
  const text = readFileSync(`${folder}/${file}`, 'utf8').trim();
  return `${packed.name} ${packed.version} (${packed.license})\n\n${text}\n`;
}
