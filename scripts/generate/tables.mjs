import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

/**
 * The strategies and the verbs. They are TypeScript, which the oldest supported Node cannot import: bundled in
 * memory.
 */
export async function loadTables() {
  const entry = `
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
  const planSchema = JSON.parse(readFileSync('schemas/plan.schema.json', 'utf8'));
  const generated = { planSchema, CODE_VARIABLES: [] };
  const require = createRequire(import.meta.url);
  run(module, module.exports, (path) => (GENERATED.test(path) ? generated : require(path)));
  return module.exports;
}

/** Generated files may not exist yet, and the modules loaded here need only the schema of plans of them. */
const GENERATED = /\/generated\//;

/** A verb imports its code only when it runs; here only its help is read. */
function leaveOutDynamic({ onResolve }) {
  onResolve({ filter: /^\./ }, ({ kind, path }) =>
    kind === 'dynamic-import' || GENERATED.test(path) ? { path, external: true } : undefined,
  );
}
