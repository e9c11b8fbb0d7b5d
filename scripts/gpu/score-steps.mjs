// The scores: how steady they are, whether they come again, and what PyTorch has for the same work.
import { join } from 'node:path';
import { NATIVE } from './machine-steps.mjs';
import { Absent } from './run-program.mjs';

/** How far a score may be from the figure of PyTorch for the same work, and how much samples may vary. */
const NEAR = 0.03;
const STEADY = 0.01;
/** What a power cap holds down keeps swinging: on an H200 by 0.7 to 2 %. */
const STEADY_CAPPED = 0.03;
const LONGEST_SECONDS = 10;

export async function score({ run, found }) {
  const args = ['probe', '--score', '--format', 'json'];
  const { stdout, stderr, seconds } = await run.rankplan(args);
  const { gpus } = JSON.parse(stdout);
  found.scores = gpus;
  const unsteady = gpus.flatMap(({ index, scores = {} }) =>
    Object.entries(scores)
      .filter(([, { variation, conditions }]) => {
        const isCapped = conditions?.throttle?.includes('power-cap');
        return variation > (isCapped ? STEADY_CAPPED : STEADY);
      })
      .map(([name, { variation }]) => `GPU ${index}: ${name} varies by ${variation}`),
  );
  const isSlow = seconds > LONGEST_SECONDS;
  return {
    scores: Object.fromEntries(gpus.map(({ index, scores }) => [index, scores ?? null])),
    said: stderr.trim(),
    took: seconds,
    problems: [...unsteady, ...(isSlow ? [`it took ${seconds} s, more than ${LONGEST_SECONDS}`] : [])],
  };
}

/**
 * Measures a second time with rankplan-probe itself: it shows what the spread inside one run hides, and every sample,
 * so that a person can find out what was wrong.
 */
export async function scoreAgain({ run, root, found }) {
  if (found.scores === undefined) throw new Absent('there are no scores to compare with');
  const program = join(root, NATIVE, 'rankplan-probe');
  const { stdout, seconds } = await run(program, listLibraries(['cuda', 'nvml', 'cublas']));
  const document = JSON.parse(stdout);
  const changes = document.gpus.flatMap(({ uuid, metrics }) => {
    const before = found.scores.find((gpu) => gpu.uuid?.toLowerCase().endsWith(uuid));
    return metrics.map(({ metric, value = null }) => {
      const first = before?.scores?.[metric]?.value ?? null;
      return { gpu: before?.index ?? null, metric, change: value && first ? round(value / first - 1) : null };
    });
  });
  return { changes, took: seconds, document };
}

/** The variables that choose other driver files than the linker's, for the tests. */
export function listLibraries(names) {
  return names.flatMap((name) => {
    const file = process.env[`RANKPLAN_${name.toUpperCase()}`];
    return file === undefined ? [] : [`--${name}`, file];
  });
}

export async function compareWithTorch({ run, root, found }) {
  if (found.python === undefined) throw new Absent('there is no PyTorch to compare with');
  if (found.gpu === undefined) throw new Absent('there is no whole GPU to compare');
  const { stdout } = await run(found.python, [join(root, 'scripts/gpu/torch-figures.py')], {
    env: { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: nameVisible(found.gpu) },
  });
  const torch = JSON.parse(stdout.trim().split('\n').at(-1));
  const scores = found.scores?.find(({ index }) => index === found.gpu.index)?.scores;
  if (scores === undefined) return { torch, problems: ['there are no scores to compare with'] };
  const pairs = [
    ['bf16', torch.matmul],
    ['copy', torch.copy],
    ['bandwidth', torch.elementwise],
  ].map(([metric, figure]) => ({ metric, score: scores[metric]?.value ?? null, torch: round(figure) }));
  const problems = pairs.flatMap(({ metric, score: own, torch: other }) => {
    if (own === null) return [`there is no ${metric}`];
    const difference = own / other - 1;
    return Math.abs(difference) <= NEAR ? [] : [`${metric} is ${round(100 * difference)} % off PyTorch's`];
  });
  return { torch, pairs, problems };
}

export const nameVisible = ({ index, uuid }) => uuid ?? String(index);

const round = (number) => Number(number.toPrecision(4));
