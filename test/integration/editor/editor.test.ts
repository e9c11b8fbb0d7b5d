import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileText } from '../../compile-text.ts';
import { type Completion, type Editor, type EditorDiagnostic, startEditor } from './yaml-server.ts';

/* The language server that VS Code and others use for YAML, in a project that has rankplan among its packages. */

const project = realpathSync(mkdtempSync(join(tmpdir(), 'rankplan-editor-')));
let editor: Editor;

beforeAll(async () => {
  mkdirSync(join(project, 'node_modules/rankplan'), { recursive: true });
  mkdirSync(join(project, 'clusters/inventory'), { recursive: true });
  for (const path of ['dist', 'schemas'])
    cpSync(path, join(project, 'node_modules/rankplan', path), { recursive: true });
  editor = await startEditor(project);
});
afterAll(async () => {
  await editor.stop();
  rmSync(project, { recursive: true });
});

const CURSOR = '▸';
let opened = 0;

/** Opens a text with a mark where the cursor stands, under a name of its own. */
async function open(marked: string, { folder = '.', name = '.yaml' } = {}) {
  const path = join(folder, `text-${opened++}${name}`);
  const before = marked.split(CURSOR)[0]?.split('\n') ?? [];
  const at = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const diagnostics = await editor.open(path, marked.replace(CURSOR, ''));
  return { path, at, diagnostics };
}

async function hoverAt(marked: string, options = {}): Promise<string> {
  const { path, at, diagnostics } = await open(marked, options);
  expect(diagnostics).toEqual([]);
  return editor.hover(path, at);
}

async function completeAt(marked: string, options = {}): Promise<readonly Completion[]> {
  const { path, at } = await open(marked, options);
  return editor.complete(path, at);
}

const labels = (completions: readonly Completion[]): readonly string[] =>
  completions.map(({ label }) => label);

/** What a finding stands at, in the text. */
function textAt(text: string, { range: { start, end } }: EditorDiagnostic): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  return lines
    .map((line, i) =>
      line.slice(i === 0 ? start.character : 0, i === lines.length - 1 ? end.character : undefined),
    )
    .join('\n');
}

const TOPOLOGY = '# yaml-language-server: $schema=./node_modules/rankplan/schemas/topology.schema.json\n';
const INVENTORY = '# yaml-language-server: $schema=./node_modules/rankplan/schemas/inventory.schema.json\n';
const ONE = 'nodes: [{ hosts: a, cpuRanks: 1 }]\n';
const HEAD = `${TOPOLOGY}version: 1\nname: x\n`;

