import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readIfThere } from '../../native/exec-fixture.ts';
import { until } from '../../patience.ts';
import {
  checkRun,
  isEndedBySignal,
  isUp,
  listRuns,
  placing,
  ROLE,
  type RoleOutcome,
  writeRun,
} from '../../role-runs.ts';
import { type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { launch } from './launch.ts';

/* Several programs on several hosts: addresses that reach, an order that holds, one end, and nothing left. */
const WORK = '/srv/work';
const LISTEN = "require('http').createServer().listen(14200, () => console.log('up'))";

describe.skipIf(!hasHosts)('roles on several hosts', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(4);
    for (const lab of hosts.labs) writeFileSync(lab.path(`${WORK}/role`), ROLE, { mode: 0o755 });
  });
  afterAll(() => hosts?.stop());

  function start(name: string, text: string, words: readonly string[] = []) {
    const path = `${WORK}/${name}.yaml`;
    writeFileSync(hosts.launcher.path(path), text);
    return hosts.launcher.run([...launch(path), '--no-verify', '--audit', 'off', ...words], {
      cwd: WORK,
      env: { RANKPLAN_RUN_ID: name, CUDA_VISIBLE_DEVICES: '9' },
    });
  }

  const readOf =
    (name: string): RoleOutcome['read'] =>
    (replica, process, host) => {
      const lab = hosts.labs.find((one) => one.name === host);
      return readIfThere(lab?.path(`${WORK}/runs/${name}/${replica}/rank-${process}.out`) ?? '');
    };

  const runs = listRuns().map((run, at) => [...run, at] as const);
  test.concurrent.each(runs)('are as planned: %s', async (_, scenario, end, at) => {
    const [place, name] = [placing('lab', 15_000 + 100 * at), `run-${at}`];
    const read = readOf(name);
    let isOver = false;
    const ended = start(name, place(writeRun(scenario, end))).finally(() => {
      isOver = true;
    });
    if (isEndedBySignal(scenario, end)) {
      await until('all is up', () => isOver || isUp(scenario, place, read));
      await hosts.launcher.run(['pkill', '-TERM', '-f', `rankplan\\.cjs run ${WORK}/${name}\\.yaml`]);
    }
    const { status, stderr } = await ended;
    checkRun(scenario, end, place, { status: status ?? -1, said: stderr, read });
  });

  test.concurrent('slots that are bound when the run starts have the addresses of their machines', async () => {
    const print = 'echo "$RANK of $WORLD_SIZE at $MASTER_ADDR, $1"';
    const roles = ['ps', 'worker'].map(
      (name, at) =>
        `  ${name}: { slots: ["slot${at}:cpu0"], world: rpc, end: true, ports: { rpc: 14300 }, launch: { command: [bash, -c, '${print}', "-", "{{ps.rpc.address}} {{self.host}}"] } }\n`,
    );
    const head = 'version: 1\nname: bound\nnodes: [{ hosts: "slot[0-1]", bind: job, cpuRanks: 1 }]\nroles:\n';
    const { status, stderr } = await start('bound', head + roles.join(''), ['--nodes', 'lab3,lab2']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readOf('bound')('ps-0', '0', 'lab3')).toBe('0 of 2 at lab3, lab3:14300 lab3\n');
    expect(readOf('bound')('worker-0', '0', 'lab2')).toBe('1 of 2 at lab3, lab3:14300 lab2\n');
  });

  test.concurrent('a port that another program has on a host is said before anything starts', async () => {
    const other = hosts.labs[0]?.spawn([process.execPath, '-e', LISTEN]);
    await new Promise((done) => other?.stdout?.once('data', done));
    const { status, stderr } = await start(
      'taken',
      `version: 1
name: taken
nodes: [{ hosts: "lab[1-2]", cpuRanks: 1 }]
roles:
  trainer: { slots: ["lab2:cpu0"], end: true, launch: { command: [bash, -c, ">started"] } }
  server: { slots: ["lab1:cpu0"], ports: { http: 14200 }, launch: { command: [./role, serve, "{{self.http.address}}"] } }
`,
    );
    expect(status).toBe(78);
    expect(stderr).toMatch(/server-0: lab1: port 14200 is taken on this host by node/);
    process.kill(-(other?.pid ?? 0));
  });

  test('leave nothing', async () => {
    await until('nothing is left', () => hosts.labs.every((lab) => lab.left().length === 0));
  });
});
