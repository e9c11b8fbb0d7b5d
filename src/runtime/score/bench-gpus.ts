import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Metric } from '../../generated/inventory.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { Scores } from './score-gpus.ts';
import { listUsable } from './score-passes.ts';

export interface BenchRequest {
  readonly machine: Machine;
  readonly command: readonly [string, ...string[]];
  /** What follows `bench:` in the metric's name; null for a digest of the command. */
  readonly name: string | null;
  readonly repeats: number;
  /** How long one run may take. */
  readonly timeoutMs: number;
  readonly date: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onRun: (done: number, of: number, gpu: MachineGpu) => void;
}

/** A run of the command that is no measurement. */
export class BenchFailure extends Error {}

/** Two commands are two methods, whatever their metrics are called. */
export function nameBench({ command, name }: Pick<BenchRequest, 'command' | 'name'>): {
  readonly metric: string;
  readonly method: string;
} {
  const digest = createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, 12);
  return { metric: `bench:${name ?? digest}`, method: `bench/1:${digest}` };
}

/**
 * Times the user's own command on each GPU, with that GPU alone visible; the metric is runs per hour of the median. All
 * GPUs have their first run before any has its second, so that the cold caches of the first run are not one GPU's fault.
 * Throws a BenchFailure when a run fails or takes too long.
 */
export async function benchGpus(request: BenchRequest): Promise<Scores> {
  const gpus = listUsable(request.machine).filter(({ uuid }) => uuid !== null);
  const seconds = new Map<number, number[]>(gpus.map(({ index }) => [index, []]));
  const total = gpus.length * request.repeats;
  for (let repeat = 0; repeat < request.repeats; repeat++) {
    for (const [i, gpu] of gpus.entries()) {
      request.onRun(repeat * gpus.length + i, total, gpu);
      seconds.get(gpu.index)?.push(await timeRun(request, gpu));
    }
  }
  const { metric } = nameBench(request);
  return new Map([...seconds].map(([index, runs]) => [index, { [metric]: describeRuns(request, runs) }]));
}

function describeRuns(request: BenchRequest, runs: readonly number[]): Metric {
  const sorted = runs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  const median = (at(0.5) + (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)) / 2;
  const perHour = (seconds: number) => Number((3600 / seconds).toPrecision(5));
  const mean = runs.reduce((sum, run) => sum + run, 0) / runs.length;
  const squares = runs.reduce((sum, run) => sum + (run - mean) ** 2, 0);
  const variation = Math.sqrt(squares / Math.max(1, runs.length - 1)) / mean;
  return {
    value: perHour(median),
    unit: 'runs/h',
    method: nameBench(request).method,
    quality: variation < 0.05 ? 'ok' : 'noisy',
    date: request.date,
    driver: request.machine.driver,
    p7: perHour(at(0.93)),
    p93: perHour(at(0.07)),
    variation: Number(variation.toPrecision(2)),
    seconds: Number(median.toPrecision(5)),
    runs: runs.length,
  };
}

function timeRun(request: BenchRequest, gpu: MachineGpu): Promise<number> {
  const [program, ...args] = request.command;
  const env = {
    ...request.env,
    CUDA_VISIBLE_DEVICES: gpu.uuid ?? '',
    CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
    RANKPLAN_GPU: String(gpu.index),
  };
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    // A group of its own, so that a run that is late goes with all that it started.
    const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    let isLate = false;
    const kill = () => killGroup(child.pid);
    process.once('exit', kill);
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, request.timeoutMs);
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4096);
    });
    const finish = () => {
      clearTimeout(timer);
      process.removeListener('exit', kill);
    };
    child.on('error', (error) => {
      finish();
      reject(new BenchFailure(`${program} cannot be started: ${error.message}`));
    });
    child.on('exit', (status, signal) => {
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      finish();
      if (status === 0) resolve(seconds);
      else reject(new BenchFailure(wordEnd(gpu, isLate ? request.timeoutMs : null, status, signal, said)));
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function wordEnd(
  { index }: MachineGpu,
  lateMs: number | null,
  status: number | null,
  signal: string | null,
  said: string,
): string {
  const end =
    lateMs !== null
      ? `did not end within ${lateMs / 1000} s`
      : signal !== null
        ? `was ended by ${signal}`
        : `ended with status ${status}`;
  const lines = said.trim() === '' ? '' : `; it said:\n${said.trim().split('\n').slice(-5).join('\n')}`;
  return `the command ${end} on GPU ${index}${lines}`;
}
