import { createHash } from 'node:crypto';
import type { Metric } from '../../generated/inventory.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { Scores } from './score-gpus.ts';
import { listUsable } from './score-passes.ts';
import { BenchFailure, type TimedCommand, timeCommand } from './time-command.ts';

export interface BenchRequest extends Omit<TimedCommand, 'place'> {
  readonly machine: Machine;
  /** What follows `bench:` in the metric's name; null for a digest of the command. */
  readonly name: string | null;
  readonly repeats: number;
  /** Null if a run is timed as a whole. */
  readonly sizes: StepSizes | null;
  readonly date: string;
  readonly onRun: (done: number, of: number, gpu: MachineGpu) => void;
  /** Whether a signal has ended it: then no further run begins. */
  readonly isOver: () => boolean;
}

/** Two commands are two methods, whatever their metrics are called. */
export function nameBench({ command, name, sizes }: Pick<BenchRequest, 'command' | 'name' | 'sizes'>): {
  readonly metric: string;
  readonly method: string;
} {
  const identity = sizes === null ? command : { command, ...sizes };
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12);
  return { metric: `bench:${name ?? digest}`, method: `bench/${sizes === null ? 1 : 2}:${digest}` };
}

/** The name by which a program gets this GPU and no other; null for a MIG instance whose UUID is unknown. */
const nameVisible = ({ index, uuid, parent }: MachineGpu): string | null =>
  uuid ?? (parent === null ? String(index) : null);

/** The GPUs that a program can be given. */
export const listBenched = (machine: Machine): readonly MachineGpu[] =>
  listUsable(machine).filter((gpu) => nameVisible(gpu) !== null);

/**
 * Times the user's own command on each GPU, with that GPU alone visible; the metric is runs per hour of the median, or
 * samples per second where it is given the sizes of its step. All
 * GPUs have their first run before any has its second, so that the cold caches of the first run are not one GPU's fault.
 * Throws a BenchFailure when a run fails or takes too long. A bench that a signal ended gives no figure.
 */
export async function benchGpus(request: BenchRequest): Promise<Scores> {
  const gpus = listBenched(request.machine);
  const { command, sizes } = request;
  const commands = sizes === null ? [command] : listStepRuns(sizes).map((run) => fillIn(command, run));
  /** By GPU and command the seconds of each run. */
  const seconds = new Map<number, number[][]>(gpus.map(({ index }) => [index, commands.map(() => [])]));
  const total = gpus.length * commands.length * request.repeats;
  let done = 0;
  for (let repeat = 0; repeat < request.repeats; repeat++) {
    for (const [which, command] of commands.entries())
      for (const gpu of gpus) {
        if (request.isOver()) return new Map();
        request.onRun(done++, total, gpu);
        const timed = { ...request, command, place: `GPU ${gpu.index}`, env: showOnly(gpu, request) };
        seconds.get(gpu.index)?.[which]?.push(await timeCommand(timed));
      }
  }
  const { metric } = nameBench(request);
  const describe = sizes === null ? describeRuns : describeStep;
  return new Map([...seconds].map(([index, runs]) => [index, { [metric]: describe(request, runs, index) }]));
}

const showOnly = (gpu: MachineGpu, { env }: BenchRequest): NodeJS.ProcessEnv => ({
  ...env,
  CUDA_VISIBLE_DEVICES: nameVisible(gpu) ?? '',
  CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
  RANKPLAN_GPU: String(gpu.index),
});

const NOISY_FROM = 0.05;

const perHour = (seconds: number) => Number((3600 / seconds).toPrecision(5));

function describeRuns(request: BenchRequest, [runs = []]: readonly (readonly number[])[]): Metric {
  const { at, median, variation } = sumUp(runs);
  return {
    value: perHour(median),
    unit: 'runs/h',
    method: nameBench(request).method,
    quality: variation >= NOISY_FROM ? 'noisy' : 'ok',
    date: request.date,
    driver: request.machine.driver,
    p7: perHour(at(0.93)),
    p93: perHour(at(0.07)),
    variation: Number(variation.toPrecision(2)),
    seconds: Number(median.toPrecision(5)),
    runs: runs.length,
    ...remarkOn(variation, []),
  };
}

