import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ProgressLine } from './progress.ts';

export interface ProbePlaces {
  /** A file that is wanted, and no other; null for the usual place. */
  readonly explicit: string | null;
  /** The folder of the bundle: what ships lies below it. */
  readonly folder: string;
}

/** How a run of rankplan-probe ended. */
export type ProbeRun =
  | { readonly kind: 'ended'; readonly status: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'missing'; readonly reason: string };

/** What can be measured, and by which methods, best first. */
export interface MetricMethods {
  readonly metric: string;
  readonly unit: string;
  readonly methods: readonly string[];
}

/** After SIGKILL a process is gone at once, unless the kernel is stuck in it. */
const LAST_WAIT_MS = 2000;
const MOST_OUTPUT = 64 * 2 ** 20;

export function findProbe({ explicit, folder }: ProbePlaces): string {
  return explicit ?? join(folder, 'native', `${process.platform}-${process.arch}`, 'rankplan-probe');
}

/** What this rankplan-probe measures; null when it does not run here, with the reason. */
export function listMethods(
  program: string,
): { readonly metrics: readonly MetricMethods[] } | { readonly reason: string } {
  try {
    accessSync(program, constants.X_OK);
  } catch (error) {
    return { reason: (error as Error).message };
  }
  const { error, status, stdout, stderr } = spawnSync(program, ['--list'], {
    encoding: 'utf8',
    timeout: 10_000,
    killSignal: 'SIGKILL',
  });
  if (error !== undefined) return { reason: error.message };
  if (status !== 0) return { reason: stderr.trim() || `it ended with status ${status}` };
  try {
    return { metrics: JSON.parse(stdout) as readonly MetricMethods[] };
  } catch {
    return { reason: 'it is no rankplan-probe' };
  }
}

export interface ProbeRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** After that it is killed. */
  readonly deadlineMs: number;
  readonly onProgress: (line: ProgressLine) => void;
}

/** Runs rankplan-probe to its end or to the deadline. It never throws, and always comes back. */
export function runProbe({ program, args, env, deadlineMs, onProgress }: ProbeRequest): Promise<ProbeRun> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args, '--progress-fd', '3'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
      setTimeout(() => {
        // Stuck in the kernel. Nothing can be done, so it is not waited for.
        child.unref();
        for (const stream of child.stdio) stream?.destroy();
        resolve({ kind: 'late' });
      }, LAST_WAIT_MS).unref();
    }, deadlineMs);
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const progress = child.stdio[3] as Readable;
    createInterface({ input: progress }).on('line', (line) => tell(line, onProgress));
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ kind: 'missing', reason: error.message });
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      if (isLate) resolve({ kind: 'late' });
      else if (status === null) resolve({ kind: 'killed', signal: signal ?? 'SIGKILL', stderr: stderr() });
      else resolve({ kind: 'ended', status, stdout: stdout(), stderr: stderr() });
    });
  });
}

function collect(stream: Readable | null): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MOST_OUTPUT) chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function tell(line: string, onProgress: (line: ProgressLine) => void): void {
  try {
    onProgress(JSON.parse(line) as ProgressLine);
  } catch {
    // Half a line of a process that was killed: progress is for people only.
  }
}
