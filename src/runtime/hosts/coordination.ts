import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { type Bell, createBell } from './bell.ts';
import type { HostPlace, RunSettings } from './describe-host.ts';
import type { GuardEvent } from './events.ts';
import { type Host, isOver } from './host.ts';
import type { GuardLink } from './link.ts';
import type { LookJudgement } from './look.ts';
import type { HostOutput } from './output.ts';
import { createOnce, type StartProblem } from './rank-words.ts';
import { createJudge, type HostFault, type Judge, type RankEnd } from './verdict.ts';

/** An event with the host that it is of. */
export type HostEvent = GuardEvent & { readonly host: string; readonly node: string };

/** What differs between the ranks of this machine and those of others. */
export interface Site {
  /** This machine alone: its ranks are named without it. */
  readonly isAlone: boolean;
  /** Null of a guard that is reached without another program, such as ssh. */
  readonly transport: string | null;
  readonly open: (host: Host, onBytes: (bytes: Buffer) => void) => GuardLink | Promise<GuardLink>;
  /** The questions that its guard answers before ranks start there; null: the checks were made. */
  readonly questions: (host: Host, attempt: number) => readonly string[] | null;
  readonly judge: (host: Host, attempt: number) => LookJudgement;
  readonly place: (host: Host, attempt: number, port: number) => HostPlace;
  /** Of an attempt; rank 0's host may have found one. */
  readonly choosePort: (hosts: readonly Host[], attempt: number) => number;
  /** What it means that the connection of a host has ended too soon; null: that the host was lost. */
  readonly wordLoss: (host: Host) => HostFault | null;
}

/** What learns of all that happens, as it happens. */
export interface Audience {
  /** Whole lines for people. */
  readonly say: (text: string) => void;
  /** Whether people watch: then what goes well is reported, too. */
  readonly isTerminal: boolean;
  /** Of the GPUs of a host, at the lines of the plan. */
  readonly show: (findings: readonly Diagnostic[]) => void;
  readonly take: (event: HostEvent) => void;
  readonly outputOf: (grant: (bytes: number) => void) => HostOutput;
}

export interface RunRequest {
  readonly settings: RunSettings;
  readonly hosts: readonly Host[];
  readonly site: Site;
  /** Puts spares into the places of hosts that cannot be used; null where the plan has none. */
  readonly spares: SparePlaces | null;
  readonly audience: Audience;
  /** How long a host may give no sign; 0: this machine, without a heartbeat. */
  readonly patienceMs: number;
  /** Within which all hosts must be ready. */
  readonly timeoutMs: number;
  readonly onlyChecks: boolean;
  /** Of the logs: as the last line names it. */
  readonly logs: () => string;
  /** The ranks of an attempt are about to be started. */
  readonly onBegin: () => void;
}

export interface SparePlaces {
  /** Whether each host that is not ready got a spare; a message says which, or why not. */
  readonly replaceUnready: (places: readonly number[], say: Audience['say']) => boolean;
  readonly replaceLost: (places: readonly number[], say: Audience['say']) => void;
}

/** A run, with all that changes. */
export interface Run extends RunRequest {
  readonly bell: Bell;
  readonly begunMs: number;
  judge: Judge;
  attempt: number;
  /** All ranks are being ended, until when that may take. */
  deadlineMs: number | null;
  /** How many signals have ended the run: nothing starts again. */
  dismissals: number;
  /** Until when output of ranks that have ended is waited for; null: without end. */
  outputEndsMs: number | null;
  /** The first signal, where none of the ranks had failed before. */
  signal: number | null;
  wasInterrupted: boolean;
  hasBegun: boolean;
  /** Not all hosts can be used. */
  isRefused: boolean;
  /** They were ended as they were not where the plan has them. */
  isEnforced: boolean;
  wasVerdictReported: boolean;
  /** Why the logs of the attempt before could not be moved. */
  keepProblem: string | null;
  /** People know of the start of this attempt. */
  wasStartReported: boolean;
  /** Of the attempt before. */
  failedStatus: number;
  /** Status of an attempt that could not be followed by another. */
  status: number;
  /** By then nothing runs on a host that was lost. */
  settledMs: number;
  /** Ranks of this attempt. */
  readonly started: Set<number>;
  /** Ranks of this attempt that ended, and how. */
  readonly ends: Map<number, EndedRank>;
  readonly faults: Map<number, FaultReport>;
  /** When the first rank ended well, and whether people know of those that wait for it. */
  leftFirstMs: number | null;
  wasWaitingReported: boolean;
  /** Whether a warning was not said before. */
  readonly isNew: (text: string) => boolean;
}

export interface FaultReport {
  readonly fault: HostFault;
  readonly killer?: number;
  readonly silentMs: number | null;
  readonly details?: readonly string[];
}

export interface EndedRank extends RankEnd {
  readonly kind: 'well' | 'failed' | 'ended by the launcher';
  /** Why it could not be started. */
  readonly problem: StartProblem | null;
}

export const beginRun = (request: RunRequest): Run => ({
  ...request,
  bell: createBell(),
  begunMs: performance.now(),
  ...{
    judge: newJudge(request),
    attempt: 0,
    deadlineMs: null,
    dismissals: 0,
    outputEndsMs: null,
    signal: null,
  },
  ...{
    wasInterrupted: false,
    hasBegun: false,
    isRefused: false,
    isEnforced: false,
    keepProblem: null,
    wasStartReported: false,
    failedStatus: 0,
    wasVerdictReported: false,
    status: 0,
    settledMs: 0,
  },
  ...{
    started: new Set<number>(),
    ends: new Map(),
    faults: new Map(),
    leftFirstMs: null,
    wasWaitingReported: false,
    isNew: createOnce(),
  },
});

const newJudge = ({ hosts, patienceMs }: RunRequest): Judge =>
  createJudge({ ranks: hosts.map(({ ranks }) => ranks.length), patienceMs });

/** Before the next attempt. */
export function forgetAttempt(run: Run): void {
  Object.assign(run, {
    ...{ judge: newJudge(run), deadlineMs: null, wasVerdictReported: false },
    ...{ leftFirstMs: null, wasWaitingReported: false, wasStartReported: false },
  });
  run.started.clear();
  run.ends.clear();
  run.faults.clear();
}

export const isAllOver = ({ hosts }: Run): boolean => hosts.every(isOver);

export const haveAllEnded = ({ hosts, ends }: Run): boolean =>
  hosts.every(({ ranks }) => ranks.every(({ rank }) => ends.has(rank)));
