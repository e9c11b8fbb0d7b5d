import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { until } from '../../patience.ts';
import { compilePlan, runJob } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms, variantsOf } from './harness/versions.ts';

/* Several programs as the steps of one job: where each runs, what it sees, when it starts, how all end. */
const nodes = [{ hosts: 'a[1-2]', cpus: 4, gpus: { count: 6 }, cpuRanks: 4 }];

const SAY =
  'echo "$RANKPLAN_PROCESS on $SLURMD_NODENAME: GPUs ${CUDA_VISIBLE_DEVICES-unset}, rank ${RANK-none} of ${WORLD_SIZE-none}, Slurm ${SLURM_PROCID-none} of ${SLURM_NTASKS-none} on ${SLURM_JOB_NODELIST-none}, master ${MASTER_ADDR-none}, words $*"';
/** Says what it finds, then does this; a signal that it handles is a line of its log. */
const does = (script: string, ...words: readonly string[]) => ({
  command: ['bash', '-c', `${SAY}; ${script}`, 'role', ...words],
});
const SERVE = `exec ${process.execPath} -e 'require("http").createServer((_, a) => a.end()).listen(process.argv[1]);
process.on("SIGTERM", () => { console.log("TERM"); process.exit(0) }).on("SIGUSR1", () => console.log("USR1"))' "$1"`;
const LIVE = 'trap "echo TERM; exit 0" TERM; trap "echo USR1" USR1; while :; do sleep 0.1; done';

const server = {
  slots: ['a1:2-5'],
  replicas: 2,
  processes: 'replica',
  ports: { http: 8600, side: { base: 5600, count: 4 } },
  readiness: { http: '/', port: 'http' },
  launch: does(SERVE, '{{self.http.port}}'),
};
const trainer = (script: string) => ({
  slots: ['a1:0-1', 'a2:0-1'],
  end: true,
  dependsOn: { server: 'ready' },
  launch: does(script, '{{server.http.urls}}'),
});

const ALL = planOf({ version: 1, name: 'all', nodes, launch: { command: ['true'] } });

const planOfRoles = (roles: object, more: object = {}) =>
  planOf({ version: 1, name: 'roles', nodes, slurm: {}, launch: { grace: '5s' }, roles, ...more });

interface Run {
  readonly state: string;
  readonly exitCode: number;
  readonly log: string;
  readonly out: (replica: string, rank?: number) => string;
}

