// What shares gain, with real DDP: node bench/measure-shares.mjs [ROUNDS]
//
// Ranks of unequal speed are run with equal shares and recorded, `rankplan rescore` writes their scores, and then equal,
// proportional and optimal shares are run in turns. Nothing but the recorded steps tells rankplan how fast a rank is.
// Prints the table of docs/scores.md. RANKPLAN_TEST_PYTHON names a Python with torch.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CLI, ROOT } from './programs.mjs';
import { PYTHON } from './time-run.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const STEPS = 10;

const CASES = [
  { speeds: [100, 90, 80, 110], globalBatch: 380 },
  { speeds: [50, 100, 200], globalBatch: 351 },
];

/** First quartile, median, third quartile. */
function quartiles(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
  return [at(0.25), at(0.5), at(0.75)];
}

function writeTopology(folder, { speeds, globalBatch }) {
  const topology = {
    version: 1,
    name: 'shares',
    models: Object.fromEntries(speeds.map((_, index) => [`M${index}`, { score: 1 }])),
    nodes: [{ hosts: 'localhost', gpus: speeds.map((_, index) => ({ index, model: `M${index}` })) }],
    workload: { globalBatch, shares: 'equal' },
    launch: {
      command: [PYTHON, join(ROOT, 'bench/train-shares.py')],
      backend: 'gloo',
      master: { port: 'auto' },
      env: { BENCH_SPEEDS: speeds.join(','), BENCH_STEPS: String(STEPS) },
    },
  };
  writeFileSync(join(folder, 'rankplan.yaml'), JSON.stringify(topology, null, 2));
}

function rankplan(folder, ...args) {
  const PYTHONPATH = [join(ROOT, 'python/src'), process.env.PYTHONPATH ?? ''].join(delimiter);
  const env = { ...process.env, PYTHONPATH };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  if (status !== 0) throw new Error(`rankplan ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** The folder of the run. */
function run(folder, shares, ...options) {
  const path = join(folder, 'rankplan.yaml');
  const topology = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...topology, workload: { ...topology.workload, shares } }, null, 2));
  rmSync(join(folder, 'runs'), { recursive: true, force: true });
  rankplan(folder, 'run', 'rankplan.yaml', '--no-verify', '--audit', 'off', ...options);
  return join(folder, 'runs', readdirSync(join(folder, 'runs'))[0]);
}

const timeSteps = (folder, shares) =>
  JSON.parse(readFileSync(join(run(folder, shares), 'rank-0.out'), 'utf8'));

function measure({ speeds, globalBatch }) {
  const folder = mkdtempSync(join(tmpdir(), 'rankplan-shares-'));
  try {
    writeTopology(folder, { speeds, globalBatch });
    rankplan(folder, 'rescore', run(folder, 'equal', '--record'), '--write');
    const times = { equal: [], proportional: [], optimal: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const shares of Object.keys(times)) times[shares].push(quartiles(timeSteps(folder, shares))[1]);
    return times;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ms = (seconds) => (1000 * seconds).toFixed(0);

console.log('| speeds | shares | step, ms (quartiles) | of the ideal gain |\n|---|---|---|---|');
for (const { speeds, globalBatch } of CASES) {
  const times = measure({ speeds, globalBatch });
  const bound = globalBatch / speeds.reduce((sum, speed) => sum + speed, 0);
  const [, equal] = quartiles(times.equal);
  for (const [shares, seconds] of Object.entries(times)) {
    const [low, median, high] = quartiles(seconds);
    const gain = ((100 * (equal - median)) / (equal - bound)).toFixed(1);
    console.log(
      `| ${speeds.join(', ')} | ${shares} | ${ms(median)} (${ms(low)}–${ms(high)}) | ${shares === 'equal' ? '' : `${gain} %`} |`,
    );
  }
  console.log(`| ${speeds.join(', ')} | bound, Σ speed | ${ms(bound)} | 100 % |`);
}