describe('what init writes', () => {
  test.each([
    ['topology.yaml', '.', './node_modules/'],
    ['clusters/main.yaml', '.', '../node_modules/'],
    ['../deep.yaml', 'clusters/inventory', '../node_modules/'],
  ])('%s from %s finds its schema', async (path, from, start) => {
    const bin = join(project, 'node_modules/rankplan/dist/rankplan.cjs');
    const { status, stderr } = spawnSync(process.execPath, [bin, 'init', path], {
      cwd: join(project, from),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const file = resolve(project, from, path);
    const text = readFileSync(file, 'utf8');
    expect(text.split('\n')[0]).toBe(
      `# yaml-language-server: $schema=${start}rankplan/schemas/topology.schema.json`,
    );
    expect(await editor.open(file, text)).toEqual([]);
    const line = text.split('\n').indexOf('nodes:');
    expect(await editor.hover(file, { line, character: 1 })).toContain('The machines, in inventory order.');
    // Not for want of a schema.
    const wrong = await editor.open(file.replace('.yaml', '2.yaml'), `${text}\nworklod: {}\n`);
    expect(wrong.map(({ message }) => message)).toEqual(['Property worklod is not allowed.']);
  });
});

test('a schema that is not there is told', async () => {
  const { diagnostics } = await open('# yaml-language-server: $schema=./nowhere.json\nversion: 1\n');
  expect(diagnostics.map(({ message }) => message).join()).toContain('nowhere.json');
});

describe('completion', () => {
  test('of keys, without those that are there', async () => {
    expect(labels(await completeAt(`${HEAD}nodes: [{ hosts: a, cpuRanks: 1 }]\n${CURSOR}`))).toEqual(
      expect.arrayContaining(['models', 'mapping', 'workload', 'launch', 'slurm']),
    );
    const marked = `${HEAD}nodes:\n  - hosts: a\n    gpus:\n      - index: 0\n        ${CURSOR}\n`;
    const gpu = await completeAt(marked);
    expect(labels(gpu)).toEqual(expect.arrayContaining(['model', 'score', 'memory', 'uuid', 'vendor']));
    expect(labels(gpu)).not.toContain('index');
    const score = gpu.find(({ label }) => label === 'score');
    expect(JSON.stringify(score?.documentation)).toContain('How fast a GPU is');
  });

  test.each([
    ['mapping:\n  strategy: ', ['sequential', 'explicit', 'performance-ranked']],
    ['mapping:\n  order: ', ['block', 'cyclic', 'score']],
    ['launch:\n  backend: ', ['nccl', 'gloo', 'none']],
    ['launch:\n  visibility: ', ['ordered', 'isolated']],
    ['slurm:\n  allocation: ', ['whole', 'shared']],
    ['slurm:\n  gpuRequest: ', ['per-node', 'gres', 'total', 'none']],
  ])('of the values after %j, each with what it means', async (text, values) => {
    const completions = await completeAt(`${HEAD}nodes: [{ hosts: a, cpuRanks: 1 }]\n${text}${CURSOR}\n`);
    expect([...labels(completions)].sort()).toEqual([...values].sort());
    const meanings = completions.map(({ documentation }) => JSON.stringify(documentation));
    expect(new Set(meanings).size).toBe(values.length);
  });

  test('in an inventory file', async () => {
    const first = `${INVENTORY}formatVersion: "1.0"\ngpus:\n  - index: 0\n    `;
    const gpu = await completeAt(`${first}${CURSOR}\n`);
    expect(labels(gpu)).toEqual(expect.arrayContaining(['uuid', 'memoryBytes', 'scores']));
    const vendor = await completeAt(`${first}vendor: ${CURSOR}\n`);
    expect([...labels(vendor)].sort()).toEqual(['amd', 'intel', 'nvidia']);
  });
});

/** What is written when a snippet is taken as it is, once for each choice that it offers. */
function expand(snippet: string): readonly string[] {
  const choice = /\$\{\d+\|([^|]*)\|\}/.exec(snippet);
  if (choice !== null)
    return (choice[1] ?? '').split(',').flatMap((word) => expand(snippet.replace(choice[0], word)));
  return [snippet.replace(/\$\{\d+:((?:[^\\}]|\\.)*)\}/g, '$1').replaceAll('\\}', '}')];
}

/** The errors of `check` where a completion is taken at the cursor. An editor indents its lines as that of the cursor is. */
function errorsWith(marked: string, { textEdit }: Completion): readonly string[] {
  const [indent = ''] = /^ *(?=[^\n]*$)/m.exec(marked.split(CURSOR)[0]?.split('\n').at(-1) ?? '') ?? [];
  return expand(textEdit?.newText ?? '').flatMap((written) => {
    const { diagnostics } = compileText(marked.replace(CURSOR, written.replaceAll('\n', `\n${indent}`)));
    return diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code}: ${message}`);
  });
}

const NODES = 'nodes: [{ hosts: lab1, cpus: 96, gpus: { count: 12, score: { score: 1, bf16: 1 } } }]\n';

describe('a snippet is accepted by check', () => {
  test.each([
    ['a topology', ''],
    ['a node', 'version: 1\nname: x\nnodes:\n  - '],
    ['a GPU', 'version: 1\nname: x\nnodes:\n  - hosts: a\n    gpus:\n      - '],
    ['a model', `version: 1\nname: x\n${NODES}models:\n  `],
    ['a batch', `version: 1\nname: x\n${NODES}workload:\n  `],
    ['a command', `version: 1\nname: x\n${NODES}launch:\n  `],
    ['a port', `version: 1\nname: x\n${NODES}launch:\n  master:\n    `],
    ['a variable', `version: 1\nname: x\n${NODES}launch:\n  env:\n    `],
    ['a job', `version: 1\nname: x\n${NODES}slurm:\n  `],
    ['a mail', `version: 1\nname: x\n${NODES}slurm:\n  mail:\n    `],
    ['a signal', `version: 1\nname: x\n${NODES}slurm:\n  time: 60\n  signal:\n    `],
    ['an option', `version: 1\nname: x\n${NODES}slurm:\n  directives:\n    `],
    ['a container', `version: 1\nname: x\n${NODES}slurm:\n  container:\n    `],
  ])('%s', async (label, text) => {
    const marked = `${TOPOLOGY}${text}${CURSOR}\n`;
    const snippet = (await completeAt(marked)).find((completion) => completion.label === label);
    if (snippet === undefined) throw new Error(`there is no snippet \`${label}\``);
    expect(errorsWith(marked, snippet)).toEqual([]);
  });

  test('a mapping, but for the strategy that needs a list', async () => {
    const marked = `${HEAD}${NODES}mapping:\n  ${CURSOR}\n`;
    const snippet = (await completeAt(marked)).find(({ label }) => label === 'a mapping');
    const strategies = ['sequential', 'performance-ranked', 'explicit'].map((name) => `strategy: ${name}`);
    expect(expand(snippet?.textEdit?.newText ?? '')).toEqual(strategies);
    const errors = errorsWith(marked, snippet ?? { label: '' });
    expect(errors.map((error) => error.slice(0, 6))).toEqual(['RP3017']);
  });
});

