// What a page cannot use of the compiler, as plugins of esbuild: each gives files another text.
import { readFileSync } from 'node:fs';

export const omissions = [
  without('the Slurm library', /emitters\/slurm\/parts\.ts$/, () => SLURM_LIBRARY),
  without(
    'inventory files',
    /inventory\/parse-inventory\.ts$/,
    () => 'export const parseInventory = () => null; export const isSlot = () => true;',
  ),
  without('keywords of schemas', /src\/generated\/schemas\.ts$/, writeSchemas),
  without('places in templates', /src\/generated\/templates\.js$/, shortenTemplates),
  without('the runtime of Handlebars', /handlebars\/runtime\.js$/, () =>
    readFileSync('scripts/playground/template-runtime.mjs', 'utf8'),
  ),
  without(
    'modules of the YAML library',
    /yaml\/browser\/dist\/(stringify|visit|log|schema\/json|schema\/yaml-1\.1|doc\/(anchors|applyReviver|createNode)|parse\/cst-|nodes\/(toJS|addPairToJSMap))/,
    omitExports,
  ),
  without('other schemas of YAML', /yaml\/browser\/dist\/schema\/tags\.js$/, () => CORE_TAGS),
  without(
    'methods of YAML nodes',
    /yaml\/browser\/dist\/(doc\/(Document|directives)|nodes\/[A-Z]\w*)\.js$/,
    omitMethods,
  ),
  without(
    'torchrun',
    /emitters\/torchrun\/emit\.ts$/,
    () => "export const torchrunEmitter = { name: 'torchrun', implies: [], refuse: () => null, *emit() {} };",
  ),
];

function without(name, filter, change) {
  return {
    name: `without ${name}`,
    setup({ onLoad }) {
      onLoad({ filter }, ({ path }) => ({
        contents: change(readFileSync(path, 'utf8')),
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      }));
    },
  };
}

/** Its text would be a tenth of the page, which shows its name only. */
const SLURM_LIBRARY = `
  export const libraryName = () => 'slurm.bash';
  export const emitLibrary = () => ({ path: libraryName(), executable: true, content: '' });
`;

/** No inventory file is read here, and no saved plan: neither is validated, and a reader sees no help of their keys. */
function writeSchemas() {
  const schemas = {
    topology: readSchema('topology', (key) => !EDITORS_KEYS.includes(key)),
    inventory: {},
    plan: readSchema('plan', (key, value) => KEYS_OF_PLAN.includes(key) || value === TIME),
  };
  return Object.entries(schemas)
    .map(([name, schema]) => `export const ${name}Schema = ${JSON.stringify(schema)};`)
    .join('\n');
}

/** What only editors show. */
const EDITORS_KEYS = [
  '$schema',
  '$id',
  'title',
  'markdownDescription',
  'enumDescriptions',
  'defaultSnippets',
];

/** What the compiler reads of the plan's schema to write a plan. */
const KEYS_OF_PLAN = ['$ref', 'default', 'definitions', 'items', 'properties', 'x-since'];

/** The only pattern of the plan that is used for a topology, too. */
const TIME = JSON.parse(readFileSync('schemas/plan.schema.json', 'utf8')).properties.slurm.properties.time
  .pattern;

/** A schema with these keywords only; names of properties are not keywords. */
function readSchema(name, isRead) {
  const copy = (schema) =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(([key, value]) => isRead(key, value))
        .map(([key, value]) => [key, copyValue(key, value)]),
    );
  const copyValue = (key, value) => {
    if (['properties', 'definitions'].includes(key))
      return Object.fromEntries(Object.entries(value).map(([of, schema]) => [of, copy(schema)]));
    if (key === 'examples') return value.slice(0, 1); // a message shows the first
    return ['items', 'additionalProperties', 'propertyNames'].includes(key) && typeof value === 'object'
      ? copy(value)
      : value;
  };
  return copy(JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')));
}

/** What templates pass to helpers, and none reads; and what this page's runtime has once. */
function shortenTemplates(text) {
  return text
    .replaceAll(/"(name|loc)":("\w+"|\{"start":\{[^}]*\},"end":\{[^}]*\}\}),?/g, '')
    .replaceAll(/"hash":\{\},("data":data,?)?|,"data":data,?/g, '')
    .replaceAll(/,\{\}\)/g, ')')
    .replaceAll(/depth0 != null \? depth0 : \(container\.nullContext \|\| \{\}\)/g, 'depth0')
    .replaceAll(
      /container\.lookupProperty \|\| function\(parent, propertyName\) \{[\s\S]*?\n {4}\}/g,
      'container.lookupProperty',
    );
}

/** Documents are never written, changed or made plain by the library, and always of YAML 1.2. */
function omitExports(text) {
  const [line, names] = /^export \{ (.*) \};$/m.exec(text);
  return `const ${names.replaceAll(/\w+/g, '$& = undefined')};\n${line}`;
}

const CORE_TAGS = `
  import { schema } from './core/schema.js';
  export const coreKnownTags = {};
  export const getTags = () => schema.slice();
`;

/** All but those that a composed document needs: classes in the library's form, a method's braces at four blanks. */
function omitMethods(text) {
  return text.replaceAll(
    /^ {4}(?:static )?(?!constructor|setSchema|atDocument|tagName)\w+\([^)]*\) \{\n[\s\S]*?^ {4}\}\n/gm,
    '',
  );
}
