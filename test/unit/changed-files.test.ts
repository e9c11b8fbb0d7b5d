import { readFileSync } from 'node:fs';
import { diffLines } from 'diff';
import { expect, it } from 'vitest';
import { emitPlan, selectEmitters } from '../../src/emitters/emit-plan.ts';
import { MANIFEST_NAME, renderManifest } from '../../src/runtime/artifact-manifest.ts';
import { digestOf } from '../../src/runtime/output-file.ts';
import { planOf, planText } from '../compile-text.ts';

/*
 * What a pull request shows when one thing of a topology changes and the compiled directory is checked in: docs/review.md
 * has it as a table, which is held here.
 */

const SIZES = [8, 64, 512] as const;

/** Nodes of 8 GPUs, a rank on each. */
const topologyOf = (ranks: number): string => `version: 1
name: bert
nodes:
  - hosts: n[001-${String(ranks / 8).padStart(3, '0')}]
    gpus: { model: A100, count: 8, score: 90 }
mapping:
  strategy: sequential
launch:
  command: [python, train.py]
  grace: 15s
  env:
    NCCL_DEBUG: WARN
slurm:
  time: '02:00:00'
`;

/** A change of one place of the text. */
const CHANGES: readonly (readonly [string, string, string])[] = [
  ['a word of `launch.command`', 'train.py]', 'train.py, --bf16]'],
  ['`launch.grace`', 'grace: 15s', 'grace: 30s'],
  ['a limit of `slurm`', '02:00:00', '04:00:00'],
  ['a variable of `launch.env`', 'NCCL_DEBUG: WARN', 'NCCL_DEBUG: INFO'],
  ['the GPU of rank 0 is excluded', 'strategy: sequential', "strategy: sequential\n  exclude: ['n001:0']"],
];

/** Every file by its path, the topology beside the compiled directory. */
function compileFiles(topology: string): ReadonlyMap<string, string> {
  const plan = planOf(topology);
  const text = planText(plan) ?? '';
  const emitters = selectEmitters(['shell', 'slurm']);
  const files = new Map([['../topology.yaml', topology]]);
  for (const { path, content } of emitPlan({ plan, planText: [text], planDigest: digestOf(text), emitters }))
    files.set(path, typeof content === 'string' ? content : content.join(''));
  const digests = [...files].slice(1).map(([path, content]) => [path, digestOf(content)] as const);
  return files.set(MANIFEST_NAME, renderManifest(new Map(digests)).join(''));
}

interface Changed {
  readonly files: readonly string[];
  /** As forges count them: those that go and those that come. */
  readonly lines: number;
}

function compareFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Changed {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const files = [...paths].filter((path) => before.get(path) !== after.get(path));
  return {
    files,
    lines: files.reduce((sum, path) => sum + countLines(before.get(path), after.get(path)), 0),
  };
}

const countLines = (before = '', after = ''): number =>
  diffLines(before, after)
    .filter(({ added, removed }) => added || removed)
    .reduce((sum, { count }) => sum + count, 0);

const found = CHANGES.map(([kind, from, to]) =>
  SIZES.map((ranks) => {
    const topology = topologyOf(ranks);
    expect(topology).toContain(from);
    return { kind, ranks, ...compareFiles(compileFiles(topology), compileFiles(topology.replace(from, to))) };
  }),
);

it.each(found.slice(0, 3).flat())('$kind of $ranks ranks changes five files', ({ files, lines }) => {
  expect([...files].sort()).toEqual([
    '../topology.yaml',
    '.rankplan.json',
    'job.sbatch',
    'launch.sh',
    'plan.json',
  ]);
  expect(lines).toBeLessThan(30);
});

it('changes a line of .rankplan.json for each file that changes', () => {
  const before = compileFiles(topologyOf(64));
  const after = compileFiles(topologyOf(64).replace('NCCL_DEBUG: WARN', 'NCCL_DEBUG: INFO'));
  const { files } = compareFiles(before, after);
  const listed = files.filter((path) => path !== MANIFEST_NAME && path !== '../topology.yaml');
  expect(listed).toHaveLength(64 + 3);
  expect(countLines(before.get(MANIFEST_NAME), after.get(MANIFEST_NAME))).toBe(2 * listed.length);
});

it('is as docs/review.md has it', () => {
  const head = ['What changes', ...SIZES.map((ranks) => `${ranks} ranks`)];
  const rows = found.map((sizes, index) => [
    CHANGES[index]?.[0] ?? '',
    ...sizes.map(({ files, lines }) => `${files.length} files, ${lines} lines`),
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  expect(readFileSync('docs/review.md', 'utf8')).toContain(table);
});
