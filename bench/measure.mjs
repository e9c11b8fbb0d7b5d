import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '..');

/** What is measured; RANKPLAN_CLI names another build. */
export const CLI = process.env.RANKPLAN_CLI ?? join(ROOT, 'dist', 'rankplan.cjs');

/** How often each contestant runs: the longer it takes, the less often. */
export const ROUNDS = { short: 21, medium: 11, long: 5, few: 3 };

/**
 * Runs the two contestants in turn, so that whatever else the machine does slows both. Each returns its own time in
 * milliseconds. The ratio is the median of the rounds' own ratios, with their quartiles as its spread.
 */
export async function race(ours, against, rounds) {
  const times = { ours: [], against: [] };
  await ours();
  await against();
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['ours', 'against'] : ['against', 'ours'];
    for (const name of order) {
      times[name].push(await (name === 'ours' ? ours() : against()));
      await setImmediate(); // lets an interrupt through
    }
  }
  const ratios = times.ours.map((time, round) => time / times.against[round]);
  return {
    ratio: quantile(ratios, 0.5),
    details: {
      oursMs: quantile(times.ours, 0.5),
      againstMs: quantile(times.against, 0.5),
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
      rounds,
    },
  };
}

/** A race of two Nodes by CPU time, for what is so large that its memory counts too. */
export async function raceUsage(ours, against, rounds) {
  const peaks = { ours: 0, against: 0 };
  const run = (name, args) => () => {
    const { output } = runProcess(process.execPath, [
      '--require',
      join(ROOT, 'bench/report-usage.cjs'),
      ...args,
    ]);
    const { cpuMs, peakBytes } = JSON.parse(output[3].toString());
    peaks[name] = Math.max(peaks[name], peakBytes);
    return cpuMs;
  };
  const { ratio, details } = await race(run('ours', ours), run('against', against), rounds);
  return { ratio, details: { ...details, peaks } };
}

/** Milliseconds of a whole process, from before its start to after its end; one that fails is an error. */
export function timeProcess(command, args, options) {
  const start = performance.now();
  runProcess(command, args, options);
  return performance.now() - start;
}

/** Milliseconds of a whole `rankplan` with these arguments. */
export const timeRankplan = (...args) => timeProcess(process.execPath, [CLI, ...args]);

/** Milliseconds of the least that any program on Node costs. */
export const timeBareNode = () => timeProcess(process.execPath, ['-e', '0']);

function runProcess(command, args, { cwd } = {}) {
  const result = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const { status, signal, stderr, error } = result;
  const commandLine = [command, ...args].join(' ');
  if (error !== undefined) throw new Error(`\`${commandLine}\` did not start: ${error.message}`);
  if (status !== 0) throw new Error(`\`${commandLine}\` ended with ${signal ?? status}: ${stderr}`);
  return result;
}

function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}
