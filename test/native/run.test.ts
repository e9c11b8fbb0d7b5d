import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLink } from '../../src/runtime/hosts/link.ts';
import { makeRunFolder, nameFreeRun } from '../../src/runtime/run/run-folder.ts';
import { listen } from '../listen.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { EXEC, findProcesses, hasExec } from './exec-fixture.ts';
import { fakeMachine, hasNative } from './fake-machine.ts';
import {
  areReady,
  findRun,
  READY,
  readLog,
  runJob,
  runOnTerminal,
  runThere,
  startRun,
  writeJob,
} from './run-fixture.ts';

const LIST_DESCRIPTORS = 'for fd in /proc/$$/fd/*; do printf "%s " "${fd##*/}"; done';

describe.skipIf(!hasExec)('a run in a folder whose name is not UTF-8', () => {
  it('is refused for that name', () => {
    const { folder } = writeJob();
    const call = `mkdir $'bad\\xff' && cd $'bad\\xff' && exec "$0" "$@"`;
    const run = [resolve('dist/rankplan.cjs'), 'run', join(folder, 'topology.yaml')];
    const words = ['-c', call, process.execPath, ...run];
    const { status, stderr } = spawnSync('bash', words, { cwd: folder, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 78, stderr: expect.stringContaining('not UTF-8') });
  });
});

describe.skipIf(!hasExec)('the ranks of a run', () => {
  it('get their environment, logs, a group of their own, default signals and no input', () => {
    const job = writeJob({
      ranks: 2,
      script: `echo "$RANK $WORLD_SIZE $RANKPLAN_RUN_DIR $TORCHELASTIC_ERROR_FILE"; echo oops >&2
        grep -h SigIgn /proc/self/status; read -r _ _ _ _ group _ </proc/$$/stat; [[ $group == $$ ]] && echo leader
        pwd; cat; ${LIST_DESCRIPTORS}`,
    });
    const { status, stdout, stderr } = runJob(job);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    const run = findRun(job.folder);
    const inherited = spawnSync('bash', ['-c', LIST_DESCRIPTORS], { encoding: 'utf8' }).stdout;
    for (const rank of [0, 1]) {
      expect(readLog(job.folder, `rank-${rank}.out`).split('\n')).toEqual([
        `${rank} 2 ${run} ${run}/rank-${rank}.error.json`,
        'SigIgn:\t0000000000000000',
        'leader',
        job.folder,
        inherited,
      ]);
      expect(readLog(job.folder, `rank-${rank}.err`)).toBe('oops\n');
    }
  });

  it('have the environment that launch.sh gives them', () => {
    const env = { ODD: `a'b"$HOME\n ü` };
    const job = writeJob({ ranks: 3, script: 'exec env -0', launch: { env } });
    runThere(job.folder, ['compile', job.topology, '-o', 'out']);
    const id = { RANKPLAN_RUN_ID: 'one', CUDA_VISIBLE_DEVICES: '5', HIP_VISIBLE_DEVICES: '6' };
    const caller = { ...process.env, ...id };
    spawnSync(join(job.folder, 'out/launch.sh'), [], { cwd: job.folder, env: caller });
    const { status } = runThere(job.folder, ['run', 'out'], { env: { ...id, RANKPLAN_RUN_ID: 'two' } });
    expect(status).toBe(0);
    const own =
      /^(_|SHLVL|OLDPWD|PWD|RANKPLAN_RUN_\d+|RANKPLAN_RUN_ID|RANKPLAN_RUN_DIR|RANKPLAN_EXEC|TORCHELASTIC_ERROR_FILE)=/;
    const read = (run: string, rank: number) =>
      readFileSync(join(job.folder, 'out/runs', run, `rank-${rank}.out`), 'utf8')
        .split('\0')
        .filter((entry) => !own.test(entry))
        .sort();
    for (const rank of [0, 1, 2]) expect(read('two', rank)).toEqual(read('one', rank));
  });

  it('get every argument intact', () => {
    const words = ['*', '~', '$HOME `id` $(id)', "it's", '"', '', 'a\nb', '-n', '\\', '{1,2}', 'ü ☃', '--'];
    const job = writeJob({ launch: { command: ['printf', '<%s>', ...words] } });
    expect(runJob(job, ['--', ...words]).status).toBe(0);
    expect(readLog(job.folder, 'rank-0.out')).toBe([...words, ...words].map((word) => `<${word}>`).join(''));
  });

  it('run the command of the caller when the plan has none', () => {
    const job = writeJob({ script: null });
    expect(runJob(job, ['--', 'echo', 'hi']).status).toBe(0);
    expect(readLog(job.folder, 'rank-0.out')).toBe('hi\n');
  });

  it('go through setup and wrap, in the working directory', () => {
    const workdir = makeFolder('work dir ');
    mkdirSync(join(workdir, 'sub'));
    const setup = ['cd sub', 'export FROM_SETUP=yes', 'no_such_command_xyz', 'set --'];
    const script = 'pwd; echo $FROM_SETUP $WRAPPED';
    const job = writeJob({ script, launch: { setup, workdir, wrap: ['env', 'WRAPPED=yes'] } });
    expect(runJob(job).status).toBe(0);
    expect(readLog(job.folder, 'rank-0.out')).toBe(`${workdir}/sub\nyes yes\n`);
    expect(readLog(job.folder, 'rank-0.err')).toContain('no_such_command_xyz');
  });

  it.skipIf(!hasNative)('run on the CPUs of their GPU, or on what the kernel grants of them', () => {
    const gpus = [
      { index: 0, cpus: '0' },
      { index: 1, cpus: '0-8191' },
    ];
    const script = 'grep Cpus_allowed_list /proc/self/status';
    const job = writeJob({ nodes: [{ hosts: 'localhost', gpus }], script });
    const { status, stderr } = runJob(job, ['--audit', 'off'], fakeMachine('four-l40s'));
    expect(status).toBe(0);
    expect(readLog(job.folder, 'rank-0.out')).toBe('Cpus_allowed_list:\t0\n');
    expect(stderr).toMatch(
      /^rankplan: warning: rank 1: of the planned CPUs 0-8191 it may use [\d,-]+ only\n$/,
    );
  });
});

