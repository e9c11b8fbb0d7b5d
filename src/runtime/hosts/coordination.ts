import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { NetworkCheck } from '../../compiler/plan/plan-network-check.ts';
import type { NetworkQuestion } from '../reach/judge-network.ts';
import type { NodePlaces } from '../verify/locate-node.ts';
import type { HostSetting, RunSettings } from './describe-host.ts';
import type { GuardEvent } from './events.ts';
import type { EndKind, RankEnd } from './find-first.ts';
import type { Host } from './host.ts';
import type { GuardLink } from './link.ts';
import type { LookJudgement } from './look.ts';
import type { OrderedSignal } from './orders.ts';
import type { ShowLine } from './output.ts';
import type { Spares } from './place-machines.ts';
import { createOnce, type StartProblem } from './rank-words.ts';
import { createJudge, type Judge } from './verdict.ts';

export type HostEvent = GuardEvent & { readonly host: string; readonly node: string };

/** What differs between the ranks of this machine and those of others. */
export interface Site {
  /** This machine alone: its ranks are named without it. */
  readonly isAlone: boolean;
  /** Null of a guard that is reached without another program, such as ssh. */
  readonly transport: string | null;
  readonly open: (host: Host, onBytes: (bytes: Buffer) => void) => GuardLink | Promise<GuardLink>;
  /** The questions that a guard answers before ranks start there; null: the checks were made. */
  readonly checks: {
    readonly questions: (host: Host, attempt: number) => readonly string[];
    readonly judge: (host: Host, attempt: number) => LookJudgement;
    /** How hosts reach each other; null if that is not looked at. */
    readonly network: {
      readonly check: NetworkCheck;
      readonly masterAddress: () => string;
      /** What a host answered; null if it did not. */
      readonly questionOf: (host: Host) => NetworkQuestion | null;
      readonly placesOf: (host: Host) => NodePlaces;
    } | null;
  } | null;
  readonly place: (host: Host) => HostSetting;
  /** Returns the port for an attempt; rank 0's host may have found one. */
  readonly choosePort: (attempt: number) => number | Promise<number>;
}

/** What learns of all that happens, as it happens. */
export interface Audience {
  /** Whole lines for people. */
  readonly say: (text: string) => void;
  /** Whether people watch: then success is reported, too. */
  readonly isTerminal: boolean;
  /** Shows findings about the GPUs of a host, at the lines of the plan. */
  readonly show: (findings: readonly Diagnostic[]) => void;
  readonly take: (event: HostEvent) => void;
  readonly outputOf: (grant: (bytes: number) => void) => ShowLine;
}

export interface RunRequest {
  readonly settings: RunSettings;
  readonly hosts: readonly Host[];
  readonly site: Site;
  readonly spares: Spares;
  readonly audience: Audience;
  /** How long a host may give no sign; 0: this machine, without a heartbeat. */
  readonly patienceMs: number;
  /** Within which all hosts must be ready. */
  readonly timeoutMs: number;
  readonly onlyChecks: boolean;
  /** The folder of this run's logs on this machine. */
  readonly folder: string;
  /** The name of the logs in the last line. */
  readonly logs: () => string;
  /** The ranks of an attempt are about to be started. */
  readonly onBegin: () => void;
}

/** Node.js fires a timer with a longer time at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Lets one wait for whatever happens next, or until a time has passed. */
function createBell() {
  let hasRung = false;
  let wake = (): void => {};
  return {
    ring(): void {
      if (!hasRung) wake(); // once: a promise that is resolved again costs more than the event that rang
      hasRung = true;
    },
    async wait(ms: number): Promise<void> {
      if (!hasRung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(ms, LONGEST_MS));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      hasRung = false;
    },
  };
}

/** What changes in the course of a run. */
class RunState {
  readonly bell = createBell();
  readonly begunMs = performance.now();
  attempt = 0;
  /** Until when output of ranks that have ended is waited for; null: without end. */
  outputEndsMs: number | null = null;
  /** The first signal that ended the run: nothing starts again. */
  signal: number | null = null;
  wasInterrupted = false;
  /** The signal that ends the ranks when their stacks were taken; null: TERM. */
  endSignal: OrderedSignal | null = null;
  hasBegun = false;
  /** The ranks were ended as they were not where the plan has them. */
  isEnforced = false;
  /** Why the logs of the attempt before could not be moved. */
  keepProblem: string | null = null;
  failedStatus = 0;
  /** Status of an attempt that could not be followed by another. */
  status = 0;
  /** The time after which nothing runs on a lost host any more. */
  settledMs = 0;
  /** Whether a warning was not reported before. */
  readonly isNew = createOnce();
}

/** What looks at ranks that run, and says which of them stand still. */
export interface Watch {
  readonly hasStacks: boolean;
  readonly looked: (host: Host) => void;
  /** Takes the stacks of all ranks before they are ended, where they can be had. */
  readonly takeLast: () => Promise<void>;
  readonly stop: () => void;
}

/** What changes in the course of one attempt. */
class AttemptState {
  readonly judge: Judge;
  /** What looks at ranks that run; null: nothing does. */
  watch: Watch | null = null;
  /** All ranks are being ended, until when that may take. */
  deadlineMs: number | null = null;
  /** The processes of ranks. */
  readonly started = new Map<number, number>();
  readonly ends = new Map<number, EndedRank>();
  /** When the first rank ended well. */
  leftFirstMs: number | null = null;
  readonly reported = new Set<'start' | 'waiting' | 'verdict'>();

  constructor({ hosts, patienceMs }: RunRequest) {
    this.judge = createJudge({ ranks: hosts.map(({ ranks }) => ranks.length), patienceMs });
  }
}

export type Run = RunRequest & RunState & AttemptState;

export interface EndedRank extends RankEnd {
  readonly kind: EndKind;
  /** Why it could not be started. */
  readonly problem: StartProblem | null;
}

export const beginRun = (request: RunRequest): Run =>
  Object.assign(new RunState(), new AttemptState(request), request);

export function forgetAttempt(run: Run): void {
  Object.assign(run, new AttemptState(run));
}

export const haveAllEnded = ({ hosts, ends }: Run): boolean =>
  hosts.every(({ ranks }) => ranks.every(({ rank }) => ends.has(rank)));

/** Once in an attempt. */
export function isFirstReport({ reported }: Run, what: 'start' | 'waiting' | 'verdict'): boolean {
  const isFirst = !reported.has(what);
  reported.add(what);
  return isFirst;
}
