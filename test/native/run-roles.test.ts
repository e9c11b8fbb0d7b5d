import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { findProcesses, hasExec, makeMarker } from './exec-fixture.ts';
import { findRun, type Job, readLog, runJob, startRun, takePorts } from './run-fixture.ts';

/** A server of HTTP on the port that it gets as a word; answers /health with 200 after a while. */
const SERVER = `require('http').createServer((q, a) => { a.statusCode = q.url === '/health' ? 200 : 404; a.end(); })
  .listen(Number(process.argv[1]), '127.0.0.1')`;
const serve = (marker: string, port = 'http') => [
  process.execPath,
  '-e',
  SERVER,
  `{{self.${port}.port}}`,
  marker,
];

/** A topology of roles on CPU slots of this machine; a role without slots gets as many as it has replicas. */
function writeRoles(make: (marker: string) => Readonly<Record<string, object>>, top: object = {}): Job {
  const folder = makeFolder('rankplan-roles-');
  const marker = makeMarker();
  let slot = 0;
  const roles = Object.entries(make(marker)).map(([name, role]) => {
    const { replicas = 1 } = role as { replicas?: number };
    return [name, { slots: Array.from({ length: replicas }, () => `localhost:cpu${slot++}`), ...role }];
  });
  const topology = join(folder, 'topology.yaml');
  const nodes = [{ hosts: 'localhost', cpuRanks: 64 }];
  const text = {
    version: 1,
    name: 'job',
    nodes,
    launch: { grace: '2s' },
    ...top,
    roles: Object.fromEntries(roles),
  };
  writeFileSync(topology, JSON.stringify(text));
  return { folder, topology, marker };
}

const script = (marker: string, text: string, ...words: string[]) => ({
  command: ['bash', '-c', text, 'role', marker, ...words],
});

const verdictOf = (folder: string) => JSON.parse(readFileSync(join(findRun(folder), 'verdict.json'), 'utf8'));

/** Variables of an outer launcher. */
const OUTER = {
  RANK: '7',
  WORLD_SIZE: '9',
  MASTER_ADDR: 'far',
  SLURM_PROCID: '7',
  PMI_RANK: '7',
  SLURM_JOB_ID: '1',
};

