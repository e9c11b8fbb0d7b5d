import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Absent } from './run-program.mjs';

/**
 * A plan of one rank on this machine that runs `command`: on the first whole GPU that was discovered, or (`onCpu`) on none.
 * Returns the file of the plan.
 */
export async function planRank(context, command, { onCpu = false } = {}) {
  const { gpu } = context.found;
  if (gpu === undefined && !onCpu) throw new Absent('there is no whole GPU to plan for');
  const slots = onCpu ? { cpuRanks: 1 } : { gpus: [describeGpu(gpu)] };
  return planTopology(context, {
    nodes: [{ hosts: 'localhost', ...slots }],
    mapping: { worldSize: 1 },
    launch: { command },
  });
}

/** The same of any topology. */
export async function planTopology({ run, scratch }, topology) {
  const folder = mkdtempSync(join(scratch, 'plan-'));
  // JSON is YAML.
  const text = JSON.stringify({ version: 1, name: 'gpu-check', ...topology });
  writeFileSync(join(folder, 'topology.yaml'), text);
  await run.rankplan(['compile', join(folder, 'topology.yaml'), '-o', join(folder, 'out')]);
  return join(folder, 'out/plan.json');
}

/** Facts that the driver did not give are left out. */
function describeGpu({ index, uuid, memoryBytes, cpus }) {
  const facts = { index, uuid, memory: memoryBytes, cpus };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
}

/** A port that is most likely free. */
export const OWN_PORT = ['--port', String(20_000 + (process.pid % 10_000))];

/** Runs a plan, whatever its status is. */
export async function runPlan({ run }, file, options) {
  const { status, stdout, stderr } = await run.rankplan(['run', file, ...OWN_PORT, ...options], {
    mayFail: true,
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}
