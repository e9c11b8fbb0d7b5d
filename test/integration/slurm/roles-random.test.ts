import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileText, planOf } from '../../compile-text.ts';
import { describeNaively, type NaiveProcess, type NaiveRole } from '../../naive-roles.ts';
import { joinWorlds, problemOf, rolesDocument, wish } from '../../random-roles.ts';
import { compilePlan, runJob } from './conformance/run-plan.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { findSlurms } from './harness/versions.ts';

/*
 * Random plans of several programs run as a naive reference describes them. SLURM_ROLE_PLANS says how many on each version,
 * SLURM_SEED repeats a run.
 */
const PLANS = Number(process.env['SLURM_ROLE_PLANS'] ?? 10);
const SEED = Number(process.env['SLURM_SEED'] ?? Date.now() % 1_000_000_007);
const SIDE_BY_SIDE = 3;

const MACHINE = { gpus: 4, cpuRanks: 2 };
const machines = fc.integer({ min: 1, max: 2 }).map((count) => Array(count).fill(MACHINE));
const REPORT = `printf '%s\\n' "$RANKPLAN_ROLE-$RANKPLAN_REPLICA-$RANKPLAN_PROCESS" "$SLURMD_NODENAME" "$CUDA_VISIBLE_DEVICES" \
  "$\{RANK-alone}$\{RANK:+/$WORLD_SIZE $MASTER_ADDR:$MASTER_PORT}" "$TEXT" "$@"`;

/** A role ends when all of its processes have said what they find; the job ends with the last. */
function documentOf(list: readonly (typeof MACHINE)[], roles: readonly NaiveRole[]) {
  const { end: _, roles: described, ...more } = rolesDocument(list, roles);
  const reporting = Object.entries(described).map(([name, role]) => {
    const command = ['bash', '-c', REPORT, 'role', ...role.launch.command.slice(1)];
    return [name, { ...role, end: true, launch: { ...role.launch, command } }];
  });
  return { ...more, slurm: {}, roles: Object.fromEntries(reporting) };
}

async function runPlan(cluster: Cluster, document: object): Promise<readonly NaiveProcess[]> {
  const plan = planOf(document);
  const folder = compilePlan(cluster, plan);
  const { state, log, runDir } = await runJob(cluster, folder);
  expect({ state, log }).toEqual({ state: 'COMPLETED', log: expect.not.stringContaining('job.sbatch') });
  return (plan.roles ?? []).flatMap(({ name, replicas }) =>
    replicas.flatMap(({ processes }, replica) =>
      processes.map((_, rank) => readReport(join(runDir, `${name}-${replica}/rank-${rank}.out`))),
    ),
  );
}

function readReport(path: string): NaiveProcess {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  const [name = '', node = '', sees = '', world = '', text = '', ...words] = lines;
  expect(text).toBe(words.join(' '));
  return { name, node, sees, world, port: Number(words[0]), words };
}

test.each(findSlurms())('Slurm $fullVersion: plans are what runs', async (slurm) => {
  console.log(`SLURM_SEED=${SEED} SLURM_ROLE_PLANS=${PLANS} repeats these plans`);
  const all = planOf({
    ...{ version: 1, name: 'all', launch: { command: ['true'] } },
    nodes: [{ hosts: 'n[0-1]', gpus: { count: MACHINE.gpus }, cpuRanks: MACHINE.cpuRanks + 1 }],
  });
  const cluster = await startCluster(all.nodes, { slurm });
  const waiting = [...fc.sample(problemOf(wish, machines), { seed: SEED, numRuns: PLANS })];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const document = documentOf(one.machines, one.roles);
      expect(compileText(document).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(await runPlan(cluster, document)).toEqual(describeNaively(joinWorlds(one.roles)));
    }
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  } finally {
    await cluster.stop();
  }
});