describe.skipIf(!hasExec)('the logs of a run', () => {
  it('lie beside a compiled plan, else where run is called, else where --logs says', () => {
    const job = writeJob();
    runThere(job.folder, ['compile', job.topology, '-o', 'out']);
    runThere(job.folder, ['run', 'out']);
    runThere(job.folder, ['run', 'out/plan.json']);
    expect(readdirSync(join(job.folder, 'out/runs')).length).toBe(2);
    expect(existsSync(join(job.folder, 'runs'))).toBe(false);
    runJob(job);
    expect(readdirSync(findRun(job.folder))).toEqual(['rank-0.err', 'rank-0.out', 'verdict.json']);
    runJob(job, ['--logs', 'else/where']);
    expect(readdirSync(join(job.folder, 'else/where/runs')).length).toBe(1);
  });

  it('have the id that is chosen, once', () => {
    const job = writeJob();
    const env = { RANKPLAN_RUN_ID: 'mine' };
    expect(runJob(job, [], { env }).status).toBe(0);
    expect(findRun(job.folder)).toBe(join(job.folder, 'runs/mine'));
    const again = runJob(job, [], { env });
    expect(again).toMatchObject({ status: 78, stderr: expect.stringContaining('has a run already') });
    const odd = runJob(job, [], { env: { RANKPLAN_RUN_ID: '../x' } });
    expect(odd).toMatchObject({ status: 78, stderr: expect.stringContaining('is not a name') });
  });

  it.each([
    ['0', 'exit 0', { status: 0, restarts: 0, ranks: { planned: 2, well: 2, failed: 0 }, failed: null }],
    [
      'of the first that failed',
      '[[ $RANK == 0 ]] || exit 7; sleep 1000',
      { status: 7, ranks: { planned: 2, well: 0, failed: 1 }, failed: { rank: 1, status: 7, killer: 0 } },
    ],
  ])('have a verdict for whoever comes later: status %s', (_, script, verdict) => {
    const job = writeJob({ ranks: 2, script });
    const { status } = runJob(job);
    const written = JSON.parse(readLog(job.folder, 'verdict.json'));
    expect(written).toMatchObject({ formatVersion: '1.0', ...verdict });
    expect(written.hosts).toEqual([
      { host: 'localhost', node: 'localhost', logs: findRun(job.folder), isLost: false },
    ]);
    expect(status).toBe(verdict.status);
  });

  it('have a verdict of each machine that is launched alone', () => {
    const nodes = [hostname(), 'other'].map((hosts) => ({ hosts, cpuRanks: 1 }));
    const job = writeJob({ nodes, launch: { master: { address: '127.0.0.1', port: 14_999 } } });
    const { status } = runJob(job, ['--node', hostname()]);
    expect(status).toBe(0);
    expect(JSON.parse(readLog(job.folder, `verdict-${hostname()}.json`))).toMatchObject({ status: 0 });
  });

  it('go on without a verdict where none can be written', () => {
    const job = writeJob({ script: 'mkdir $RANKPLAN_RUN_DIR/verdict.json' });
    const { status, stderr } = runJob(job);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^rankplan: warning: .*verdict\.json cannot be written: /);
    expect(readdirSync(findRun(job.folder)).filter((name) => name.startsWith('verdict'))).toHaveLength(1);
  });

  it('are shown with --tee while the ranks run', async () => {
    const job = writeJob({
      script: `echo early; ${READY}; until [[ -e $RANKPLAN_RUN_DIR/go ]]; do sleep 0.05; done`,
    });
    const { child, ended } = startRun(job, ['--tee']);
    await new Promise((resume) => child.stdout?.once('data', resume));
    writeFileSync(join(findRun(job.folder), 'go'), '');
    expect(await ended).toMatchObject({ status: 0, stdout: '[rank 0] early\n' });
  });
});

