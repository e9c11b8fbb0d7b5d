import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Ended, runRankplan } from '../command/run-rankplan.ts';
import { takePorts } from '../listen.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { EXEC, makeMarker } from './exec-fixture.ts';

const CLI = resolve(process.env['RANKPLAN_CLI'] ?? 'dist/rankplan.cjs');

export interface Job {
  readonly folder: string;
  readonly topology: string;
  /** An argument of every process that belongs to the job. */
  readonly marker: string;
}

export interface JobOptions {
  readonly ranks?: number;
  /** In place of that of localhost. */
  readonly nodes?: readonly object[];
  /** A script of bash, whose $1 is the marker; null for a plan without command. */
  readonly script?: string | null;
  readonly launch?: object | undefined;
  readonly mapping?: object | undefined;
}

/** Writes a topology of CPU ranks on this machine into a new folder. */
export function writeJob({
  ranks = 1,
  nodes,
  script = 'exit 0',
  launch = {},
  mapping = {},
}: JobOptions = {}): Job {
  const folder = makeFolder('rankplan-run-');
  const marker = makeMarker();
  const command = script === null ? {} : { command: ['bash', '-c', script, 'rank', marker] };
  const topology = {
    version: 1,
    name: 'job',
    nodes: nodes ?? [{ hosts: 'localhost', cpuRanks: ranks }],
    mapping,
    launch: { ...command, master: { port: takePorts(1) }, grace: '1s', ...launch },
  };
  const path = join(folder, 'topology.yaml');
  writeFileSync(path, JSON.stringify(topology));
  return { folder, topology: path, marker };
}

export interface RunOutcome {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<RunOutcome>;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: ('ignore' | 'pipe' | number)[];
}

/** Starts `rankplan run` in the job's folder. */
export function startRun(job: Job, args: readonly string[] = [], options: RunOptions = {}): Run {
  return startRankplan(job.folder, ['run', job.topology, ...args], options);
}

/** Runs `rankplan run` in the job's folder to its end, in the process of the commands. */
export const runJob = (job: Job, args: readonly string[] = [], options: RunOptions = {}): Ended =>
  runThere(job.folder, ['run', job.topology, ...args], options);

export const runThere = (cwd: string, args: readonly string[], { env = {} }: RunOptions = {}): Ended =>
  runRankplan(args, { cwd, env: { ...process.env, RANKPLAN_EXEC: EXEC, ...env }, bundle: CLI });

export function startRankplan(
  cwd: string,
  args: readonly string[],
  { env = {}, stdio = ['ignore', 'pipe', 'pipe'] }: RunOptions = {},
): Run {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, RANKPLAN_EXEC: EXEC, ...env },
    stdio,
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<RunOutcome>((done, fail) => {
    child.on('error', fail);
    child.on('close', (status, signal) => done({ status, signal, ...output }));
  });
  return { child, ended };
}

/** What `run` shows of the job on a terminal. */
export function runOnTerminal({ folder }: Job, env: NodeJS.ProcessEnv = {}): string {
  return spawnSync('script', ['-qec', `'${process.execPath}' '${CLI}' run topology.yaml`, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env, RANKPLAN_EXEC: EXEC },
    timeout: HANG_MS,
  }).stdout;
}

/** The logs of the only run in this folder. */
export function findRun(folder: string): string {
  const [run, ...others] = readdirSync(join(folder, 'runs'));
  if (run === undefined || others.length > 0) throw new Error(`expected one run in ${folder}`);
  return join(folder, 'runs', run);
}

export const readLog = (folder: string, name: string): string =>
  readFileSync(join(findRun(folder), name), 'utf8');

/** Whether a run in this folder has such a file. */
export const hasFile = ({ folder }: Job, name: string): boolean =>
  existsSync(join(folder, 'runs')) &&
  readdirSync(join(folder, 'runs')).some((run) => existsSync(join(folder, 'runs', run, name)));

/** What a rank's script says when it is ready, and the test's question for it. */
export const READY = ': >"$RANKPLAN_RUN_DIR/ready-$RANK"';
export const areReady = (folder: string, ranks: number) => (): boolean =>
  existsSync(join(folder, 'runs')) &&
  readdirSync(join(folder, 'runs')).length > 0 &&
  readdirSync(findRun(folder)).filter((name) => name.startsWith('ready-')).length === ranks;
