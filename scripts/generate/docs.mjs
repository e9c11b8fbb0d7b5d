import { build } from 'esbuild';
import { renderDiagnostics } from './docs/diagnostics.mjs';
import { renderLanguage } from './docs/language.mjs';

/** The references that follow from the catalog, the strategies and the schemas: output path → text. */
export async function generateDocs() {
  const { CATALOG, STRATEGIES } = await loadTables();
  return new Map([
    ['docs/diagnostics.md', renderDiagnostics(CATALOG)],
    ['docs/language.md', renderLanguage(STRATEGIES)],
  ]);
}

/** The tables are TypeScript, which the oldest supported Node cannot import: they are bundled in memory. */
async function loadTables() {
  const entry = `
    export { CATALOG } from './src/compiler/diagnostics/catalog.ts';
    export { STRATEGIES } from './src/compiler/mapping/strategies.ts';
  `;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
