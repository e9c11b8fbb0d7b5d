// Builds build/playground.html, or the file that is named: one page with compiler, styles and scripts, that needs no server and loads nothing.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';

const EXAMPLES = [
  'heterogeneous',
  'uneven-nodes',
  'shares',
  'chosen-gpus',
  'explicit',
  'memory-ranked',
  'any-nodes',
  'slurm',
];

/** The text of the page. */
async function buildPlayground() {
  const engine = await bundle('src/playground/worker.ts', [
    withoutLibrary(),
    withoutOtherSchemas(),
    withoutWriter(),
    withoutTorchrun(),
  ]);
  const script = await bundle('src/playground/page/main.js');
  const style = (await bundle('src/playground/page/style.css')) + (await writeShades());
  const policy = [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src '${digest(script)}'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return [
    '<!DOCTYPE html>',
    `<!--\n${['yaml', 'handlebars'].map(readLicense).join('\n')}\n-->`,
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<title>rankplan playground</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    readFileSync('src/playground/page/page.html', 'utf8').trimEnd(),
    // Data for the script, which the browser does not run.
    `<script type="application/json" id="examples">${JSON.stringify(readExamples()).replaceAll('<', '\\u003c')}</script>`,
    `<script type="text/plain" id="engine">${engine}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Of what the page contains of others. */
function readLicense(name) {
  const text = readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim();
  if (text.includes('--')) throw new Error(`the licence of ${name} would end its comment`);
  return `${name}\n\n${text}\n`;
}

async function bundle(entry, plugins = []) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { outputFiles } = await build({
    entryPoints: [entry],
    define: { RANKPLAN_VERSION: JSON.stringify(version) },
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: ['chrome110', 'firefox115', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins,
  });
  return checkInside(outputFiles[0].text);
}

/** The texts of slurm.bash are a tenth of the page; their names stay. */
function withoutLibrary() {
  return edit('without-library', /src\/generated\/slurm-parts\.ts$/, 'ts', (text) =>
    text.replace(/export const slurmParts = \{\n[\s\S]*?\n\} as const;/, (texts) =>
      texts.replace(/^( {2}\S+:)\s".*",$/gm, '$1 "",').replace(/^( {2}\S+:)\n {4}".*",$/gm, '$1 "",'),
    ),
  );
}

/** No inventory file is read here, and no saved plan: neither is validated, and a reader sees no help of their keys. */
function withoutOtherSchemas() {
  const unread = [
    'description',
    'examples',
    'type',
    'required',
    'maxLength',
    'minimum',
    'maximum',
    'maxItems',
  ];
  const schemas = {
    topology: readSchema('topology', EDITORS_KEYS),
    inventory: {},
    plan: readSchema('plan', [...EDITORS_KEYS, ...unread]),
  };
  return edit('without-other-schemas', /src\/generated\/schemas\.ts$/, 'js', () =>
    Object.entries(schemas)
      .map(([name, schema]) => `export const ${name}Schema = ${JSON.stringify(schema)};`)
      .join('\n'),
  );
}

/** What only editors show. */
const EDITORS_KEYS = ['title', 'markdownDescription', 'enumDescriptions', 'defaultSnippets'];

/** A schema without these keywords; a property of the same name is a map, and stays. */
function readSchema(name, keywords) {
  const isMap = (value) => typeof value === 'object' && !Array.isArray(value);
  return JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'), (key, value) =>
    keywords.includes(key) && !isMap(value) ? undefined : value,
  );
}

/** Of the YAML library: documents are never written, and always of YAML 1.2. */
function withoutWriter() {
  const unused = /yaml\/browser\/dist\/(stringify|schema\/json|schema\/yaml-1\.1\/[bfiopst])/;
  return edit('without-writer', unused, 'js', (text) => {
    const [line, names] = /^export \{ (.*) \};$/m.exec(text);
    return `const ${names.replaceAll(/\w+/g, '$& = undefined')};\n${line}`;
  });
}

/** The page shows what is written by default. */
function withoutTorchrun() {
  const nothing =
    "export const torchrunEmitter = { name: 'torchrun', implies: [], refuse: () => null, *emit() {} };";
  return edit('without-torchrun', /emitters\/torchrun\/emit\.ts$/, 'ts', () => nothing);
}

function edit(name, filter, loader, change) {
  return {
    name,
    setup({ onLoad }) {
      onLoad({ filter }, ({ path }) => ({ contents: change(readFileSync(path, 'utf8')), loader }));
    },
  };
}

/** The colours of the picture are in TypeScript. */
async function writeShades() {
  const rules =
    "import { writeShadeRules } from './src/review/show/score-scale.ts'; export default writeShadeRules((name, { fill, ink }) => `.${name}{background:${fill};color:${ink}}`);";
  const { outputFiles } = await build({
    stdin: { contents: rules, resolveDir: '.', loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
  });
  const module = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return module.default;
}

/** Of files of examples/, and of the pull request there that excludes a GPU. */
function readExamples() {
  // Where its schema is says nothing here.
  const read = (path) => readFileSync(`examples/${path}`, 'utf8').replace(/^# yaml-language-server:.*\n/, '');
  return [
    ...EXAMPLES.map((name) => ({ name, texts: [read(`${name}/topology.yaml`), ''] })),
    {
      name: 'review: a GPU is excluded',
      texts: [exclude(read('review/topology.yaml')), read('review/topology.yaml')],
    },
  ];
}

function exclude(topology) {
  const changed = topology.replace(/^mapping:\n/m, '$&  exclude: [lab1:2]\n');
  if (changed === topology) throw new Error('examples/review/topology.yaml has no mapping');
  return changed;
}

/** esbuild writes no end of an element into a script; and a comment of HTML would go on behind it. */
function checkInside(script) {
  if (/<\/(script|style)|<!--/i.test(script)) throw new Error('a text of the page would end it');
  return script;
}

const digest = (text) => `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;

const [path = 'build/playground.html'] = process.argv.slice(2);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, await buildPlayground());
