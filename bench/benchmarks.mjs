import { manyHosts } from './cases/many-hosts.mjs';
import { PLANS } from './cases/plans.mjs';
import { RANKS } from './cases/ranks.mjs';
import { slurmWrapper } from './cases/slurm-wrapper.mjs';

/**
 * @typedef {object} Benchmark
 * @property {string} name What `npm run bench -- NAME` takes.
 * @property {string} description What is measured and why it matters, for the documentation.
 * @property {string} ours The contestant of this project, in few words.
 * @property {string} against What it is compared with.
 * @property {number | null} target The highest ratio that is good enough.
 * @property {() => true | string} [canRun] Whether this machine has what it takes, or what is missing.
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

export const BENCHMARKS = [...PLANS, ...RANKS, manyHosts, slurmWrapper];
