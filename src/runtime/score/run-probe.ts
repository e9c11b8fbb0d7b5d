import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { abandon } from '../driver/driver-session.ts';
import { attempt, parseJson } from '../try-read.ts';
import { within } from '../within.ts';

export type ProbeRun =
  | { readonly kind: 'ended'; readonly status: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'missing'; readonly reason: string };

/** After SIGKILL a process is gone at once, unless the kernel is stuck in it. */
const LAST_WAIT_MS = 2000;
const MOST_OUTPUT = 64 * 2 ** 20;

/** What this rankplan-probe measures, or why it does not run here. */
export function listMetrics(
  program: string,
): { readonly metrics: readonly string[] } | { readonly reason: string } {
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
  const metrics = parseJson(stdout) as readonly { readonly metric: string }[] | null;
  return metrics === null
    ? { reason: 'it is no rankplan-probe' }
    : { metrics: metrics.map(({ metric }) => metric) };
}

export interface ProbeRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly deadlineMs: number;
  readonly onProgress: (line: ProgressLine) => void;
}

/** Runs rankplan-probe to its end or to the deadline. It never throws, and always comes back. */
export async function runProbe(request: ProbeRequest): Promise<ProbeRun> {
  const { program, args, env, deadlineMs, onProgress } = request;
  const words = [...args, '--progress-fd', '3'];
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const progress = child.stdio[3] as Readable;
  // Half a line of a process that was killed is left out: progress is for people only.
  createInterface({ input: progress }).on('line', (line) => attempt(() => onProgress(JSON.parse(line))));
  const ended = new Promise<ProbeRun>((resolve) => {
    child.on('error', ({ message }) => resolve({ kind: 'missing', reason: message }));
    child.on('close', (status, signal) => {
      if (status === null) resolve({ kind: 'killed', signal: signal ?? 'SIGKILL', stderr: stderr() });
      else resolve({ kind: 'ended', status, stdout: stdout(), stderr: stderr() });
    });
  });
  const run = await within(deadlineMs, ended);
  if (run !== null) return run;
  await abandon(child, ended, LAST_WAIT_MS);
  return { kind: 'late' };
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

/** A line of rankplan-probe's progress: `done` of `of` steps of a stage, on a GPU or (-1) on none. */
export interface ProgressLine {
  readonly gpu: number;
  readonly stage: string;
  readonly done: number;
  readonly of: number;
}

export type ProgressBar = ReturnType<typeof createProgressBar>;

/** Adds up the progress of all GPUs. `stages` are the metrics in their order; each is one part of `gpus` parts. */
export function createProgressBar(stages: readonly string[], gpus: number) {
  const shares = new Map<string, number>();
  const latest = new Map<number, ProgressLine>();
  let current = 'start';
  return {
    add(line: ProgressLine): void {
      const { gpu, stage, done, of } = line;
      current = formatStage(line);
      latest.set(gpu, line);
      if (gpu < 0 || !stages.includes(stage)) return;
      const key = `${stage} ${gpu}`;
      shares.set(key, Math.max(shares.get(key) ?? 0, done / of)); // copies start over for each peer
    },
    /** One line of text, without its end. */
    render(width: number): string {
      const sum = [...shares.values()].reduce((total, share) => total + share, 0);
      const share = sum / Math.max(1, stages.length * gpus);
      const cells = Math.max(10, Math.min(30, width - 40));
      const full = Math.floor(share * cells);
      const bar = `${'#'.repeat(full)}${'.'.repeat(cells - full)}`;
      return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${current}`.slice(0, width);
    },
    /** The stages that were begun and did not end: where it got stuck. */
    pending(): string {
      const begun = [...latest.values()].filter(({ done, of }) => done < of);
      return begun.length === 0 ? current : begun.map(formatStage).join(', ');
    },
  };
}

const formatStage = ({ gpu, stage }: ProgressLine): string => (gpu < 0 ? stage : `${stage} on GPU ${gpu}`);
