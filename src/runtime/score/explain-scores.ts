import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { Metric } from '../../generated/inventory.ts';
import type { Reason } from '../probe/explain-failure.ts';
import { MACHINE_SPAN, type Machine, type MachineGpu } from '../probe/machine.ts';
import type { MetricOutcome, PeerOutcome, ProbedGpu, ProbeFailure } from './probe-document.ts';
import type { ProbeRun } from './run-probe.ts';
import { listUsable, type ScorePass } from './score-passes.ts';

export const explainMissingProgram = (program: string, reason: string): Reason => ({
  code: 'RP5220',
  message: 'rankplan-probe, which measures GPUs, cannot be started',
  help: 'in a clone of rankplan `npm install && npm run build:native` builds it; RANKPLAN_PROBE names one that lies elsewhere',
  notes: [`${program}: ${reason}`],
});

export function explainNoGpus({ gpus }: Machine, given: string | undefined): Reason {
  if (gpus.length === 0)
    return { code: 'RP5221', message: 'there is no GPU to measure', help: 'run this on a machine with GPUs' };
  const message = `CUDA_VISIBLE_DEVICES='${given}' shows none of the ${gpus.length} GPUs`;
  return { code: 'RP5221', message, help: 'unset it to measure all of them' };
}

/** Users may have forgotten that the variable is set; the GPUs that it shows are measured all the same. */
export function reportLeftOut(
  machine: Machine,
  passes: readonly ScorePass[],
  given: string | undefined,
  report: Reporter,
): void {
  const measured = new Set(passes.flatMap(({ gpus }) => gpus));
  const left = listUsable(machine).filter((gpu) => !measured.has(gpu));
  if (left.length === 0) return;
  const names = left.map(({ index }) => index).join(', ');
  report.warning('RP5221', MACHINE_SPAN, `CUDA_VISIBLE_DEVICES='${given}' leaves out GPUs: ${names}`, {
    help: 'they get no scores: unset it to measure all GPUs',
  });
}

/** Why the program gave no document, or one without figures; `last` is the stage that it was at. */
export function explainUnscored(
  run: Exclude<ProbeRun, { kind: 'missing' }>,
  failure: ProbeFailure | null,
  last: string,
  deadlineMs: number,
): Reason {
  if (run.kind === 'late')
    return {
      code: 'RP5222',
      message: `measuring did not end within ${deadlineMs / 1000} s, and was stopped at: ${last}`,
      help: 'a GPU that hangs shows in `dmesg | grep -i xid`; on a machine that is only slow, give more time with `--timeout`',
    };
  if (failure !== null) {
    const message = `CUDA cannot be used: ${formatFailure(failure)}`;
    return { code: 'RP5223', message, help: failure.advice };
  }
  const end = run.kind === 'killed' ? `was ended by ${run.signal}` : `ended with status ${run.status}`;
  const words = run.stderr.trim();
  return {
    code: 'RP5223',
    message: `rankplan-probe ${end} at: ${last}`,
    help: 'the driver may have failed inside it: see `dmesg | grep -i -e nvrm -e xid -e oom`, and try again',
    notes: words === '' ? [] : words.split('\n').slice(-3),
  };
}

/** One GPU has no scores, so the machine has none that can be compared. */
export function explainFailed(gpu: MachineGpu, failure: ProbeFailure, stage: string | null): Reason {
  const place = stage === null ? '' : ` at \`${stage}\``;
  const message = `${nameGpu(gpu)} failed${place}: ${formatFailure(failure)}`;
  return { code: 'RP5224', message, help: failure.advice };
}

export const explainInvisible = (gpu: MachineGpu, given: string | undefined): Reason => ({
  code: 'RP5221',
  message: `${nameGpu(gpu)} is not shown by CUDA, though the driver knows it`,
  help:
    given === undefined
      ? 'a job or a container was given some of the GPUs only: measure where all of them may be used'
      : `CUDA_VISIBLE_DEVICES is '${given}': unset it to measure all GPUs`,
});

const nameGpu = ({ index, uuid }: MachineGpu): string => `GPU ${index}${uuid === null ? '' : ` (${uuid})`}`;

function formatFailure({ call, status, name }: ProbeFailure): string {
  if (status === 0) return `${call} failed`;
  return `${call} answered ${status}${name === null ? '' : ` (${name})`}`;
}

/** A metric that a GPU lacks, or whose figure is not to be trusted. */
export interface Flaw {
  readonly gpu: number;
  readonly metric: string;
  readonly code: 'RP5225' | 'RP5226';
  /** To follow the names of metrics. */
  readonly text: string;
  readonly help: string;
}

/** `find` gives the GPU of a UUID without its kind. */
export function listFlaws(
  { index }: MachineGpu,
  { metrics, peers }: ProbedGpu,
  find: (uuid: string) => MachineGpu | undefined,
): readonly Flaw[] {
  return [
    ...metrics.flatMap((outcome) => flawOf(index, outcome.metric, outcome)),
    ...peers.flatMap((peer) => flawOf(index, `peer to GPU ${find(peer.to)?.index ?? peer.to}`, peer)),
  ];
}

function flawOf(gpu: number, metric: string, outcome: MetricOutcome | PeerOutcome): readonly Flaw[] {
  if ('failure' in outcome) {
    const text = `not measured: ${formatFailure(outcome.failure)}`;
    return [{ gpu, metric, code: 'RP5225', text, help: outcome.failure.advice }];
  }
  if ('absent' in outcome) {
    // What the hardware cannot do is no news, and nothing can be done about it.
    if (outcome.lasting) return [];
    const help = 'topologies that rank by it cannot use this GPU; the other metrics are there';
    return [{ gpu, metric, code: 'RP5225', text: `not measured: ${outcome.absent}`, help }];
  }
  return listMarks(gpu, { [metric]: outcome });
}

const KEPT_HELP =
  'the figure is kept with that mark, and says more about the moment than about the GPU: measure again when it is quiet and cool';

/** What figures say against themselves. */
export function listMarks(
  gpu: number,
  metrics: Readonly<Record<string, Pick<Metric, 'quality'> & { readonly remarks?: readonly string[] }>>,
): readonly Flaw[] {
  return Object.entries(metrics).flatMap(([metric, { quality = 'ok', remarks = [] }]): readonly Flaw[] => {
    const text = `${quality}: ${remarks.join('; ')}`;
    return quality === 'ok' ? [] : [{ gpu, metric, code: 'RP5226', text, help: KEPT_HELP }];
  });
}

/** One warning for what several metrics of several GPUs have in common. */
export function reportFlaws(flaws: readonly Flaw[], report: Reporter): void {
  const ofGpu = groupBy(flaws, ({ gpu, code, text }) => JSON.stringify([gpu, code, text]));
  const joined = [...ofGpu.values()].map((alike) => ({
    ...alike[0],
    metrics: alike.map(({ metric }) => metric).join(', '),
  }));
  const groups = groupBy(joined, ({ code, text, metrics }) => JSON.stringify([code, text, metrics]));
  for (const alike of groups.values()) {
    const { code, text, metrics, help } = alike[0];
    const names = `GPU${alike.length === 1 ? '' : 's'} ${alike.map(({ gpu }) => gpu).join(', ')}`;
    report.warning(code, MACHINE_SPAN, `${names}: ${metrics}: ${text}`, { help });
  }
}
