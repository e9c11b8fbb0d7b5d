import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';

/** How often each contestant runs; those of seconds run less, or nobody would run the benchmarks. */
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

/** Milliseconds of a whole process, from before its start to after its end; one that fails is an error. */
export function timeProcess(command, args, { cwd } = {}) {
  const start = performance.now();
  const { status, signal, stderr, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const time = performance.now() - start;
  requireSuccess([command, ...args].join(' '), { status, signal, stderr, error });
  return time;
}

/** The number that a program prints: the milliseconds of what it timed itself. */
export function readOwnTime(command, args) {
  const { status, signal, stdout, stderr, error } = spawnSync(command, args);
  requireSuccess([command, ...args].join(' '), { status, signal, stderr, error });
  const time = Number.parseFloat(stdout.toString());
  if (!(time > 0)) throw new Error(`\`${command}\` printed no time: ${stdout}`);
  return time;
}

function requireSuccess(commandLine, { status, signal, stderr, error }) {
  if (error !== undefined) throw new Error(`\`${commandLine}\` did not start: ${error.message}`);
  if (status !== 0) throw new Error(`\`${commandLine}\` ended with ${signal ?? status}: ${stderr}`);
}

function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}
