import { readFileSync } from 'node:fs';
import { describeSchema } from './schema-tables.mjs';

const INTRODUCTION = `# The topology language, version 1

<!-- Generated from schemas/ and src/compiler/mapping/strategies.ts by \`npm run generate\`. Do not edit. -->

A topology is one YAML 1.2 document (or JSON) that says which machines and GPUs there are, and how ranks are mapped onto
them. Only \`version\`, \`name\` and \`nodes\` are required:

\`\`\`yaml
version: 1
name: lab
nodes:
  - { hosts: lab1, gpus: { count: 4 } }
\`\`\`

[Editors](in-editors.md) complete and check keys. Unknown keys are errors. Nothing expands: \`$HOME\`, \`~\` and \`\${...}\` are plain
text, and values of \`env\` and words of commands are taken as they are written (\`010\` stays \`010\`).

- **Slot**: what carries a rank; a GPU, or one of the \`cpuRanks\` of a node.
- **Host list**: names with ranges as Slurm writes them, such as \`dgx[01-08,12],lab1\`.
- **Selector**: names slots in \`ranks\` and \`exclude\`. \`lab1\` is every slot of a node, \`lab1:0\` a GPU by its index,
  \`lab1:0-3\` several, \`lab1:GPU-5f2a\` one by the beginning of its uuid, \`lab1:cpu0\` a CPU slot. The node may be a
  host list.
- **Facts**: a GPU's own value wins over its inventory file's, and that over its model's.
`;

const BEFORE_INVENTORY = `
# Inventory files

An inventory file says what one machine has, in JSON (or YAML). A node that names one with \`inventory:\` takes its GPUs
from it. The path is relative to the topology and stays in its folder. Keys that are not listed here are ignored.
`;

/** docs/language.md: both formats that people write or check in. */
export function renderLanguage(strategies) {
  return [
    INTRODUCTION,
    describeSchema(readSchema('topology'), { top: 'The top level' }),
    renderStrategies(strategies),
    BEFORE_INVENTORY,
    describeSchema(readSchema('inventory'), { top: 'The file', language: 'json' }),
  ].join('');
}

const readSchema = (name) => JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));

function renderStrategies(strategies) {
  const code = (names) => names.map((name) => `\`${name}\``).join(', ');
  const rows = strategies.map(
    ({ name, summary, orders, keys }) => `| \`${name}\` | ${summary} | ${code(orders)} | ${code(keys)} |\n`,
  );
  return `
## Strategies

The first \`order\` is the default. A key that the strategy does not read is an error
([RP3017](diagnostics/RP3017.md)).

| \`strategy\` | which slots carry ranks | \`order\` | keys it reads |
|---|---|---|---|
${rows.join('')}`;
}