describe.skipIf(!hasExec)('the first failure', () => {
  it('is shown with the end of its log and the exception that it recorded', () => {
    const recorded = {
      message: { message: 'ValueError: bad\x1b[31m\nat line 3', extraInfo: { timestamp: '1' } },
    };
    const script = `for i in {1..9}; do echo "line $i"; done >&2; printf '%s' "$2" >"$TORCHELASTIC_ERROR_FILE"; exit 3`;
    const job = writeJob({ script: null });
    const command = ['bash', '-c', script, 'rank', 'x', JSON.stringify(recorded)];
    const { status, stderr } = runJob(job, ['--', ...command]);
    expect(status).toBe(3);
    expect(stderr).toBe(
      `rankplan: rank 0 (localhost, CPU) failed with status 3; its log: ${findRun(job.folder)}/rank-0.err
  line 5
  line 6
  line 7
  line 8
  line 9
  what it recorded:
    ValueError: bad\ufffd[31m
    at line 3
`,
    );
  });

  it('has the soft limit of open files that Node has raised, unless setup sets another', () => {
    const script = 'ulimit -Sn; ulimit -Hn';
    const raised = writeJob({ script });
    runJob(raised);
    const [soft, hard] = readLog(raised.folder, 'rank-0.out').split('\n');
    expect(soft).toBe(hard);
    const lowered = writeJob({ script, launch: { setup: ['ulimit -Sn 64'] } });
    runJob(lowered);
    expect(readLog(lowered.folder, 'rank-0.out')).toBe(`64\n${hard}\n`);
  });

  it('is found where the kernel looks when nobody has set PATH', () => {
    const job = writeJob({ launch: { command: ['true'] } });
    expect(runJob(job, [], { env: { PATH: undefined } })).toMatchObject({ status: 0 });
  });

  it('may be that the command cannot be run', () => {
    const job = writeJob({ launch: { command: ['./script'] } });
    writeFileSync(join(job.folder, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const { status, stderr } = runJob(job);
    expect(status).toBe(127);
    expect(stderr).toContain(
      'rank 0 (localhost, CPU) could not be started: exec: ./script: No such file or directory',
    );
  });
});

it('two runs of one name, at one time and by one process id, have a folder each', () => {
  const parent = makeFolder('rankplan-folder-');
  const folders = [1, 2, 3].map(() => {
    const folder = join(parent, nameFreeRun(parent));
    makeRunFolder(folder, 0);
    return folder;
  });
  expect(new Set(folders).size).toBe(3);
  expect(() => makeRunFolder('/dev/null/run', 0)).toThrow('cannot be made');
});

describe.skipIf(!hasExec)('where the guard cannot be started, run says so', () => {
  it('because the environment is too large', async () => {
    const { ended } = openLink([EXEC], { env: { A: 'x'.repeat(200_000) }, onBytes() {} });
    expect(await ended).toMatchObject({ reason: expect.stringContaining('E2BIG') });
  });

  it('because there are no descriptors left', () => {
    const job = writeJob();
    const outcomes = [21, 23, 25].map((limit) => {
      const command = `ulimit -n ${limit}; exec "$0" "$@"`;
      const args = ['-c', command, process.execPath, resolve('dist/rankplan.cjs'), 'run', job.topology];
      return spawnSync('bash', args, {
        cwd: job.folder,
        encoding: 'utf8',
        env: { ...process.env, RANKPLAN_EXEC: EXEC },
      });
    });
    for (const { stderr } of outcomes) expect(stderr).not.toContain('bug in rankplan');
    expect(outcomes.map(({ stderr }) => stderr).join()).toContain(
      `${EXEC} cannot be started: spawn ${EXEC} EMFILE`,
    );
  });
});

describe.skipIf(!hasExec)('run refuses', () => {
  const refused = (problem: string, status = 78) => ({
    status,
    stdout: '',
    stderr: expect.stringContaining(problem),
  });
  const two = [{ hosts: ['localhost', '127.0.0.1'], cpuRanks: 1 }];
  const slots = [{ hosts: ['a', 'b'], bind: 'job', cpuRanks: 1 }];
  const elsewhere = [{ hosts: 'elsewhere', cpuRanks: 1 }];
  const open = { master: { port: 'auto' } };
  const unknown = { master: { address: 'no-such-host.invalid' } };
  const PLAN = 'topology.yaml';

  it.each([
    [`this host, ${hostname()}, is not in the plan`, { nodes: elsewhere }, []],
    ["the plan maps no rank to 'nowhere': --node takes one of localhost", {}, ['--node', 'nowhere']],
    ['is several nodes of the plan', { nodes: two, launch: { master: { address: '10.0.0.1' } } }, []],
    ['--nodes is for a `bind: job` plan', {}, ['--nodes', 'a']],
    ['give its 2 machines with --nodes', { nodes: slots }, []],
    ['--nodes names 1 hosts for 2 nodes', { nodes: slots }, ['--nodes', 'localhost']],
    ['--nodes names a twice', { nodes: slots }, ['--nodes', 'a,a']],
    ['give the same --port on each', { nodes: slots, launch: open }, ['--nodes', 'localhost,b']],
    ["the master address 'no-such-host.invalid' does not resolve", { launch: unknown }, []],
    ['there is no command', { script: null }, []],
    ["'no-such-program' is not a command on this host", { launch: { command: ['no-such-program'] } }, []],
    ["the working directory '/no/such' cannot be entered", { launch: { workdir: '/no/such' } }, []],
  ] as const)('where %s', (problem, options, args) => {
    const job = writeJob(options);
    expect(runJob(job, args)).toMatchObject(refused(problem));
    expect(existsSync(join(job.folder, 'runs'))).toBe(false);
  });

  it('a port that is taken, among many', async () => {
    // More than are read at once; which of them comes last only the kernel knows.
    const servers = await Promise.all(Array.from({ length: 150 }, () => listen('127.0.0.1')));
    const job = writeJob();
    for (const { port } of servers.filter((_, index) => index % 50 === 0)) {
      const outcome = runJob(job, ['--port', `${port}`]);
      const holder = `${readFileSync('/proc/self/comm', 'utf8').trim()} (process ${process.pid})`;
      expect(outcome).toMatchObject(
        refused(`port ${port} is taken on this host, rank 0's by ${holder}: stop`),
      );
    }
    for (const { stop } of servers) await stop();
  });

  it.each([
    ['a plan with mistakes', ['bad.json'], {}, 1, 'RP'],
    ['a missing plan', ['nowhere.yaml'], {}, 3, 'no such file'],
    ['an empty name', [''], {}, 2, 'is empty'],
    ['a name with bytes that are not UTF-8', ['\ufffd/topology.yaml'], {}, 2, 'not UTF-8'],
    ['a port that is none', [PLAN, '--port', '0'], {}, 2, "--port '0' is not a port"],
    ['a grace that is none', [PLAN, '--grace', 'x'], {}, 2, "--grace 'x' is not a number"],
    ['no binary', [PLAN], { RANKPLAN_EXEC: '/no/rankplan-exec' }, 3, 'npm run build:native'],
    ['a binary that is none', [PLAN], { RANKPLAN_EXEC: '/bin/false' }, 3, 'started nothing (status 1)'],
  ])('%s', (_name, args, env, status, problem) => {
    const job = writeJob();
    writeFileSync(join(job.folder, 'bad.json'), '{"version":1}');
    const outcome = runThere(job.folder, ['run', ...args], { env });
    expect(outcome).toMatchObject(refused(problem, status));
    expect(outcome.stderr).not.toContain('    at ');
  });
});

describe.skipIf(!hasExec)('a run', () => {
  it('picks a port where the plan leaves it open', () => {
    const job = writeJob({ ranks: 2, script: 'echo $MASTER_PORT', launch: { master: { port: 'auto' } } });
    expect(runJob(job).status).toBe(0);
    const port = readLog(job.folder, 'rank-0.out');
    expect(Number(port)).toBeGreaterThan(1023);
    expect(readLog(job.folder, 'rank-1.out')).toBe(port);
  });

  it('binds a plan of slots to machines, and records it', () => {
    const nodes = [{ hosts: ['a', 'b'], bind: 'job', cpuRanks: 1 }];
    const job = writeJob({ nodes, script: 'echo $RANKPLAN_NODE $MASTER_ADDR $RANK' });
    expect(runJob(job, ['--nodes', '127.0.0.2,localhost', '--node', 'b']).status).toBe(0);
    expect(readLog(job.folder, 'rank-1.out')).toBe('b 127.0.0.2 1\n');
    expect(JSON.parse(readLog(job.folder, 'bound.json'))).toEqual({
      formatVersion: '1.0',
      nodes: [
        { node: 'a', host: '127.0.0.2' },
        { node: 'b', host: 'localhost' },
      ],
    });
  });

  it('prints the command lines on request, and starts nothing', () => {
    const job = writeJob({ ranks: 2, launch: { command: ['true', 'a b'] } });
    const outcome = runJob(job, ['--dry-run', '--', "it's"]);
    const line = `true 'a b' 'it'\\''s'`;
    expect(outcome).toMatchObject({
      status: 0,
      stdout: `rank 0 (localhost, CPU): ${line}\nrank 1 (localhost, CPU): ${line}\n`,
      stderr: '',
    });
    expect(existsSync(join(job.folder, 'runs'))).toBe(false);
  });

  it('passes USR1 and USR2 on', async () => {
    const job = writeJob({ script: `trap 'echo 1; exit 0' USR1; ${READY}; while :; do sleep 0.05; done` });
    const { child, ended } = startRun(job);
    await until('the rank', areReady(job.folder, 1));
    child.kill('SIGUSR1');
    expect((await ended).status).toBe(0);
    expect(readLog(job.folder, 'rank-0.out')).toBe('1\n');
  });

  it('shows its state on a terminal', () => {
    const zero = 'echo $$ >zero; sleep 1.2';
    const one =
      'until [ -s zero ]; do sleep 0.05; done; while kill -0 $(cat zero) 2>/dev/null; do sleep 0.05; done';
    const script = `${READY}; if [ $RANK = 0 ]; then ${zero}; else ${one}; fi; echo the last of $RANK; exit $RANK`;
    const job = writeJob({ ranks: 2, script });
    const stdout = runOnTerminal(job);
    expect(stdout).toContain('2 ranks: 2 running');
    expect(stdout).toMatch(/0 +CPU +\d+ +running/);
    expect(stdout).toContain('rank 1 (localhost, CPU) failed with status 1');
    expect(stdout).toMatch(/^rankplan: 2 ranks; logs: /);
    expect(stdout).toMatch(/rankplan: 2 ranks ended after \d+\.\d s: 1 failed, 1 ended well; logs: /);
    expect(stdout).toMatch(/0 +CPU +\d+ +ended +\d+ +the last of 0\r\n/);
    expect(stdout).toContain(`logs: ${findRun(job.folder)}\r\n`);
    expect(findProcesses(job.marker)).toEqual([]);
  });
});
