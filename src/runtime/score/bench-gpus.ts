import { createHash } from 'node:crypto';
import type { Metric } from '../../generated/inventory.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { Guard } from '../run/start-guard.ts';
import type { Scores } from './score-gpus.ts';
import { listUsable } from './score-passes.ts';
import { timeCommand } from './time-command.ts';

export interface BenchRequest {
  readonly machine: Machine;
  /** The file of rankplan-exec. */
  readonly exec: string;
  readonly command: readonly [string, ...string[]];
  /** What follows `bench:` in the metric's name; null for a digest of the command. */
  readonly name: string | null;
  readonly repeats: number;
  /** How long one run may take. */
  readonly timeoutMs: number;
  readonly date: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onRun: (done: number, of: number, gpu: MachineGpu) => void;
  /** Is given what ends the run that begins. */
  readonly onStart: (guard: Guard) => void;
  /** Whether somebody has asked to stop: then no further run begins. */
  readonly isOver: () => boolean;
}

/** Two commands are two methods, whatever their metrics are called. */
export function nameBench({ command, name }: Pick<BenchRequest, 'command' | 'name'>): {
  readonly metric: string;
  readonly method: string;
} {
  const digest = createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, 12);
  return { metric: `bench:${name ?? digest}`, method: `bench/1:${digest}` };
}

/** By what a program is given this GPU and no other; null for a MIG instance that does not tell its UUID. */
const nameVisible = ({ index, uuid, parent }: MachineGpu): string | null =>
  uuid ?? (parent === null ? String(index) : null);

/** The GPUs that a program can be given. */
export const listBenched = (machine: Machine): readonly MachineGpu[] =>
  listUsable(machine).filter((gpu) => nameVisible(gpu) !== null);

/**
 * Times the user's own command on each GPU, with that GPU alone visible; the metric is runs per hour of the median. All
 * GPUs have their first run before any has its second, so that the cold caches of the first run are not one GPU's fault.
 * Throws a BenchFailure when a run fails or takes too long. When somebody has asked to stop, what is there is no figure.
 */
export async function benchGpus(request: BenchRequest): Promise<Scores> {
  const gpus = listBenched(request.machine);
  const seconds = new Map<number, number[]>(gpus.map(({ index }) => [index, []]));
  const total = gpus.length * request.repeats;
  for (let repeat = 0; repeat < request.repeats; repeat++) {
    for (const [i, gpu] of gpus.entries()) {
      if (request.isOver()) return new Map();
      request.onRun(repeat * gpus.length + i, total, gpu);
      const taken = await timeCommand({ ...request, place: `GPU ${gpu.index}`, env: showOnly(gpu, request) });
      seconds.get(gpu.index)?.push(taken);
    }
  }
  const { metric } = nameBench(request);
  return new Map([...seconds].map(([index, runs]) => [index, { [metric]: describeRuns(request, runs) }]));
}

const showOnly = (gpu: MachineGpu, { env }: BenchRequest): NodeJS.ProcessEnv => ({
  ...env,
  CUDA_VISIBLE_DEVICES: nameVisible(gpu) ?? '',
  CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
  RANKPLAN_GPU: String(gpu.index),
});

const NOISY_FROM = 0.05;

function describeRuns(request: BenchRequest, runs: readonly number[]): Metric {
  const sorted = runs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  const median = (at(0.5) + (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)) / 2;
  const perHour = (seconds: number) => Number((3600 / seconds).toPrecision(5));
  const mean = runs.reduce((sum, run) => sum + run, 0) / runs.length;
  const squares = runs.reduce((sum, run) => sum + (run - mean) ** 2, 0);
  const variation = Math.sqrt(squares / Math.max(1, runs.length - 1)) / mean;
  const isNoisy = variation >= NOISY_FROM;
  return {
    value: perHour(median),
    unit: 'runs/h',
    method: nameBench(request).method,
    quality: isNoisy ? 'noisy' : 'ok',
    date: request.date,
    driver: request.machine.driver,
    p7: perHour(at(0.93)),
    p93: perHour(at(0.07)),
    variation: Number(variation.toPrecision(2)),
    seconds: Number(median.toPrecision(5)),
    runs: runs.length,
    ...(isNoisy ? { remarks: [`the runs vary by ${(100 * variation).toFixed(1)} %`] } : {}),
  };
}
