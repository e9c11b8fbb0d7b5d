import { orderEnds } from '../../compiler/plan/order-roles.ts';
import { listReplicas, nameReplica, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';

/** A replica whose processes were started. */
export interface RunningReplica {
  /** The status of the first of its processes that failed, else 0; after all its restarts. */
  readonly ended: Promise<number>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** When the first of its processes failed, or the last ended well, by a wall clock; null: neither, or all start again. */
  readonly end: () => { readonly status: number; readonly at: number } | null;
}

/** How it became ready, or why it did not, before `ended` says that it ended well; `again`: all of it starts again. */
export type Hear = (state: 'ready' | 'late' | 'ended' | 'again') => void;

export interface Director {
  readonly start: (one: ReplicaOf, hear: Hear) => RunningReplica;
  /** A line for people. */
  readonly say: (text: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** A replica in the course of a run. */
interface Member {
  readonly one: ReplicaOf;
  readonly name: string;
  running: RunningReplica | null;
  isReady: boolean;
  /** Null if it was not started, or has not ended. */
  status: number | null;
  /** It was ended, as the run ended. */
  wasEnded: boolean;
}

interface Suspect {
  readonly name: string;
  readonly status: number;
  readonly why: string;
  readonly at: number;
}

const EARLY_STATUS = 1;
/** A replica that loses its server fails soon after it, and its failure may arrive first. */
const SETTLE_MS = 500;

/** Starts the roles of a plan in their order, ends them in the reverse one, and decides what the run comes to. */
export class RolesRun {
  readonly #plan: LaunchPlan;
  readonly #director: Director;
  readonly #members: readonly Member[];
  #failure: Pick<Suspect, 'name' | 'status'> | null = null;
  readonly #suspects: Suspect[] = [];
  #signal: { readonly name: NodeJS.Signals; readonly number: number } | null = null;
  #isEnding = false;
  #close: (() => void) | null = null;
  /** Resolves when the run is to be ended, or has nothing left. */
  readonly #over = new Promise<void>((resolve) => {
    this.#close = resolve;
  });
  #interrupt: (() => void) | null = null;
  /** Resolves when a signal ends the run: nothing is drained any more. */
  readonly #interrupted = new Promise<void>((resolve) => {
    this.#interrupt = resolve;
  });

  constructor(plan: LaunchPlan, director: Director) {
    this.#plan = plan;
    this.#director = director;
    this.#members = listReplicas(plan).map((one) => ({
      ...{ one, name: nameReplica(one), running: null, isReady: false, status: null, wasEnded: false },
    }));
  }

  /** The status of the run; nothing is left then. */
  async run(): Promise<number> {
    this.#startWhatCan();
    await this.#over;
    await this.#endAll();
    if (this.#failure !== null) return this.#failure.status;
    const isDone = this.#members.every(({ one, status }) => !one.role.end || status === 0);
    return this.#signal === null || isDone ? 0 : 128 + this.#signal.number;
  }

  /** The first role that failed, with the status of the run. */
  get failure(): Pick<Suspect, 'name' | 'status'> | null {
    return this.#failure;
  }

  /** What became of each replica. */
  outcomes(): readonly Pick<Member, 'name' | 'status' | 'wasEnded'>[] {
    return this.#members.map(({ name, status, wasEnded }) => ({ name, status, wasEnded }));
  }

  /**
   * USR1 and USR2 go to the roles that end the run, TSTP and CONT to all. Another signal ends the run in order; a second one
   * goes to all roles at once.
   */
  signal(name: NodeJS.Signals, number: number): void {
    const isPassed = name === 'SIGUSR1' || name === 'SIGUSR2';
    if (isPassed || name === 'SIGTSTP' || name === 'SIGCONT') {
      const isMeant = ({ one: { role } }: Member) => !isPassed || role.end || this.#plan.end === 'signal';
      for (const member of this.#running()) if (isMeant(member)) member.running?.signal(name);
      return;
    }
    this.#blame();
    const isAgain = this.#signal !== null || this.#failure !== null;
    this.#signal ??= { name, number };
    this.#isEnding = true;
    this.#close?.();
    this.#interrupt?.();
    if (isAgain) for (const member of this.#running()) this.#sendEnd(member, name);
  }

  #running(): readonly Member[] {
    return this.#members.filter(({ running, status }) => running !== null && status === null);
  }

  #of(role: string): readonly Member[] {
    return this.#members.filter(({ one }) => one.role.name === role);
  }

  #startWhatCan(): void {
    for (const role of this.#plan.roles ?? []) {
      const members = this.#of(role.name);
      if (this.#isEnding || this.#suspects.length > 0 || members.some(({ running }) => running !== null))
        continue;
      if (Object.entries(role.dependsOn).every(([name, state]) => this.#isFulfilled(name, state)))
        for (const member of members) this.#start(member);
    }
  }

  #isFulfilled(name: string, state: 'ready' | 'complete'): boolean {
    return this.#of(name).every(({ isReady, status }) => (state === 'ready' ? isReady : status === 0));
  }

  #start(member: Member): void {
    const running = this.#director.start(member.one, (state) => {
      member.isReady = state === 'ready';
      if (state === 'ready') this.#startWhatCan();
      if (state !== 'late' || member.status !== null || this.#isEnding) return;
      const { timeoutSeconds = 0 } = member.one.role.readiness ?? {};
      this.#judge(member, EARLY_STATUS, `it was not ready within ${timeoutSeconds} s`);
    });
    member.running = running;
    void running.ended.then((status) => this.#hasEnded(member, status));
  }

  #hasEnded(member: Member, status: number): void {
    member.status = status;
    const { role } = member.one;
    if (this.#isEnding) {
      const isOwn = !member.wasEnded && this.#failure === null && status !== 0;
      if (isOwn)
        this.#director.say(`${member.name} failed: it ended with status ${status}; the run goes on\n`);
      return;
    }
    const isAwaited = (this.#plan.roles ?? []).some(({ dependsOn }) => dependsOn[role.name] === 'complete');
    if (status !== 0) this.#judge(member, status, `it ended with status ${status}`);
    else if (!member.isReady && this.#findWaiting(role) !== undefined)
      this.#judge(member, EARLY_STATUS, 'it ended with 0 before it was ready');
    else if (!role.end && role.critical && !isAwaited)
      this.#fail(member, EARLY_STATUS, 'it ended with 0 before the run did');
    if (this.#suspects.length > 0) {
      if (this.#running().length === 0) this.#finish();
      return;
    }
    this.#startWhatCan();
    const ends = this.#members.filter(({ one }) => one.role.end);
    if (this.#plan.end === 'roles' ? ends.every((one) => one.status !== null) : this.#running().length === 0)
      this.#finish();
  }

  /** A role that has not started, and starts after this one. */
  #findWaiting = ({ name }: PlanRole): PlanRole | undefined =>
    (this.#plan.roles ?? []).find(
      ({ name: other, dependsOn }) =>
        dependsOn[name] !== undefined && this.#of(other).some(({ running }) => running === null),
    );

  /** A failure ends the run, unless the role is not critical and no other waits for it. */
  #judge(member: Member, status: number, why: string): void {
    const { role } = member.one;
    const waiting = this.#findWaiting(role);
    // Where no role ends the run, it has nothing to go on with after the last one.
    const isLast = this.#plan.end === 'signal' && this.#running().length === 0;
    if (role.critical || isLast) this.#fail(member, status, why);
    else if (waiting === undefined) this.#director.say(`${member.name} failed: ${why}; the run goes on\n`);
    else this.#fail(member, status, `${why}, and ${waiting.name} waits for it`);
  }

  #fail({ name, running }: Member, status: number, why: string): void {
    this.#suspects.push({ name, status, why, at: running?.end()?.at ?? Date.now() });
    if (this.#suspects.length === 1) void this.#director.wait(SETTLE_MS).then(() => this.#finish());
  }

  /** Says which of those that have failed was the first. */
  #blame(): void {
    if (this.#suspects.length === 0 || this.#failure !== null) return;
    const others = this.#running().flatMap(({ name, one, running }): Suspect | readonly never[] => {
      const { status = 0, at = 0 } = (one.role.critical && running?.end()) || {};
      return status === 0 ? [] : { name, status, at, why: `it ended with status ${status}` };
    });
    const [first] = [...this.#suspects, ...others].sort((left, right) => left.at - right.at);
    if (first === undefined) return;
    this.#failure = { name: first.name, status: first.status };
    this.#director.say(`${first.name} failed: ${first.why}; all other roles are ended\n`);
  }

  #finish(): void {
    if (this.#isEnding) return;
    this.#blame();
    this.#isEnding = true;
    this.#close?.();
  }

  /** Those that use others first; a run that has not failed gives each the time to end by itself. */
  async #endAll(): Promise<void> {
    for (const roles of orderEnds(this.#plan.roles ?? [])) {
      const members = this.#running().filter(({ one }) => roles.includes(one.role.name));
      await Promise.all(members.map((member) => this.#end(member)));
    }
  }

  async #end(member: Member): Promise<void> {
    const { running, one } = member;
    if (running === null) return;
    const { drainSeconds } = one.role;
    const isDrained = drainSeconds > 0 && this.#failure === null && this.#signal === null;
    if (isDrained)
      await Promise.race([running.ended, this.#interrupted, this.#director.wait(drainSeconds * 1000)]);
    if (member.status === null && !member.wasEnded) this.#sendEnd(member, this.#signal?.name ?? 'SIGTERM');
    member.status = await running.ended;
  }

  #sendEnd(member: Member, name: NodeJS.Signals): void {
    member.wasEnded = true;
    member.running?.signal(name);
  }
}
