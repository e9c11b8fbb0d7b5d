import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Absent } from './run-program.mjs';

/**
 * A plan of one rank on this machine that runs `command`: on the first whole GPU that was discovered, or (`onCpu`) on none.
 * Returns the folder of its artifacts and the file of the plan.
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
  return { folder: join(folder, 'out'), file: join(folder, 'out/plan.json') };
}

/** What the driver did not tell is left out. */
function describeGpu({ index, uuid, memoryBytes, cpus }) {
  const facts = { index, uuid, memory: memoryBytes, cpus };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
}

/** Whether this build has a verb, and an option of it. */
export async function hasVerb({ run }, name, option = '') {
  const { stdout: verbs } = await run.rankplan(['--help']);
  if (!new RegExp(`^ {2}${name}\\b`, 'm').test(verbs)) return false;
  const { stdout } = await run.rankplan([name, '--help']);
  return stdout.includes(option);
}

/** One that most likely nobody listens on. */
export const OWN_PORT = ['--port', String(20_000 + (process.pid % 10_000))];

/** Executes a plan by `rankplan run`, or by its launch.sh where this build has no such verb. */
export async function runPlan({ run }, { folder, file }, options) {
  const isThere = await hasVerb({ run }, 'run');
  const outcome = isThere
    ? await run.rankplan(['run', file, ...OWN_PORT, ...options], { mayFail: true })
    : await run(join(folder, 'launch.sh'), OWN_PORT, { mayFail: true });
  const said = `${outcome.stdout}${outcome.stderr}`.trim();
  return { verb: isThere ? 'run' : 'launch.sh', status: outcome.status, said };
}
