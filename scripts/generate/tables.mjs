import { createRequire } from 'node:module';
import { build } from 'esbuild';

/**
 * The catalog, the strategies and the verbs. They are TypeScript, which the oldest supported Node cannot import: bundled in
 * memory.
 */
export async function loadTables() {
  const entry = `
    export { CATALOG } from './src/compiler/diagnostics/catalog.ts';
    export { HAZARD_ENTRIES } from './src/compiler/diagnostics/catalog/hazards.ts';
    export * as releases from './src/compiler/diagnostics/catalog/releases.ts';
    export { STRATEGIES } from './src/compiler/mapping/strategies.ts';
    export { OVERVIEW, VERBS } from './src/cli/verbs/verbs.ts';
  `;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    plugins: [{ name: 'what-verbs-run', setup: leaveOutDynamic }],
  });
  const module = { exports: {} };
  const run = new Function('module', 'exports', 'require', outputFiles[0].text);
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

/** A verb imports what it runs when it runs; here it is asked for its help only. */
function leaveOutDynamic({ onResolve }) {
  onResolve({ filter: /^\./ }, ({ kind, path }) =>
    kind === 'dynamic-import' ? { path, external: true } : undefined,
  );
}
