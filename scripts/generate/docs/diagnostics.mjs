/** A code belongs to the last of these that it begins with. */
const GROUPS = [
  ['RP10', 'Syntax', 'The text is no YAML, or not the YAML that a topology may be written in.'],
  ['RP11', 'Shape', 'Keys and values do not have the shape that the [language](../language.md) gives them.'],
  [
    'RP12',
    'Comments',
    'A comment that leaves warnings out ([how](../checking.md#leave-a-warning-out)) is of no use as it is.',
  ],
  ['RP2', 'Meaning', 'Each value has its shape, but says something that cannot be.'],
  ['RP3', 'Mapping', 'The values are fine, but no ranks can be mapped so, or not sensibly.'],
  ['RP4', 'Plans and artifacts', 'A saved plan or an output directory is not what it should be.'],
  [
    'RP51',
    'Clusters',
    'The topology does not agree with [the cluster](../from-a-cluster.md), or cannot be read from it.',
  ],
  [
    'RP52',
    'Machines',
    '[`rankplan probe`](../probe.md) cannot tell what GPUs this machine has. The exit status is 3, not 1: it is the ' +
      'machine that is at fault.',
  ],
  [
    'RP523',
    'Drift',
    'A machine is not what [the plan](../verify.md) says, or is not ready for it. `rankplan verify` ends with status 1, ' +
      '`rankplan run` with 78.',
  ],
  [
    'RP6',
    'Known hazards',
    'The plan is sound, and a library is known to fail with plans like it: [hazards](../hazards.md).',
  ],
];

const INTRODUCTION = `# Diagnostics

<!-- Generated from the pages beside it by \`npm run generate\`. Do not edit. -->

Every finding of rankplan has a place, a code, a message and a way out:

\`\`\`console
$ rankplan check topology.yaml
topology.yaml:4:20: error[RP1101]: unknown key \`gpu\`; did you mean \`gpus\`?
  4 |   - { hosts: lab1, gpu: { count: 4 } }
    |                    ^^^
  help: the keys here are: hosts, bind, address, cpus, env, gpus, inventory, cpuRanks
\`\`\`

Lines and columns count from 1, columns in characters. An **error** means that there is no plan, and the exit status is
1; a **warning** changes neither, and can be [left out](../checking.md#leave-a-warning-out) with a reason. All findings are reported, not just the first. Codes are never renumbered or reused;
the wording of messages may change. \`rankplan explain RP1101\` prints a page of this folder.
`;

const groupOf = (code) => GROUPS.findLast(([prefix]) => code.startsWith(prefix))?.[0] ?? null;

/** docs/diagnostics/README.md: a table of the codes by group. */
export function renderDiagnostics(catalog) {
  const missing = catalog.filter(({ code }) => groupOf(code) === null);
  if (missing.length > 0) throw new Error(`no group of docs/diagnostics takes ${missing[0].code}`);
  const groups = GROUPS.flatMap(([prefix, title, summary]) => {
    const entries = catalog.filter(({ code }) => groupOf(code) === prefix);
    return entries.length === 0 ? [] : [`## ${title}\n\n${summary}\n\n${renderTable(entries)}`];
  });
  return [INTRODUCTION, ...groups].join('\n');
}

function renderTable(entries) {
  const rows = entries.map(
    ({ code, severity, title }) =>
      `| [${code}](${code}.md) | ${severity === 'both' ? 'error or warning' : severity} | ${title} |\n`,
  );
  return `| code | severity | what is wrong |\n|---|---|---|\n${rows.join('')}`;
}
