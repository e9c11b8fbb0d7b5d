import { createReporter, type Diagnostic, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import { type DriverAnswer, describeCall, type Hang } from '../driver/driver-session.ts';
import {
  type Crash,
  type NativeOutcome,
  parseFacts,
  parseUses,
  type SampledUses,
} from '../driver/parse-answer.ts';
import { describeMachine } from '../probe/describe-machine.ts';
import { explainSilence } from '../probe/explain-failure.ts';
import type { Machine } from '../probe/machine.ts';
import { compareGpus } from '../verify/compare-gpus.ts';
import { findForeign } from '../verify/find-foreign.ts';
import { hasUnlisted, lookAtGpus } from '../verify/look-at-gpus.ts';
import { formatProcess, type NameProcess, type Sight } from '../verify/name-process.ts';
import { newCoverage, type PlannedNode, usesNvidia } from '../verify/planned-node.ts';
import { countOf, SIGNAL_STATUS } from './say.ts';

interface GpuLook {
  readonly planned: PlannedNode;
  /** What rankplan-probe wrote there. */
  readonly text: string;
  /** How it ended; null if it gave no answer in time. */
  readonly status: number | null;
  /** Why it could not be started; null if it was. */
  readonly obstacle: string | null;
  readonly timeoutMs: number;
  readonly sight: Sight;
  readonly allowBusy: boolean;
  /** Memory that the previous attempt held may take a moment to become free. */
  readonly isRestart: boolean;
  /** One look proves nothing: a process that has just ended may still hold memory. */
  readonly isLastLook: boolean;
}

interface GpuJudgement {
  /** The same as `verify` says there, at the lines of the plan. */
  readonly findings: readonly Diagnostic[];
  readonly refusal: string | null;
  readonly warning: string | null;
  /** The observed use may end in a moment: look again. */
  readonly isUnsure: boolean;
}

const NOTHING: GpuJudgement = { findings: [], refusal: null, warning: null, isUnsure: false };

/** Holds what a host's driver says against the plan, by the rules of `verify`. */
export function judgeGpus(look: GpuLook): GpuJudgement {
  const { planned, obstacle } = look;
  if (!usesNvidia(planned)) return NOTHING;
  if (obstacle !== null || cannotRun(look)) return { ...NOTHING, warning: wordUnchecked(obstacle) };
  const report = createReporter();
  // What there is, and who uses it, each a line behind those of progress.
  const [first, second] = look.text.split('\n').filter((line) => line.startsWith('{'));
  const facts = first === undefined ? explainAbsence(look) : parseFacts(first);
  if (facts.kind !== 'found') return concludeSilence(facts, look, report);
  const machine = describeMachine(facts, NO_FILES);
  compareGpus(planned, machine, report);
  if (look.isRestart) return conclude(report);
  return judgeUses(look, second === undefined ? NO_USES : parseUses(second), machine, report);
}

/** The files of this machine say nothing of that one. */
const NO_FILES = '/dev/null';

/** Without an answer it hangs in the call that it told last, or has crashed. */
function explainAbsence({ text, status }: GpuLook): Crash | Hang {
  if (status === null) return describeCall(text.split('\n').findLast((line) => line !== '') ?? '');
  const how = status > SIGNAL_STATUS ? `signal ${status - SIGNAL_STATUS}` : `status ${status}`;
  return { kind: 'crashed', how, said: '' };
}

function judgeUses(
  look: GpuLook,
  uses: SampledUses | Crash,
  machine: Machine,
  report: Reporter,
): GpuJudgement {
  const { planned, sight, allowBusy } = look;
  if (uses.kind !== 'found') return concludeSilence(uses, look, report);
  const question = { planned, machine, uses: uses.gpus, nameProcess: createNamer(uses, sight) };
  if (!look.isLastLook && lookAtGpus(question).some(hasUnlisted)) return { ...NOTHING, isUnsure: true };
  findForeign({ ...question, sight, allowBusy }, newCoverage(), report);
  return conclude(report);
}

const NO_USES: Crash = { kind: 'crashed', how: 'no word of who uses the GPUs', said: '' };

/** A loader that is too old, or of another libc: it ends before the first word. */
const cannotRun = ({ text, status }: GpuLook): boolean =>
  text === '' && status !== null && status < SIGNAL_STATUS;

const wordUnchecked = (obstacle: string | null): string =>
  `rankplan-probe does not run there${obstacle === null ? '' : ` (${obstacle})`}, so it was not checked that the planned GPUs are in their places`;

function concludeSilence(answer: DriverAnswer<NativeOutcome>, { timeoutMs }: GpuLook, report: Reporter) {
  explainSilence(answer, { explicit: null, library: null, sysfs: null, timeoutMs }, report);
  const advice = ': where CUDA works all the same, --no-verify starts without a look';
  return conclude(report, 'its planned GPUs cannot be looked at', advice);
}

/** `refusal`: what follows from errors, before and after their number. */
function conclude(report: Reporter, before = 'it is not as planned', behind = ''): GpuJudgement {
  const findings = report.diagnostics();
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const refusal = errors === 0 ? null : `${before} (${countOf(errors, 'error')} above)${behind}`;
  return { ...NOTHING, findings, refusal };
}

/** Names processes as far as that host knows them; for an unknown one only the PID is known. */
function createNamer({ seen }: SampledUses, sight: Sight): NameProcess {
  const byPid = new Map(seen.map((one) => [one.pid, one]));
  return (pid) => {
    const { exists: isThere = true, command: program = null } = byPid.get(pid) ?? {};
    return formatProcess(pid, { isThere, program, user: null, isFirstNamespace: sight === 'machine' });
  };
}
