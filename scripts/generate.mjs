// Writes everything that is derived from a source in this repository; with --check, fails where what git has of it is stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generateAssets, generateBashTexts, generateSchemas } from './generate/assets.mjs';
import { generateCodeVariables } from './generate/code-variables.mjs';
import { generateCodes } from './generate/codes.mjs';
import { renderDiagnostics } from './generate/docs/diagnostics.mjs';
import { renderHazards } from './generate/docs/hazards.mjs';
import { renderLanguage } from './generate/docs/language.mjs';
import { generateMan } from './generate/man.mjs';
import { readCodes } from './generate/read-codes.mjs';
import { generateStrategies } from './generate/strategies.mjs';
import { loadTables } from './generate/tables.mjs';
import { generateTemplates } from './generate/templates.mjs';
import { generateTypes } from './generate/types.mjs';

const SCHEMAS = ['topology', 'inventory', 'plan'];
/** The schemas of documents that are written and never read. */
const WRITTEN = ['audit', 'diagnostics'];

const isCheck = process.argv.includes('--check');
/** What .gitignore names: each build writes it. */
const isIgnored = ([path]) => path.startsWith('src/generated/') || path.startsWith('man/');
const isStale = ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text;

const entries = readCodes();
const tables = await loadTables();
// All else is made of the schemas, so they come first.
const schemas = generateStrategies(tables);
const staleSchemas = [...schemas].filter(isStale);
if (!isCheck) for (const entry of staleSchemas) write(entry);

const outputs = new Map([
  ...(await generateTypes([...SCHEMAS, ...WRITTEN])),
  ...generateSchemas(SCHEMAS),
  ...generateTemplates(),
  ...generateAssets(),
  ...generateBashTexts(),
  ...generateCodes(entries),
  ['docs/diagnostics/README.md', renderDiagnostics(entries)],
  ['docs/hazards.md', renderHazards(entries)],
  ['docs/language.md', renderLanguage(tables.STRATEGIES)],
  ...generateCodeVariables(),
  ...generateMan(tables),
]);
const stale = [...outputs].filter(isStale);

if (isCheck) {
  for (const [path] of [...staleSchemas, ...stale.filter((entry) => !isIgnored(entry))]) {
    console.error(`${path} is stale: run \`npm run generate\` and commit the result`);
    process.exitCode = 1;
  }
} else for (const entry of stale) write(entry);

function write([path, text]) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
