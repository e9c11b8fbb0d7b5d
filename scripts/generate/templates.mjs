import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

const FOLDER = 'src/emitters/';

/** The helpers of src/emitters/template-helpers.ts: a template that names another does not compile. */
export const HELPERS = ['sh', 'words', 'int', 'name', 'comment', 'script', 'directive', 'columns'];

/** One module with every template compiled, so that only Handlebars' runtime is shipped: output path → text. */
export function generateTemplates() {
  const banner = '// Generated from src/emitters/**/*.hbs by `npm run generate`. Do not edit.\n';
  const names = findTemplates();
  const entries = names.map(
    (name) => `  '${name}': ${precompile(readFileSync(`${FOLDER}${name}.hbs`, 'utf8'))},\n`,
  );
  return new Map([
    ['src/generated/templates.js', `${banner}export const templates = {\n${entries.join('')}};\n`],
    ['src/generated/templates.d.ts', banner + declarations(names)],
  ]);
}

function precompile(text) {
  return Handlebars.precompile(text, {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: Object.fromEntries(HELPERS.map((name) => [name, true])),
  });
}

/** As `shell/launch.sh`, in the order of code units. */
function findTemplates() {
  return readdirSync(FOLDER, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.hbs'))
    .map((path) => path.slice(0, -'.hbs'.length))
    .sort();
}

function declarations(names) {
  return `export type TemplateName = ${names.map((name) => `'${name}'`).join(' | ')};
export declare const templates: Readonly<Record<TemplateName, object>>;
`;
}
