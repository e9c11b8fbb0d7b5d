import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { compileJob } from './compile-job.ts';
import { DETACH_FAULTS } from './detach-faults.ts';
import { type FaultBed, startFaultBed, WORK } from './fault-bed.ts';
import { canHaveHosts } from './harness/hosts.ts';
import { PUSH_FAULTS } from './push-faults.ts';
import { RUN_FAULTS } from './run-faults.ts';
import { START_FAULTS } from './start-faults.ts';

/*
 * What goes wrong with several hosts, each on five of them: the status and the host that is named are right, and no rank
 * is left anywhere. RANKPLAN_FAULT_ROUNDS=12 takes each row so often; RANKPLAN_FAULT_TIMES=FILE gets the times;
 * RANKPLAN_FAULT_FANOUT=2 lets lab1 and lab4 be relays (tree.test.ts).
 */
const isPossible = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');
const rounds = Number(process.env['RANKPLAN_FAULT_ROUNDS'] ?? 1);
const times = process.env['RANKPLAN_FAULT_TIMES'];
const fanout = process.env['RANKPLAN_FAULT_FANOUT'];
const tree = fanout === undefined ? [] : ['--fanout', fanout];

const compile = (folder: string, name: string, grace: number): string =>
  compileJob(
    folder,
    name,
    `nodes: [{ hosts: 'lab[1-5]', cpuRanks: 2 }]
launch: { command: [bash, ${WORK}/rank.sh], grace: ${grace}, master: { port: 29555 } }
`,
  );

describe.skipIf(!isPossible)('launch.sh --all', () => {
  let bed: FaultBed;
  beforeAll(async () => {
    const folder = makeFolder('rankplan-faults-');
    bed = await startFaultBed(compile(folder, 'job', 2), compile(folder, 'stale', 3));
  });
  afterAll(() => bed?.stop());

  const all = [...START_FAULTS, ...RUN_FAULTS, ...PUSH_FAULTS, ...DETACH_FAULTS];
  const rows = all.filter(({ isFlat }) => fanout === undefined || isFlat !== true);
  const runs = Array.from({ length: rounds }, () => rows).flat();
  test.each(runs)('$name', async (row) => {
    const options = [...tree, ...(row.options ?? [])];
    const { status, text, has, leftovers, at } = await bed.run({ ...row, options });
    if (times !== undefined)
      writeFileSync(times, `${JSON.stringify({ name: row.name, ...at, status, text })}\n`, {
        flag: 'a',
      });
    expect.soft(text).toMatch(row.says);
    expect.soft(status, text).toBe(row.status);
    expect.soft(leftovers).toEqual([]);
    if (row.leaves !== undefined) expect.soft(row.leaves).toContain(has);
    if (row.isRefused === true) {
      const began = await Promise.all(bed.labs.map((host) => host.run(['bash', '-c', `ls ${WORK}/here-*`])));
      expect(began.map(({ stdout }) => stdout).join('')).toBe('');
    }
  });
});
