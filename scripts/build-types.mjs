// Writes dist/api.d.ts: what TypeScript says of src/api.ts, with the modules that it takes types from in one file.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const OUTPUT = 'build/types';

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const config = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: '../..',
    outDir: '.',
  },
  files: ['../../src/api.ts', '../../src/emitters/handlebars-runtime.d.ts'],
  include: [],
};
writeFileSync(`${OUTPUT}/tsconfig.json`, JSON.stringify(config));
const { status } = spawnSync('node_modules/.bin/tsc', ['-p', OUTPUT], { stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(status ?? 1);

const IMPORT = /^import type \{([^}]*)\} from '(.*)\.ts';\n/gm;
const library = readFileSync(`${OUTPUT}/src/api.d.ts`, 'utf8');
const modules = [...library.matchAll(IMPORT)];
const text = [
  '// Generated from src/api.ts. Do not edit.\n',
  ...modules.map(([, names, path]) => inline(`${OUTPUT}/src/${path}.d.ts`) + renamed(names)),
  library.replaceAll(IMPORT, ''),
].join('\n');
if (/^import |from '/m.test(text)) throw new Error('the types of the library need more than types');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/api.d.ts', text);

/** A module's types and those that it imports, known in the file and not outside of it. */
function inline(path) {
  const own = readFileSync(path, 'utf8');
  const others = [...own.matchAll(IMPORT)].map(([, , other]) => inline(join(dirname(path), `${other}.d.ts`)));
  return [...others, own.replaceAll(IMPORT, '')]
    .join('')
    .replaceAll(/^export (?=declare|interface|type)/gm, '');
}

function renamed(names) {
  const pairs = names.split(',').map((name) => name.trim().split(' as '));
  return pairs.map(([name, own]) => (own === undefined ? '' : `type ${own} = ${name};\n`)).join('');
}
