import { type ChildProcess, spawn } from 'node:child_process';
import { HANG_MS } from '../../../patience.ts';

export interface RunOptions {
  /** Default: the cluster's work directory. */
  readonly cwd?: string;
  /** Added to a small environment; nothing of the tests' own gets in. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface RunResult {
  /** Null: it was killed, by the time limit or a signal. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where commands run: in the namespaces of this process, under its chroot. */
export interface Inside {
  readonly pid: number;
  readonly chroot: string | null;
  readonly workDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether its network is its own. Default: the machine's. */
  readonly hasNetwork?: boolean;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Starts a program inside. It leads a process group of its own: `process.kill(-child.pid, …)` signals all of it.
 * `child.kill` reaches only the program that entered the namespaces.
 */
export function spawnInside(
  inside: Inside,
  argv: readonly string[],
  { cwd, env }: RunOptions = {},
): ChildProcess {
  const enter = ['--target', String(inside.pid), '--mount', '--uts', '--pid', '--'];
  if (inside.hasNetwork === true) enter.unshift('--net');
  const root = inside.chroot === null ? [] : ['chroot', inside.chroot];
  // Entering a mount namespace leads to its root directory, so the working directory is set afterwards.
  const move = ['env', '-C', cwd ?? inside.workDir];
  return spawn('nsenter', [...enter, ...root, ...move, ...argv], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH, HOME: '/root', LANG: 'C.UTF-8', ...inside.env, ...env },
  });
}

export function runInside(
  inside: Inside,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const { input = '' } = options;
  return new Promise((done, fail) => {
    const child = spawnInside(inside, argv, options);
    const timer = setTimeout(() => killGroup(child), HANG_MS);
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin?.on('error', () => undefined); // it may end before it has read all
    child.stdin?.end(input);
    child.on('error', fail);
    child.on('close', (status) => {
      clearTimeout(timer);
      done({ status, stdout, stderr });
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
