import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../patience.ts';
import { childrenOf, EXEC, findProcesses, hasExec, stateOf } from './exec-fixture.ts';
import { areReady, findRun, type Job, READY, readLog, writeJob } from './run-fixture.ts';

const quote = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

interface Terminal {
  readonly child: ChildProcess;
  readonly type: (text: string) => void;
  readonly shown: () => string;
  readonly ended: Promise<unknown>;
}

/** A shell with job control on a terminal of its own. */
function openTerminal(cwd: string): Terminal {
  const child = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
    cwd,
    env: { ...process.env, PS1: '$ ', RANKPLAN_EXEC: EXEC },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  const ended = new Promise((done) => child.on('close', done));
  return { child, type: (keys) => void child.stdin.write(keys), shown: () => text, ended };
}

/** Ends the shell, when it has said with which status the run ended. */
async function leave({ type, shown, ended }: Terminal): Promise<void> {
  type('echo status $?\n');
  await until('the status', () => /status \d+\r/.test(shown()));
  type('exit\n');
  await ended;
}

const CTRL_Z = '\x1a';
const CTRL_C = '\x03';
const CTRL_S = '\x13';
const CTRL_Q = '\x11';
const WAIT = `trap 'exit 7' INT; while :; do sleep 0.05; done`;

const runLine = ({ topology }: Job, before: readonly string[] = []): string =>
  `${quote([...before, process.execPath, resolve('dist/rankplan.cjs'), 'run', topology])}\n`;

describe.skipIf(!hasExec)('run on a terminal', () => {
  it('stops its ranks by Ctrl-Z, goes on by fg, and ends them by Ctrl-C', async () => {
    const job = writeJob({ ranks: 2, script: `${READY}; ${WAIT}` });
    const terminal = openTerminal(job.folder);
    terminal.type(runLine(job));
    await until('the ranks', areReady(job.folder, 2));
    const ranks = findProcesses(job.marker);
    const areStopped = (): boolean => ranks.every((pid) => stateOf(pid) === 'T');
    expect(ranks.length).toBeGreaterThanOrEqual(2);
    terminal.type(CTRL_Z);
    await until('the stop', areStopped);
    await until('the shell', () => terminal.shown().includes('Stopped'));
    terminal.type('fg\n');
    await until('the rest', () => !areStopped());
    terminal.type(CTRL_C);
    await until('the prompt', () => findProcesses(job.marker).length === 0);
    await leave(terminal);
    expect(terminal.shown()).toContain('status 130\r');
    expect(terminal.shown()).toContain('rankplan: SIGINT: ending the ranks, within 1 s; Ctrl-C kills them');
  });

  it('loses no rank while it is stopped for long, and ends those that end meanwhile as they did', async () => {
    const go = 'until [[ -e $RANKPLAN_RUN_DIR/go ]]; do sleep 0.05; done';
    const job = writeJob({ ranks: 2, script: `${READY}; ${go}; exit 0` });
    const terminal = openTerminal(job.folder);
    terminal.type(runLine(job));
    await until('the ranks', areReady(job.folder, 2));
    const launcher = findProcesses(job.topology).find((pid) => stateOf(pid) !== 'T' && isNode(pid)) ?? 0;
    process.kill(launcher, 'SIGSTOP'); // the ranks run on
    writeFileSync(join(findRun(job.folder), 'go'), '');
    await until('the ends', () => findProcesses(job.marker).length === 0);
    process.kill(launcher, 'SIGCONT');
    await leave(terminal);
    expect(terminal.shown()).toContain('rankplan: 2 ranks ended well in ');
  });

  it('goes on where Ctrl-S has stopped the terminal: a failure ends the other ranks', async () => {
    const script = `${READY}; [[ $RANK == 0 ]] || { until [[ -e $RANKPLAN_RUN_DIR/go ]]; do sleep 0.05; done; exit 9; }; ${WAIT}`;
    const job = writeJob({ ranks: 2, script });
    const terminal = openTerminal(job.folder);
    terminal.type(runLine(job));
    await until('the table', () => terminal.shown().includes('2 ranks: 2 running'));
    terminal.type(CTRL_S);
    await new Promise((resume) => setTimeout(resume, 1500));
    writeFileSync(join(findRun(job.folder), 'go'), '');
    await until('the end of the ranks', () => findProcesses(job.marker).length === 0);
    expect(terminal.shown()).not.toContain('failed with status 9');
    terminal.type(CTRL_Q);
    await leave(terminal);
    expect(terminal.shown()).toContain('status 9\r');
    expect(terminal.shown()).toContain('rankplan: rank 1 (localhost, CPU) failed with status 9');
  });

  it('gives its ranks no terminal to read or to open', async () => {
    const job = writeJob({ script: `read -r line; echo "read $?"; { : </dev/tty; } 2>&1; echo "opened $?"` });
    const terminal = openTerminal(job.folder);
    terminal.type(`${runLine(job)}exit\n`);
    await terminal.ended;
    const log = readLog(job.folder, 'rank-0.out');
    expect(log).toMatch(/^read 1\n.*\/dev\/tty: No such device or address\nopened 1\n$/);
  });

  it.each([
    ['ends them when it goes away', [], false],
    ['lets them go on under nohup', ['nohup'], true],
  ])('%s', async (_, before, isLeft) => {
    const job = writeJob({ script: `${READY}; ${WAIT}` });
    const terminal = openTerminal(job.folder);
    terminal.type(runLine(job, before));
    await until('the rank', areReady(job.folder, 1));
    const ranks = findProcesses(job.marker);
    const launcher = findProcesses(job.topology).find(isNode) ?? 0;
    terminal.child.kill('SIGKILL'); // its side of the terminal is closed
    await terminal.ended;
    if (isLeft) {
      await new Promise((done) => setTimeout(done, 300));
      expect(findProcesses(job.marker)).toEqual(expect.arrayContaining([ranks[0]]));
      process.kill(launcher, 'SIGTERM');
    }
    await until('the end', () => findProcesses(job.marker).length === 0);
    await until('the end of the run', () => findProcesses(job.topology).length === 0);
  });

  it('shows of ranks whose guard is killed that their status is not known', async () => {
    const job = writeJob({ ranks: 2, script: `${READY}; ${WAIT}` });
    const terminal = openTerminal(job.folder);
    terminal.type(`${runLine(job)}exit\n`);
    await until('the table', () => terminal.shown().includes('2 ranks: 2 running'));
    const launcher = findProcesses(job.topology).find(isNode) ?? 0;
    const [guard = 0] = childrenOf(launcher).flatMap(childrenOf); // below its watcher
    process.kill(guard, 'SIGKILL');
    await terminal.ended;
    expect(terminal.shown()).toContain(
      'rankplan: rankplan-exec was killed by SIGKILL, and the ranks with it',
    );
    expect(terminal.shown()).toMatch(
      /rankplan: 2 ranks ended after \d+\.\d s: 2 with unknown status; logs: /,
    );
    expect(terminal.shown()).toContain('2 ranks: 2 ended');
  });
});

const isNode = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(process.execPath);
