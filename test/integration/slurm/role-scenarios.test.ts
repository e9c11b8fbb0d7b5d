import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { until } from '../../patience.ts';
import { checkRun, isEndedBySignal, isUp, listRuns, placing, ROLE, writeRun } from '../../role-runs.ts';
import type { RoleEnd, RoleScenario } from '../../role-scenarios.ts';
import { compilePlan } from './conformance/run-plan.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { findSlurms } from './harness/versions.ts';

/* What people start as several programs, as jobs of equal nodes; each node has an address and with it ports of its own. */
const LANES = ['a', 'b'];
const NUMBERS = [1, 2, 3, 4];
const equal = (hosts: string) => `{ hosts: ${hosts}, cpus: 17, gpus: { count: 8 }, cpuRanks: 17 }`;
const ADDRESSES = LANES.flatMap((lane, at) =>
  NUMBERS.map((number) => `127.0.${at + 1}.${number} ${lane}${number}\n`),
);

/** The nodes share one network here, and a port is taken where anything listens: those of one port wait for each other. */
const onEqualNodes = (text: string, peers: string): string =>
  text
    .replace(/^nodes: .*/m, `nodes: [${equal(`[${[...new Set(text.match(/\bh[1-4]\b/g))]}]`)}]\nslurm: {}`)
    .replace(/^ *restart.*\n/gm, '')
    .replace('FAULT:', `PEERS: "${peers}", FAULT:`);

describe.each(findSlurms())('Slurm $fullVersion: a job of several programs', (slurm) => {
  let cluster: Cluster;
  const lanes = [...LANES];
  beforeAll(async () => {
    const { nodes } = planOf(
      `version: 1\nname: all\nnodes: [${LANES.map((lane) => equal(`"${lane}[1-4]"`))}]\nlaunch: { command: [x] }\n`,
    );
    cluster = await startCluster(nodes, {
      slurm,
      files: { hosts: `127.0.0.1 localhost controller\n${ADDRESSES.join('')}` },
    });
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  async function run(scenario: RoleScenario, end: RoleEnd, lane: string): Promise<void> {
    const place = placing(lane, 8000 + 100 * LANES.indexOf(lane));
    const folder = compilePlan(
      cluster,
      planOf(place(onEqualNodes(writeRun(scenario, end), scenario.peers ?? ''))),
    );
    writeFileSync(join(folder, 'role'), ROLE, { mode: 0o755 });
    const sbatch = ['-o', 'job.log'];
    const id = await cluster.submit(join(folder, 'job.sbatch'), [], { cwd: folder, sbatch });
    const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const said = () => text(join(folder, 'job.log'));
    const read = (replica: string, process: string) =>
      text(join(folder, `runs/${id}/${replica}/rank-${process}.out`));
    if (isEndedBySignal(scenario, end)) {
      await until('all is up', () => said().includes(' failed: ') || isUp(scenario, place, read));
      await cluster.cancel(id, ['--batch', '--signal=TERM']);
    }
    const { exitCode } = await cluster.waitForJob(id);
    checkRun(scenario, end, place, { status: exitCode, said: said(), read });
  }

  test.concurrent.each(listRuns())('%s', async (_, scenario, { starts: _starts, ...end }) => {
    let lane: string | undefined;
    await until('a lane is free', () => {
      lane = lanes.pop();
      return lane !== undefined;
    });
    try {
      await run(scenario, end.fault?.endsWith('once') ? { status: 0 } : end, lane ?? '');
    } finally {
      lanes.push(lane ?? '');
    }
  });
});
