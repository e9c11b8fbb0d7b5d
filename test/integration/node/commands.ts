const EXAMPLE = 'examples/heterogeneous/topology.yaml';

/** Command lines that cover every bundle and what else is loaded, and write nothing. */
export const COMMANDS: readonly (readonly string[])[] = [
  ['check', EXAMPLE],
  ['check', '--format', 'sarif', 'test/golden/cases/emit-slurm/topology.yaml'],
  ['check', 'test/golden/examples/heterogeneous/expected/plan.json'],
  ['check', 'test/inventories/no-such-file.yaml'],
  ['compile', '--check', EXAMPLE, '-o', 'test/golden/examples/heterogeneous/expected'],
  ...['text', 'json', 'svg', 'html'].map((format) => ['show', '--format', format, EXAMPLE]),
  ...['text', 'json', 'markdown'].map((format) => [
    'diff',
    '--format',
    format,
    EXAMPLE,
    'examples/quickstart/topology.yaml',
  ]),
  ['explain', 'RP3004'],
  ['explain', EXAMPLE, '--rank', '1'],
  ['run', '--dry-run', 'examples/quickstart/topology.yaml'],
  ['--help'],
  ['--version'],
];