/** Samples per second, and what each step takes beside them. */
function describeStep(request: BenchRequest, runs: readonly (readonly number[])[], gpu: number): Metric {
  const sums = runs.map(sumUp);
  const medians = sums.map(({ median }) => median);
  const fit = fitStep(medians, request.sizes as StepSizes);
  if (typeof fit === 'string') throw new BenchFailure(`no step time follows on GPU ${gpu}: ${fit}`);
  const variation = Math.max(...sums.map((sum) => sum.variation));
  const isSound = variation < NOISY_FROM && !fit.isBelowNoise;
  return {
    value: Number(fit.samplesPerSecond.toPrecision(5)),
    unit: 'samples/s',
    method: nameBench(request).method,
    quality: isSound ? 'ok' : 'noisy',
    date: request.date,
    driver: request.machine.driver,
    variation: Number(variation.toPrecision(2)),
    seconds: Number((medians[0] ?? Number.NaN).toPrecision(5)),
    fixedSeconds: Number(fit.fixedSeconds.toPrecision(4)),
    runs: request.repeats,
    ...remarkOn(variation, fit.isBelowNoise ? ['no fixed cost stands out from what varies'] : []),
  };
}

const remarkOn = (variation: number, more: readonly string[]): { readonly remarks?: string[] } => {
  const varies = variation >= NOISY_FROM ? [`the runs vary by ${(100 * variation).toFixed(1)} %`] : [];
  const remarks = [...varies, ...more];
  return remarks.length === 0 ? {} : { remarks };
};

function sumUp(runs: readonly number[]) {
  const sorted = runs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  const median = (at(0.5) + (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)) / 2;
  const mean = runs.reduce((sum, run) => sum + run, 0) / runs.length;
  const squares = runs.reduce((sum, run) => sum + (run - mean) ** 2, 0);
  return { at, median, variation: Math.sqrt(squares / Math.max(1, runs.length - 1)) / mean };
}

/** How often the user's command does its step, and with how many samples: fewer and more of them. */
export interface StepSizes {
  readonly samples: readonly [fewer: number, more: number];
  readonly steps: number;
}

/**
 * The three runs from which a step's time follows: more samples show the speed, and twice the steps show how long one
 * takes without the start of the program, which is the same in all of them.
 */
export const listStepRuns = ({ samples: [fewer, more], steps }: StepSizes) => [
  { samples: fewer, steps },
  { samples: more, steps },
  { samples: fewer, steps: 2 * steps },
];

/** The command with the numbers of a run in it. */
export const fillIn = (
  command: readonly string[],
  { samples, steps }: { readonly samples: number; readonly steps: number },
): readonly string[] =>
  command.map((word) => word.replaceAll('{samples}', `${samples}`).replaceAll('{steps}', `${steps}`));

/** Fits `fixed + samples ÷ speed` to the seconds of the three runs; a text where they contradict it. */
export function fitStep(
  [base = 0, more = 0, longer = 0]: readonly number[],
  { samples: [fewer, many], steps }: StepSizes,
) {
  const perStep = (longer - base) / steps;
  const perSample = (more - base) / steps / (many - fewer);
  if (perStep <= 0) return `${2 * steps} steps take no longer than ${steps}: time more steps`;
  if (perSample <= 0)
    return `${many} samples take no longer than ${fewer}: give numbers that are further apart, or more steps`;
  const fixed = perStep - fewer * perSample;
  // Below nothing it is noise, and taken as none.
  return { samplesPerSecond: 1 / perSample, fixedSeconds: Math.max(0, fixed), isBelowNoise: fixed < 0 };
}
