import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../scratch.ts';
import { EXEC, findProcesses, makeMarker } from './exec-fixture.ts';

export interface Directory {
  readonly path: string;
  readonly plan: string;
  readonly logs: string;
  readonly marker: string;
}

/** Lines of an env file beside those that every one has. */
type Lines = (rank: number) => readonly string[];

/** A compiled directory as far as `--launch` reads it. */
export function writeDirectory(ranks: number, lines: Lines = () => []): Directory {
  const path = makeFolder('rankplan-launch-');
  const plan = createHash('sha256').update(path).digest('hex');
  const logs = join(path, 'logs');
  mkdirSync(logs);
  mkdirSync(join(path, 'env'));
  for (let rank = 0; rank < ranks; rank++) {
    const own = [
      `export RANK='${rank}'`,
      `export RANKPLAN_GPU='${rank % 2 === 0 ? rank : ''}'`,
      `export RANKPLAN_NODE='lab1'`,
      `export RANKPLAN_PLAN='${plan}'`,
      `export RANKPLAN_RANK='${rank}'`,
    ];
    const text = [`# rank ${rank} of ${ranks} in test`, ...own, ...lines(rank), ''].join('\n');
    writeFileSync(join(path, `env/rank-${rank}.env`), text);
  }
  return { path, plan, logs, marker: makeMarker() };
}

export interface Launch {
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<{
    readonly status: number | null;
    readonly signal: string | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

export interface LaunchOptions {
  readonly ranks?: string;
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** A command that becomes rankplan-exec. */
  readonly before?: readonly string[];
}

/** The words of a launch of `command`. */
export function launchWords(
  { path, plan, logs }: Directory,
  ranks: string,
  options: readonly string[],
  command: readonly string[],
): readonly string[] {
  const places = ['--launch', path, '--ranks', ranks, '--plan', plan, '--logs', logs];
  return [EXEC, ...places, '--name', 'launch.sh', '--grace', '1', ...options, '--', ...command];
}

/** Starts the ranks of a directory, as launch.sh does. */
export function startLaunch(
  directory: Directory,
  command: readonly string[],
  { ranks = '0', options = [], env = {}, before = [] }: LaunchOptions = {},
): Launch {
  const [file = '', ...words] = [...before, ...launchWords(directory, ranks, options, command)];
  const child = spawn(file, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('latin1').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<Awaited<Launch['ended']>>((done, fail) => {
    child.on('error', fail);
    child.on('close', (status, signal) => done({ status, signal, ...output }));
  });
  return { pid: child.pid ?? 0, kill: (signal) => child.kill(signal), output, ended };
}

export const readLog = ({ logs }: Directory, name: string): string => readFileSync(join(logs, name), 'utf8');

/** A rank of bash, whose $1 is the marker. */
export const bash = (script: string, { marker }: Directory): readonly string[] => [
  'bash',
  '-c',
  script,
  'rank',
  marker,
];

const tryRead = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it has ended
  }
};

/** As in the first letter of its state; empty if it has ended. */
export const stateOf = (pid: number): string =>
  /^State:\t(\w)/m.exec(tryRead(`/proc/${pid}/status`))?.[1] ?? '';

/** Numbers of processes begin again from low ones: neither order nor distance says who started whom. */
export const parentOf = (pid: number): number =>
  Number(/^PPid:\t(\d+)/m.exec(tryRead(`/proc/${pid}/status`))?.[1]);

/** The ranks of bash with this marker, without what they start, which has their words before it has its own. */
export function findRanks(marker: string): readonly number[] {
  const found = findProcesses(marker).filter((pid) =>
    tryRead(`/proc/${pid}/cmdline`).startsWith('bash\0-c\0'),
  );
  return found.filter((pid) => !found.includes(parentOf(pid)));
}
