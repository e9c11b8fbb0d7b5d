// Builds build/playground.html, or the file that is named: one page with compiler, styles and scripts, that needs no server and loads nothing.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { minifySync } from 'rolldown/utils';
import { omissions } from './playground/omissions.mjs';

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

/** Browsers of 2023. */
const TARGETS = ['chrome110', 'firefox115', 'safari16.4'];

/** The text of the page. */
async function buildPlayground() {
  const engine = await bundleScript('src/playground/worker.ts', omissions);
  const script = await bundleScript('src/playground/page/main.js');
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
    `<!--\n${readLicense('yaml')}\n-->`,
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

/** The licence text of third-party code in the page. */
function readLicense(name) {
  const text = readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim();
  if (text.includes('--')) throw new Error(`the licence of ${name} would end its comment`);
  return `${name}\n\n${text}\n`;
}

/** esbuild leaves out what no module imports. What is left is smaller by a thirtieth when another minifier goes over it. */
async function bundleScript(entry, plugins) {
  const options = { compress: { target: TARGETS }, mangle: { toplevel: true } };
  const { code, errors } = minifySync(entry, await bundle(entry, plugins), options);
  if (errors.length > 0) throw new Error(`${entry}: ${errors[0].message}`);
  return checkInside(code);
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
    target: TARGETS,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins,
  });
  return checkInside(outputFiles[0].text);
}

/** The colours of the picture are defined in TypeScript. */
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

/** The examples of the page: files of examples/, and the pull request there that excludes a GPU. */
function readExamples() {
  // The path of the schema has no meaning in the page.
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

/** Checks that the text ends no element early. esbuild escapes `</script>`, and `<!--` would hide what follows. */
function checkInside(script) {
  if (/<\/(script|style)|<!--/i.test(script)) throw new Error('a text of the page would end it');
  return script;
}

const digest = (text) => `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;

const [path = 'build/playground.html'] = process.argv.slice(2);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, await buildPlayground());
