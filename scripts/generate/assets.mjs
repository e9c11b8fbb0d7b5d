import { readdirSync, readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

/** Files that are part of what rankplan prints: the name of the constant, and where its text is. */
const ASSETS = {
  pictureStyle: 'src/review/show/svg/picture.css',
  pageStyle: 'src/review/show/html/page.css',
  pageScript: 'src/review/show/html/page/page.js',
  bashCompletion: 'src/cli/completion/rankplan.bash',
  zshCompletion: 'src/cli/completion/rankplan.zsh',
  fishCompletion: 'src/cli/completion/rankplan.fish',
  watchScript: 'src/runtime/stall/sitecustomize.py',
};

const SETUP = 'src/compiler/plan/setup.bash';
const PARTS = 'src/emitters/slurm/parts/';

const banner = (source) => `// Generated from ${source} by \`npm run generate\`. Do not edit.\n`;

/** What other editors read: rankplan has descriptions in one form, and writes no snippets. */
const FOR_EDITORS = ['markdownDescription', 'defaultSnippets'];

/** The schemas as text: half as long as the same as an expression, and faster to read. */
export function generateSchemas(names) {
  const lines = names.map((name) => {
    const schema = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
    const text = JSON.stringify(schema, (key, value) => (FOR_EDITORS.includes(key) ? undefined : value));
    return `export const ${name}Schema = JSON.parse(\n  ${JSON.stringify(text)},\n);\n`;
  });
  return new Map([['src/generated/schemas.ts', banner('schemas/') + lines.join('')]]);
}

/** One module with their texts, so that they are real files for editors and linters, and the bundle has no files. */
export function generateAssets() {
  const lines = Object.entries(ASSETS).map(
    ([name, path]) => `export const ${name} =\n  ${JSON.stringify(readAsset(path))};\n`,
  );
  return new Map([['src/generated/assets.ts', banner('files of src/') + lines.join('')]]);
}

/** A script is one text with what it imports. */
function readAsset(path) {
  if (!path.endsWith('.js')) return readFileSync(path, 'utf8');
  const bundled = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2021',
  });
  return bundled.outputFiles[0].text;
}

/** Bash that is written into scripts or given to a shell, as it stands: output path → text. */
export const generateBashTexts = () =>
  new Map([
    ['src/generated/setup-text.ts', generateSetup()],
    ['src/generated/slurm-parts.ts', generateParts()],
  ]);

const generateSetup = () =>
  `${banner(SETUP)}export const setupText =\n  ${JSON.stringify(readFileSync(SETUP, 'utf8'))};\n`;

/** The parts of slurm.bash and torchrun.bash. */
function generateParts() {
  const parts = readdirSync(PARTS)
    .sort()
    .map((name) => [name.replace(/\.bash$/, ''), readFileSync(PARTS + name, 'utf8')])
    .map(([name, text]) => `  ${quote(name)}:\n    ${JSON.stringify(text)},\n`);
  return (
    `${banner(`${PARTS}*.bash`)}export const slurmParts = {\n${parts.join('')}} as const;\n\n` +
    'export type SlurmPart = keyof typeof slurmParts;\n'
  );
}

const quote = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);
