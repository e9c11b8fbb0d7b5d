import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen, takePorts } from '../listen.ts';
import { until } from '../patience.ts';
import { checkRun, isEndedBySignal, isUp, listRuns, placing, ROLE, writeRun } from '../role-runs.ts';
import { makeFolder } from '../scratch.ts';
import { findProcesses, hasExec, makeMarker, readIfThere } from './exec-fixture.ts';
import { findRun, type Job, readLog, runJob, runThere, startRun } from './run-fixture.ts';

/** A server of HTTP on the port that it gets as a word; answers /health with 200 after a while. */
const SERVER = `require('http').createServer((q, a) => { a.statusCode = q.url === '/health' ? 200 : 404; a.end(); })
  .listen(Number(process.argv[1]), '127.0.0.1')`;
const serve = (marker: string) => [process.execPath, '-e', SERVER, '{{self.http.port}}', marker];

/** A topology of roles on CPU slots of this machine; a role without slots gets as many as it has replicas. */
function writeRoles(make: (marker: string) => Readonly<Record<string, object>>): Job {
  const folder = makeFolder('rankplan-roles-');
  const marker = makeMarker();
  let slot = 0;
  const roles = Object.entries(make(marker)).map(([name, role]) => {
    const { replicas = 1 } = role as { replicas?: number };
    return [name, { slots: Array.from({ length: replicas }, () => `localhost:cpu${slot++}`), ...role }];
  });
  const topology = join(folder, 'topology.yaml');
  const nodes = [{ hosts: 'localhost', cpuRanks: 64 }];
  const head = { version: 1, name: 'job', nodes, launch: { grace: '2s' } };
  writeFileSync(topology, JSON.stringify({ ...head, roles: Object.fromEntries(roles) }));
  return { folder, topology, marker };
}

const script = (marker: string, text: string, ...words: string[]) => ({
  command: ['bash', '-c', text, 'role', marker, ...words],
});

const verdictOf = (folder: string) => JSON.parse(readFileSync(join(findRun(folder), 'verdict.json'), 'utf8'));

/** Variables of an outer launcher. */
const OUTER = {
  ...{ RANK: '7', WORLD_SIZE: '9', MASTER_ADDR: 'far', CUDA_VISIBLE_DEVICES: '9' },
  ...{ SLURM_PROCID: '7', SLURM_JOB_ID: '1', PMI_RANK: '7' },
};

const ONE_HOST = listRuns().filter(([, { finds }]) => finds.every((line) => line.includes(' h1 ')));

describe.skipIf(!hasExec)('the roles of a run', () => {
  it.each(ONE_HOST)('are as planned: %s', async (_, scenario, end) => {
    const put = placing('h', takePorts(100));
    const place = (text: string) => put(text).replaceAll('h1', 'localhost');
    const folder = makeFolder('rankplan-roles-');
    const job = { folder, topology: join(folder, 'topology.yaml'), marker: makeMarker() };
    writeFileSync(join(folder, 'role'), ROLE, { mode: 0o755 });
    writeFileSync(job.topology, place(writeRun(scenario, end)));
    const env = { ...OUTER, RANKPLAN_RUN_ID: 'it', MARKER: job.marker };
    const { child, ended } = startRun(job, ['--no-verify', '--audit', 'off'], { env });
    const read = (replica: string, rank: string) =>
      readIfThere(join(folder, `runs/it/${replica}/rank-${rank}.out`)).replace(hostname(), 'localhost');
    if (isEndedBySignal(scenario, end)) {
      await until('all is up', () => child.exitCode !== null || isUp(scenario, place, read));
      child.kill('SIGTERM');
    }
    const { status, stderr } = await ended;
    checkRun(scenario, end, place, { status: status ?? -1, said: stderr, read });
    expect(verdictOf(folder)).toMatchObject({ status, failed: null });
    expect(findProcesses(job.marker)).toEqual([]);
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
        ...{ replicas: 2, world: 'none', restart: 'on-failure', restarts: 3 },
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

  it('are ready by what they wrote, also when they have ended; who was not, holds no run up for ever', () => {
    const wait = (text: string) =>
      writeRoles((marker) => ({
        one: { end: true, readiness: { log: 'READY' }, launch: script(marker, text) },
        two: { end: true, dependsOn: { one: 'ready' }, launch: script(marker, 'echo started') },
      }));
    const job = wait('echo READY');
    expect(runJob(job)).toMatchObject({ status: 0, stderr: '' });
    expect(readLog(job.folder, 'two-0/rank-0.out')).toBe('started\n');
    const { status, stderr } = runJob(wait('echo done'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^rankplan: one-0 failed: it ended with 0 before it was ready;/m);
  });

  it('are not ready by what they wrote before they started again', () => {
    const act = 'echo up; [[ -e again ]] || { >again; exit 1; }; sleep 1; >twice; echo up; sleep 600; :';
    const job = writeRoles((marker) => ({
      head: {
        ...{ readiness: { log: 'up', count: 2 }, restart: 'on-failure', restarts: 1 },
        launch: script(marker, act),
      },
      driver: { end: true, dependsOn: { head: 'ready' }, launch: script(marker, '[[ -e twice ]]') },
    }));
    expect(runJob(job).status).toBe(0);
  });

  it('are not ready by a file that another attempt wrote, nor by having been ready before', () => {
    const act = (then: string) =>
      `if [[ -e again ]]; then sleep 3; >twice; touch up; else >again; touch up; ${then}; exit 1; fi; sleep 600; :`;
    const head = { readiness: { file: 'up' }, restart: 'on-failure', restarts: 1 };
    const driver = { end: true, dependsOn: { head: 'ready', slow: 'ready' } };
    for (const then of ['true', 'sleep 1']) {
      const job = writeRoles((marker) => ({
        head: { ...head, launch: script(marker, act(then)) },
        slow: { readiness: { log: 'up' }, launch: script(marker, 'sleep 2; echo up; sleep 600; :') },
        driver: { ...driver, launch: script(marker, '[[ -e twice ]]') },
      }));
      expect(runJob(job).status).toBe(0);
    }
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

  it('refuse what is said of one program, and a role without a command', () => {
    const idle = runJob(writeRoles(() => ({ trainer: { end: true } })));
    expect([idle.status, idle.stderr]).toEqual([78, expect.stringContaining('trainer has no command')]);
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

  it.each([
    [['--node', 'localhost'], 'not with --all'],
    [['--format', 'json'], 'not with --all'],
    [['--port', '4000'], 'this plan has several roles'],
  ])('are not verified on all hosts with %j', (words, message) => {
    const job = writeRoles((marker) => ({ trainer: { end: true, launch: script(marker, 'exit 0') } }));
    const { status, stderr } = runThere(job.folder, ['verify', job.topology, '--all', ...words]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  });
});
