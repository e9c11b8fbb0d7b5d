import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { requireTool } from '../require-tool.ts';
import { canHaveHosts, type Hosts, startHosts } from './harness/hosts.ts';
import { launch, placeTopology } from './launch.ts';

/* Several programs on several hosts: addresses that reach, an order that holds, one end, and nothing left. */
const canRun = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');
const WORK = '/srv/work';

/** Answers on its port, and says what it is. */
const SERVER = `
const [port, ...words] = process.argv.slice(2);
require('http').createServer((_, answer) => answer.end(words.join(' '))).listen(Number(port), '0.0.0.0');
`;
/** Asks each URL, and prints what they say. */
const CLIENT = `
const get = (url) => new Promise((done, fail) => require('http').get(url, (answer) => {
  let text = '';
  answer.on('data', (piece) => (text += piece)).on('end', () => done(text));
}).on('error', fail));
Promise.all(process.argv.slice(2).join(',').split(',').map(get)).then((texts) => console.log(texts.join('\\n')));
`;
const NODES = 'nodes: [{ hosts: "lab[1-3]", gpus: { count: 8 }, cpuRanks: 4 }]';
const node = (script: string, ...words: string[]) => JSON.stringify([process.execPath, script, ...words]);

describe.skipIf(!canRun)('roles on several hosts', () => {
  let hosts: Hosts;
  let run = 0;
  beforeAll(async () => {
    hosts = await startHosts(3);
    for (const host of [hosts.launcher, ...hosts.labs])
      for (const [name, text] of [
        ['server.cjs', SERVER],
        ['client.cjs', CLIENT],
      ] as const)
        write(host.path(`${WORK}/${name}`), text);
  });
  beforeEach(() => void run++);
  afterAll(() => hosts?.stop());

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  function start(roles: string, top = '', nodes = NODES, words: readonly string[] = []) {
    const path = `${WORK}/roles-${run}.yaml`;
    placeTopology(hosts, path, `${nodes}\nlaunch: { grace: 2s }\n${top}roles:\n${roles}`);
    return hosts.launcher.run([...launch(path), '--no-verify', '--audit', 'off', ...words], {
      cwd: WORK,
      env: { RANKPLAN_RUN_ID: `run-${run}` },
    });
  }

  const read = (host: number, log: string): string =>
    readFileSync(hosts.labs[host - 1]?.path(`${WORK}/runs/run-${run}/${log}`) ?? '', 'utf8');
  const left = () => hosts.labs.flatMap((lab) => lab.left().map(({ command }) => command));

  test('a router finds prefill and a decode that spans two hosts', async () => {
    const ended = start(`
  prefill:
    slots: ["lab1:0-7"]
    processes: replica
    ports: { http: 15000 }
    readiness: { http: / }
    launch: { command: ${node('server.cjs', '{{self.http.port}}', 'prefill on', '{{self.host}}')} }
  decode:
    slots: ["lab2:0-7", "lab3:0-7"]
    processes: node
    ports: { http: 15000, dist: 15100 }
    readiness: { http: /, port: http }
    launch:
      command: ${node('server.cjs', '{{self.http.port}}', 'decode', '{{self.process}} of {{self.processes}}', 'at {{self.leader}}')}
  router:
    slots: ["lab1:cpu0"]
    world: none
    end: true
    dependsOn: { prefill: ready, decode: ready }
    launch: { command: [${process.execPath}, client.cjs, "{{prefill.http.url}}", { each: decode, words: ["{{each.http.url}}"] }] }
`);
    const { status, stderr } = await ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(read(1, 'router-0/rank-0.out')).toBe('prefill on lab1\ndecode 0 of 2 at lab2\n');
    await until('nothing is left', () => left().length === 0);
  });

  test('slots that are bound when the run starts have the addresses of their machines', async () => {
    const print = 'echo "$RANK of $WORLD_SIZE at $MASTER_ADDR, $1"';
    const roles = ['ps', 'worker'].map(
      (name, at) =>
        `  ${name}: { slots: ["slot${at}:cpu0"], world: rpc, end: true, ports: { rpc: 15300 }, launch: { command: [bash, -c, '${print}', "-", "{{ps.rpc.address}} {{self.host}}"] } }\n`,
    );
    const slots = 'nodes: [{ hosts: "slot[0-1]", bind: job, cpuRanks: 1 }]';
    const { status, stderr } = await start(roles.join(''), '', slots, ['--nodes', 'lab3,lab2']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(read(3, 'ps-0/rank-0.out')).toBe('0 of 2 at lab3, lab3:15300 lab3\n');
    expect(read(2, 'worker-0/rank-0.out')).toBe('1 of 2 at lab3, lab3:15300 lab2\n');
  });

  test('a file and lines on other hosts say that roles are ready; a death ends all', async () => {
    const ended = start(`
  head:
    slots: ["lab1:cpu0"]
    readiness: { file: there-${run} }
    launch: { command: [bash, -c, "sleep 0.5; >there-${run}; sleep 600; :"] }
  pool:
    slots: ["lab2:cpu0", "lab3:cpu0"]
    replicas: 2
    dependsOn: { head: ready }
    readiness: { log: registered }
    launch: { command: [bash, -c, "echo I have registered; sleep 600; :"] }
  driver:
    slots: ["lab3:cpu1"]
    end: true
    dependsOn: { pool: ready }
    launch: { command: [bash, -c, "sleep 600; :"] }
  crash:
    slots: ["lab2:cpu1"]
    dependsOn: { pool: ready }
    launch: { command: [bash, -c, "exit 9"] }
`);
    const { status, stderr } = await ended;
    expect(status).toBe(9);
    expect(stderr).toMatch(/^rankplan: crash-0: lab2: rank 0 .*failed with status 9; its log: /m);
    expect(stderr).toMatch(/^rankplan: crash-0 failed: it ended with status 9; all other roles are ended$/m);
    expect(read(3, 'pool-1/rank-0.out')).toBe('I have registered\n');
    await until('nothing is left', () => left().length === 0);
  });

  test('a port that another program has on a host is said before anything starts', async () => {
    const [lab] = hosts.labs;
    const other = lab?.spawn([process.execPath, `${WORK}/server.cjs`, '15200', 'other']);
    const ended = start(`
  trainer: { slots: ["lab2:cpu0"], end: true, launch: { command: [bash, -c, ">started"] } }
  server: { slots: ["lab1:cpu0"], ports: { http: 15200 }, launch: { command: ${node('server.cjs', '{{self.http.port}}')} } }
`);
    await until('it listens', () => (lab?.left().length ?? 0) > 0);
    const { status, stderr } = await ended;
    expect(status).toBe(78);
    expect(stderr).toMatch(/server-0: lab1: port 15200 is taken on this host by node/);
    other?.kill();
  });
});
