// `check`, `compile` and `diff`, of small topologies and of large ones. All times are of whole processes.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CLI, ROOT, ROUNDS, race, raceUsage, timeBareNode, timeProcess, timeRankplan } from '../measure.mjs';
import { writeNodesInFull, writeRanges } from '../topologies.mjs';

const QUICKSTART = join(ROOT, 'examples', 'quickstart', 'topology.yaml');
const YAML = createRequire(import.meta.url).resolve('yaml');
const PARSE_YAML = `require(process.argv[1]).parseDocument(require('node:fs').readFileSync(process.argv[2], 'utf8'))`;
const PARSE_JSON = `for (const path of process.argv.slice(1)) JSON.parse(require('node:fs').readFileSync(path, 'utf8'))`;
const BUDGET_MS = 600;

/** Milliseconds of a `compile` to a fresh directory that is then removed. */
function timeCompile(folder, topology, emit = '') {
  const output = join(folder, 'out');
  const time = timeRankplan('compile', topology, '-o', output, '--emit', emit);
  rmSync(output, { recursive: true });
  return time;
}

/** Compiles a topology to a folder of this name; the path of its plan. */
function compilePlan(folder, name, topology) {
  timeRankplan('compile', topology, '-o', join(folder, name), '--emit', '');
  return join(folder, name, 'plan.json');
}

/** @type {readonly import('../benchmarks.mjs').Benchmark[]} */
export const PLANS = [
  {
    name: 'print-version',
    description: 'What scripts ask for often: all but the start of Node is ours.',
    ours: '`rankplan --version`',
    against: '`node -e 0`',
    target: 1.25,
    measure: () => race(() => timeRankplan('--version'), timeBareNode, ROUNDS.short),
  },
  {
    name: 'check-quickstart',
    description: 'A small topology, as an editor or a commit hook checks it at every save.',
    ours: '`check` of `examples/quickstart`',
    against: '`node -e 0`',
    target: 1.35,
    measure: () => race(() => timeRankplan('check', QUICKSTART), timeBareNode, ROUNDS.short),
  },
  {
    name: 'check-ten-nodes',
    description:
      'Ten nodes with each of their eight GPUs written out (index, model, memory, score, uuid), about 1 kB a node.',
    ours: '`check` of 10 nodes in full',
    against: '`node -e 0`',
    target: 2,
    measure(folder) {
      const topology = writeNodesInFull(folder, 10);
      return race(() => timeRankplan('check', topology), timeBareNode, ROUNDS.short);
    },
  },
  {
    name: 'check-in-full',
    description:
      'Ten thousand nodes in full, 10 MB: the parser alone, of the library that rankplan uses, against all that `check` does with the file.',
    ours: '`check -q` of 10,000 nodes in full',
    against: "yaml's `parseDocument` of the same file",
    target: 1.5,
    measure(folder) {
      const topology = writeNodesInFull(folder, 10_000);
      return race(
        () => timeRankplan('check', '-q', topology),
        () => timeProcess(process.execPath, ['-e', PARSE_YAML, YAML, topology]),
        ROUNDS.long,
      );
    },
  },
  {
    name: 'compile-hundred-thousand',
    description:
      'Two ranges of hosts with eight GPUs each, 100,000 ranks, ranked by performance and laid out by node, to `plan.json` and `hosts`. No other program does this, so it is compared with a time that is short enough.',
    ours: '`compile --emit ""` of 100,000 ranks',
    against: 'a budget',
    target: 1,
    measure(folder) {
      const topology = writeRanges(folder, 100_000);
      return race(
        () => timeCompile(folder, topology),
        () => BUDGET_MS,
        ROUNDS.medium,
      );
    },
  },
  {
    name: 'compile-million',
    description:
      'Ten times the ranks should take ten times the time; twelve leaves room for what memory costs.',
    ours: '`compile --emit ""` of 1,000,000 ranks',
    against: 'the same of 100,000',
    target: 12,
    measure(folder) {
      const [tenth, whole] = [writeRanges(folder, 100_000), writeRanges(folder, 1_000_000)];
      return race(
        () => timeCompile(folder, whole),
        () => timeCompile(folder, tenth),
        ROUNDS.long,
      );
    },
  },
  {
    name: 'write-env-files',
    description:
      'Ten thousand env files: compiling, writing them with their digests, and renaming the directory into place.',
    ours: '`compile --emit env` of 10,000 ranks',
    against: '`cp -r` of what it writes',
    target: 1.5,
    measure(folder) {
      const topology = writeRanges(folder, 10_000);
      const [written, copy] = [join(folder, 'written'), join(folder, 'copy')];
      timeRankplan('compile', topology, '-o', written, '--emit', 'env');
      return race(
        () => timeCompile(folder, topology, 'env'),
        () => {
          const time = timeProcess('cp', ['-r', written, copy]);
          rmSync(copy, { recursive: true });
          return time;
        },
        ROUNDS.medium,
      );
    },
  },
  {
    name: 'check-plan-million',
    description:
      'A saved plan of a million ranks, about 300 MB, validated and compared with itself. CPU time and peak memory, against the least that any program on Node pays for the file.',
    ours: '`check plan.json` of 1,000,000 ranks',
    against: '`JSON.parse` of the same file',
    target: 2,
    measure(folder) {
      const plan = compilePlan(folder, 'plan', writeRanges(folder, 1_000_000));
      return raceUsage([CLI, 'check', '-q', plan], ['-e', PARSE_JSON, plan], ROUNDS.few);
    },
  },
  {
    name: 'diff-million',
    description:
      'Two saved plans of a million ranks, one without one GPU, so that half of all ranks move: reading, checking and mapping both again, against `JSON.parse` alone. CPU time and peak memory.',
    ours: '`diff` of two plans of 1,000,000 ranks',
    against: '`JSON.parse` of both files',
    target: 3,
    measure(folder) {
      const topology = writeRanges(folder, 1_000_000);
      const without = join(folder, 'without.yaml');
      const text = readFileSync(topology, 'utf8');
      writeFileSync(without, text.replace('order: block', 'order: block, exclude: ["a000077:3"]'));
      const plans = [compilePlan(folder, 'old', topology), compilePlan(folder, 'new', without)];
      return raceUsage([CLI, 'diff', ...plans], ['-e', PARSE_JSON, ...plans], ROUNDS.few);
    },
  },
];
