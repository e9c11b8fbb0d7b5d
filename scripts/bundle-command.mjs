// Bundles the command line into a few CommonJS files, the fastest form to load: a verb reads and compiles the code that
// it may need, not all there is. A module is in one bundle only, and the others are given it by src/cli/load-bundle.ts.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/**
 * In this order each bundle has what its roots import statically, as far as none before it has it; the last one has the
 * rest. What is imported dynamically is no reason to be in a bundle. `without` are modules that would make it heavy.
 * What matches `alone` is in that bundle only, whichever module imports it: only users who start a server load it.
 */
const BUNDLES = [
  {
    name: 'cli',
    roots: [
      'src/cli/cli.ts',
      'src/cli/input/load-plan.ts',
      'src/cli/findings/find-refused.ts',
      'src/cli/findings/finding-policy.ts',
      'src/cli/findings/print-findings.ts',
      'src/cli/fix/find-fixable.ts',
      'src/cli/input/find-topologies.ts',
    ],
    without: /^src\/(emitters\/(?!emitter\.ts)|runtime\/|review\/\w+\/)|\/catalog|handlebars/,
  },
  {
    name: 'run',
    roots: ['src/cli/findings/open-plan.ts', 'src/cli/run/start-run.ts'],
    without:
      /^src\/(emitters\/(?!env\/|emitter\.ts)|runtime\/(score|slurm)\/|review\/\w+\/)|\/catalog|handlebars/,
  },
  { name: 'lsp', roots: [], alone: /^src\/(cli\/lsp|editor)\/|^node_modules\/vscode-/ },
  { name: 'rest', roots: null, without: /^$/ },
];

/** Builds `dist/<name>.cjs` of each; returns every module that is in one of them, and each bundle's digest. */
export async function bundleCommand(options) {
  const { metafile } = await build({
    ...options,
    bundle: true,
    metafile: true,
    write: false,
    entryPoints: [BUNDLES[0].roots[0]],
    outdir: 'dist',
  });
  const homes = assignModules(metafile.inputs);
  const digests = {};
  for (const { name } of BUNDLES) {
    await buildBundle(name, homes, sharedModules(name, homes, metafile), options);
    digests[`${name}.cjs`] = appendDigest(`dist/${name}.cjs`);
  }
  return { modules: Object.keys(metafile.inputs), digests };
}

/** Returns for each module the name of its bundle. */
function assignModules(inputs) {
  const homes = new Map();
  for (const { name, alone } of BUNDLES)
    for (const path of Object.keys(inputs)) if (alone?.test(path)) homes.set(path, name);
  const visit = (path, { name, without }, importers) => {
    if (inputs[path] === undefined || homes.has(path)) return;
    const chain = [...importers, path];
    if (without.test(path)) throw new Error(`dist/${name}.cjs would get heavy: ${chain.join(' imports ')}`);
    homes.set(path, name);
    for (const { path: next, kind } of inputs[path].imports)
      if (kind !== 'dynamic-import') visit(next, { name, without }, chain);
  };
  for (const bundle of BUNDLES) {
    for (const root of bundle.roots ?? Object.keys(inputs)) {
      if (inputs[root] === undefined)
        throw new Error(`there is no module ${root} for dist/${bundle.name}.cjs`);
      visit(root, bundle, []);
    }
  }
  return homes;
}

/** The modules of a bundle that other bundles import. */
function sharedModules(name, homes, { inputs }) {
  const shared = new Set();
  for (const [importer, { imports }] of Object.entries(inputs)) {
    for (const { path } of imports)
      if (homes.get(path) === name && homes.get(importer) !== name) shared.add(path);
  }
  return [...shared].sort();
}

async function buildBundle(name, homes, shared, options) {
  const isFirst = name === BUNDLES[0].name;
  const modules = shared.map(
    (path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(`./${path}`)}),\n`,
  );
  const contents = `export const modules = {\n${modules.join('')}};\n${isFirst ? `import './${BUNDLES[0].roots[0]}';\n` : ''}`;
  await build({
    ...options,
    bundle: true,
    stdin: { contents, resolveDir: process.cwd(), sourcefile: `${name}.js` },
    outfile: `dist/${name}.cjs`,
    plugins: [...options.plugins, importFromOthers(name, homes)],
  });
}

/**
 * The last line of a bundle distinguishes it from every other: a code cache belongs to one of them (src/cli/code-cache-stamp.ts), and
 * the entry takes those of its own build only (src/cli/load-bundle.ts).
 */
function appendDigest(path) {
  const bundle = readFileSync(path);
  const digest = `sha256-${createHash('sha256').update(bundle).digest('hex')}`;
  writeFileSync(path, `${bundle}//${digest}\n`);
  return digest;
}

/** A module of another bundle is taken from there. */
function importFromOthers(name, homes) {
  const root = `${process.cwd()}/`;
  return {
    name: 'import-from-others',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^\.|^[a-z]/ }, async ({ path, pluginData, ...where }) => {
        if (pluginData === 'resolved') return undefined;
        if (where.namespace === 'other-bundle') return { path, external: true };
        const found = await resolve(path, { ...where, pluginData: 'resolved' });
        const module = found.path.replace(root, '');
        const home = homes.get(module);
        return home === undefined || home === name ? found : { path: module, namespace: 'other-bundle' };
      });
      onLoad({ filter: /.*/, namespace: 'other-bundle' }, ({ path }) => ({
        contents: `module.exports = require('./${homes.get(path)}.cjs').modules[${JSON.stringify(path)}]();`,
      }));
    },
  };
}
