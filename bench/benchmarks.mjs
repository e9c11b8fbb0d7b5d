import { checkInFull } from './cases/check-in-full.mjs';
import { checkPlanMillion } from './cases/check-plan-million.mjs';
import { checkQuickstart } from './cases/check-quickstart.mjs';
import { checkTenNodes } from './cases/check-ten-nodes.mjs';
import { checkWithoutCache } from './cases/check-without-cache.mjs';
import { compileHundredThousand } from './cases/compile-hundred-thousand.mjs';
import { compileMillion } from './cases/compile-million.mjs';
import { diffMillion } from './cases/diff-million.mjs';
import { firstAllReduce } from './cases/first-all-reduce.mjs';
import { launchRanks } from './cases/launch-ranks.mjs';
import { printVersion } from './cases/print-version.mjs';
import { runFloor } from './cases/run-floor.mjs';
import { runHosts } from './cases/run-hosts.mjs';
import { runLaunchSh } from './cases/run-launch-sh.mjs';
import { runManyRanks } from './cases/run-many-ranks.mjs';
import { runMpirun } from './cases/run-mpirun.mjs';
import { runRanks } from './cases/run-ranks.mjs';
import { runTeardown } from './cases/run-teardown.mjs';
import { runTorchrun } from './cases/run-torchrun.mjs';
import { slurmWrapper } from './cases/slurm-wrapper.mjs';
import { writeEnvFiles } from './cases/write-env-files.mjs';

/**
 * @typedef {object} Benchmark
 * @property {string} name What `npm run bench -- NAME` takes.
 * @property {string} description What is measured and why it matters, for the documentation.
 * @property {string} ours The contestant of this project, in few words.
 * @property {string} against What it is compared with.
 * @property {number | null} target The highest ratio that is good enough.
 * @property {() => true | string} canRun Whether this machine has what it takes, or what is missing.
 * @property {(folder: string) => Promise<Result>} measure Uses a folder of its own, empty before and removed after.
 *
 * @typedef {object} Result
 * @property {number} ratio Our time through that of the other.
 * @property {Details} details
 *
 * @typedef {object} Details
 * @property {number} oursMs
 * @property {number} againstMs
 * @property {[number, number]} spread
 * @property {number} rounds
 * @property {{ ours: number, against: number }} [peaks] Peak memory in bytes, of races by CPU time.
 */

/** Every benchmark, in the order of the documentation. @type {readonly Benchmark[]} */
export const BENCHMARKS = [
  printVersion,
  checkQuickstart,
  checkWithoutCache,
  checkTenNodes,
  checkInFull,
  compileHundredThousand,
  compileMillion,
  checkPlanMillion,
  diffMillion,
  writeEnvFiles,
  launchRanks,
  runRanks,
  runManyRanks,
  runFloor,
  runLaunchSh,
  runMpirun,
  runTorchrun,
  firstAllReduce,
  runTeardown,
  ...runHosts,
  slurmWrapper,
];
