import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaunchPlan } from '../../../src/generated/plan.ts';
import { compileText, planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import {
  clusterTopology,
  type Machine,
  randomMachines,
  randomTopologyOn,
} from './conformance/random-plan.ts';
import { refusalCode, runPlan } from './conformance/run-plan.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { findSlurms, variantsOf } from './harness/versions.ts';

/*
 * Every plan runs exactly as planned, or is refused with a code: random clusters, and random plans on each. SLURM_PLANS
 * says how many plans each version runs, SLURM_SEED repeats a run.
 */
const PLANS = Number(process.env['SLURM_PLANS'] ?? 60);
const SEED = Number(process.env['SLURM_SEED'] ?? Date.now() % 1_000_000_007);
const PLANS_PER_CLUSTER = 15;
const SIDE_BY_SIDE = 3;

for (const variant of findSlurms().flatMap(variantsOf)) {
  const { slurm, title, constrained } = variant;
  const plans = constrained ? Math.ceil(PLANS / 4) : PLANS;
  const seeds = Array.from({ length: Math.ceil(plans / PLANS_PER_CLUSTER) }, (_, number) => SEED + number);
  test.each(seeds)(`${title}: plans of seed %i`, async (seed) => {
    console.log(`SLURM_SEED=${seed} SLURM_PLANS=${PLANS_PER_CLUSTER} repeats these plans`);
    const machines = fc.sample(randomMachines, { seed, numRuns: 1 })[0] ?? [];
    const { taken, refused } = choosePlans(machines, seed, Math.min(plans, PLANS_PER_CLUSTER));
    const options = { slurm, constrained, threadsPerCore: 1 + (seed % 2) };
    const cluster = await startCluster(planOf(clusterTopology(machines)).nodes, options);
    try {
      expect(await runAll(cluster, taken, constrained)).toEqual([]);
    } finally {
      await cluster.stop();
    }
    expect(refused.filter((code) => !/^RP\d{4}$/.test(code))).toEqual([]);
  });
}

/** Plans that compile and that Slurm can be asked for; the others must have said why not. */
function choosePlans(
  machines: readonly Machine[],
  seed: number,
  count: number,
): { taken: LaunchPlan[]; refused: string[] } {
  const taken: LaunchPlan[] = [];
  const refused: string[] = [];
  for (const document of fc.sample(randomTopologyOn(machines), { seed, numRuns: count * 20 })) {
    if (taken.length === count) break;
    const { plan, diagnostics } = compileText(document);
    const code = plan === null ? (diagnostics[0]?.code ?? 'no code') : refusalCode(plan);
    if (plan !== null && code === null) taken.push(plan);
    else refused.push(code ?? 'no code');
  }
  expect(taken).toHaveLength(count);
  return { taken, refused };
}

/** A few jobs are in the queue at once; Slurm starts them where nodes are free. */
async function runAll(
  cluster: Cluster,
  plans: readonly LaunchPlan[],
  isConstrained: boolean,
): Promise<string[]> {
  const waiting = [...plans];
  const differences: string[] = [];
  const work = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      const run = await runPlan(cluster, plan);
      const found = findDifferences(run, isConstrained);
      if (found.length > 0) differences.push(`${found.slice(0, 5).join('\n')}\n${JSON.stringify(plan)}`);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return differences;
}
