import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { race } from './measure.mjs';
import { CLI, ROOT } from './programs.mjs';

/** What a whole process of Node uses, other than time on the wall: CPU time of all its threads, and its peak memory. */
function useOfNode(args) {
  const { status, signal, stderr, output } = spawnSync(
    process.execPath,
    ['--require', join(ROOT, 'bench/report-usage.cjs'), ...args],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) throw new Error(`\`node ${args.join(' ')}\` ended with ${signal ?? status}: ${stderr}`);
  return JSON.parse(output[3].toString());
}

/** What a `rankplan` with these arguments uses. */
export const useOfRankplan = (args) => useOfNode([CLI, ...args]);

/** What one of the scripts beside this file uses. */
export const useOfScript = (script, ...args) => useOfNode([join(ROOT, 'bench', script), ...args]);

/** A race by CPU time, for what is so large that its memory counts too: each contestant returns what it used. */
export async function raceUsage(ours, against, rounds) {
  const peaks = { ours: 0, against: 0 };
  const timed = (name, run) => () => {
    const { cpuMs, peakBytes } = run();
    peaks[name] = Math.max(peaks[name], peakBytes);
    return cpuMs;
  };
  const { ratio, details } = await race(timed('ours', ours), timed('against', against), rounds);
  return { ratio, details: { ...details, peaks } };
}