describe.skipIf(!hasExec)('the roles of a run', () => {
  it('are started when servers answer, find their addresses, and end with the trainer', () => {
    const base = takePorts(2);
    const job = writeRoles((marker) => ({
      server: {
        replicas: 2,
        processes: 'replica',
        ports: { http: base },
        readiness: { http: '/health' },
        launch: { command: serve(marker) },
      },
      trainer: {
        slots: ['localhost:cpu8-9'],
        end: true,
        dependsOn: { server: 'ready' },
        launch: script(marker, 'echo "$RANK/$WORLD_SIZE $2"', '{{server.http.urls}}'),
      },
    }));
    const { status, stdout, stderr } = runJob(job);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    const urls = `http://localhost:${base},http://localhost:${base + 1}`;
    for (const rank of [0, 1])
      expect(readLog(job.folder, `trainer-0/rank-${rank}.out`)).toBe(`${rank}/2 ${urls}\n`);
    expect(verdictOf(job.folder)).toEqual({
      ...{ formatVersion: '1.0', status: 0, failed: null },
      replicas: [
        { name: 'server-0', status: 143, wasEnded: true },
        { name: 'server-1', status: 143, wasEnded: true },
        { name: 'trainer-0', status: 0, wasEnded: false },
      ],
    });
    expect(findProcesses(job.marker)).toEqual([]);
  });

  it('have the world of their replica, of a name, or none', () => {
    const print =
      'echo "${RANK-none}/${WORLD_SIZE-none} ${MASTER_ADDR-none} ${SLURM_PROCID-none}${PMI_RANK-} $SLURM_JOB_ID"';
    const job = writeRoles((marker) => ({
      ps: { world: 'rpc', critical: false, launch: script(marker, print) },
      worker: { world: 'rpc', replicas: 2, end: true, launch: script(marker, print) },
      reward: { world: 'none', critical: false, launch: script(marker, print) },
    }));
    const { status } = runJob(job, [], { env: OUTER });
    expect(status).toBe(0);
    const read = (name: string) => readLog(job.folder, `${name}/rank-0.out`).trim();
    expect(['ps-0', 'worker-0', 'worker-1', 'reward-0'].map(read)).toEqual([
      '0/3 localhost 77 1',
      '1/3 localhost 77 1',
      '2/3 localhost 77 1',
      'none/none none none 1',
    ]);
  });

  it('fail with the status of the first that fails, and leave nothing', () => {
    const job = writeRoles((marker) => ({
      server: { launch: script(marker, 'exit 5') },
      trainer: { end: true, launch: script(marker, 'sleep 600; :') },
    }));
    const { status, stderr } = runJob(job);
    expect(status).toBe(5);
    expect(stderr).toMatch(/^rankplan: server-0: .*rank 0 .*failed with status 5; its log: /m);
    expect(stderr).toMatch(/^rankplan: server-0 failed: it ended with status 5; all other roles are ended$/m);
    expect(verdictOf(job.folder)).toMatchObject({ status: 5, failed: 'server-0' });
    expect(findProcesses(job.marker)).toEqual([]);
  });

  it('start a replica again, alone, as often as they say', () => {
    const count = 'echo x >>"$2-$RANKPLAN_REPLICA"; [[ $RANKPLAN_REPLICA == 0 ]] && exit 6; sleep 600; :';
    const job = writeRoles((marker) => ({
      env: {
        replicas: 2,
        world: 'none',
        restart: 'on-failure',
        restarts: 3,
        launch: script(marker, count, 'starts'),
      },
      trainer: { end: true, launch: script(marker, 'sleep 600; :') },
    }));
    const { status, stderr } = runJob(job);
    expect(status).toBe(6);
    expect(stderr).toMatch(/^rankplan: env-0: restart 3 of 3;/m);
    expect(readFileSync(join(job.folder, 'starts-0'), 'utf8')).toBe('x\n'.repeat(4));
    expect(readFileSync(join(job.folder, 'starts-1'), 'utf8')).toBe('x\n');
    expect(findProcesses(job.marker)).toEqual([]);
  });

  it('are ready when a file is there, or lines of their output are', () => {
    const job = writeRoles((marker) => ({
      head: { readiness: { file: 'there' }, launch: script(marker, 'sleep 0.3; >there; sleep 600; :') },
      pool: {
        slots: ['localhost:cpu8-9'],
        dependsOn: { head: 'ready' },
        readiness: { log: 'registered', count: 2 },
        launch: script(marker, '[[ -e there ]] && echo "I registered"; sleep 600; :'),
      },
      driver: {
        end: true,
        dependsOn: { pool: 'ready' },
        launch: script(marker, 'grep -c registered "$RANKPLAN_RUN_DIR"/../pool-0/*.out'),
      },
    }));
    const { status, stdout, stderr } = runJob(job);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readLog(job.folder, 'driver-0/rank-0.out')).toMatch(/out:1\n.*out:1\n/);
  });

  it('start nothing where a port is taken, a command missing, or a file there already', async () => {
    const { port, stop } = await listen();
    const job = writeRoles((marker) => ({
      server: { ports: { http: port }, launch: { command: serve(marker) } },
      other: { readiness: { file: 'topology.yaml' }, launch: script(marker, '>started') },
      trainer: { end: true, launch: { command: ['no-such-program', marker] } },
    }));
    const { status, stderr } = runJob(job);
    await stop();
    expect(status).toBe(78);
    expect(stderr).toMatch(
      /^rankplan: server-0: .*port \d+ is taken on this host.*change `ports` of the role$/m,
    );
    expect(stderr).toMatch(/^rankplan: other-0: .*topology\.yaml is there already/m);
    expect(stderr).toMatch(/^rankplan: trainer-0: .*'no-such-program' is not a command/m);
  });

  it('end with 0 at a signal, where that is their end', async () => {
    const job = writeRoles(
      (marker) => ({
        server: { replicas: 2, launch: script(marker, '>up-$RANKPLAN_REPLICA; sleep 600; :') },
      }),
      {
        end: 'signal',
      },
    );
    const { child, ended } = startRun(job);
    await until('both servers run', () => findProcesses(job.marker).length >= 2);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0, stdout: '' });
    expect(findProcesses(job.marker)).toEqual([]);
  });

  it('show their commands and start nothing in a dry run', () => {
    const base = takePorts(2);
    const job = writeRoles((marker) => ({
      server: {
        replicas: 2,
        ports: { http: base },
        launch: { command: ['bash', '-c', '>started', marker, '{{self.http.port}}'] },
      },
      trainer: { end: true, launch: { command: ['bash', '{{server.1.http.address}}'] } },
    }));
    const { status, stdout } = runJob(job, ['--dry-run']);
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `server-0 process 0 (localhost, CPU): bash -c '>started' ${job.marker} ${base}`,
      `server-1 process 0 (localhost, CPU): bash -c '>started' ${job.marker} ${base + 1}`,
      `trainer-0 process 0 (localhost, CPU): bash localhost:${base + 1}`,
      '',
    ]);
  });

  it('start once under a name', () => {
    const job = writeRoles((marker) => ({ trainer: { end: true, launch: script(marker, 'exit 0') } }));
    const env = { RANKPLAN_RUN_ID: 'night' };
    expect(runJob(job, [], { env }).status).toBe(0);
    const { status, stderr } = runJob(job, [], { env });
    expect(status).toBe(78);
    expect(stderr).toMatch(/^rankplan: .*\/runs\/night has a run already: choose another RANKPLAN_RUN_ID$/m);
  });

  it('refuse what is said of one program', () => {
    const job = writeRoles((marker) => ({ trainer: { end: true, launch: script(marker, 'exit 0') } }));
    for (const args of [
      ['--restarts', '2'],
      ['--port', '4000'],
      ['--', 'word'],
    ]) {
      const { status, stderr } = runJob(job, args);
      expect([args, status]).toEqual([args, 2]);
      expect(stderr).toContain('this plan has several roles');
    }
  });
});
