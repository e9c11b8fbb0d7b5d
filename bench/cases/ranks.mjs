// The launchers of one machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, ROOT, ROUNDS, race, timeProcess, timeRankplan } from '../measure.mjs';
import { writeTopology } from '../topologies.mjs';

const EXEC = join(ROOT, 'dist/native', `${process.platform}-${process.arch}`, 'rankplan-exec');
const PYTHON = process.env.RANKPLAN_TEST_PYTHON ?? 'python3';
const GRACE_MS = 2000;
const SUMS = 20_000;
/** The time that the start and the end of the ranks may take in addition. */
const ALLOWED_MS = 200;
const SPAWN_TRUE = `const { spawn } = require('node:child_process');
for (let i = 0; i < Number(process.argv[1]); i++) spawn('/bin/true', [], { stdio: 'ignore' });`;

/** Whether `rankplan run` works here, or what is missing. */
export const canRunRanks = () => existsSync(EXEC) || `${EXEC} is not there: \`npm run build:native\``;

function canRunTorch() {
  if (spawnSync(PYTHON, ['-c', 'import torch']).status === 0) return canRunRanks();
  return 'there is no torch: RANKPLAN_TEST_PYTHON names a Python that has it';
}

/** Ranks of this machine that run a command. */
const writeRanks = (folder, ranks, command, launch = {}) =>
  writeTopology(folder, 'ranks', {
    nodes: [{ hosts: 'localhost', cpuRanks: ranks }],
    launch: { command, master: { port: 'auto' }, ...launch },
  });

function compileRanks(folder, ranks, command = ['/bin/true']) {
  const output = join(folder, 'out');
  timeRankplan('compile', writeRanks(folder, ranks, command), '-o', output);
  return output;
}

/** `rankplan run` of so many ranks, against Node starting as many processes with no output. */
function raceRun(folder, ranks, rounds) {
  const output = compileRanks(folder, ranks);
  return race(
    () => timeProcess(process.execPath, [CLI, 'run', output], { cwd: folder }),
    () => timeProcess(process.execPath, ['-e', SPAWN_TRUE, String(ranks)]),
    rounds,
  );
}

/** @type {readonly import('../benchmarks.mjs').Benchmark[]} */
export const RANKS = [
  {
    name: 'launch-ranks',
    description:
      "From the start of `launch.sh` to its end: its checks, each rank's environment, logs and session, and the end of what is left, against starting as many processes and waiting for them.",
    ours: '`launch.sh` with 32 ranks of `/bin/true`',
    against: 'a bash loop of `/bin/true &` and `wait`',
    target: 3,
    canRun: () => existsSync('/bin/bash') || 'there is no /bin/bash',
    measure(folder) {
      const output = compileRanks(folder, 32);
      return race(
        () => timeProcess(join(output, 'launch.sh'), [], { cwd: folder }),
        () => timeProcess('/bin/bash', ['-c', 'for ((i = 0; i < 32; i++)); do /bin/true & done; wait']),
        ROUNDS.short,
      );
    },
  },
  {
    name: 'run-ranks',
    description:
      'From the start of `rankplan run` on a compiled plan to its end: reading and checking the plan, the port, logs, one process that starts and guards all ranks.',
    ours: '`rankplan run` with 32 ranks of `/bin/true`',
    against: 'a loop of `spawn` in Node',
    target: 1.4,
    canRun: canRunRanks,
    measure: (folder) => raceRun(folder, 32, ROUNDS.short),
  },
  {
    name: 'run-many-ranks',
    description: 'The same with 512 ranks: what a rank costs must not grow with their number.',
    ours: '`rankplan run` with 512 ranks of `/bin/true`',
    against: 'a loop of `spawn` in Node',
    target: 1,
    canRun: canRunRanks,
    measure: (folder) => raceRun(folder, 512, ROUNDS.medium),
  },
  {
    name: 'first-all-reduce',
    description:
      'From the start of the launcher until rank 0 of 2 has the first sum over gloo. Most of both is `import torch`, which torchrun does once more, for itself.',
    ours: '`rankplan run` of a compiled plan',
    against: '`torchrun --standalone`',
    target: 1,
    canRun: canRunTorch,
    measure: raceFirstSum,
  },
  ...['states', 'collectives'].map((watch) => ({
    name: `watch-${watch}`,
    description: `CPU time of rank 0 of 2 in ${SUMS} small sums over gloo, with \`stallAfter: 10s\`.`,
    ours: `\`rankplan run\` with \`watch: ${watch}\``,
    against: '`rankplan run` with `watch: off`',
    target: 1.05,
    canRun: canRunTorch,
    measure: (folder) => raceWatch(folder, watch),
  })),
  {
    name: 'run-teardown',
    description: `A rank dies beside seven that ignore TERM: the whole run, less the time of one that ends well, against the grace period of ${GRACE_MS / 1000} s, with ${ALLOWED_MS} ms more.`,
    ours: '`rankplan run` of 8 ranks, one of which dies',
    against: 'the grace period, and as much',
    target: 1,
    canRun: canRunRanks,
    measure: raceTeardown,
  },
];

function raceFirstSum(folder) {
  const noted = join(folder, 'noted');
  const program = [join(ROOT, 'bench/first-all-reduce.py'), noted];
  const output = compileRanks(folder, 2, [PYTHON, ...program]);
  const timeUntilNoted = (command, args) => {
    const start = Date.now();
    timeProcess(command, args);
    return Number(readFileSync(noted, 'utf8')) * 1000 - start;
  };
  const torchrun = ['-m', 'torch.distributed.run', '--standalone', '--nproc-per-node=2'];
  return race(
    () => timeUntilNoted(process.execPath, [CLI, 'run', output]),
    () => timeUntilNoted(PYTHON, [...torchrun, ...program]),
    ROUNDS.medium,
  );
}

function raceWatch(folder, watched) {
  const measure = (watch) => {
    const own = join(folder, watch);
    const noted = join(own, 'noted');
    mkdirSync(own);
    const command = [PYTHON, join(ROOT, 'bench/first-all-reduce.py'), noted, `${SUMS}`];
    const topology = writeRanks(own, 2, command, { watch, stallAfter: '10s' });
    return () => {
      timeProcess(process.execPath, [CLI, 'run', topology], { cwd: own });
      return Number(readFileSync(noted, 'utf8')) * 1000;
    };
  };
  return race(measure(watched), measure('off'), ROUNDS.medium);
}

/** Rank 0 dies at once; its peers ignore TERM. The shell ends with 0 when `run` ends with rank 0's status. */
function raceTeardown(folder) {
  const script = 'trap "" TERM; [[ $RANK == 0 ]] && exit 3; while :; do sleep 0.1; done';
  const topology = writeRanks(folder, 8, ['bash', '-c', script], { grace: `${GRACE_MS / 1000}s` });
  const call = ['-c', '"$0" "$1" run "$2" $3; [ $? = $4 ]', process.execPath, CLI, topology];
  return race(
    () => {
      const whole = timeProcess('/bin/sh', [...call, '', '3'], { cwd: folder });
      return whole - timeProcess('/bin/sh', [...call, '--dry-run', '0'], { cwd: folder });
    },
    () => GRACE_MS + ALLOWED_MS,
    ROUNDS.long,
  );
}
