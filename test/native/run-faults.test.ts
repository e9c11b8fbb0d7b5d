import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { some } from '../stage.ts';
import {
  childrenOf,
  EXEC,
  findProcesses,
  hasExec,
  listDescriptors,
  readIfThere,
  SCANNING_EXEC,
} from './exec-fixture.ts';
import { areReady, findRun, type Job, READY, readLog, startRun, writeJob } from './run-fixture.ts';

const NAMESPACE = ['--user', '--map-root-user', '--pid', '--fork'];
const hasNamespaces = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;

/** What ranks do while they are being ended, as bash; `$1` is the marker that every process carries. */
const BEHAVIOURS = {
  obedient: '',
  'ignoring TERM': "trap '' TERM INT HUP",
  'with a child that ignores TERM': `bash -c 'trap "" TERM; while :; do sleep 1; done' child "$1" &`,
  'with a session of its own': `setsid bash -c 'trap "" TERM; while :; do sleep 1; done' child "$1" &`,
  'with a daemon of two forks': `(setsid bash -c 'trap "" TERM; while :; do sleep 1; done' daemon "$1" &)`,
  'with a daemon that has no environment': `(env -i setsid bash -c 'trap "" TERM; while :; do sleep 1; done' daemon "$1" &)`,
} as const;

const WAIT = 'while :; do sleep 1; done';

/** How the launcher ends, and its status or signal then. */
const ENDINGS = [
  { by: 'SIGTERM', status: 143, signal: null },
  { by: 'SIGINT', status: 130, signal: null },
  { by: 'SIGQUIT', status: 131, signal: null },
  { by: 'SIGKILL', status: null, signal: 'SIGKILL' },
] as const;

const launcherFaults = some(
  ENDINGS.flatMap((ending) =>
    Object.entries(BEHAVIOURS).map(([behaviour, script]) => ({ ...ending, behaviour, script })),
  ),
);

describe.skipIf(!hasExec)(`the launcher ends (${launcherFaults.length} cases)`, () => {
  it.concurrent.each(launcherFaults)('by $by, ranks $behaviour', async ({ by, status, signal, script }) => {
    const job = writeJob({ ranks: 3, script: `${script}\n${READY}; ${WAIT}` });
    const { child, ended } = startRun(job);
    await until('the ranks', areReady(job.folder, 3));
    child.kill(by);
    expect(await ended).toMatchObject({ status, signal });
    // After KILL it is the guard that ends the ranks, while nobody waits for it; else nothing may be left by now.
    if (by === 'SIGKILL') await until('the end', () => findProcesses(job.marker).length === 0);
    expect(findProcesses(job.marker)).toEqual([]);
    await until('the end of the guard', () => findProcesses(job.folder).length === 0);
  });
});

/** What rank 1 does while its peers wait. */
const RANK_FAULTS = [
  { name: 'exits 3', script: 'exit 3', status: 3, says: 'failed with status 3' },
  { name: 'segfaults', script: 'kill -SEGV $$', status: 139, says: 'was killed by SIGSEGV' },
  { name: 'is killed', script: 'kill -KILL $$', status: 137, says: 'was killed by SIGKILL' },
  { name: 'exits 255', script: 'exit 255', status: 255, says: 'failed with status 255' },
  { name: 'exits 137', script: 'exit 137', status: 137, says: 'failed with status 137 (as from SIGKILL)' },
  { name: 'is not there', script: 'exec no-such-program', status: 127, says: 'failed with status 127' },
] as const;

const rankFaults = some(
  RANK_FAULTS.flatMap((fault) =>
    Object.entries(BEHAVIOURS).map(([behaviour, peers]) => ({ ...fault, behaviour, peers })),
  ),
);