/** What `check` says where a completed key needs something that the text does not have. */
const NEEDS: Readonly<Record<string, string>> = {
  inventory: 'RP2011', // a file
  parent: 'RP2016', // a GPU to be a part of
  samples: 'RP1105', // a number: the server puts a 0 there
  groupWithin: 'RP3038', // groups
  uuid: 'RP1105', // one GPU
};

describe('a key is completed with nothing that check refuses', () => {
  test.each([
    ['at the top', `${HEAD}${NODES}`],
    ['of a node', `${HEAD}nodes:\n  - { hosts: b, cpuRanks: 1 }\n  - hosts: a\n    cpuRanks: 8\n    `],
    ['of a GPU', `${HEAD}nodes:\n  - hosts: a\n    gpus:\n      - index: 0\n        `],
    ['of a model', `${HEAD}${NODES}models:\n  A100:\n    `],
    ['of the mapping', `${HEAD}${NODES}mapping:\n  strategy: performance-ranked\n  `],
    ['of the workload', `${HEAD}${NODES}workload:\n  globalBatch: 48\n  `],
    ['of the launch', `${HEAD}${NODES}launch:\n  `],
    ['of Slurm', `${HEAD}${NODES}slurm:\n  time: 60\n  `],
  ])('%s', async (_, text) => {
    const marked = `${text}${CURSOR}\n`;
    const completions = await completeAt(marked);
    expect(completions.length).toBeGreaterThan(1);
    const refused = completions.flatMap((completion) => {
      const written = completion.textEdit?.newText ?? '';
      // The user is to write something there; what stands beside it must be right all the same.
      const isOpen = /[:-]\s*(?:\$\{?\d\}?)?\s*$/.test(written) || written === '';
      if (isOpen) return written.trim().split('\n').length > 2 ? [completion.label] : [];
      const needed = NEEDS[completion.label] ?? 'none';
      const errors = errorsWith(marked, completion).filter((error) => !error.startsWith(needed));
      return errors.map((error) => `${completion.label}: ${error}`);
    });
    expect(refused).toEqual([]);
  });
});

