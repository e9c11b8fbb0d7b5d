import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { until } from '../../patience.ts';
import { checkRun, isEndedBySignal, isUp, listRuns, placing, ROLE, writeRun } from '../../role-runs.ts';
import type { RoleEnd, RoleScenario } from '../../role-scenarios.ts';
import { compilePlan, runJob } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
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
  const lanes = [...LANES];
  const { nodes } = planOf(
    `version: 1\nname: all\nnodes: [${LANES.map((lane) => equal(`"${lane}[1-4]"`))}]\nlaunch: { command: [x] }\n`,
  );
  const hosts = `127.0.0.1 localhost controller\n${ADDRESSES.join('')}`;
  const cluster = useCluster(nodes, { slurm, files: { hosts } });

  async function run(scenario: RoleScenario, end: RoleEnd, lane: string): Promise<void> {
    const place = placing(lane, 8000 + 100 * LANES.indexOf(lane));
    const folder = compilePlan(
      cluster(),
      planOf(place(onEqualNodes(writeRun(scenario, end), scenario.peers ?? ''))),
    );
    writeFileSync(join(folder, 'role'), ROLE, { mode: 0o755 });
    const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const readIn = (runDir: string) => (replica: string, process: string) =>
      text(join(runDir, replica, `rank-${process}.out`));
    const meanwhile = async (id: number, runDir: string) => {
      if (!isEndedBySignal(scenario, end)) return;
      const hasFailed = () => text(join(folder, 'job.log')).includes(' failed: ');
      await until('all is up', () => hasFailed() || isUp(scenario, place, readIn(runDir)));
      await cluster().cancel(id, ['--batch', '--signal=TERM']);
    };
    const { exitCode, log, runDir } = await runJob(cluster(), folder, { meanwhile });
    checkRun(scenario, end, place, { status: exitCode, said: log, read: readIn(runDir) });
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