describe.skipIf(!hasExec)(`a rank ends (${rankFaults.length} cases)`, () => {
  it.concurrent.each(rankFaults)('$name, its peers $behaviour', async ({ script, peers, status, says }) => {
    const fails = `until [[ -e $RANKPLAN_RUN_DIR/ready-0 && -e $RANKPLAN_RUN_DIR/ready-2 ]]; do sleep 0.05; done
      echo "why $1" >&2; ${script}`;
    const job = writeJob({
      ranks: 3,
      script: `if [[ $RANK == 1 ]]; then ${fails}\nelse ${peers}\n${READY}; ${WAIT}; fi`,
    });
    const outcome = await startRun(job).ended;
    expect(outcome.status).toBe(status);
    const log = join(findRun(job.folder), 'rank-1.err');
    expect(outcome.stderr).toContain(
      `rankplan: rank 1 (localhost, CPU) ${says}; its log: ${log}\n  why ${job.marker}\n`,
    );
    expect(outcome.stderr.match(/rankplan: rank \d+ \(/g)?.length).toBe(1);
    expect(findProcesses(job.marker)).toEqual([]);
    expect(findProcesses(job.folder)).toEqual([]);
  });
});

describe.skipIf(!hasExec)('ranks end well', () => {
  it.concurrent.each(some(Object.entries(BEHAVIOURS)))('%s, and leave nothing', async (_name, script) => {
    const job = writeJob({ ranks: 2, script: `${script}\nexit 0` });
    expect(await startRun(job).ended).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(findProcesses(job.marker)).toEqual([]);
  });
});

/** A shell with a terminal of its own that runs these lines, and the status that they write. */
function openTerminal({ folder }: Job, lines: string) {
  writeFileSync(join(folder, 'shell'), lines);
  // Only the session's leader hears of the end of a terminal, and may have been started deaf.
  const shell = 'exec env --default-signal=HUP bash shell';
  const terminal = spawn('script', ['-qec', shell, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, RANKPLAN_EXEC: EXEC, SHELL: '/bin/bash' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const read = () => readIfThere(join(folder, 'status'));
  const status = () => until('the status', () => read() !== '').then(read);
  return { terminal, status };
}

describe.skipIf(!hasExec)('faults around a run', () => {
  it('a hanging rank, and a person who presses Ctrl-C twice', async () => {
    const job = writeJob({
      ranks: 2,
      script: `trap '' INT TERM; ${READY}; ${WAIT}`,
      launch: { grace: '1000s' },
    });
    const { child, ended } = startRun(job);
    await until('the ranks', areReady(job.folder, 2));
    child.kill('SIGINT');
    await new Promise((resume) => setTimeout(resume, 300));
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    expect(findProcesses(job.marker)).toEqual([]);
  });

  // Node forgets at its start what was ignored; `nohup` leaves no terminal on 0 to 2.
  const logins = [
    ['nohup', 'nohup "$@" &'],
    ['setsid', 'setsid "$@" </dev/null >log 2>&1 &'],
    ['a trap, on a terminal', `trap '' HUP; "$@" &`],
    ['nothing open', '"$@" <&- >&- 2>&- &'],
  ] as const;
  it.each(some(logins, 2))('the login ends, and the run was started with %s', async (_, start) => {
    const job = writeJob({
      ranks: 2,
      script: `${READY}; until [[ -e $RANKPLAN_RUN_DIR/../../go ]]; do sleep 0.05; done`,
    });
    const command = `'${process.execPath}' '${resolve('dist/rankplan.cjs')}' run topology.yaml`;
    const lines = [`set -- ${command}`, `${start}`, 'pid=$!; echo $pid >pid', 'wait $pid; echo $? >status'];
    const { terminal, status } = openTerminal(job, lines.join('\n'));
    await until('the ranks', areReady(job.folder, 2));
    process.kill(Number(readFileSync(join(job.folder, 'pid'), 'utf8')), 'SIGHUP');
    await new Promise((resume) => setTimeout(resume, 300));
    expect(findProcesses(job.marker)).not.toEqual([]);
    writeFileSync(join(job.folder, 'go'), '');
    await until('the end', () => findProcesses(job.marker).length === 0);
    expect(await status()).toBe('0\n');
    terminal.kill('SIGKILL');
  });

  it.each(some([[''], [' --tee']]))('the terminal closes: run%s', async (tee) => {
    const job = writeJob({ ranks: 2, script: `${READY}; ${WAIT}` });
    const command = `'${process.execPath}' '${resolve('dist/rankplan.cjs')}' run topology.yaml${tee}`;
    const lines = `trap 'kill -HUP $!' HUP; ${command} & wait $!; wait $!; echo $? >status`;
    const { terminal, status } = openTerminal(job, lines);
    await until('the ranks', areReady(job.folder, 2));
    terminal.kill('SIGKILL');
    expect(await status()).toBe('129\n');
    expect(findProcesses(job.marker)).toEqual([]);
  });

  const kernels = [
    ['', EXEC],
    [', on a kernel that does not list children', SCANNING_EXEC],
  ] as const;
  it.skipIf(!hasNamespaces).each(some(kernels))('/proc is of an outer PID namespace%s', (_name, exec) => {
    const daemon = `trap "" TERM; echo $$ >daemon; ${WAIT}`;
    const job = writeJob({
      script: `(env -i setsid bash -c '${daemon}' daemon "$1" &); until [[ -s daemon ]]; do sleep 0.05; done`,
    });
    // Many processes, so that their numbers inside are those of others outside.
    const inside = `for i in {1..50}; do sleep 1000 & done; "$0" "$@"; echo "run $?"
      jobs -r | wc -l; kill -0 "$(<daemon)" 2>/dev/null && echo 'a daemon'`;
    const args = [...NAMESPACE, 'bash', '-c', inside, process.execPath, resolve('dist/rankplan.cjs'), 'run'];
    const { stdout } = spawnSync('unshare', [...args, job.topology], {
      cwd: job.folder,
      encoding: 'utf8',
      env: { ...process.env, RANKPLAN_EXEC: exec },
    });
    expect(stdout).toBe('run 0\n50\n');
  });

  it('the guard is another program, which says nothing: a second INT ends it', async () => {
    const job = writeJob();
    const guard = join(job.folder, 'guard');
    writeFileSync(guard, '#!/bin/sh\nexec sleep 1000\n', { mode: 0o755 });
    const { child, ended } = startRun(job, [], { env: { RANKPLAN_EXEC: guard } });
    await until('the guard', () => childrenOf(child.pid).length > 0);
    const [pid] = childrenOf(child.pid);
    child.kill('SIGINT');
    await new Promise((resume) => setTimeout(resume, 300));
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('the disk is full for one rank’s log', async () => {
    const job = writeJob({ ranks: 2, script: '[[ $RANK == 0 ]] || { echo much || exit 5; }; sleep 0.2' });
    const run = join(job.folder, 'runs', 'full');
    mkdirSync(run, { recursive: true });
    for (const kind of ['out', 'err']) symlinkSync('/dev/full', join(run, `rank-1.${kind}`));
    const { status, stderr } = await startRun(job, ['--tee'], { env: { RANKPLAN_RUN_ID: 'full' } }).ended;
    expect({ status, stderr }).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('rank 1 (localhost, CPU)'),
    });
    expect(findProcesses(job.marker)).toEqual([]);
  });

  const outputs = [
    ['one that nobody reads', [] as string[]],
    ['and --tee', ['--tee']],
  ] as const;
  it.each(some(outputs))('stdout and stderr are closed: %s', async (_name, args) => {
    const job = writeJob({
      ranks: 2,
      script: `for i in {1..200}; do echo "line $i"; echo e >&2; done; ${READY}; sleep 0.5; exit 4`,
    });
    const { child, ended } = startRun(job, args);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await ended).toMatchObject({ status: 4 });
    expect(readLog(job.folder, 'rank-1.out')).toContain('line 200\n');
    expect(findProcesses(job.marker)).toEqual([]);
  });

  it.each(some([32, 512], 2))(
    '%i ranks: one fails, none is left, no descriptor is held for any',
    async (ranks) => {
      const script = `trap 'exit 0' TERM; ${READY}; [[ $RANK == 30 ]] && { until [[ -e $RANKPLAN_RUN_DIR/go ]]; do sleep 0.1; done; exit 7; }
      exec sleep 1000`;
      const job = writeJob({ ranks, script });
      const { child, ended } = startRun(job);
      await until('the ranks', areReady(job.folder, ranks));
      const launcher = Object.keys(listDescriptors(child.pid ?? 0)).length;
      const [guard = 0] = childrenOf(child.pid);
      expect(Object.keys(listDescriptors(guard)).length).toBeLessThan(16);
      expect(launcher).toBeLessThan(40);
      writeFileSync(join(findRun(job.folder), 'go'), '');
      expect((await ended).status).toBe(7);
      expect(findProcesses(job.marker)).toEqual([]);
      expect(existsSync(join(findRun(job.folder), `rank-${ranks - 1}.out`))).toBe(true);
    },
  );
});
