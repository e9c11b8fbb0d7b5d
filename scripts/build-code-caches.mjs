// Runs the built command line, for each of its bundles in the way that needs it most, and keeps what V8 compiled meanwhile.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

const FOLDER = 'dist/warm-up';
const KEEPER = `${FOLDER}/keep-code-cache.cjs`;
const EXAMPLES = readdirSync('examples').map((name) => `examples/${name}/topology.yaml`);

export function buildCodeCaches() {
  mkdirSync(FOLDER, { recursive: true });
  try {
    buildSync({
      entryPoints: ['scripts/keep-code-cache.cjs'],
      outfile: KEEPER,
      bundle: true,
      platform: 'node',
    });
    const inFull = writeTopology('in-full', nodesInFull(10));
    // Of GPUs of another vendor no driver is asked: the build needs none, and is the same everywhere.
    const here = writeTopology('here', `${nodeInFull('localhost', 0, 'amd')}launch: { command: ['true'] }\n`);
    keepCodeCache('rest', 'compile', here, '--output', `${FOLDER}/out`);
    keepCodeCache('cli', 'check', '--quiet', ...EXAMPLES, inFull, `${FOLDER}/out/plan.json`);
    keepCodeCache('run', 'run', '--dry-run', here);
  } finally {
    rmSync(FOLDER, { recursive: true });
  }
}

function keepCodeCache(name, ...args) {
  rmSync(`dist/${name}.cache`, { force: true });
  execFileSync(process.execPath, [KEEPER, name, ...args], {
    env: { ...process.env, RANKPLAN_EXEC: process.execPath }, // a dry run does not start it
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function writeTopology(name, rest) {
  const path = `${FOLDER}/${name}.yaml`;
  writeFileSync(
    path,
    `version: 1\nname: warm-up\nmapping: { strategy: performance-ranked, order: block }\nnodes:\n${rest}`,
  );
  return path;
}

const nodesInFull = (count) => Array.from({ length: count }, (_, n) => nodeInFull(`n${n}`, n)).join('');

/** A node as a generator would write it: each GPU in full. */
function nodeInFull(host, n, vendor = 'nvidia') {
  const gpus = Array.from(
    { length: 8 },
    (_, index) =>
      `      - { index: ${index}, model: A100, memory: 80GiB, score: ${100 + n + index}, uuid: GPU-${n}-${index}, vendor: ${vendor} }\n`,
  );
  return `  - hosts: ${host}\n    gpus:\n${gpus.join('')}`;
}
