import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeProcess } from './measure.mjs';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What is measured; RANKPLAN_CLI names another build. */
export const CLI = process.env.RANKPLAN_CLI ?? join(ROOT, 'dist', 'rankplan.cjs');

/** Milliseconds of a whole `rankplan` with these arguments. */
export const timeRankplan = (...args) => timeProcess(process.execPath, [CLI, ...args]);

/** Milliseconds of the least that any program on node costs. */
export const timeBareNode = () => timeProcess(process.execPath, ['-e', '0']);
