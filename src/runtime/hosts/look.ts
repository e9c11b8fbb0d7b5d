import { createReporter, type Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { NetworkQuestion } from '../reach/judge-network.ts';
import { reportNetwork } from '../reach/judge-network.ts';
import { FIRST_NAMESPACE } from '../verify/name-process.ts';
import { judgeGpus } from './judge-gpus.ts';
import { type FactTable, type LookFact, tabulate } from './look-facts.ts';
import {
  askGpus,
  firstLogOf,
  type HostLook,
  isPortOpen,
  plannedPath,
  SETUP_SHELL,
} from './look-questions.ts';
import { readNetworkAnswer } from './network-answer.ts';
import { countOf } from './say.ts';

export interface LookAnswer {
  readonly facts: readonly LookFact[];
  /** What rankplan-probe wrote. */
  readonly gpuText: string;
  /** The host's clock less this one, when it was read; null: not known. */
  readonly clockAheadMs: number | null;
  /** What follows from this look holds: no question is repeated. */
  readonly isLastLook: boolean;
}

export interface LookJudgement {
  /** Each is a sentence with what to do; with one, no rank may start anywhere. */
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  /** Findings about GPUs, at the lines of the plan. */
  readonly findings: readonly Diagnostic[];
  /** Questions to repeat, in half a second, before this judgement holds. */
  readonly again: readonly string[];
  /** The port of the master, if rank 0 is on this host. */
  readonly port: number | null;
  readonly freeMb: number;
  /** Which machine, or which container of it, it is; null if that is not needed. */
  readonly identity: string | null;
  /** The file of the command's program, for `--dry-run`. */
  readonly program: string | null;
}

const SKEW_MS = 5000;
const TIMED_OUT = 110;
const DISK_FULL: readonly number[] = [28, 122];
const PROBLEM_SIZE = 200;

/** Judges the answers of a host. A missing answer is no problem, except for facts that ranks need. */
export function judgeLook(look: HostLook, answer: LookAnswer): LookJudgement {
  const facts = tabulate(answer.facts);
  const gpus = lookAtGpus(look, answer, facts);
  const network = lookAtNetwork(look, answer.facts);
  const directory = refuseDirectory(look, facts);
  const refusals = [
    refuseMaster(look, facts),
    directory,
    directory === null ? refuseCommand(look, facts) : null,
    gpus?.refusal,
    refuseLogs(look, facts),
    facts.number('fresh', firstLogOf(look)) === 1
      ? `${look.logs} has a run already: choose another RANKPLAN_RUN_ID`
      : null,
    refusePort(look, facts),
    refuseReadyFile(look, facts),
    ...look.ports.map((port) => refuseTaken(port, '', ', or change `ports` of the role', facts)),
    network.refusal,
  ];
  const warnings = [gpus?.warning, warnOfClock(answer.clockAheadMs)];
  return {
    refusals: refusals.filter((text) => text != null),
    warnings: warnings.filter((text) => text != null),
    findings: [...(gpus?.findings ?? []), ...network.findings],
    again: gpus?.isUnsure === true ? askGpus(look) : [],
    port: portOf(look, facts),
    freeMb: facts.number('logs') ?? facts.number('writable') ?? 0,
    identity: look.ranks.some(({ gpu }) => gpu !== null) ? facts.value('host', 'identity') : null,
    program: facts.value('command'),
  };
}

function lookAtGpus(look: HostLook, { gpuText, isLastLook }: LookAnswer, facts: FactTable) {
  const { node, ranks, places, timeoutMs, allowBusy } = look;
  if (askGpus(look).length === 0) return null;
  const fact = facts.find('gpus');
  const isSilent = fact?.errno === TIMED_OUT;
  const identity = facts.value('host', 'identity') ?? '';
  const isFirst = identity.includes(FIRST_NAMESPACE);
  return judgeGpus({
    planned: { node, ranks, places },
    text: gpuText,
    status: isSilent ? null : (fact?.number ?? 0),
    obstacle: isSilent || fact?.errno === undefined ? null : (fact.reason ?? `errno ${fact.errno}`),
    sight: isFirst ? 'machine' : identity.includes('pid:[') ? 'container' : 'unknown',
    ...{ timeoutMs, allowBusy, isLastLook, isRestart: look.attempt > 0 },
  });
}

/** By the rules of `verify`. */
function lookAtNetwork(look: HostLook, facts: readonly LookFact[]) {
  const report = createReporter();
  const question = networkOf(look, facts);
  if (look.network !== null && question !== null) reportNetwork(question, look.network, look.places, report);
  const errors = report.errorCount();
  const refusal =
    errors === 0 ? null : `ranks could not start over its network (${countOf(errors, 'error')} above)`;
  return { refusal, findings: report.diagnostics() };
}

/** What a host said of its network; null if it was not looked at. */
export function networkOf(look: HostLook, facts: readonly LookFact[]): NetworkQuestion | null {
  const { plan, node, network, others, machine: host } = look;
  if (network === null) return null;
  return readNetworkAnswer({ plan, node, host, others, library: network.library }, facts);
}

function refuseMaster({ masterAddress }: HostLook, facts: FactTable): string | null {
  const { errno } = facts.find('resolve') ?? {};
  if (errno === undefined) return null;
  const what = errno === TIMED_OUT ? 'is not resolved in time' : 'does not resolve on this host';
  return `the master address '${masterAddress}' ${what}: correct it, or the name service`;
}

const wordHang = (path: string): string => `${path} gives no answer on this host: does its file system hang?`;

function refuseDirectory({ plan, directory }: HostLook, facts: FactTable): string | null {
  const { errno } = facts.find('directory') ?? {};
  if (errno === undefined) return null;
  if (errno === TIMED_OUT) return wordHang(directory);
  return plan.launch.workdir === null
    ? `${directory}, where rankplan was called, is not on this host: copy it there, or set launch.workdir`
    : `the working directory '${directory}' cannot be entered: make it, or change launch.workdir`;
}

function refuseCommand(look: HostLook, facts: FactTable): string | null {
  const { errno } = facts.find('command') ?? {};
  if (errno === undefined) return null;
  const [program = ''] = look.command;
  if (errno === TIMED_OUT) return wordHang(`'${program}'`);
  if (look.plan.launch.setup.length > 0)
    return `${SETUP_SHELL} is not on this host, and launch.setup needs it: install it there, or do without setup`;
  if (program.includes('/'))
    return `'${program}' is not a command on this host, seen from ${look.directory}: copy it there, and make it executable`;
  const path = plannedPath(look) ?? facts.value('variable', 'PATH') ?? '';
  return `'${program}' is not a command on this host: check PATH (${path})`;
}

function refuseLogs({ logs, onlyChecks }: HostLook, facts: FactTable): string | null {
  const { errno, reason = '' } = facts.find(onlyChecks ? 'writable' : 'logs') ?? {};
  if (errno === undefined) return null;
  if (errno === TIMED_OUT) return wordHang(logs);
  if (onlyChecks)
    return `${logs} cannot be made: logs are kept there, so make its folder writable, or set launch.remote.directory`;
  if (DISK_FULL.includes(errno)) return `${logs} cannot be written: is the disk full?`;
  const why = reason === '' ? '' : ` (${reason.slice(0, PROBLEM_SIZE)})`;
  return `${logs} cannot be made${why}: is its folder writable, and the disk not full?`;
}

function refusePort(look: HostLook, facts: FactTable): string | null {
  if (!look.isMaster) return null;
  if (isPortOpen(look)) return portOf(look, facts) === null ? 'there is no free port for rank 0' : null;
  const other = look.plan.end === null ? 'choose another --port' : 'change launch.master.port of the role';
  return refuseTaken(Number(look.port), ", rank 0's", ` or ${other}`, facts);
}

/** One of an earlier run would say at once that the role is ready. */
function refuseReadyFile({ readyFile, attempt }: HostLook, facts: FactTable): string | null {
  if (readyFile === null || attempt > 0 || facts.number('fresh', readyFile) !== 1) return null;
  return `${readyFile} is there already, and the role would count as ready: remove it`;
}

/** Null if nothing listens on the port; who does is like ` by python3 (process 4711)`. */
function refuseTaken(port: number, whose: string, cure: string, facts: FactTable): string | null {
  if (facts.number('port', `${port}`) !== 1) return null;
  const holder = facts.value('port', `${port}`);
  const by = holder === null ? '' : ` by ${holder}`;
  return `port ${port} is taken on this host${whose}${by}: stop that program${cure}`;
}

function portOf(look: HostLook, facts: FactTable): number | null {
  if (!look.isMaster) return null;
  if (!isPortOpen(look)) return Number(look.port);
  const port = facts.number('free-port');
  return port !== null && port >= 1 && port <= 65_535 ? port : null;
}

/** Logs are compared by clocks; the verdict is not. */
function warnOfClock(aheadMs: number | null): string | null {
  if (aheadMs === null || Math.abs(aheadMs) <= SKEW_MS) return null;
  return `its clock is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs < 0 ? 'behind' : 'ahead'}`;
}
