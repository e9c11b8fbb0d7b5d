import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

/** Files that are part of what rankplan prints: the name of the constant, and where its text is. */
const ASSETS = {
  pictureStyle: 'src/review/show/svg/picture.css',
  pageStyle: 'src/review/show/html/page.css',
  pageScript: 'src/review/show/html/page/page.js',
  bashCompletion: 'src/cli/completion/rankplan.bash',
  zshCompletion: 'src/cli/completion/rankplan.zsh',
  fishCompletion: 'src/cli/completion/rankplan.fish',
};

/** The schemas as text: half as long as the same as an expression, and faster to read. */
export function generateSchemas(names) {
  const lines = names.map((name) => {
    const text = JSON.stringify(JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')));
    return `export const ${name}Schema = JSON.parse(\n  ${JSON.stringify(text)},\n);\n`;
  });
  const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';
  return new Map([['src/generated/schemas.ts', banner + lines.join('')]]);
}

/** One module with their texts, so that they are real files for editors and linters, and the bundle has no files. */
export function generateAssets() {
  const lines = Object.entries(ASSETS).map(
    ([name, path]) => `export const ${name} =\n  ${JSON.stringify(readAsset(path))};\n`,
  );
  const banner = '// Generated from files of src/ by `npm run generate`. Do not edit.\n';
  return new Map([['src/generated/assets.ts', banner + lines.join('')]]);
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