describe('hover', () => {
  const schema = JSON.parse(readFileSync('schemas/topology.schema.json', 'utf8'));
  const { mapping, launch } = schema.definitions;
  const shown = (text: string): string => text.slice(0, 40);

  test.each([
    ['nodes: [{ hosts: a, ▸cpuRanks: 1 }]\n', schema.definitions.node.properties.cpuRanks.description],
    ['▸nodes: [{ hosts: a, cpuRanks: 1 }]\n', schema.properties.nodes.description],
    ['nodes: [{ hosts: a, gpus: [{ index: 0, ▸score: 1 }] }]\n', schema.definitions.score.description],
    ['nodes: [{ hosts: a, gpus: [{ index: 0, ▸memory: 80GiB }] }]\n', schema.definitions.memory.description],
    [`${ONE}mapping:\n  ▸ranksPerGpu: 2\n`, mapping.properties.ranksPerGpu.description],
    [`${ONE}launch:\n  master:\n    ▸port: auto\n`, launch.properties.master.properties.port.description],
  ])('%j shows what the schema says', async (marked, description) => {
    expect(description).toMatch(/\w{3}/);
    expect(await hoverAt(`${HEAD}${marked}`)).toContain(shown(description));
  });

  test('shows what each value means', async () => {
    const hover = await hoverAt(`${HEAD}${ONE}mapping:\n  ▸strategy: explicit\n`);
    expect(hover).toContain('`performance-ranked`: The fastest GPUs of the whole cluster first');
    expect(hover).toContain('`explicit`: The slots listed under ranks');
  });

  test('in an inventory file', async () => {
    const text = `${INVENTORY}formatVersion: "1.0"\ngpus:\n  - index: 0\n    ▸memoryBytes: 85899345920\n`;
    expect(await hoverAt(text, { folder: '.' })).toContain('Device memory in bytes.');
  });
});

describe('a mistake', () => {
  test.each([
    ['a wrong key', 'nodes: [{ hosts: a, gpu: { count: 1 } }]\n', 'gpu', /not allowed/],
    ['a wrong value', `${ONE}mapping: { strategy: fastest }\n`, 'fastest', /sequential/],
    ['a wrong type', 'nodes: [{ hosts: a, cpuRanks: many }]\n', 'many', /Expected "integer"/],
    ['a missing key', 'nodes: [{ cpuRanks: 1 }]\n', '{', /Missing property "hosts"/],
  ])('%s is marked where it is', async (_, text, place, message) => {
    const { diagnostics } = await open(`${HEAD}${text}`);
    const [found, ...others] = diagnostics;
    if (found === undefined) throw new Error('nothing was found');
    expect(others).toEqual([]);
    expect(textAt(`${HEAD}${text}`, found)).toBe(place);
    expect(found.message).toMatch(message);
    expect(found.severity).toBe(1);
  });

  test('in an inventory file: a wrong value; a key of somebody else is none', async () => {
    const text = `${INVENTORY}formatVersion: "1.0"\ngpus:\n  - index: first\n    colour: green\n`;
    const { diagnostics } = await open(text);
    expect(diagnostics.map((found) => textAt(text, found))).toEqual(['first']);
  });
});

test('settings in the place of the first line do the same, as docs/in-editors.md has them', async () => {
  const docs = readFileSync('docs/in-editors.md', 'utf8');
  const [, json = ''] = /```json\n(\{[^`]*"yaml\.schemas"[^`]*)```/.exec(docs) ?? [];
  const settings = JSON.parse(json)['yaml.schemas'] as Record<string, unknown>;
  const other = await startEditor(project, { schemas: settings });
  try {
    const topology = await other.open('clusters/topology.yaml', 'version: 1\nname: x\nnodez: []\n');
    const messages = ['Missing property "nodes".', 'Property nodez is not allowed.'];
    expect(topology.map(({ message }) => message).sort()).toEqual(messages);
    const inventory = await other.open('clusters/inventory/lab1.yaml', 'formatVersion: "1.0"\ngpus: none\n');
    expect(inventory.map(({ message }) => message).join()).toContain('Expected "array"');
  } finally {
    await other.stop();
  }
});