describe.each(findSlurms().flatMap(variantsOf))('$title', ({ slurm, constrained }) => {
  const cluster = useCluster(ALL.nodes, { slurm, constrained });

  async function run(
    roles: object,
    more: object = {},
    meanwhile: (id: number, out: Run['out']) => Promise<void> = async () => {},
  ): Promise<Run> {
    const folder = compilePlan(cluster(), planOfRoles(roles, more));
    mkdirSync(join(folder, 'sub'));
    const outOf =
      (runDir: string): Run['out'] =>
      (replica, rank = 0) => {
        const path = join(runDir, replica, `rank-${rank}.out`);
        return existsSync(path) ? readFileSync(path, 'utf8') : '';
      };
    const { state, exitCode, log, runDir } = await runJob(cluster(), folder, {
      env: { SQUEUE_STATES: 'PENDING' }, // what the caller has for squeue is not for the page
      meanwhile: (id, dir) => meanwhile(id, outOf(dir)),
    });
    return { state, exitCode, log, out: outOf(runDir) };
  }

  test('each finds its place, trainers start when the servers answer, which end after them', async () => {
    const { state, exitCode, log, out } = await run({ server, trainer: trainer('exit 0') });
    expect({ state, exitCode, log }).toEqual({ state: 'COMPLETED', exitCode: 0, log: expect.any(String) });
    const none = 'rank none of none, Slurm none of none on a[1-2], master none';
    expect(out('server-0')).toBe(`0 on a1: GPUs 2,3, ${none}, words 8600\nTERM\n`);
    expect(out('server-1')).toBe(`0 on a1: GPUs 4,5, ${none}, words 8601\nTERM\n`);
    const urls = 'http://a1:8600,http://a1:8601';
    for (const rank of [0, 1, 2, 3])
      expect(out('trainer-0', rank)).toBe(
        `${rank} on a${rank < 2 ? 1 : 2}: GPUs 0,1, rank ${rank} of 4, Slurm ${rank} of 4 on a[1-2], master a1, words ${urls}\n`,
      );
  });

  test('the first role that fails gives its status, and the others get TERM', async () => {
    const failing = { ...trainer('((RANK == 2)) && { echo no data >&2; exit 7; }; sleep 1000') };
    const { exitCode, log, out } = await run({ server, trainer: failing });
    expect(log).toMatch(/^job.sbatch: trainer-0 failed: it ended with status 7; all other roles are ended$/m);
    expect(log).toMatch(
      /^job.sbatch: trainer-0: rank 2 \(a2, GPU 0\) failed with status 7; its log: .*\n {2}no data$/m,
    );
    expect(out('server-1')).toMatch(/TERM\n$/);
    expect(exitCode).toBe(7);
  });

  const isUp = async (out: Run['out'], name: string) =>
    await until(name, () => [0, 1, 2, 3].every((rank) => out(name, rank) !== ''));
  const linesOf = (text: string) => text.split('\n').slice(1).join(' ');

  test('USR1 is for the role that ends the run, TERM ends all in order', async () => {
    const { state, log, out } = await run({ server, trainer: trainer(LIVE) }, {}, async (id, of) => {
      await isUp(of, 'trainer-0');
      await cluster().cancel(id, ['--batch', '--signal=USR1']);
      await until('USR1', () => [0, 1, 2, 3].every((rank) => of('trainer-0', rank).includes('USR1')));
      await cluster().cancel(id, ['--batch', '--signal=TERM']);
    });
    expect(log).not.toContain('job.sbatch');
    expect([0, 1, 2, 3].map((rank) => linesOf(out('trainer-0', rank)))).toEqual(Array(4).fill('USR1 TERM '));
    expect(linesOf(out('server-0'))).toBe('TERM ');
    expect(state).toBe('COMPLETED');
  });

  test('what is cancelled gets TERM once', async () => {
    const { state, out } = await run({ server, trainer: trainer(LIVE) }, {}, async (id, of) => {
      await isUp(of, 'trainer-0');
      await cluster().cancel(id);
    });
    expect(state).toBe('CANCELLED');
    expect([linesOf(out('server-0')), linesOf(out('trainer-0'))]).toEqual(['TERM ', 'TERM ']);
  });

  test('who does not heed TERM is killed; a log, a file, a port and an end are waited for', async () => {
    const first = { slots: ['a2:cpu0'], world: 'none', launch: does('sleep 0.5') };
    const deaf = { slots: ['a2:cpu1'], world: 'none', readiness: { log: 'up', count: 2 } };
    const filed = { slots: ['a2:cpu2'], world: 'none', readiness: { file: 'is-up' } };
    const { state, log, out } = await run({
      first,
      deaf: { ...deaf, launch: does('trap "" TERM; sleep 1; echo up; echo up; while :; do sleep 0.1; done') },
      filed: { ...filed, launch: { ...does('sleep 1; echo x >is-up; sleep 1000'), grace: '1s' } },
      server: { ...server, readiness: { tcp: 'http' } },
      trainer: {
        ...trainer('cat is-up; grep -c up "$RANKPLAN_RUN_DIR/../deaf-0/rank-0.out"'),
        dependsOn: { first: 'complete', deaf: 'ready', filed: 'ready', server: 'ready' },
      },
    });
    expect(log).not.toContain('job.sbatch');
    expect(linesOf(out('trainer-0'))).toBe('x 2 ');
    expect(state).toBe('COMPLETED');
  });

  test('nodes that the job binds; one world of several roles; a replica over two nodes', async () => {
    const bound = [{ ...nodes[0], hosts: 'n[1-2]', bind: 'job' }];
    const { state, log, out } = await run(
      {
        ps: {
          slots: ['n1:cpu0'],
          world: 'rpc',
          ports: { http: 8700 },
          readiness: { log: 'words' },
          launch: does('sleep 1000', '{{self.http.url}}'),
        },
        worker: {
          ...{ slots: ['n1:0-1', 'n2:0-1'], processes: 'node', end: true },
          ...{ world: 'rpc', dependsOn: { ps: 'ready' } },
          launch: {
            ...does('echo "$PS"', '--node={{self.process}}', '{{self.leader}}'),
            env: { PS: '{{ps.http.url}}' },
          },
        },
      },
      { nodes: bound },
    );
    const world = (rank: number) => `rank ${rank} of 3, Slurm ${rank} of 3 on a1,a2, master a1`;
    expect(log).not.toContain('job.sbatch');
    expect(state).toBe('COMPLETED');
    expect(out('ps-0')).toBe(`0 on a1: GPUs , ${world(0)}, words http://a1:8700\n`);
    for (const n of [0, 1])
      expect(out('worker-0', n)).toBe(
        `${n} on a${n + 1}: GPUs 0,1, ${world(n + 1)}, words --node=${n} a1\nhttp://a1:8700\n`,
      );
  });

  test('inside an allocation, and ended by a signal there', async () => {
    const roles = { server, trainer: trainer(': >"started-$RANK"; sleep 1000') };
    const folder = compilePlan(cluster(), planOfRoles(roles));
    const request = ['salloc', '--nodelist=a[1-2]', '--exclusive', '--gpus-per-node=6', '--time=5'];
    const script = '(until [[ -e started-0 && -e started-3 ]]; do sleep 0.1; done; kill $$) & exec "$0"';
    const { status, stderr } = await cluster().run(
      [...request, 'bash', '-c', script, join(folder, 'job.sbatch')],
      { cwd: folder },
    );
    expect(stderr).toMatch(/^job.sbatch: ended by SIGTERM$/m);
    expect(status).toBe(143);
  });

  test('a run that a signal ends fails with its last role, critical or not', async () => {
    const one = { slots: ['a1:0'], critical: false, launch: does('exit 5') };
    const { exitCode, log } = await run({ one }, { end: 'signal' });
    expect(log).toMatch(/^job.sbatch: one-0 failed: it ended with status 5; all other roles are ended$/m);
    expect(exitCode).toBe(5);
  });

  test('what is not ready when it ends or is late fails the run only where another waits for it', async () => {
    const alone = (slot: string, script: string) => ({ slots: [slot], world: 'none', launch: does(script) });
    const prep = { ...alone('a2:cpu0', 'echo up; exit 0'), readiness: { log: 'up' } };
    const late = { ...alone('a2:cpu1', 'sleep 1000'), readiness: { log: 'never', timeout: '1s' } };
    const first = { ...alone('a2:cpu2', 'sleep 4'), dependsOn: { prep: 'complete' }, end: true };
    const { state, log, out } = await run(
      {
        ...{ prep, late: { ...late, critical: false }, first },
        trainer: { ...trainer(''), dependsOn: { prep: 'ready' }, launch: does('pwd') },
      },
      { launch: { grace: '5s', workdir: 'sub' } },
    );
    expect(log).toMatch(/^job.sbatch: late-0 failed: it was not ready within 1 s; the run goes on$/m);
    expect(out('trainer-0')).toMatch(/\/sub\n$/);
    expect(state).toBe('COMPLETED');
    const option = { ...alone('a2:cpu0', 'exit 0'), readiness: { log: 'never' }, critical: false };
    const waiting = { ...trainer(''), dependsOn: { option: 'ready' }, launch: does('exit 0') };
    const held = await run({ option, trainer: waiting });
    expect(held.exitCode).toBe(1);
    expect(held.log).toMatch(
      /^job.sbatch: option-0 failed: it ended with 0 before it was ready, and trainer waits for it; all/m,
    );
  });
});
